"""The command line of the assistant.

Exit status: 0 nothing broken, 1 something broken or salvaged with loss, 2 input, data or
options that can't be used, or an incomplete audit.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

import click

from assistant.cli.audit import audit
from assistant.cli.files import dice, info, log
from assistant.cli.queries import odds, position, reach, stack, supply
from assistant.cli.rules import explain, rules

__all__ = ["main"]


def _version() -> str:
    """Return the version of the program; unknown where it runs without being installed."""
    try:
        return version("wargame-umpire")
    except PackageNotFoundError:
        return "unknown"


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version=_version(), prog_name="assistant")
def main() -> None:
    """Referee wargames that were played in VASSAL."""


_QUESTIONS = (position, reach, odds, supply, stack)
for _command in (audit, *_QUESTIONS, info, dice, log, rules, explain):
    main.add_command(_command)
