"""`python3 -m gpu_kernels`."""

import sys

from gpu_kernels.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
