"""Names that the host's headers, or its dialect, may define as macros: the generated files set them aside."""

from __future__ import annotations

from collections.abc import Iterable

# fmt: off
_MACROS = frozenset((
    # predefined by gnu++20, which CMake asks for unless CXX_EXTENSIONS is OFF
    "i386", "linux", "unix",
    # <sys/sysmacros.h>, <complex.h>, <cassert>, <cerrno>, <cstdio>, <math.h>, <netdb.h>, <netinet/in.h>
    "major", "makedev", "minor", "I", "complex", "imaginary", "assert", "errno", "stderr", "stdin", "stdout",
    "getc", "putc", "isfinite", "isinf", "isnan", "isnormal", "signbit", "fpclassify", "h_errno", "s_addr",
    "DOMAIN", "OVERFLOW", "UNDERFLOW", "SING", "PLOSS", "TLOSS", "HUGE", "sa_handler", "si_value", "st_atime",
    "st_ctime", "st_mtime", "NULL", "EOF", "stat64", "setjmp", "va_arg", "va_copy", "va_end", "va_start",
    # <X11/Xlib.h>
    "Always", "Bool", "Complex", "False", "None", "Status", "Success", "True",
    # <windows.h>, and what is written for it
    "CONST", "DELETE", "ERROR", "IN", "OPTIONAL", "OUT", "VOID", "far", "interface", "max", "min", "near",
    "small",
    # other libraries' headers
    "check", "foreach", "likely", "minmax", "emit", "require", "signals", "slots", "unlikely", "verify",
))
# fmt: on


def possible_macros(names: Iterable[str]) -> tuple[str, ...]:
    """Those of the names that may be macros, in the order of the alphabet."""
    return tuple(sorted(_MACROS.intersection(names)))
