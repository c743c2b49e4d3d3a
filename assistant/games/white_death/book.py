"""The register of White Death's rules; the chapters add to it in the order of the rulebook."""

from __future__ import annotations

from assistant.audit.rule import Rulebook

__all__ = ["WD"]

WD = Rulebook("WD")
