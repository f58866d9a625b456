"""User code against golden headers: what must compile, and the messages of what must not."""

from __future__ import annotations

import pathlib
import subprocess

import pytest
from conftest import ROOT
from recorded_case import RecordedCase
from toolchain import SYSTEM_INCLUDES, each_compiler

PROGRAM = """
#include <{library}.hpp>
#include <gpu/gpu.hpp>
#include <cstdint>
#include <vector>
void use(const gpu::LaunchConfig& config, gpu::DeviceBuffer<float>& floats, gpu::DeviceBuffer<int>& ints,
         gpu::DeviceBuffer<double>& doubles, std::vector<float>& host, std::size_t big) {{
  using namespace {library};
  (void)config, (void)floats, (void)doubles, (void)ints, (void)host, (void)big;
  {statement}
}}
"""


def compile_use(
    case_name: str, statement: str, compiler: str, directory: pathlib.Path
) -> subprocess.CompletedProcess:
    case = RecordedCase("golden", case_name)
    source = directory / "use.cpp"
    source.write_text(PROGRAM.format(library=case.library, statement=statement))
    includes = [f"-I{case.directory}/{folder}" for folder in ("expected", "inputs/include")]
    return subprocess.run(
        [
            *(compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", *includes),
            *(f"-I{ROOT}/include", *SYSTEM_INCLUDES, str(source)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )


GOOD = {
    "templates": """
  saxpy<float>(config, 2.0f, floats, floats, 7u);
  saxpy<float, 4>(config, 2.0f, floats, floats, 1024);
  saxpy<double, 8>(config, 2.0, doubles, doubles, std::uint16_t{3});
  templates::app::blur<::app::Border::clamp>(config, floats, 3u);
  templates::app::blur<::app::Border::wrap, false, unsigned long long>(config, floats, big);
  templates::app::fill<>(config, 3);
  templates::app::fill<float, double>(config, 3, floats, doubles);
  templates::app::area<::app::Square>(config, nullptr, floats);
  templates::app::transform<::app::Doubled>(config, {.factor = 2.0f}, floats);
  (void)saxpy<float>.name();
""",
    "overloads": """
  fill(config, floats, 1.0f);
  fill(config, ints, 1);
  fill(config, gpu::DevicePtr<::app::Vec>{}, ::app::Vec{});
  overloads::app::scale(config, floats);
  overloads::app::scale(config, floats, 2.0f);
  overloads::app::scale(config, floats, 2.0f, 1024);
  overloads::app::copy<float>(config, floats, floats);
  overloads::app::copy<float>(config, floats, floats, 3);
  overloads::app::copy<::app::Vec>(config, nullptr, nullptr);
""",
    "shared_names": """
  fill(config, floats);
  fill(config, floats, 1024);
  fill<float>(config, floats, 1.0f);
  fill<int>(config, ints, 1);
  fill<::app::Vec>(config, nullptr, {.x = 1, .y = 2});
  shared_names::app::copy(config, gpu::DevicePtr<::app::Vec>{});
  shared_names::app::copy(config, nullptr, ::app::Vec{});
  shared_names::app::copy<float>(config, floats, ::app::Vec{});
  shared_names::app::copy<float, 4>(config, floats);
  (void)fill_t{}.name();
  (void)fill_template_t<float>{}.attributes();
""",
    "types": "names(config, 1, 2.0f, 3, 4, 5); types::app::versioned(config, 1); "
    "types::app::v2::versioned(config, 1);",
}
NOBODY = ["no match for call", "no matching function"]
BAD = [
    ("templates", "saxpy<float, 8>(config, 2.0f, floats, floats, 7u);", [
        "saxpy is not instantiated with these template arguments; templates has: "
        "saxpy<double, 8>, saxpy<float, 4>"]),
    ("templates", "templates::app::blur<::app::Border::wrap>(config, floats, 7u);", [
        "templates has: blur<app::Border::clamp, true, unsigned int>, "
        "blur<app::Border::wrap, false, unsigned long long>"]),
    ("templates", "saxpy<float>(config, 2.0, floats, floats, 7u);", [
        "would round or cut off"]),
    ("templates", "saxpy<float>(config, 2.0f, doubles, floats, 7u);", [
        "for argument 3 from 'gpu::DeviceBuffer<double>' to 'gpu::DevicePtr<const float>'",
        "no known conversion from 'gpu::DeviceBuffer<double>' to 'gpu::DevicePtr<const float>'"]),
    ("shared_names", "fill<double>(config, doubles, 1.0);", [
        "fill is not instantiated with these template arguments; shared_names has: "
        "fill<app::Vec>, fill<float>, fill<int>"]),
    ("shared_names", "fill(config, ints);", [
        "no known conversion for argument 2 from 'gpu::DeviceBuffer<int>' to 'gpu::DevicePtr<float>'",
        "no known conversion from 'gpu::DeviceBuffer<int>' to 'gpu::DevicePtr<float>'"]),
    ("shared_names", "fill(config, floats, 1.0f);", ["would round or cut off"]),
    ("shared_names", "fill(config, floats, -1);", ["the_value_does_not_fit_the_kernel_parameter"]),
    ("shared_names", "fill<float>(config, floats, 1.0);", ["would round or cut off"]),
    ("shared_names", "shared_names::app::copy<float, 5>(config, floats);", NOBODY),
    ("overloads", "fill(config, floats, 1.0);", ["would round or cut off"]),
    ("overloads", "fill(config, doubles, 1.0);", NOBODY),
    ("overloads", "overloads::app::scale(config, host);", ["host data: gpu::DeviceBuffer<T>::from(r)"]),
    ("overloads", "overloads::app::scale(config, floats, 2.0f, 1, 1);", NOBODY),
]  # fmt: skip


@each_compiler
@pytest.mark.parametrize("case_name", sorted(GOOD))
def test_calls_that_compile(case_name, compiler, tmp_path) -> None:
    result = compile_use(case_name, GOOD[case_name], compiler, tmp_path)
    assert (result.returncode, result.stderr) == (0, "")


@each_compiler
@pytest.mark.parametrize(("case_name", "statement", "messages"), BAD)
def test_calls_that_do_not_compile(case_name, statement, messages, compiler, tmp_path) -> None:
    result = compile_use(case_name, statement, compiler, tmp_path)
    assert result.returncode != 0
    said = result.stderr.translate({ord(quote): "'" for quote in "\u2018\u2019"})
    assert any(message in said for message in messages), said


@each_compiler
@pytest.mark.parametrize(
    ("old", "new", "messages"),
    [
        ("int count;", "int count; int more;", ["mode of app::Params is at byte 36 on the device"]),
        (
            "float scale;\n  int count;",
            "int count;\n  float scale;",
            ["scale of app::Params is at byte 4", "count of app::Params"],
        ),
        (
            "std::int16_t codes[3];",
            "std::int16_t codes[2];",
            ["samples[0].codes of app::Params has 6 bytes on the device"],
        ),
        (
            "struct alignas(16) Aligned",
            "struct Aligned",
            ["app::detail::Aligned is aligned to 16 bytes on the device"],
        ),
        ("enum class Mode : std::uint8_t", "enum class Mode", ["app::Mode has 1 bytes on the device"]),
    ],
)
def test_host_types_that_differ_do_not_compile(old, new, messages, compiler, tmp_path) -> None:
    case = RecordedCase("golden", "types")
    header = (case.directory / "inputs" / "include" / "app" / "params.hpp").read_text()
    assert old in header
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "params.hpp").write_text(header.replace(old, new))
    result = subprocess.run(
        [
            *(compiler, "-std=c++20", "-fsyntax-only", f"-I{tmp_path}", f"-I{ROOT}/include"),
            *(*SYSTEM_INCLUDES, f"{case.directory}/expected/types.cpp"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode != 0
    assert all(message in result.stderr for message in messages), result.stderr


@each_compiler
@pytest.mark.parametrize(
    ("option", "type_", "expected"),
    [("-fshort-wchar", "wchar_t", "4"), ("-m32", "std::size_t", "8"), ("-m32", "long", "8")],
)
def test_a_host_with_other_sizes_does_not_compile(option, type_, expected, compiler, tmp_path) -> None:
    """The check itself, without a system's headers, which a machine may lack for such hosts."""
    check = f"GPU_KERNELS_CHECK_LAYOUT({expected}, {expected}, {type_});"
    header = RecordedCase("golden", "types").directory / "expected" / "types.hpp"
    assert check in header.read_text()
    macro = (
        "#define GPU_KERNELS_CHECK_LAYOUT(size, alignment, type) static_assert(sizeof(type) == size, #type)\n"
    )
    source = tmp_path / "check.cpp"
    source.write_text(f"namespace std {{ using size_t = decltype(sizeof 0); }}\n{macro}{check}\n")
    command = [compiler, "-std=c++20", "-fsyntax-only", str(source)]
    assert subprocess.run(command, check=False).returncode == 0
    result = subprocess.run([*command, option], capture_output=True, text=True, check=False)
    assert result.returncode != 0
    assert type_ in result.stderr
