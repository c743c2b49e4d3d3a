"""Moving a running game into another version of its module.

A save holds whole counters, figures and all: VASSAL goes on with those of the old version
whatever module it loads. So each piece is made anew from the new module and takes over what
play has changed: its place by name, losses, face and the like.
"""

from builder.module.migration.running import Migration, migrate

__all__ = ["Migration", "migrate"]
