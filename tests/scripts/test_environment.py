"""The virtual environment: remade when it cannot be trusted, else left alone; one clear message offline."""

from __future__ import annotations

import pytest
from support import environment, packages, state
from support.console import ScriptError


def test_whole_environment_is_kept(own_venv, capsys):
    environment.ensure()
    marker = own_venv / "kept"
    marker.touch()
    capsys.readouterr()

    environment.ensure()

    assert marker.exists()
    assert capsys.readouterr().out == ""


def test_half_made_environment_is_remade(own_venv, capsys):
    (own_venv / "bin").mkdir(parents=True)
    (own_venv / "bin" / "python").symlink_to("/nowhere/python3")

    environment.ensure()

    assert ".venv is remade: it is half made" in capsys.readouterr().out
    assert state.load()["requirements"] == {}
    assert (own_venv / "bin" / "python").exists()


def test_environment_of_an_interrupted_install_is_remade(own_venv, capsys):
    found = environment.ensure()
    state.save({**found, "installing": "cuda"})

    environment.ensure()

    assert "interrupted while it installed requirements/cuda.txt" in capsys.readouterr().out
    assert "installing" not in state.load()


def test_environment_of_another_python_is_remade(own_venv, capsys):
    found = environment.ensure()
    state.save({**found, "python": "3.1"})

    environment.ensure()

    assert "it was made for Python 3.1, which is now Python 3." in capsys.readouterr().out


def test_environment_that_was_copied_from_elsewhere_is_remade(own_venv, capsys):
    """Its programs still name the Python of the place where they were installed."""
    found = environment.ensure()
    state.save({**found, "folder": "/elsewhere/.venv"})

    environment.ensure()

    assert "it was made in another folder, /elsewhere/.venv" in capsys.readouterr().out


def test_offline_is_one_message_that_says_what_to_do(own_venv, monkeypatch):
    found = environment.ensure()
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")  # the discard port: nobody listens
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)

    with pytest.raises(ScriptError) as failure:
        environment.install(found, "generator", "1 MB")

    message = str(failure.value)
    assert "cannot install the wheels of requirements/generator.txt" in message
    assert "Is this machine offline?" in message
    assert "PIP_FIND_LINKS" in message
    assert "Traceback" not in message


def test_failed_download_leaves_the_environment_usable(own_venv, monkeypatch, capsys):
    test_offline_is_one_message_that_says_what_to_do(own_venv, monkeypatch)
    capsys.readouterr()

    environment.ensure()

    assert "remade" not in capsys.readouterr().out


def test_wheel_with_another_hash_is_refused(own_venv, tmp_path, monkeypatch):
    found = environment.ensure()
    monkeypatch.setattr(environment, "REQUIREMENTS", tmp_path)
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    (wheels / "impostor-1.0-py3-none-any.whl").write_bytes(b"not what was pinned")
    (tmp_path / "odd.txt").write_text(f"impostor==1.0 --hash=sha256:{'0' * 64}\n", encoding="utf-8")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))

    with pytest.raises(ScriptError, match="a wheel is not the one that is pinned by its hash"):
        environment.install(found, "odd", "1 MB")


def test_missing_venv_module_names_the_package_to_install(own_venv, ordinary_user, programs, monkeypatch):
    programs.fake("apt-get", "exit 1")
    monkeypatch.setattr(environment, "_has_usable_pip", lambda: False)

    with pytest.raises(ScriptError) as failure:
        environment.ensure()

    assert "sudo apt-get update && sudo apt-get install -y python3-venv" in str(failure.value)
    assert not own_venv.exists()


def test_users_own_pip_settings_cannot_lead_wheels_astray(monkeypatch):
    monkeypatch.setenv("PIP_TARGET", "/elsewhere")
    monkeypatch.setenv("PIP_USER", "1")
    monkeypatch.setenv("PIP_INDEX_URL", "http://mirror")
    cleaned = environment.clean_environment()
    assert "PIP_TARGET" not in cleaned
    assert cleaned["PIP_USER"] == "0"
    assert cleaned["PIP_INDEX_URL"] == "http://mirror"


def test_failing_apt_shows_its_end_and_the_line_to_run(programs, monkeypatch):
    programs.fake("apt-get", 'echo "E: Unable to locate package libgtest-dev"; exit 100')
    monkeypatch.setattr(packages, "is_root", lambda: True)

    with pytest.raises(ScriptError) as failure:
        packages.install(["libgtest-dev"])

    message = str(failure.value)
    assert "E: Unable to locate package" in message
    assert "apt-get update && apt-get install -y libgtest-dev" in message
