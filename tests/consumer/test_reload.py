"""A kernel is edited and built while the program runs: neither link nor restart, gpu::reload takes it up."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from cmake_project import CONSUMERS, GENERATORS, Project, kinds, replace

BODY = {"device": 1, "debug": 1, "generate": 1}


class Program:
    """The running program: one line to it, one line from it."""

    def __init__(self, path: Path, images: Path):
        environment = {**os.environ, "GPU_DRIVER": "emulator", "GPU_KERNELS_IMAGE_DIR": str(images)}
        self.process = subprocess.Popen(
            [path], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, line: str) -> str:
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def close(self) -> None:
        self.process.stdin.close()
        assert self.process.wait(timeout=60) == 0
        self.process.stdout.close()


def make(tmp_path, package, image, generator):
    source = tmp_path / "source"
    shutil.copytree(CONSUMERS / "reload", source)
    project = Project(
        source, tmp_path / "build", generator, {"CMAKE_PREFIX_PATH": str(package), "IMAGE": image}
    )
    project.configure()
    project.build()
    assert project.build() == []
    images = project.build_directory / "images here"
    return project, images / "Debug" if "Multi" in generator else images


@pytest.mark.parametrize("image", ["FATBIN", pytest.param("PTX", marks=pytest.mark.matrix)])
def test_edit_build_reload(tmp_path, package, image):
    project, images = make(tmp_path, package, image, "Ninja")
    files = [images / "kernels" / f"{index}.{image.lower()}" for index in range(2)]
    assert sorted((images / "kernels").iterdir()) == files
    source = project.source / "answer.cu"
    program = Program(project.program("app"), images)
    assert program.ask("launch") == "answer 1001"
    assert program.ask("offset") == "answer 2001"
    assert program.ask("reload") == "swapped 0"

    untouched = files[1].stat().st_mtime_ns
    replace(source, "1 + more", "5 + more")
    assert kinds(project.build("kernels_codegen")) == BODY
    assert program.ask("launch") == "answer 2001"
    assert program.ask("reload") == "swapped 1"
    assert program.ask("launch") == "answer 1005"  # its variables start anew
    assert program.ask("offset") == "answer 2005"
    assert files[1].stat().st_mtime_ns == untouched

    replace(source, "int more", "long more")
    project.build("kernels_codegen")
    refused = program.ask("reload")
    assert "answer is not in it; the stub calls it with (.u64, .u32)" in refused
    assert re.search(r"does not know: +_ZN?\S*6answer\S* \(\.u64, \.u64\)$", refused), refused
    replace(source, "long more", "int more")
    replace(source, "plain(float* values", "plain(float* values, double more")
    project.build("kernels_codegen")
    assert "plain takes (.u64, .f64) there and (.u64) in the stub" in program.ask("reload")
    assert program.ask("launch") == "answer 2005"

    replace(source, "values, double more", "values")
    replace(source, "int offset", "long long offset")
    project.build("kernels_codegen")
    assert "the variable offset has 8 bytes there and 4 bytes in the header" in program.ask("reload")
    assert program.ask("offset") == "answer 2005"
    replace(source, "long long offset", "int offset")
    replace(source, "5 + more", "7 + more")
    project.build("kernels_codegen")
    whole = files[0].read_bytes()
    files[0].write_bytes(whole[:-4] if image == "PTX" else whole[: len(whole) // 2])
    assert re.search(r"CUDA_ERROR_INVALID_PTX|cut short", program.ask("reload"))
    assert program.ask("launch") == "answer 2005"
    files[0].write_bytes(whole)
    assert program.ask("reload") == "swapped 1"
    assert program.ask("launch") == "answer 1007"
    program.close()


@pytest.mark.matrix
@pytest.mark.parametrize("generator", GENERATORS[1:])
def test_other_generators_write_the_images_too(tmp_path, package, generator):
    project, images = make(tmp_path, package, "PTX", generator)
    assert sorted(path.name for path in (images / "kernels").iterdir()) == ["0.ptx", "1.ptx"]
    replace(project.source / "answer.cu", "1 + more", "5 + more")
    assert kinds(project.build("kernels_codegen")) == BODY
    assert project.build("kernels_codegen") == []


def test_a_removed_image_is_made_again(tmp_path, package):
    project, images = make(tmp_path, package, "FATBIN", "Ninja")
    shutil.rmtree(images)
    assert kinds(project.build("kernels_codegen")) == {"generate": 1}
    assert len(list((images / "kernels").iterdir())) == 2
