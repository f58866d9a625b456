"""A kernel library installed by its project, used by another one on a machine without CUDA Toolkit."""

import os
import shutil

from cmake_project import CMAKE, CONSUMERS, Project


def hide_cuda() -> "list[str]":
    """Settings that keep CMake from finding any nvcc."""
    folders = {os.path.dirname(os.path.realpath(path)) for path in [shutil.which("nvcc")] if path}
    return [
        "-DCMAKE_CUDA_COMPILER=",
        f"-DCMAKE_IGNORE_PATH={';'.join({*folders, '/usr/local/cuda/bin', '/usr/local/bin'})}",
    ]


def test_prebuilt_kernel_library(tmp_path, package):
    shutil.copytree(CONSUMERS / "exporter", tmp_path / "exporter")
    exporter = Project(
        tmp_path / "exporter", tmp_path / "build-exporter", "Ninja", {"CMAKE_PREFIX_PATH": str(package)}
    )
    exporter.configure()
    exporter.build()
    exporter.succeed(CMAKE, "--install", exporter.build_directory, "--prefix", tmp_path / "installed")
    shutil.rmtree(tmp_path / "exporter")
    shutil.rmtree(exporter.build_directory)

    prefixes = f"{package};{tmp_path / 'installed'}"
    importer = Project(
        CONSUMERS / "importer", tmp_path / "build", "Ninja", {"CMAKE_PREFIX_PATH": prefixes}, seeded=False
    )
    importer.configure(*hide_cuda())
    importer.build()
    done = importer.run(str(importer.program("importer")), environment={"GPU_DRIVER": "emulator"})
    assert done.returncode == 0, done.stdout
    assert "importer: right" in done.stdout
