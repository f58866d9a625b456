"""Errors and warnings about the user's input: collected, so that one run shows them all, and printed as
compilers print them."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, order=True)
class Place:
    """A line of a file; line 0 stands for the whole file."""

    file: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True)
class Diagnostic:
    """One error or warning, with the other places that it speaks of."""

    place: Place
    message: str
    notes: tuple[tuple[Place, str], ...] = ()
    severity: str = "error"

    def __str__(self) -> str:
        lines = [f"{self.place}: {self.severity}: {self.message}"]
        lines += [f"{place}: note: {text}" for place, text in self.notes]
        return "\n".join(lines)


@dataclass
class Diagnostics:
    """Collects the errors and warnings of one run; only errors keep it from writing."""

    errors: list[Diagnostic] = field(default_factory=list)
    warnings: list[Diagnostic] = field(default_factory=list)

    def error(self, place: Place, message: str, notes: tuple[tuple[Place, str], ...] = ()) -> None:
        diagnostic = Diagnostic(place, message, notes)
        if diagnostic not in self.errors:
            self.errors.append(diagnostic)

    def warning(self, place: Place, message: str) -> None:
        self.warnings.append(Diagnostic(place, message, severity="warning"))

    def text(self) -> str:
        return "".join(f"{diagnostic}\n" for diagnostic in (*self.errors, *self.warnings))


class InputError(Exception):
    """Input that a reader cannot go on with."""

    def __init__(self, place: Place, message: str) -> None:
        super().__init__(f"{place}: {message}")
        self.place = place
        self.message = message


class JobError(Exception):
    """A job file, or a use of the command line, that is wrong."""
