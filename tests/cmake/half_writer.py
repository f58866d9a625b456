"""A compiler launcher that, while the file HALF_WRITER_FLAG exists, writes half of the output and hangs."""

import os
import subprocess
import sys
import time
from pathlib import Path

command = sys.argv[1:]
output = Path(command[command.index("-o") + 1])
status = subprocess.run(command, check=False).returncode
if status == 0 and Path(os.environ["HALF_WRITER_FLAG"]).exists():
    content = output.read_bytes()
    output.write_bytes(content[: len(content) // 2])
    Path(os.environ["HALF_WRITER_FLAG"]).with_suffix(".written").touch()
    time.sleep(600)
sys.exit(status)
