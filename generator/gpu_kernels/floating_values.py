"""Floating-point template arguments. A mangled name holds their IEEE 754 bits, in lower-case hexadecimal
digits from the highest on (Itanium C++ ABI, 5.1.6.2: <expr-primary>)."""

from __future__ import annotations

import math
import re
import struct

# Of a type: hexadecimal digits, struct's codes of an integer and of the value, suffix of a literal.
_FORMS = {"float": (8, ">I", ">f", "f"), "double": (16, ">Q", ">d", "")}
FLOATING = frozenset({*_FORMS, "long double", "__float128", "_Float16", "__bf16"})


class FloatingValueError(Exception):
    """A value that no stub can be named by; the text says why and what to do."""


def check_floating(type_name: str, digits: str) -> None:
    """Raises FloatingValueError for bits that are not those of a value which host and device share."""
    if type_name not in _FORMS:
        raise FloatingValueError(f"is a value of type {type_name}, for which there is no stub; use double")
    if not re.fullmatch(f"[0-9a-f]{{{_FORMS[type_name][0]}}}", digits):
        raise FloatingValueError(f"holds `{digits}`, which are not the bits of a {type_name}")
    if math.isnan(_value(type_name, digits)):
        raise FloatingValueError(
            "is a NaN, by which host compilers find no specialisation; use a bool, or an enumerator, for it"
        )


def exact_literal(type_name: str, digits: str) -> str:
    """An expression of exactly that value."""
    value = _value(type_name, digits)
    suffix = _FORMS[type_name][3]
    if math.isinf(value):
        return f"{'-' if value < 0 else ''}__builtin_inf{suffix}()"
    mantissa, exponent = value.hex().split("p")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}p{exponent}{suffix}"


def shown_value(type_name: str, digits: str) -> str:
    """The value for readers, in decimal."""
    value = _value(type_name, digits)
    if type_name == "double" or math.isinf(value):
        return repr(value)
    texts = (f"{value:.{precision}g}" for precision in range(1, 10))
    text = next(text for text in texts if struct.pack(">f", float(text)) == struct.pack(">f", value))
    return f"{float(text)!r}f"


def _value(type_name: str, digits: str) -> float:
    _, integer, floating, _ = _FORMS[type_name]
    (value,) = struct.unpack(floating, struct.pack(integer, int(digits, 16)))
    return float(value)
