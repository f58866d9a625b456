"""Which compiler, CMake, nvcc and driver set-up decides on, and what it says where it rejects one."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from support import compilers, cuda, environment, gpu, packages, process, tools
from support.console import ScriptError

NVCC_ANSWER = 'echo "Cuda compilation tools, release {0}, V{0}.89"'


@pytest.fixture
def no_toolkit(monkeypatch):
    """Hides /usr/local/cuda*: only what a test offers is a candidate."""
    real = cuda._candidates
    monkeypatch.setattr(
        cuda,
        "_candidates",
        lambda: (found for found in real() if not str(found[0]).startswith("/usr/local/cuda")),
    )


def test_missing_compiler_gives_the_line_to_run(programs, ordinary_user):
    programs.fake("apt-get", "exit 1")
    with pytest.raises(ScriptError) as failure:
        compilers.ensure_cxx({})
    assert "sudo apt-get install -y g++" in str(failure.value)


def test_missing_compiler_without_apt_names_what_is_needed(programs, ordinary_user):
    with pytest.raises(
        ScriptError, match=r"missing: g\+\+ \(a C\+\+20 compiler.*; install what Debian calls g\+\+"
    ):
        compilers.ensure_cxx({})


def test_compiler_without_cxx20_is_passed_over(programs):
    programs.fake("c++", "exit 1")
    programs.real("g++")
    # The real compiler needs its assembler and linker.
    programs.real("as", "ld")
    shown, value = compilers.ensure_cxx({})
    assert value == "g++"
    assert "g++" in shown


def test_named_compiler_that_does_not_work_is_an_error(programs, monkeypatch):
    programs.fake("oldcc", "exit 1")
    monkeypatch.setenv("CXX", "oldcc")
    with pytest.raises(ScriptError, match=r"CXX=oldcc does not compile C\+\+20"):
        compilers.ensure_cxx({})


def test_compiler_is_tried_once(programs):
    count = programs.folder / "count"
    programs.fake("c++", f'case "$1" in --version) echo fake;; *) echo x >> "{count}";; esac')
    found = {}
    compilers.ensure_cxx(found)
    compilers.ensure_cxx(found)
    assert count.read_text().count("x") == 1


def test_old_cmake_is_replaced_by_the_wheel(programs, own_venv, monkeypatch, capsys):
    programs.fake("cmake", 'echo "cmake version 3.22.1"')
    programs.fake("ninja", "exit 0")
    installed = []
    monkeypatch.setattr(environment, "install", lambda found, name, size: installed.append(name))
    tools.ensure_build_tools({})
    assert installed == ["build"]
    assert "cmake is 3.22.1, 3.25 is needed" in capsys.readouterr().out


def test_new_enough_cmake_is_used_as_it_is(programs, own_venv, monkeypatch, capsys):
    programs.fake("cmake", 'echo "cmake version 3.25.1"')
    programs.fake("ninja", "exit 0")
    monkeypatch.setattr(environment, "install", lambda *arguments: pytest.fail("nothing was missing"))
    tools.ensure_build_tools({})
    assert f"{programs.folder}/cmake (3.25.1)" in capsys.readouterr().out


def test_missing_test_packages_give_one_line(programs, ordinary_user, monkeypatch):
    programs.fake("apt-get", "exit 1")
    monkeypatch.setattr(tools, "GTEST_HEADERS", ())
    missing = [*compilers.missing_packages(), *tools.missing_test_packages()]
    with pytest.raises(ScriptError, match=r"sudo apt-get install -y g\+\+ libgtest-dev make clang"):
        packages.ensure(missing)


def test_clang_alone_is_not_worth_stopping_for(programs, ordinary_user, monkeypatch):
    programs.fake("make", "exit 0")
    monkeypatch.setattr(tools, "GTEST_HEADERS", (str(programs.folder / "make"),))
    missing = tools.missing_test_packages()
    assert missing == ["clang"]
    packages.ensure(missing)


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (NVCC_ANSWER.format("11.8"), "it is 11.8.89, 12.0 is needed"),
        ("echo something else", "does not answer like nvcc"),
        (f'case "$1" in --version) {NVCC_ANSWER.format("12.4")};; *) echo no host; exit 1;; esac', "no host"),
    ],
)
def test_unusable_nvcc_is_passed_over_with_the_reason(
    programs, no_toolkit, monkeypatch, tmp_path, capsys, script, reason
):
    programs.fake("nvcc", script)
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    wheel = wheels / "nvcc"
    wheel.write_text(f"#!/bin/sh\n{NVCC_ANSWER.format('13.0')}\n", encoding="utf-8")
    wheel.chmod(0o755)
    monkeypatch.setattr(environment, "install", lambda found, name, size: True)
    monkeypatch.setattr(cuda, "_prepare_wheels", lambda: wheel)

    nvcc = cuda.ensure_nvcc({})

    assert nvcc.path == wheel
    assert reason in capsys.readouterr().out


def test_nvcc_falls_back_on_an_older_host_compiler(programs, no_toolkit):
    programs.fake("g++-12", "exit 0")
    programs.fake(
        "nvcc",
        f'case "$*" in --version) {NVCC_ANSWER.format("12.4")};; *"-ccbin g++-12"*) ;; *) exit 1;; esac',
    )
    assert cuda.ensure_nvcc({}).host_compiler == "g++-12"


def test_named_nvcc_that_does_not_work_is_an_error(programs, monkeypatch):
    monkeypatch.setenv("CUDACXX", "/nowhere/nvcc")
    with pytest.raises(ScriptError, match=r"CUDACXX names a compiler that cannot be used: .*no such file"):
        cuda.ensure_nvcc({})


@pytest.fixture
def driver(tmp_path, monkeypatch):
    """Builds a libcuda.so.1 whose answers a test decides."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        pytest.skip("needs a C++ compiler")

    def make(*, init: int = 0, version: int = 12040, count: int = 1) -> None:
        source = tmp_path / "driver.cpp"
        source.write_text(
            f"""#include <cstring>
            extern "C" int cuInit(unsigned) {{ return {init}; }}
            extern "C" int cuDriverGetVersion(int* version) {{ *version = {version}; return 0; }}
            extern "C" int cuDeviceGetCount(int* count) {{ *count = {count}; return 0; }}
            extern "C" int cuDeviceGet(int* device, int) {{ *device = 0; return 0; }}
            extern "C" int cuDeviceGetName(char* name, int, int) {{
              std::strcpy(name, "Test GPU");
              return 0;
            }}
            """,
            encoding="utf-8",
        )
        library = tmp_path / "libcuda.so.1"
        subprocess.run([compiler, "-shared", "-fPIC", source, "-o", library], check=True)
        monkeypatch.setenv("LD_LIBRARY_PATH", str(tmp_path))
        monkeypatch.delenv("GPU_DRIVER", raising=False)

    return make


def test_gpu_is_used_where_there_is_one(driver):
    driver()
    assert gpu.choose_driver() == ("Test GPU (driver for CUDA 12.4)", None)


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ({"count": 0}, "it counts no device"),
        ({"init": 100}, "cuInit answered 100"),
        ({"version": 11080}, "the driver of Test GPU speaks CUDA 11.8; 12.0 is needed"),
    ],
)
def test_emulator_stands_in_and_the_reason_is_said(driver, answers, reason):
    driver(**answers)
    shown, value = gpu.choose_driver()
    assert value == "emulator"
    assert reason in shown


def test_users_own_choice_of_driver_wins(driver, monkeypatch):
    driver()
    monkeypatch.setenv("GPU_DRIVER", "emulator")
    assert gpu.choose_driver() == ("GPU_DRIVER=emulator, as set by you", None)


def test_missing_program_is_a_status_not_an_exception(tmp_path):
    status, output = process.captured([tmp_path / "absent"])
    assert status == 127
    assert "absent" in output
