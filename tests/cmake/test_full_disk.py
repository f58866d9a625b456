"""A build that runs out of disk leaves nothing that the next one takes for good."""

import os
import subprocess

import pytest
from cmake_project import Project, copy_project, generators


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 24 MB, where this user may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", folder],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"skipped: no small disk can be mounted here: {done.stderr.strip()}")
    yield folder
    subprocess.run(["umount", folder], check=True)


def fill(folder, left):
    """Fills a file system but for `left` bytes; returns the file that does."""
    room = os.statvfs(folder)
    filler = folder / "filler"
    with filler.open("wb") as file:
        file.write(b"x" * (room.f_bavail * room.f_frsize - left))
    return filler


@pytest.mark.parametrize("generator", generators())
def test_full_disk(tmp_path, small_disk, generator):
    project = Project(copy_project("rebuild", tmp_path / "source"), small_disk / "build", generator)
    project.configure()
    for left in (0, 4096, 12288, 40960):
        filler = fill(small_disk, left)
        done = project.try_build()
        filler.unlink()
        assert done.returncode != 0 or left > 0, "nothing was written"
    project.build()
    image = next(project.build_directory.glob("gpu_kernels/kernels/**/kernels_image.hpp")).read_text()
    for kernel in ("scale", "shift"):
        assert f".visible .entry {kernel}(" in image
    assert project.run(str(project.program("app"))).returncode == 0
    assert project.build() == []
    assert not list(project.build_directory.glob("gpu_kernels/**/.*"))  # nothing was left beside
