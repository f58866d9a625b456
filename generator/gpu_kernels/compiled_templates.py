"""Keeps compiled templates where Python keeps compiled modules: compiling them takes half of a small run."""

from __future__ import annotations

import contextlib
import os
import sys
from importlib.util import cache_from_source

import jinja2
from jinja2.bccache import Bucket


class CompiledTemplates(jinja2.BytecodeCache):
    """One file a template in this package's `__pycache__`; Jinja2 compares a checksum of the source, and the
    versions of itself and Python. Where nothing can be written, or must not, templates are compiled."""

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        # As if the template lay here: the package may be installed apart from its templates.
        return cache_from_source(os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{name}.py"))

    def load_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(OSError, ValueError, EOFError, TypeError), open(bucket.key, "rb") as file:
            bucket.load_bytecode(file)

    def dump_bytecode(self, bucket: Bucket) -> None:
        if sys.dont_write_bytecode:
            return
        unfinished = f"{bucket.key}.{os.getpid()}"
        with contextlib.suppress(OSError):
            os.makedirs(os.path.dirname(bucket.key), exist_ok=True)
            with open(unfinished, "wb") as file:
                bucket.write_bytecode(file)
            os.replace(unfinished, bucket.key)
