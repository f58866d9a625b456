"""What the text says of a kernel that no record holds: its comment, default arguments and template head, from
its definition and, where that lacks them, from a declaration before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from gpu_kernels.comments import read_comment
from gpu_kernels.cxx_spelling import Speller
from gpu_kernels.cxx_types import Constant, Pack, TemplateArgument
from gpu_kernels.debug_facts import DebugFunction, DebugRecord
from gpu_kernels.default_values import DefaultValues, HostValue
from gpu_kernels.header_search import included_files
from gpu_kernels.kernel_templates import KernelText
from gpu_kernels.model import Parameter
from gpu_kernels.plain_defaults import parameter_shape, read_defaults, read_parameters
from gpu_kernels.source_lexer import SourceText
from gpu_kernels.template_heads import TemplateParameter, read_template_head

if TYPE_CHECKING:
    from gpu_kernels.merge import SourceContext


class _EveryName(frozenset):
    def __contains__(self, _: object) -> bool:
        return True


# Spells types from the global namespace, whatever stands around them.
_GLOBAL = Speller(_EveryName())


class KernelSource:
    """The text of one kernel; `path`: its namespaces, save unnamed ones, and its name."""

    def __init__(
        self, context: SourceContext, record: DebugRecord, function: DebugFunction, path: tuple[str, ...]
    ) -> None:
        self._context = context
        self._record = record
        self._place = function.place
        self._path = path
        self._text = context.texts.text(function.place.file)

    def comment(self) -> tuple[str, ...]:
        if self._text is None:
            return ()
        name, file, line = self._path[-1], self._place.file, self._place.line
        found = read_comment(self._text, line, name, self._record.function_lines.get(file, ()))
        for declared, text in () if found else self._declarations():
            found = found or read_comment(text, declared.line, name)
        return found

    def template_head(self) -> tuple[TemplateParameter, ...] | None:
        """The parameters of the kernel's template, with the defaults that the host can evaluate."""
        name = self._path[-1]
        head = read_template_head(self._text, self._place.line, name) if self._text is not None else None
        if head is None:
            return None
        for declared, text in self._declarations():
            other = read_template_head(text, declared.line, name)
            if other is not None and len(other) == len(head):
                head = tuple(replace(a, default=a.default or b.default) for a, b in zip(head, other))
        values = DefaultValues(
            self._context, self._path[:-1], {one.name: one.name for one in head if one.name}
        )
        kept = [values.for_host(one.default) if one.default else None for one in head]
        return tuple(
            replace(one, default=value.text if value is not None else "", includes=_includes(value))
            for one, value in zip(head, kept)
        )

    def with_defaults(
        self,
        parameters: tuple[Parameter, ...],
        head: tuple[TemplateParameter, ...] | None,
        arguments: tuple[TemplateArgument, ...] | None,
    ) -> tuple[tuple[Parameter, ...], frozenset[str]]:
        """The parameters with their defaults, and the headers that these need."""
        if self._text is None:
            return parameters, frozenset()
        name, count = self._path[-1], len(parameters)
        written = read_defaults(self._text, self._place.line, name, count)
        for declared, text in () if all(written) else self._declarations():
            more = read_defaults(text, declared.line, name, count)
            written = tuple(one or other for one, other in zip(written, more))
        values = DefaultValues(self._context, self._path[:-1], _substitutes(head, arguments))
        kept = [_fitting(parameter, text, values) for parameter, text in zip(parameters, written)]
        last_without = max((index for index, value in enumerate(kept) if value is None), default=-1)
        kept = [None if index <= last_without else value for index, value in enumerate(kept)]
        result = tuple(
            replace(
                parameter,
                default=value.text if value is not None else "",
                dropped_default=text if value is None else "",
            )
            for parameter, text, value in zip(parameters, written, kept)
        )
        return result, frozenset().union(*(_includes(value) for value in kept))

    def _declarations(self) -> Iterator[tuple[KernelText, SourceText]]:
        """The declarations of the kernel that are no definition, with their texts."""
        texts, paths, name = self._context.texts, self._context.paths, "::".join(self._path)
        files = [*included_files(self._context.path, texts, paths), self._place.file]
        found = [one for file in dict.fromkeys(files) for one in texts.kernels(file, name)]
        if all(one.defined for one in found):
            return
        lists = {one: self._shape(one) for one in found}
        own = parameter_shape(read_parameters(self._text, self._place.line, self._path[-1]) or [])
        overloaded = sum(one.defined for one in found) > 1
        for one in found:
            text = texts.text(one.file)
            if not one.defined and text is not None and (not overloaded or lists[one] == own):
                yield one, text

    def _shape(self, one: KernelText) -> tuple[str, ...]:
        text = self._context.texts.text(one.file)
        parameters = read_parameters(text, one.line, self._path[-1]) if text is not None else None
        return parameter_shape(parameters or [])


def _includes(value: HostValue | None) -> frozenset[str]:
    return value.includes if value is not None else frozenset()


def _substitutes(
    head: tuple[TemplateParameter, ...] | None, arguments: tuple[TemplateArgument, ...] | None
) -> dict[str, str]:
    """What the names of template parameters stand for in one instantiation."""
    if head is None or arguments is None or len(head) != len(arguments):
        return {}
    return {
        one.name: f"({text})" if isinstance(argument, Constant) else text
        for one, argument in zip(head, arguments)
        for text in (_GLOBAL.argument(argument),)
        if one.name and not isinstance(argument, Pack)
    }


def _fitting(parameter: Parameter, text: str, values: DefaultValues) -> HostValue | None:
    """The default in the form that the stub's parameter takes."""
    if not text or parameter.kind == "other":
        return None
    if parameter.kind in ("pointer", "function_pointer"):
        null = text in ("nullptr", "0", "NULL", "{}", "{ }")
        return HostValue("nullptr", frozenset()) if null else None
    if "".join(text.split()) == "{}" and parameter.kind != "class":
        return HostValue("0", frozenset())
    return values.for_host(text)
