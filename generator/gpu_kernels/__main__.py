"""`python3 -m gpu_kernels`."""

import gc
import sys

# A run is short and nothing of what it builds is dropped: looking for garbage would find none.
gc.disable()

from gpu_kernels.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
