int other() { return 0; }
