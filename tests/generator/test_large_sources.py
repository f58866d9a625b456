"""Sources of many lines: comments, defaults and names are found as in short ones, and in time."""

from __future__ import annotations

import time

import pytest
from gpu_kernels.cli import main
from test_nvcc import compile_both_ways
from toolchain import needs_nvcc

LINES = 50_000
KERNEL = """
/// Stands behind fifty thousand lines.
__global__ void last(const float* in, float* out, int n = kRows, float by = 2.0f) { out[n] = by * in[n]; }
"""


@needs_nvcc
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_fifty_thousand_lines(newline, tmp_path, make_job) -> None:
    comment, function = (
        '// Line %d: "{" is no brace here.',
        "__device__ inline int step_%d(int x) { return x; }",
    )
    filler = [(comment if n % 3 else function) % n for n in range(LINES)]
    head = ["constexpr int kRows = 4;", "/// Declared first.", "__global__ void early(int* data);"]
    text = "\n".join([*head, *filler])
    text += KERNEL + "__global__ void early(int* data) { *data = step_0(1); }\n"
    (tmp_path / "kernels.cu").write_bytes(text.replace("\n", newline).encode())
    compile_both_ways(tmp_path, ["kernels.cu"], ["-arch=compute_75"])
    begin = time.process_time()
    assert main(["generate", "--job", str(make_job(tmp_path, "a", ["kernels.cu"]))]) == 0
    assert time.process_time() - begin < 5
    header = (tmp_path / "out" / "a.hpp").read_text()
    assert "/// Stands behind fifty thousand lines." in header
    assert "/// Declared first." in header
    assert "gpu::Arg<int> n = static_cast<int>(4)," in header
    assert "gpu::Arg<float> by = static_cast<float>(2.0f)" in header or "by = 2.0f" in header
