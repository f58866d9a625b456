"""Writes mutants into a copy of the emulator's handlers.

The sources are formatted: a binary operator has a blank on either side, a reference or a template's angle
bracket has not. Every mutated place stands on a line of its own, so that a compiler's error names the mutants
that C++ does not allow there (constant expressions, pointers, strings); those are taken back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

OPERATORS = {
    "+": "Plus",
    "-": "Minus",
    "*": "Times",
    "/": "Divided",
    "&": "And",
    "|": "Or",
    "^": "Xor",
    "<<": "ShiftLeft",
    ">>": "ShiftRight",
    "<": "Less",
    "<=": "LessEqual",
    ">": "Greater",
    ">=": "GreaterEqual",
    "==": "Equal",
    "!=": "NotEqual",
}

ROUNDINGS = {"to_nearest": "to_zero", "to_zero": "upward", "downward": "upward", "upward": "downward"}

BINARY = re.compile(r"(?<=[\w)\]}]) (<<|>>|<=|>=|==|!=|[-+*/&|^<>]) (?=[\w(~!-])")
COMPLEMENT = re.compile(r"~(?=[A-Za-z_])(\w+)\b(?![\w:({<.\[-])")
NUMBER = re.compile(r"(?<![\w.'])(?<![pPeE][-+])(?:0x[0-9a-fA-F']+|\d[\d']*)(?:u|ull|ll)?(?![\w.'])")
WIDENING = re.compile(r"\b(?<!:)(u32|s32|u64|s64|u128|s128|std::u?int(?:32|64)_t)\((?=[^()])")
ROUNDING = re.compile(r"(?<![\w:])(" + "|".join(ROUNDINGS) + r")\b")

# Lines in which nothing runs, or in which a constant must be one.
SKIPPED = re.compile(
    r"^\s*(#|//|template\b|using\b|static_assert|enum\b|struct\b|class\b|namespace\b)"
    r"|^\s*(static )?constexpr\b|^\s*(case\b|default:)|\boperator\b|\balignas\b|\balignof"
    r"|std::string|snprintf|\"|\bif constexpr\b"
    r"|\bGPU_EMULATOR_|\\$|\[\[|std::array<|\breport"
)


@dataclass(frozen=True)
class Mutant:
    number: int
    file: str
    line: int  # of the original
    original: str
    kind: str
    text: str  # the original line

    def describe(self) -> str:
        return f"{self.file}:{self.line}: {self.kind} {self.original!r} in: {self.text.strip()}"


class Mutator:
    """Numbers the places of all files in turn; `taken_back` are numbers that must stay as they were."""

    def __init__(self, taken_back: set[int]):
        self.taken_back = taken_back
        self.mutants: list[Mutant] = []
        self.number = 0

    def file(self, path: Path, name: str) -> str:
        lines = path.read_text(encoding="utf-8").split("\n")
        inside_comment = False
        result = []
        for index, line in enumerate(lines):
            inside_comment = inside_comment or "/*" in line
            code = line.split("//")[0]
            if inside_comment or SKIPPED.search(line) or not code.strip():
                result.append(line)
            else:
                result.append(self.line(code, name, index + 1) + line[len(code) :])
            inside_comment = inside_comment and "*/" not in line
        text = "\n".join(result)
        return (
            text.replace("#pragma once", '#pragma once\n#include "mutants.hpp"', 1)
            if "#pragma once" in text
            else ('#include "mutants.hpp"\n' + text)
        )

    def place(self, name: str, line: int, original: str, kind: str, text: str) -> int:
        """The number of one more place, or 0 where it was taken back."""
        self.number += 1
        if self.number in self.taken_back:
            return 0
        self.mutants.append(Mutant(self.number, name, line, original, kind, text))
        return self.number

    def line(self, code: str, name: str, line: int) -> str:
        original = code

        def binary(match: re.Match[str]) -> str:
            operator = match[1]
            number = self.place(name, line, operator, "operator", original)
            return (
                f"\n{operator} ::mutants::{OPERATORS[operator]}<{number}>{{}} {operator}\n"
                if number
                else match[0]
            )

        def complement(match: re.Match[str]) -> str:
            number = self.place(name, line, match[0], "complement", original)
            return f"\n::mutants::complement<{number}>({match[1]})\n" if number else match[0]

        def literal(match: re.Match[str]) -> str:
            number = self.place(name, line, match[0], "number", original)
            return f"\n::mutants::off_by_one<{number}>({match[0]})\n" if number else match[0]

        def widening(match: re.Match[str]) -> str:
            number = self.place(name, line, match[1], "sign of", original)
            return f"\n::mutants::widen<{number}, {match[1]}>(\n" if number else match[0]

        def rounding(match: re.Match[str]) -> str:
            number = self.place(name, line, match[0], "rounding", original)
            return (
                f"\n::mutants::other<{number}>({match[0]}, {ROUNDINGS[match[0]]})\n" if number else match[0]
            )

        # Each pattern sees the code alone: what an earlier one wrote is set aside.
        written: list[str] = []

        def aside(replace):
            def keep(match: re.Match[str]) -> str:
                text = replace(match)
                if text == match[0]:
                    return text
                written.append(text)
                return f"\x00{chr(0xE000 + len(written) - 1)}\x00"

            return keep

        for pattern, replace in (
            (ROUNDING, rounding),
            (COMPLEMENT, complement),
            (NUMBER, literal),
            (WIDENING, widening),
        ):
            code = pattern.sub(aside(replace), code)
        code = re.sub(
            r"(?<=[\w)\]}\x00]) (<<|>>|<=|>=|==|!=|[-+*/&|^<>]) (?=[\w(~!\x00-])", aside(binary), code
        )
        return re.sub("\x00(.)\x00", lambda match: written[ord(match[1]) - 0xE000], code)
