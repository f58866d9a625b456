"""What all suites share: tests that only `scripts/test --matrix` runs."""

import os

import pytest


def pytest_configure(config):
    config.addinivalue_line("markers", "matrix: runs in scripts/test --matrix only; by hand with -m matrix")


def pytest_collection_modifyitems(config, items):
    """A variation of a case that every run shows, marked `matrix`, is left to the run of them all."""
    if os.environ.get("GPU_KERNELS_TEST_MATRIX") or config.option.markexpr:
        return
    for item in items:
        if item.get_closest_marker("matrix"):
            item.add_marker(pytest.mark.skip(reason="left to scripts/test --matrix"))
