"""How files are shown and included: never by an absolute path of the machine that built them."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cache

# The toolkit keeps the second half of these headers in files that must not be included alone.
_TOOLKIT_PART = re.compile(r"^(cuda_\w+)\.hpp$")
_WHOLE = r"\1.h"


@cache
def _real(path: str) -> str:
    return os.path.realpath(path)


@cache
def _relative(path: str, directory: str) -> str | None:
    """`path` below `directory`, by name or by what links lead to; None if it is not below."""
    for file, base in ((path, directory), (_real(path), _real(directory))):
        prefix = os.path.join(os.path.normpath(base), "")
        if os.path.normpath(file).startswith(prefix):
            return os.path.normpath(file)[len(prefix) :]
    return None


@cache
def _depth(path: str, directories: tuple[str, ...]) -> int:
    """How many folders lie above the innermost of the directories that hold `path`; 0 where none does."""
    return max(
        (
            _real(directory).rstrip(os.sep).count(os.sep) + 1
            for directory in directories
            if _relative(path, directory) is not None
        ),
        default=0,
    )


@dataclass(frozen=True)
class PathMap:
    """The directories of a job."""

    base_directory: str
    include_directories: tuple[str, ...]
    system_include_directories: tuple[str, ...]

    def shown(self, path: str) -> str:
        """The path relative to the base directory, else to the include directory that holds it, else its last
        part."""
        for directory in (self.base_directory, *self.include_directories, *self.system_include_directories):
            relative = _relative(path, directory)
            if relative is not None:
                return relative.replace(os.sep, "/")
        above = os.path.relpath(path, self.base_directory).replace(os.sep, "/")
        return above if above.startswith("../") and above.count("../") <= 2 else os.path.basename(path)

    def is_system(self, path: str) -> bool:
        """Whether the toolkit or the system brought the file, rather than the user.

        The innermost directory decides: a toolkit may lie below the project, and a project may search the
        toolkit's own directories as its own.
        """
        user = _depth(path, (*self.include_directories, self.base_directory))
        return 0 < _depth(path, self.system_include_directories) >= user

    def include(self, path: str) -> str:
        """The spelling after `#include`: `"app/params.hpp"`, or `<cuda_fp16.h>` for a system header."""
        for directory in () if self.is_system(path) else self.include_directories:
            relative = _relative(path, directory)
            if relative is not None:
                return f'"{relative.replace(os.sep, "/")}"'
        for directory in self.system_include_directories:
            relative = _relative(path, directory)
            if relative is not None:
                return f"<{_TOOLKIT_PART.sub(_WHOLE, relative.replace(os.sep, '/'))}>"
        return f'"{os.path.relpath(path, self.base_directory).replace(os.sep, "/")}"'
