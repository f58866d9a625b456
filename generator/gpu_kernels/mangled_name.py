"""Decodes the mangled names of kernels, the compiler's own record of their names and parameter types.

Source of the format: Itanium C++ ABI, section 5.1 (external names). Only what can stand in a kernel's name or
signature is read; anything else raises MangledNameError.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gpu_kernels.cxx_spelling import PLAIN
from gpu_kernels.cxx_types import (
    ANONYMOUS,
    Array,
    Builtin,
    Constant,
    Dependent,
    EntityAddress,
    Function,
    MemberPointer,
    Named,
    Pack,
    Part,
    Pointer,
    Reference,
    TemplateArgument,
    Type,
    Unnameable,
    qualify,
)
from gpu_kernels.entry_names import source_name
from gpu_kernels.floating_values import FLOATING, FloatingValueError, check_floating
from gpu_kernels.packs import expand

_BUILTINS = {
    **{"v": "void", "w": "wchar_t", "b": "bool", "c": "char", "a": "signed char", "h": "unsigned char"},
    **{
        "s": "short",
        "t": "unsigned short",
        "i": "int",
        "j": "unsigned int",
        "l": "long",
        "m": "unsigned long",
    },
    **{"x": "long long", "y": "unsigned long long", "n": "__int128", "o": "unsigned __int128"},
    **{"f": "float", "d": "double", "e": "long double", "g": "__float128"},
}
_LONG_BUILTINS = {
    **{"Dn": "std::nullptr_t", "Ds": "char16_t", "Di": "char32_t", "Du": "char8_t"},
    **{"DF16_": "_Float16", "DF16b": "__bf16"},
}
_STANDARD = {
    "Sa": "allocator",
    "Sb": "basic_string",
    "Ss": "string",
    "Si": "istream",
    "So": "ostream",
    "Sd": "iostream",
}
_MAX_DEPTH = 200


class MangledNameError(Exception):
    """A mangled name that this decoder does not know."""


@dataclass(frozen=True)
class DecodedName:
    """A kernel's qualified name (template arguments in its last part) and the types of its parameters.

    `parameters` is None where the name does not tell them: for `extern "C"` kernels, and for signatures that
    depend on template arguments by an expression, which only the compiler works out; `leading` holds those
    before it.
    """

    parts: tuple[Part, ...]
    parameters: tuple[Type, ...] | None
    leading: tuple[Type, ...] = ()

    def parameter(self, index: int) -> Type | None:
        """The type of one parameter, as far as it is known."""
        known = self.leading if self.parameters is None else self.parameters
        return known[index] if index < len(known) else None


def decode(name: str) -> DecodedName:
    """Decodes `_Z…`. Raises MangledNameError."""
    try:
        decoder = _Decoder(source_name(name))
        decoded = decoder.whole()
    except (IndexError, ValueError, RecursionError, TypeError, AttributeError) as error:
        raise MangledNameError(f"`{name}` is not a mangled name that this decoder knows ({error})") from error
    return decoded


def decode_type_name(name: str) -> tuple[Part, ...]:
    """The qualified name in a mangled name without parameters, such as `_ZN3app4ModeE`. Raises
    MangledNameError."""
    decoded = decode(name)
    if decoded.parameters:
        raise MangledNameError(f"`{name}` is a function's name")
    return decoded.parts


class _Decoder:
    def __init__(self, name: str) -> None:
        self._text = name
        self._at = 0
        self._substitutions: list[object] = []
        self._arguments: tuple[TemplateArgument, ...] = ()
        self._depth = 0
        self._nested = False
        self._parameter_uses = 0

    def whole(self) -> DecodedName:
        self._expect("_Z")
        decoded = self._encoding()
        if self._at != len(self._text):
            raise self._unknown()
        return decoded

    # -- cursor

    def _unknown(self) -> MangledNameError:
        rest = self._text[self._at :][:12]
        return MangledNameError(f"`{self._text}` holds `{rest}`, which this decoder does not know")

    def _peek(self, count: int = 1) -> str:
        return self._text[self._at : self._at + count]

    def _take_if(self, text: str) -> bool:
        if self._text.startswith(text, self._at):
            self._at += len(text)
            return True
        return False

    def _expect(self, text: str) -> None:
        if not self._take_if(text):
            raise self._unknown()

    def _number(self) -> int:
        start = self._at
        while self._peek().isdigit():
            self._at += 1
        if start == self._at:
            raise self._unknown()
        return int(self._text[start : self._at])

    def _remember(self, value: object) -> None:
        self._substitutions.append(value)

    # -- names

    def _encoding(self) -> DecodedName:
        parts = self._name(outer=True)
        if self._at == len(self._text) or self._peek() == "E":
            return DecodedName(parts, ())
        if parts[-1].arguments is not None:
            self._type()  # a template's return type comes first
            if not self._nested:
                return self._dependent_encoding(parts)
        return DecodedName(parts, self._parameters([]))

    def _dependent_encoding(self, parts: tuple[Part, ...]) -> DecodedName:
        parameters: list[Type] = []
        try:
            return DecodedName(parts, self._parameters(parameters))
        except MangledNameError:
            self._at = len(self._text)
            return DecodedName(parts, None, tuple(parameters))

    def _parameters(self, parameters: list[Type]) -> tuple[Type, ...]:
        """The types up to the end; `parameters` holds those that were read when one cannot be."""
        while self._at < len(self._text) and self._peek() not in ("E", "."):
            parameters += self._types()
        return () if parameters == [Builtin("void")] else tuple(parameters)

    def _name(self, outer: bool = False) -> tuple[Part, ...]:
        if self._peek() == "N":
            return self._nested_name(outer)[0]
        if self._peek() == "Z":
            raise MangledNameError(f"`{self._text}` is local to a function")
        if self._take_if("St"):
            parts: tuple[Part, ...] = (Part("std"), self._unqualified())
        elif self._peek() == "S":
            parts = self._name_of(self._substitution())
            if self._peek() != "I":
                return parts
            return self._with_arguments(parts, outer)
        else:
            self._take_if("L")
            parts = (self._unqualified(),)
        if self._peek() == "I":
            self._remember(Named(parts))
            return self._with_arguments(parts, outer)
        return parts

    def _nested_name(self, outer: bool) -> tuple[tuple[Part, ...], bool]:
        """The name, and whether what it is depends on a template parameter: a member of one."""
        self._expect("N")
        uses, dependent = self._parameter_uses, False
        while self._peek() in ("r", "V", "K"):
            self._at += 1
        parts: tuple[Part, ...] = ()
        while not self._take_if("E"):
            if self._peek() == "S" and self._peek(2) != "St":
                parts = self._name_of(self._substitution())
            elif self._take_if("St"):
                parts = (Part("std"),)
            elif self._peek() == "T":
                value = self._template_parameter()
                self._remember(value)
                parts = self._name_of(value)
            elif self._peek() == "I":
                parts = self._with_arguments(parts, outer)
                if self._peek() != "E":
                    self._remember(Named(parts))
            else:
                self._take_if("L")
                part = self._unqualified()
                dependent = self._parameter_uses != uses
                if part.identifier:
                    parts = (*parts, part)
                if self._peek() != "E":
                    self._remember(Named(parts))
        if not parts:
            raise self._unknown()
        return parts, dependent

    def _unqualified(self) -> Part:
        if self._peek(2) in ("Ut", "Ul"):
            raise MangledNameError(f"`{self._text}` names a lambda or an unnamed type")
        length = self._number()
        identifier = self._peek(length)
        if len(identifier) != length or not length:
            raise self._unknown()
        self._at += length
        while self._take_if("B"):
            self._at += self._number()
        if identifier.startswith("_GLOBAL__N_"):
            return ANONYMOUS
        if identifier.startswith("_INTERNAL_"):
            return Part("")
        return Part(identifier)

    def _with_arguments(self, parts: tuple[Part, ...], outer: bool) -> tuple[Part, ...]:
        arguments = self._template_arguments()
        if outer:
            self._arguments = arguments
        return (*parts[:-1], replace(parts[-1], arguments=arguments))

    def _name_of(self, value: object) -> tuple[Part, ...]:
        if isinstance(value, (Named, Dependent)):
            return value.parts
        raise self._unknown()

    def _substitution(self) -> object:
        for code, name in _STANDARD.items():
            if self._take_if(code):
                return Named((Part("std"), Part(name)))
        self._expect("S")
        return self._substitutions[self._sequence()]

    def _sequence(self) -> int:
        """`_` is 0, `0_` is 1, …, in base 36 with capital letters."""
        end = self._text.index("_", self._at)
        digits = self._text[self._at : end]
        self._at = end + 1
        if digits != digits.upper():
            raise self._unknown()
        return int(digits, 36) + 1 if digits else 0

    # -- template arguments

    def _template_arguments(self) -> tuple[TemplateArgument, ...]:
        self._expect("I")
        arguments: list[TemplateArgument] = []
        while not self._take_if("E"):
            arguments.append(self._template_argument())
        return tuple(arguments)

    def _template_argument(self) -> TemplateArgument:
        if self._take_if("J"):
            elements: list[TemplateArgument] = []
            while not self._take_if("E"):
                elements.append(self._template_argument())
            return Pack(tuple(elements))
        if self._peek() == "L":
            return self._literal()
        if self._take_if("X"):
            if self._take_if("tl"):
                raise MangledNameError(
                    f"a template argument is a value of the class `{PLAIN.type(self._type())}`, by which no "
                    "stub can be named; give its members as template arguments of their own, or a type that "
                    "has them as static constants"
                )
            self._take_if("ad")
            value = self._template_parameter() if self._peek() == "T" else self._literal()
            self._expect("E")
            return value
        return self._type()

    def _literal(self) -> TemplateArgument:
        self._expect("L")
        if self._take_if("_Z"):
            entity = self._nested_encoding()
            self._expect("E")
            return EntityAddress(entity.parts, entity.parameters)
        of = self._type()
        end = self._text.index("E", self._at)
        value = self._text[self._at : end]
        self._at = end + 1
        if isinstance(of, Builtin) and of.name in FLOATING:
            try:
                check_floating(of.name, value)
            except FloatingValueError as error:
                raise MangledNameError(f"a template argument {error}") from error
            return Constant(of, value)
        return Constant(of, "-" + value[1:] if value.startswith("n") else value)

    def _nested_encoding(self) -> DecodedName:
        saved = self._arguments, self._nested
        self._nested = True
        decoded = self._encoding()
        self._arguments, self._nested = saved
        return decoded

    def _template_parameter(self) -> TemplateArgument:
        self._expect("T")
        self._parameter_uses += 1
        return self._arguments[self._sequence()]

    # -- types

    def _types(self) -> list[Type]:
        """One type, or as many as a pack expansion stands for."""
        if self._take_if("Dp"):
            pattern = self._type()
            self._remember(pattern)
            return expand(pattern)
        return [self._type()]

    def _type(self) -> Type:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise MangledNameError("a mangled name nests too deeply")
        try:
            return self._type_inside()
        finally:
            self._depth -= 1

    def _type_inside(self) -> Type:
        code = self._peek()
        if code in _BUILTINS:
            self._at += 1
            return Builtin(_BUILTINS[code])
        for long_code, name in _LONG_BUILTINS.items():
            if self._take_if(long_code):
                return Builtin(name)
        if code in ("K", "V", "r"):
            return self._remembered(self._qualified())
        if self._take_if("P"):
            return self._remembered(Pointer(self._type()))
        if self._take_if("R"):
            return self._remembered(Reference(self._type()))
        if self._take_if("O"):
            return self._remembered(Reference(self._type(), rvalue=True))
        if self._take_if("A"):
            bound = None if self._peek() == "_" else self._number()
            self._expect("_")
            return self._remembered(Array(self._type(), bound))
        if self._take_if("M"):
            owner = self._type()
            return self._remembered(MemberPointer(owner, self._type()))
        if code == "F" or self._peek(3) == "DoF":
            return self._remembered(self._function())
        if code == "T":
            return self._template_parameter_type()
        if code == "S" and self._peek(2) != "St":
            value = self._substitution()
            if self._peek() == "I":
                return self._remembered(Named(self._with_arguments(self._name_of(value), outer=False)))
            return value  # type: ignore[return-value]
        if code == "Z":
            return self._remembered(self._local())
        if code == "N":
            parts, dependent = self._nested_name(outer=False)
            return self._remembered(Dependent(parts) if dependent else Named(parts))
        if code.isdigit() or self._peek(2) == "St":
            return self._remembered(Named(self._name()))
        if self._peek(2) in ("Ut", "Ul"):
            raise MangledNameError(f"`{self._text}` names a lambda or an unnamed type")
        raise self._unknown()

    def _remembered(self, value: Type) -> Type:
        self._remember(value)
        return value

    def _qualified(self) -> Type:
        const = volatile = False
        while self._peek() in ("r", "V", "K"):
            const = const or self._peek() == "K"
            volatile = volatile or self._peek() == "V"
            self._at += 1
        return qualify(self._type(), const, volatile)

    def _function(self) -> Type:
        noexcept = self._take_if("Do")
        self._expect("F")
        self._take_if("Y")
        result = self._type()
        parameters: list[Type] = []
        variadic = False
        while not self._take_if("E"):
            if self._take_if("z"):
                variadic = True
            else:
                parameters += self._types()
        if parameters == [Builtin("void")]:
            parameters = []
        return Function(result, tuple(parameters), variadic, noexcept)

    def _template_parameter_type(self) -> Type:
        value = self._template_parameter()
        self._remember(value)
        if self._peek() == "I":
            named = Named(self._with_arguments(self._name_of(value), outer=False))
            return self._remembered(named)
        return value  # type: ignore[return-value]

    def _local(self) -> Type:
        """`Z <function> E <entity> [discriminator]`: reached only by code inside that function."""
        self._expect("Z")
        function = self._nested_encoding()
        self._expect("E")
        owner = "::".join(part.identifier for part in function.parts)
        if self._take_if("Ul"):
            while not self._take_if("E"):
                self._types()
            what = f"a lambda of the function `{owner}`"
        elif self._take_if("Ut"):
            what = f"an unnamed type of the function `{owner}`"
        else:
            parts = self._name()
            what = f"the type `{parts[-1].identifier}`, which is local to the function `{owner}`"
            if self._take_if("_"):
                self._number()
            return Unnameable(what)
        if self._peek().isdigit():
            self._number()
        self._expect("_")
        return Unnameable(what)
