"""Errors about the user's input: collected, so that one run shows them all, and printed as compilers print
them."""

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
    """One error, with the other places that it speaks of."""

    place: Place
    message: str
    notes: tuple[tuple[Place, str], ...] = ()

    def __str__(self) -> str:
        lines = [f"{self.place}: error: {self.message}"]
        lines += [f"{place}: note: {text}" for place, text in self.notes]
        return "\n".join(lines)


@dataclass
class Diagnostics:
    """Collects the errors of one run."""

    errors: list[Diagnostic] = field(default_factory=list)

    def error(self, place: Place, message: str, notes: tuple[tuple[Place, str], ...] = ()) -> None:
        diagnostic = Diagnostic(place, message, notes)
        if diagnostic not in self.errors:
            self.errors.append(diagnostic)

    def text(self) -> str:
        return "".join(f"{diagnostic}\n" for diagnostic in self.errors)


class InputError(Exception):
    """Input that a reader cannot go on with."""

    def __init__(self, place: Place, message: str) -> None:
        super().__init__(f"{place}: {message}")
        self.place = place
        self.message = message


class JobError(Exception):
    """A job file, or a use of the command line, that is wrong."""
