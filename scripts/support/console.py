"""What the scripts say to the person who runs them."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

HEARTBEAT_SECONDS = 15.0


class ScriptError(Exception):
    """A failure with a message for the user; the text says what is wrong and how to mend it."""


def decided(what: str, choice: str) -> None:
    """One decision a line, in two columns: what it is about, and what was chosen."""
    print(f"  {what:<14} {choice}", flush=True)


def note(text: str) -> None:
    """A line of its own under the running step."""
    print(f"  {text}", flush=True)


def headline(text: str) -> None:
    """Starts a step."""
    print(f"== {text}", flush=True)


@contextmanager
def working(text: str) -> Iterator[None]:
    """Says what is being done, that it is still being done every few seconds, and how long it took."""
    print(f"  {text} ...", flush=True)
    start = time.monotonic()
    finished = threading.Event()

    def beat() -> None:
        while not finished.wait(HEARTBEAT_SECONDS):
            print(f"  ... still at it after {time.monotonic() - start:.0f} s: {text}", flush=True)

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        finished.set()
        thread.join()
    print(f"  ... took {time.monotonic() - start:.1f} s", flush=True)


def run_main(name: str, main) -> None:
    """Runs a script's main function; a ScriptError becomes one message and exit status 1."""
    try:
        status = main()
    except ScriptError as error:
        sys.stdout.flush()
        print(f"\n{name}: {error}", file=sys.stderr, flush=True)
        status = 1
    except BrokenPipeError:
        # The reader of a pipe has gone (`scripts/setup | head`); there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    except KeyboardInterrupt:
        print(f"\n{name}: interrupted; run it again to go on", file=sys.stderr, flush=True)
        status = 130
    sys.exit(status)
