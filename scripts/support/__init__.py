"""What setup, demo, test and lint share. Standard library only: it runs before anything is installed."""
