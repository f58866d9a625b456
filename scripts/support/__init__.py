"""What scripts/setup, demo, test and lint share. Python 3.9, standard library only: it runs before anything is installed."""
