"""Rules, findings, and the runner that makes the one from the other."""
