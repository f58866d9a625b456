"""Where things lie in this repository."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REQUIREMENTS = ROOT / "requirements"
VIRTUAL_ENVIRONMENT = ROOT / ".venv"
ACTIVATION = VIRTUAL_ENVIRONMENT / "gpu-kernels.sh"
