"""The name that an error gives to a driver call is the name of the call that was made."""

from __future__ import annotations

import re
from pathlib import Path

INCLUDE = Path(__file__).resolve().parents[2] / "include" / "gpu"
# A call of the driver as the argument of a function that is told its name.
_CALL = re.compile(r"\b(?:api\(\)|api|driver)\.(\w+)\(")
_NAME = re.compile(r'"(cu[A-Z]\w*)"')


def driver_names() -> dict[str, str]:
    text = (INCLUDE / "driver" / "functions.hpp").read_text()
    return dict(re.findall(r'X\((\w+), "(cu\w+)"', text))


def checked_calls() -> list[tuple[str, str, str]]:
    """File, function and name of each `check(api.function(…), "cuName")`."""
    found = []
    for path in sorted(INCLUDE.rglob("*.hpp")):
        text = path.read_text()
        for start in re.finditer(r"\bcheck\(", text):
            statement = text[start.start() : text.index(";", start.start())]
            calls, names = _CALL.findall(statement), _NAME.findall(statement)
            found += [(path.name, calls[0], name) for name in names if calls]
    return found


def test_checked_calls_bear_their_own_names() -> None:
    names, calls = driver_names(), checked_calls()
    assert len(names) > 60
    assert len(calls) > 40
    assert [one for one in calls if names[one[1]].removesuffix("_v2") != one[2].removesuffix("_v2")] == []
