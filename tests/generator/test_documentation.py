"""docs/generator.md tells where each part of the generator is."""

from __future__ import annotations

import re

from conftest import ROOT

# What a stage gives, named after its arrow.
_FACTS = {"ptx_facts", "debug_facts", "cxx_types"}


def test_every_module_has_its_stage() -> None:
    modules = {path.stem for path in (ROOT / "generator" / "gpu_kernels").glob("[!_]*.py")}
    table = re.search(r"^\| stage \|.*?^$", (ROOT / "docs" / "generator.md").read_text(), re.M | re.S)[0]
    stages = [line.split("|")[2] for line in table.splitlines()[2:]]
    assert set(re.findall(r"`(\w+)`", " ".join(stages))) - _FACTS == modules - _FACTS
