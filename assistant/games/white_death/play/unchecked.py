"""Atoms of the rules' ledger that no function checks, each with the reason.

Only what needs a human judge, or what obliges nobody: definitions, permissions, pointers.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["UNCHECKED"]

UNCHECKED: Mapping[str, str] = {}
"""Reason by atom id."""
