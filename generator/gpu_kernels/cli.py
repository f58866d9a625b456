"""The command line."""

from __future__ import annotations

import argparse
import sys
import traceback

from gpu_kernels.diagnostics import Diagnostics, JobError
from gpu_kernels.generate import generate, read_library
from gpu_kernels.job import read_job
from gpu_kernels.manifest import manifest_text
from gpu_kernels.output import write_changed
from gpu_kernels.texts import TextCache

DONE, INPUT_ERRORS, WRONG_USE, INTERNAL_ERROR = 0, 1, 2, 3


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gpu_kernels",
        description="Turns what nvcc wrote about CUDA kernels into typed C++ launch stubs, an embedded image "
        "and a manifest.",
        epilog="Exit status: 0 done; 1 the kernels have errors, all printed, nothing written; 2 wrong use or "
        "a broken job file; 3 an internal error. docs/generator.md describes the job file and the "
        "generated code.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    generate = commands.add_parser("generate", help="write the header, image, source and manifest of a job")
    generate.add_argument("--job", required=True, metavar="FILE", help="the job file (JSON)")
    generate.add_argument("--stamp", metavar="FILE", help="a file to touch at the end of a successful run")
    generate.add_argument(
        "--depfile", metavar="FILE", help="where to write, for Make and Ninja, what the run read"
    )
    dump = commands.add_parser("dump", help="print the manifest of a job, and write nothing")
    dump.add_argument("--job", required=True, metavar="FILE", help="the job file (JSON)")
    report = commands.add_parser("report", help="print what the kernels' machine code uses, as a table")
    report.add_argument("--job", required=True, metavar="FILE", help="the job file (JSON)")
    report.add_argument(
        "--manifest", metavar="FILE", help="where to write the manifest with the same numbers"
    )
    templates = commands.add_parser("templates", help="write which kernels a source has, macros expanded")
    templates.add_argument(
        "--toolkit", action="append", default=[], metavar="DIR", help="where headers' kernels do not count"
    )
    templates.add_argument(
        "compile", nargs=argparse.REMAINDER, metavar="COMMAND", help="a compile by nvcc, with -ptx and -o"
    )
    plan = commands.add_parser("instantiate", help="write the files that are compiled for INSTANTIATE")
    plan.add_argument("--job", required=True, metavar="FILE", help="its job file (JSON)")
    plan.add_argument("--stamp", metavar="FILE", help="a file to touch at the end of a successful run")
    return parser


def main(arguments: list[str]) -> int:
    """Runs one command and returns the exit status."""
    try:
        options = _parser().parse_args(arguments)
    except SystemExit as exit_:  # argparse has printed the help or the error
        return WRONG_USE if exit_.code else DONE
    try:
        if options.command == "templates":
            from gpu_kernels.preprocess import write_templates  # noqa: PLC0415 - each command imports its own

            return write_templates(options.compile, options.toolkit)
        return _report(_run(options))
    except JobError as error:
        print(f"gpu_kernels: error: {error}", file=sys.stderr)
        return WRONG_USE
    except OSError as error:
        print(f"gpu_kernels: error: {error.filename or ''}: {error.strerror or error}", file=sys.stderr)
        return WRONG_USE
    except Exception:
        traceback.print_exc()
        print(
            "gpu_kernels: internal error: this is a fault of the generator, please report it", file=sys.stderr
        )
        return INTERNAL_ERROR


def _run(options: argparse.Namespace) -> Diagnostics:
    if options.command == "instantiate":
        from gpu_kernels.instantiate import instantiate  # noqa: PLC0415
        from gpu_kernels.instantiate_job import read_instantiate_job  # noqa: PLC0415

        return instantiate(read_instantiate_job(options.job), options.stamp)
    job = read_job(options.job)
    if options.command == "generate":
        return generate(job, options.stamp, options.depfile)
    diagnostics = Diagnostics()
    library = read_library(job, diagnostics, TextCache())
    if diagnostics.errors:
        return diagnostics
    text = manifest_text(library)
    if options.command == "report":
        from gpu_kernels.report import report_text  # noqa: PLC0415
        from gpu_kernels.resources import measure  # noqa: PLC0415

        library = measure(job, library, diagnostics)
        if options.manifest:
            write_changed({options.manifest: manifest_text(library).encode("utf-8", "surrogateescape")})
        text = report_text(library)
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
    return diagnostics


def _report(diagnostics: Diagnostics) -> int:
    sys.stderr.buffer.write(diagnostics.text().encode("utf-8", "surrogateescape"))
    return INPUT_ERRORS if diagnostics.errors else DONE
