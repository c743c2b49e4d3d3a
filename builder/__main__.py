"""``python -m builder``: the same as the command ``builder``."""

from builder.cli import main

if __name__ == "__main__":
    main()
