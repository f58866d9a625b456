"""Reads the module-level statements of a PTX text: what exists, not how it computes.

Source of the format: PTX ISA, "Directives".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from gpu_kernels.diagnostics import InputError, Place
from gpu_kernels.ptx_facts import LaunchBounds, PtxEntry, PtxModule, PtxParameter, PtxSymbol
from gpu_kernels.ptx_lexer import PtxLexer

_LINKAGE = {".extern", ".visible", ".weak", ".common"}
_SPACES = {".global", ".const", ".shared", ".tex", ".local", ".param"}
_TYPE_SIZES = {
    **{f".{kind}{bits}": bits // 8 for kind in "bsu" for bits in (8, 16, 32, 64)},
    **{".f16": 2, ".f16x2": 4, ".bf16": 2, ".bf16x2": 4, ".f32": 4, ".f64": 8, ".b128": 16, ".pred": 1},
    **{".e4m3": 1, ".e5m2": 1, ".tf32": 4, ".texref": 8, ".samplerref": 8, ".surfref": 8},
}
_VECTORS = {".v2": 2, ".v4": 4, ".v8": 8}
_SHARED_IN_BODY = re.compile(r"^[ \t]*\.shared\b[^;\n]*;", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z_$%][A-Za-z0-9_$]*")
# A size beyond this is no size of this field but a broken text; it also keeps products small.
_MAX_SIZE = 1 << 50


@dataclass(frozen=True)
class _Variable:
    name: str
    type: str
    size: int
    alignment: int
    managed: bool


@dataclass
class _Function:
    """An entry or function before the use of dynamic shared memory is known."""

    entry: PtxEntry | None
    body: str
    linkage: str


@dataclass
class _Draft:
    version: str = ""
    target: str = ""
    address_size: int = 0
    functions: dict[str, _Function] = field(default_factory=dict)
    symbols: list[PtxSymbol] = field(default_factory=list)
    declared: set[str] = field(default_factory=set)  # .extern .func


def read_ptx(text: str, file: str) -> PtxModule:
    """Reads `text`; `file` names it in errors. Raises InputError where the text is not PTX."""
    lexer = PtxLexer(text, file)
    draft = _Draft()
    while lexer.next.kind != "end":
        _read_statement(lexer, draft)
    if not draft.version or not draft.target:
        missing = ".version" if not draft.version else ".target"
        raise InputError(Place(file), f"this is no PTX text: it has no `{missing}` line")
    users = _users_of_dynamic_shared(draft)
    entries = tuple(
        replace(function.entry, dynamic_shared=name in users)
        for name, function in draft.functions.items()
        if function.entry is not None
    )
    shared = {symbol.name for symbol in draft.symbols if symbol.space == "shared"}
    variables = [symbol for symbol in draft.symbols if symbol.name not in shared]
    declared = draft.declared - draft.functions.keys()
    return PtxModule(
        draft.version,
        draft.target,
        draft.address_size,
        entries,
        tuple(draft.symbols),
        declared=frozenset(declared | {one.name for one in variables if one.linkage == "extern"}),
        defined={
            name: linkage
            for name, linkage in (
                *((name, function.linkage) for name, function in draft.functions.items()),
                *((one.name, one.linkage) for one in variables),
            )
            if linkage in ("visible", "weak")
        },
        calls=_calls(draft, declared),
        dynamic_shared=frozenset(users),
    )


def _read_statement(lexer: PtxLexer, draft: _Draft) -> None:
    token = lexer.next
    if token.kind != "directive":
        raise lexer.error(f"expected a directive, found `{token.text}`")
    if token.text == ".version":
        lexer.take()
        draft.version = lexer.expect_kind("number", "a version number after `.version`").text
    elif token.text == ".target":
        lexer.take()
        draft.target = lexer.expect_kind("word", "an architecture after `.target`").text
        while lexer.take_if(","):
            lexer.expect_kind("word", "a target option after `,`")
    elif token.text == ".address_size":
        lexer.take()
        draft.address_size = lexer.expect_integer("32 or 64 after `.address_size`")
    elif token.text == ".file":
        _skip_file(lexer)
    elif token.text == ".section":
        lexer.take()
        lexer.expect_kind("directive", "a section's name after `.section`")
        lexer.skip_body("a section")
    elif token.text in (".pragma", ".alias"):
        while lexer.take().text != ";":
            if lexer.next.kind == "end":
                raise lexer.error(f"expected `;` to end `{token.text}`, found the end of the file")
    else:
        _read_declaration(lexer, draft)


def _skip_file(lexer: PtxLexer) -> None:
    lexer.take()
    lexer.expect_integer("a number after `.file`")
    lexer.expect_kind("string", "a name in quotes after `.file`'s number")
    while lexer.take_if(","):
        lexer.expect_integer("a time or size after `,`")


def _read_declaration(lexer: PtxLexer, draft: _Draft) -> None:
    linkage = lexer.take().text[1:] if lexer.next.text in _LINKAGE else ""
    token = lexer.next
    if token.text == ".entry":
        _read_entry(lexer, draft, linkage)
    elif token.text == ".func":
        _read_function(lexer, draft, linkage)
    elif token.text in _SPACES:
        _read_symbols(lexer, draft, linkage)
    else:
        raise lexer.error(f"no directive that this reader knows at module level: {lexer.describe_next()}")


def _read_entry(lexer: PtxLexer, draft: _Draft, linkage: str) -> None:
    start = lexer.take().offset
    line = lexer.line_of(start)
    name = lexer.expect_kind("word", "the kernel's name after `.entry`").text
    parameters = _read_parameters(lexer) if lexer.next.text == "(" else []
    bounds = _read_bounds(lexer)
    if lexer.take_if(";"):
        return  # only declared here
    body = lexer.skip_body(f"the body of `{name}`")
    if name in draft.functions and draft.functions[name].body:
        raise lexer.error(f"`{name}` is defined twice in one text", start)
    static_shared = _static_shared(body)
    visible = linkage in ("visible", "weak")
    entry = PtxEntry(name, visible, tuple(parameters), bounds, static_shared, False, line, linkage == "weak")
    draft.functions[name] = _Function(entry, body, linkage)


def _read_function(lexer: PtxLexer, draft: _Draft, linkage: str) -> None:
    lexer.take()
    if lexer.next.text == "(":
        _skip_group(lexer)
    name = lexer.expect_kind("word", "the function's name after `.func`").text
    if lexer.next.text == "(":
        _skip_group(lexer)
    _read_bounds(lexer)
    if not lexer.take_if(";"):
        draft.functions[name] = _Function(None, lexer.skip_body(f"the body of `{name}`"), linkage)
    elif linkage == "extern":
        draft.declared.add(name)


def _skip_group(lexer: PtxLexer) -> None:
    start = lexer.next.offset
    while lexer.take().text != ")":
        if lexer.next.kind == "end":
            raise lexer.error("a `)` is missing", start)


def _read_parameters(lexer: PtxLexer) -> list[PtxParameter]:
    lexer.expect("(", "before the parameters")
    parameters: list[PtxParameter] = []
    while not lexer.take_if(")"):
        if parameters:
            lexer.expect(",", "between parameters")
        lexer.expect(".param", "to begin a parameter")
        variable = _read_variable(lexer)
        parameters.append(PtxParameter(variable.type, variable.size, variable.alignment))
    return parameters


def _read_bounds(lexer: PtxLexer) -> LaunchBounds:
    bounds = LaunchBounds()
    while lexer.next.kind == "directive":
        directive = lexer.take().text
        if directive == ".maxntid":
            bounds = replace(bounds, max_block=_read_dimensions(lexer, directive))
        elif directive == ".reqntid":
            bounds = replace(bounds, required_block=_read_dimensions(lexer, directive))
        elif directive == ".minnctapersm":
            bounds = replace(bounds, min_blocks=lexer.expect_integer(f"a number after `{directive}`"))
        elif directive == ".maxnctapersm":
            bounds = replace(bounds, max_blocks=lexer.expect_integer(f"a number after `{directive}`"))
        elif directive == ".maxnreg":
            bounds = replace(bounds, max_registers=lexer.expect_integer(f"a number after `{directive}`"))
        elif directive == ".reqnctapercluster":
            bounds = replace(bounds, cluster=_read_dimensions(lexer, directive))
        elif directive == ".explicitcluster":
            bounds = replace(bounds, explicit_cluster=True)
        elif directive == ".blocksareclusters":
            bounds = replace(bounds, blocks_are_clusters=True)
        elif directive == ".maxclusterrank":
            bounds = replace(bounds, max_cluster_rank=lexer.expect_integer(f"a number after `{directive}`"))
        elif directive == ".pragma":
            lexer.expect_kind("string", "a string after `.pragma`")
            lexer.take_if(";")
        else:  # .noreturn, .abi_preserve 3: nothing that a launch needs
            while lexer.next.kind in ("number", "string"):
                lexer.take()
    return bounds


def _read_dimensions(lexer: PtxLexer, directive: str) -> tuple[int, ...]:
    sizes = [lexer.expect_integer(f"a number after `{directive}`")]
    while lexer.take_if(","):
        sizes.append(lexer.expect_integer("a number after `,`"))
    if len(sizes) > 3 or not all(0 < size < _MAX_SIZE for size in sizes):
        raise lexer.error(f"`{directive}` takes one to three positive numbers, found {sizes}")
    return tuple(sizes)


def _read_variable(lexer: PtxLexer) -> _Variable:
    """Reads from the alignment to the array bounds."""
    alignment, managed, kind, lanes = 0, False, "", 1
    while lexer.next.kind == "directive":
        directive = lexer.take().text
        if directive == ".align":
            alignment = lexer.expect_integer("a number after `.align`")
        elif directive == ".attribute":
            managed = _read_attribute(lexer) or managed
        elif directive == ".ptr":
            _skip_pointer(lexer)
        elif directive in _VECTORS:
            lanes = _VECTORS[directive]
        elif directive in _TYPE_SIZES and not kind:
            kind = directive
        else:
            raise lexer.error(f"`{directive}` is no part of a variable's type that this reader knows")
    name = lexer.expect_kind("word", "a variable's name").text
    if not kind:
        raise lexer.error(f"`{name}` has no type")
    element = _TYPE_SIZES[kind] * lanes
    size = element
    while lexer.take_if("["):
        bound = 0 if lexer.next.text == "]" else lexer.expect_integer("an array's bound")
        lexer.expect("]", "after an array's bound")
        if not 0 <= bound < _MAX_SIZE or size * bound > _MAX_SIZE:
            raise lexer.error(f"`{name}` has an impossible array bound: {bound}")
        size *= bound
    if alignment < 0 or alignment & (alignment - 1) or alignment > _MAX_SIZE:
        raise lexer.error(f"`{name}` has an alignment that is no power of two: {alignment}")
    return _Variable(name, kind[1:], size, alignment or element, managed)


def _read_attribute(lexer: PtxLexer) -> bool:
    lexer.expect("(", "after `.attribute`")
    managed = False
    while not lexer.take_if(")"):
        if lexer.next.kind == "end":
            raise lexer.error("expected `)` to end `.attribute`, found the end of the file")
        managed = lexer.take().text == ".managed" or managed
    return managed


def _skip_pointer(lexer: PtxLexer) -> None:
    if lexer.next.text in _SPACES:
        lexer.take()
    if lexer.take_if(".align"):
        lexer.expect_integer("a number after `.align`")


def _read_symbols(lexer: PtxLexer, draft: _Draft, linkage: str) -> None:
    token = lexer.take()
    line = lexer.line_of(token.offset)
    variable = _read_variable(lexer)
    if lexer.take_if("="):
        variable = replace(variable, size=_read_initialiser(lexer, variable.size))
    lexer.expect(";", f"after `{variable.name}`")
    draft.symbols.append(
        PtxSymbol(
            name=variable.name,
            space=token.text[1:],
            linkage=linkage,
            type=variable.type,
            size=variable.size,
            alignment=variable.alignment,
            managed=variable.managed,
            line=line,
        )
    )


def _read_initialiser(lexer: PtxLexer, size: int) -> int:
    """Skips to the `;`. The size of an array without bound is not worked out: nvcc always writes the
    bound."""
    if lexer.next.text == "{":
        lexer.skip_body("an initialiser")
    while lexer.next.text != ";":
        if lexer.next.kind == "end":
            raise lexer.error("expected `;` after an initialiser, found the end of the file")
        lexer.take()
    return size


def _static_shared(body: str) -> int:
    total = 0
    for match in _SHARED_IN_BODY.finditer(body):
        lexer = PtxLexer(match[0], "")
        lexer.take()
        try:
            variable = _read_variable(lexer)
        except InputError:
            continue
        total += -total % variable.alignment + variable.size
    return total


def _users_of_dynamic_shared(draft: _Draft) -> set[str]:
    """The functions that reach an `extern` shared array, directly or through what they name."""
    arrays = {
        symbol.name for symbol in draft.symbols if symbol.space == "shared" and symbol.linkage == "extern"
    }
    if not arrays:
        return set()
    names = {name: set(_WORD.findall(function.body)) for name, function in draft.functions.items()}
    users = {name for name, words in names.items() if words & arrays}
    grown = True
    while grown:
        more = {name for name, words in names.items() if name not in users and words & users}
        users |= more
        grown = bool(more)
    return users


def _calls(draft: _Draft, declared: set[str]) -> dict[str, frozenset[str]]:
    """What each function names of the functions; nothing where no other text is called."""
    if not declared:
        return {}
    known = declared | draft.functions.keys()
    return {
        name: frozenset(known & set(_WORD.findall(function.body)))
        for name, function in draft.functions.items()
    }
