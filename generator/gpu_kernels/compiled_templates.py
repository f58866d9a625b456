"""Keeps compiled templates where Python keeps compiled modules: compiling them takes half of a small run."""

from __future__ import annotations

import contextlib
import os
import sys
from hashlib import sha256
from importlib.util import cache_from_source

import jinja2
from jinja2.bccache import Bucket

_SETTINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "render.py")


class CompiledTemplates(jinja2.BytecodeCache):
    """One file a template in this package's `__pycache__`; all that decides on the code is in the checksum.
    Where nothing can be written, or must not, templates are compiled."""

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        # As if the template lay here: the package may be installed apart from its templates.
        return cache_from_source(os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{name}.py"))

    def get_source_checksum(self, source: str) -> str:
        # Jinja2 adds Python's version and a number of its own format, not its version, options or filters.
        with open(_SETTINGS, "rb") as settings:
            parts = (source.encode("utf-8"), jinja2.__version__.encode(), settings.read())
        return sha256(b"\0".join(parts)).hexdigest()

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
