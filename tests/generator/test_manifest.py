"""The manifest follows its published schema."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import ROOT
from recorded_case import RecordedCase, case_names

SCHEMA = json.loads((ROOT / "docs" / "manifest.schema.json").read_text())
_TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}


def problems(value: Any, schema: dict[str, Any], where: str = "manifest") -> list[str]:
    """What a JSON value has against a schema; the part of JSON Schema that the manifest's uses."""
    if "$ref" in schema:
        target: Any = SCHEMA
        for key in schema["$ref"].removeprefix("#/").split("/"):
            target = target[key]
        return problems(value, target, where)
    if "const" in schema:
        return [] if value == schema["const"] else [f"{where} is not {schema['const']}"]
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{where} is none of {schema['enum']}"]
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if type(value) not in [_TYPES[name] for name in types]:
        return [f"{where} is no {' or '.join(types)}"]
    found = []
    if isinstance(value, list):
        for index, item in enumerate(value):
            found += problems(item, schema["items"], f"{where}[{index}]")
    if isinstance(value, dict):
        found += [f"{where} lacks {key}" for key in schema["required"] if key not in value]
        for key, item in value.items():
            if key in schema["properties"]:
                found += problems(item, schema["properties"][key], f"{where}.{key}")
            else:
                found.append(f"{where} has {key}, which the schema does not know")
    return found


def manifest(name: str) -> dict[str, Any]:
    case = RecordedCase("golden", name)
    return json.loads((case.directory / "expected" / f"{case.library}.json").read_text())


@pytest.mark.parametrize("name", case_names("golden"))
def test_manifests_follow_the_schema(name) -> None:
    assert problems(manifest(name), SCHEMA) == []


def test_the_check_finds_what_is_wrong() -> None:
    wrong = manifest("vector_add")
    wrong["kernels"][0]["parameters"][0]["kind"] = "thing"
    del wrong["kernels"][0]["launch"]["cluster"]
    wrong["images"][0]["more"] = 1
    assert len(problems(wrong, SCHEMA)) == 3
