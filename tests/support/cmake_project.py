"""Configures and builds a small CMake project, and says which commands the build tool ran."""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
CONSUMERS = REPOSITORY / "tests" / "consumer"
GENERATORS = ("Ninja", "Ninja Multi-Config", "Unix Makefiles")


def generators(*names: str, always: "str | tuple[str, ...]" = ("Ninja",)) -> list:
    """Parameters for all generators, or those named: `always` run each time, the others in the matrix."""
    always = (always,) if isinstance(always, str) else always
    return [
        pytest.param(name, marks=() if name in always else pytest.mark.matrix) for name in names or GENERATORS
    ]


def setting(name: str, default: str) -> str:
    """What CTest says to test with, else the default for a run by hand."""
    return os.environ.get(f"GPU_KERNELS_TEST_{name}") or default


CMAKE = setting("CMAKE", "cmake")
CTEST = str(Path(CMAKE).with_name("ctest")) if os.path.dirname(CMAKE) else "ctest"


@dataclass(frozen=True)
class Command:
    """One command of a build: what it did, and the file it did it to."""

    kind: str  # device, debug, templates, instantiate, generate, compile, archive, link, other
    file: str


# What Make and CMake's makefiles say beside the commands of the rules: which target is made, that the
# dependencies of objects were looked at, how far the build is. None of it makes a file of the project.
MAKE_CHATTER = re.compile(
    r"""\s*$
    |(/\S*/)?g?make(\[\d+\])?(:|\ |$)
    |\[\s*\d+%\]\ |Built\ target\ \S+$
    |(Change\ Dir:|Run\ Build\ Command\(s\):|Dependee\ |Dependencies\ file\ |Scanning\ dependencies\ of\ )
    |Consolidate\ compiler\ generated\ dependencies\ of\ target\ \S+$
    |(cd\ .+\ &&\ )?\S*/cmake\ -E
     \ cmake_(depends|progress_start|link_script|transform_depfile)\b
    |(cd\ .+\ &&\ )?\S*/cmake\ -P\ \S+/cmake_clean_target\.cmake$
    |\S*/cmake\ -S.+\ --check-build-system\ \S+\ \d+$
    |\S*/(gcc-|llvm-)?ranlib(-\d+)?\ \S+$
    """,
    re.VERBOSE,
)


def classify_all(log: str, generator: str) -> "list[Command]":
    """The commands in a build's verbose log. One that is not known counts too, as `other`: no rule of a build
    can run unseen."""
    lines = log.splitlines()
    if generator.startswith("Ninja"):
        shown = [match[1] for match in (re.match(r"\[\d+/\d+\] (.*)", line) for line in lines) if match]
        if not shown and "ninja: no work to do." not in lines and "FAILED: " not in log:
            raise BuildError(f"Ninja neither ran a command nor said that there is none:\n{log}")
    else:
        shown = [line for line in lines if not MAKE_CHATTER.match(line)]
    return [classify(line) or Command("other", line) for line in shown]


def classify(line: str) -> "Command | None":
    """The command in one line of a build tool's verbose log, or None where it is of no known kind."""
    if re.search(r"\bnvcc\b.* -ptx ", line):
        source = re.search(r" -ptx (.+?) -o ", line)[1].strip("\"'")
        if " -m gpu_kernels templates " in line:
            return Command("templates", Path(source).name)
        return Command("debug" if " -G " in line else "device", Path(source).name)
    if " -m gpu_kernels instantiate " in line:
        return Command("instantiate", "")
    if " -m gpu_kernels generate " in line:
        return Command("generate", Path(re.search(r"--job \"?(.+?/job\.json)", line).group(1)).parent.name)
    if re.search(r"/(c\+\+|g\+\+|clang\+\+)\S* .* -c ", line):
        return Command("compile", Path(line.rsplit(" -c ", 1)[1].strip().strip('"')).name)
    archive = re.search(r"\bar qc (\S+)", line)
    if archive:
        return Command("archive", Path(archive.group(1)).name)
    linked = re.search(r"/(?:c\+\+|g\+\+|clang\+\+)\S* .* -o (\S+)", line)
    if linked:
        return Command("link", Path(linked.group(1)).name)
    return None


class BuildError(AssertionError):
    """A configure or build step that was to succeed did not."""


class Project:
    """A project's source folder and one build tree of it."""

    def __init__(
        self,
        source: Path,
        build: Path,
        generator: str = "Ninja",
        settings: "dict[str, str] | None" = None,
        seeded: bool = True,
    ):
        self.source = source
        self.build_directory = build
        self.generator = generator
        self.settings = {
            "CMAKE_CXX_COMPILER": setting("CXX", ""),
            "CMAKE_CUDA_COMPILER": setting("NVCC", ""),
            "GpuKernels_PYTHON": setting("PYTHON", sys.executable),
            "GpuKernels_SOURCE": str(REPOSITORY),
            **(settings or {}),
        }
        self.seeded = seeded
        self.log = ""

    def run(self, *command: str, environment: "dict[str, str] | None" = None) -> subprocess.CompletedProcess:
        """Runs a command in the source folder and keeps what it printed in `log`."""
        done = subprocess.run(
            command,
            cwd=self.source,
            env={**os.environ, **(environment or {})},
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        self.log = done.stdout
        return done

    def succeed(self, *command: object) -> str:
        """Runs a command that is to succeed, and returns what it printed."""
        done = self.run(*map(str, command))
        if done.returncode:
            raise BuildError(f"{command[0]} failed:\n{done.stdout}")
        return done.stdout

    def seed(self) -> None:
        """Takes over what the build that runs the tests knows of the same compilers; saves 2 s a project."""
        known = Path(setting("BUILD", "")) / "CMakeFiles" / setting("CMAKE_VERSION", "")
        here = self.build_directory / "CMakeFiles" / known.name
        if not setting("BUILD", "") or here.exists():
            return
        here.mkdir(parents=True)
        for name in ("CMakeSystem.cmake", "CMakeCXXCompiler.cmake", "CMakeCUDACompiler.cmake"):
            if (known / name).exists():
                shutil.copy(known / name, here)

    def try_configure(self, *arguments: str) -> subprocess.CompletedProcess:
        """Configures; the caller looks at the exit status."""
        if self.seeded:
            self.seed()
        settings = [f"-D{name}={value}" for name, value in self.settings.items() if value]
        return self.run(
            CMAKE,
            "-S",
            str(self.source),
            "-B",
            str(self.build_directory),
            "-G",
            self.generator,
            "-Werror=dev",
            *settings,
            *arguments,
        )

    def configure(self, *arguments: str) -> None:
        """Configures, and raises with the log where that fails."""
        if self.try_configure(*arguments).returncode:
            raise BuildError(f"configure failed:\n{self.log}")

    def try_build(self, target: str = "all", config: str = "Debug") -> subprocess.CompletedProcess:
        """Builds; the caller looks at the exit status."""
        return self.run(
            CMAKE,
            "--build",
            str(self.build_directory),
            "--target",
            target,
            "--config",
            config,
            "--verbose",
            "-j2",
        )

    def build(self, target: str = "all", config: str = "Debug") -> "list[Command]":
        """Builds, and returns the commands that ran; raises with the log where the build fails."""
        if self.try_build(target, config).returncode:
            raise BuildError(f"build failed:\n{self.log}")
        return self.commands()

    def commands(self) -> "list[Command]":
        """The commands in the last log."""
        return classify_all(self.log, self.generator)

    def program(self, name: str, config: str = "Debug") -> Path:
        """Where a program of the build is."""
        folder = (
            self.build_directory / config if self.generator.endswith("Multi-Config") else self.build_directory
        )
        return folder / name


def kinds(commands: "list[Command]") -> "dict[str, int]":
    """How many commands of each kind ran."""
    return dict(Counter(command.kind for command in commands))


def files(commands: "list[Command]", kind: str) -> "list[str]":
    """The files that commands of one kind were about, sorted."""
    return sorted(command.file for command in commands if command.kind == kind)


def install(build: Path, prefix: Path) -> None:
    """Installs GpuKernels from a build tree of it, in the configuration under test."""
    configuration = setting("CONFIG", "Release")
    Project(REPOSITORY, build).succeed(
        CMAKE, "--install", build, "--config", configuration, "--prefix", prefix
    )


def copy_project(name: str, destination: Path) -> Path:
    """A copy of tests/cmake/projects/<name> to edit."""
    shutil.copytree(REPOSITORY / "tests" / "cmake" / "projects" / name, destination)
    return destination


def replace(path: Path, old: str, new: str) -> None:
    """Edits one place of a file as an editor would: the text, and so the time, change."""
    text = path.read_text()
    assert text.count(old) == 1, f"{path} holds {old!r} {text.count(old)} times"
    path.write_text(text.replace(old, new))
