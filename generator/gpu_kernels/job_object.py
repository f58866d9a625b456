"""Reads JSON job files: a value that is not what it must be is a JobError that names the key."""

from __future__ import annotations

import json
import re
from typing import Any

from gpu_kernels.diagnostics import JobError

SCHEMA = 1
IDENTIFIER = re.compile(r"[A-Za-z_]\w*", re.ASCII)
HEAD_KEYS = {"schema", "name", "base_directory", "include_directories", "system_include_directories"}


def read_object(path: str) -> JobObject:
    """Reads a job file. Raises JobError, which names the key, what was found and what is accepted."""
    try:
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
    except OSError as error:
        raise JobError(f"{path}: the job file cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise JobError(f"{path}: the job file is not JSON: {error}") from error
    return JobObject(path, "", content)


class JobObject:
    """A JSON object that knows where it stands, for messages."""

    def __init__(self, path: str, key: str, content: Any) -> None:
        self._path, self._key = path, key
        if not isinstance(content, dict):
            raise self.error("", "an object", content)
        self._content = content

    def __contains__(self, key: str) -> bool:
        return key in self._content

    def error(self, key: str, expected: str, found: Any) -> JobError:
        name = ".".join(part for part in (self._key, key) if part) or "the whole file"
        return JobError(f"{self._path}: `{name}` must be {expected}, found {json.dumps(found)[:80]}")

    def accept_only(self, keys: set[str]) -> None:
        unknown = sorted(set(self._content) - keys)
        if unknown:
            raise JobError(
                f"{self._path}: `{'.'.join(filter(None, (self._key, unknown[0])))}` is no key of a job file; "
                f"accepted here: {', '.join(sorted(keys))}"
            )

    def text(
        self, key: str, pattern: re.Pattern[str] | None = None, expected: str = "a non-empty string"
    ) -> str:
        value = self._content.get(key)
        if (
            not isinstance(value, str)
            or not value
            or "\0" in value
            or (pattern and not pattern.fullmatch(value))
        ):
            raise self.error(key, expected, value)
        return value

    def texts(self, key: str, at_least: int = 0) -> tuple[str, ...]:
        value = self._content.get(key, [])
        good = isinstance(value, list) and all(
            isinstance(item, str) and item and "\0" not in item for item in value
        )
        if not good or len(value) < at_least:
            raise self.error(
                key,
                f"a list of at least {at_least} non-empty strings" if at_least else "a list of strings",
                value,
            )
        return tuple(value)

    def value(self, key: str) -> Any:
        return self._content.get(key)

    def flag(self, key: str) -> bool:
        value = self._content.get(key, False)
        if not isinstance(value, bool):
            raise self.error(key, "true or false", value)
        return value

    def check_schema(self) -> None:
        if self._content.get("schema") != SCHEMA:
            raise self.error(
                "schema",
                f"{SCHEMA} (the job file comes from another version of GpuKernels)",
                self._content.get("schema"),
            )

    def head(self) -> dict[str, Any]:
        """What every job file says: the values of HEAD_KEYS but `schema`."""
        return {
            "name": self.text("name", IDENTIFIER, "a C identifier"),
            "base_directory": self.text("base_directory"),
            "include_directories": self.texts("include_directories"),
            "system_include_directories": self.texts("system_include_directories"),
        }

    def child(self, key: str) -> JobObject:
        return JobObject(self._path, key, self._content.get(key))

    def text_lists(self, key: str) -> tuple[tuple[str, ...], ...]:
        value = self._content.get(key)
        if not isinstance(value, list) or not value:
            raise self.error(key, "a list of at least one list of strings", value)
        rows = JobObject(self._path, key, {str(index): row for index, row in enumerate(value)})
        return tuple(rows.texts(str(index), at_least=1) for index in range(len(value)))
