"""Lets ``python -m assistant`` do what the command ``assistant`` does."""

from __future__ import annotations

from assistant.cli import main

if __name__ == "__main__":
    main(prog_name="assistant")
