"""Names the classes of a debug record in full, where no mangled name tells them: nvcc records them without
scopes."""

from __future__ import annotations

from gpu_kernels.cxx_types import Named, Part
from gpu_kernels.debug_facts import DebugRecord
from gpu_kernels.entry_names import is_mangled
from gpu_kernels.mangled_name import MangledNameError, decode_type_name
from gpu_kernels.template_text import UnknownArgumentError, read_class_name
from gpu_kernels.texts import TextCache


class RecordNames:
    """Reads scopes from the text at the place where the record says a class is defined."""

    def __init__(self, record: DebugRecord, texts: TextCache) -> None:
        self._record = record
        self._texts = texts

    def qualified(self, number: int) -> Named:
        """The class or enumeration with its scopes. Raises UnknownArgumentError."""
        found = self._record.type(number)
        if found.kind == "enum" and is_mangled(found.name):
            try:
                return Named(decode_type_name(found.name))
            except MangledNameError as error:
                raise UnknownArgumentError(str(error)) from error
        if is_mangled(found.name):
            raise UnknownArgumentError("it is local to a function, or unnamed")
        last = read_class_name(found.name)
        scopes = self._texts.scopes(found.place.file)
        names = scopes.scopes_of(last.identifier, found.place.line) if scopes is not None else ()
        if names is None:
            raise UnknownArgumentError(f"`{found.name}` stands in a function or an unnamed namespace")
        return Named((*(Part(name) for name in names), last))
