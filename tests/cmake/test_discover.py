"""gpu_discover_tests: which tests it adds, with which properties, and what they say without a GPU."""

import json
import os

import pytest
from cmake_project import CTEST, Project, copy_project, generators

HAS_GPU = os.path.exists("/dev/nvidiactl")


@pytest.fixture(scope="module", params=generators())
def project(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("discover")
    project = Project(copy_project("discover", folder / "source"), folder / "build", request.param)
    project.configure()
    project.build("driver_test")
    return project


def ctest(project, *arguments, **environment):
    return project.run(
        CTEST, "--test-dir", str(project.build_directory), "-C", "Debug", *arguments, environment=environment
    )


def properties(project):
    """Test name → its properties, as CTest knows them."""
    listed = json.loads(ctest(project, "--show-only=json-v1").stdout)
    return {
        test["name"]: {entry["name"]: entry["value"] for entry in test["properties"]}
        for test in listed["tests"]
    }


def test_sets_and_labels(project):
    tests = properties(project)
    assert sorted(name for name in tests if name.endswith("IsTheOneOfTheSet")) == [
        "emulator.Driver.IsTheOneOfTheSet",
        "gpu.Driver.IsTheOneOfTheSet",
        "gpu.memcheck.Driver.IsTheOneOfTheSet",
    ]
    assert sorted(tests["emulator.Driver.IsTheOneOfTheSet"]["LABELS"]) == ["emulator", "fast", "mine"]
    assert sorted(tests["gpu.Driver.IsTheOneOfTheSet"]["LABELS"]) == ["fast", "gpu", "mine"]
    assert sorted(tests["gpu.memcheck.Driver.IsTheOneOfTheSet"]["LABELS"]) == [
        "fast", "gpu", "memcheck", "mine", "sanitizer",
    ]  # fmt: skip
    assert tests["gpu.Driver.IsTheOneOfTheSet"]["TIMEOUT"] == 17


def test_the_set_decides_the_driver(project):
    """Whatever the shell says; also for tests whose names CMake cannot put into lists."""
    done = ctest(project, "-R", "^emulator", "--output-on-failure", GPU_DRIVER="/no/such/driver.so")
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("   Passed  ") == 3, done.stdout


@pytest.mark.skipif(HAS_GPU, reason="this machine has a GPU")
def test_gpu_tests_are_skipped_with_the_reason(project):
    done = ctest(project, "-R", "^gpu", "--verbose")
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("***Skipped") == 6, done.stdout
    assert done.stdout.count("[  SKIPPED ] no GPU on this machine") == 6


@pytest.mark.skipif(not HAS_GPU, reason="this machine has no GPU")
def test_gpu_tests_run_without_the_emulator(project):
    done = ctest(project, "-R", "^gpu.Driver", "--output-on-failure", GPU_DRIVER="emulator")
    assert '"unset"' in done.stdout, done.stdout  # the test expects the emulator, and says what it found


def test_testing_switched_off_is_a_choice(tmp_path):
    """No warning (they are errors here) where include(CTest) was told BUILD_TESTING=OFF."""
    source = copy_project("discover", tmp_path / "source")
    lists = source / "CMakeLists.txt"
    lists.write_text(lists.read_text().replace("enable_testing()", "include(CTest)"))
    project = Project(source, tmp_path / "build", settings={"BUILD_TESTING": "OFF"})
    project.configure()
