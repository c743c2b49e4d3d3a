"""Atoms of the rules' ledger that no function checks, each with the reason.

Only what needs a human judge, or what obliges nobody: definitions, permissions, pointers.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["UNCHECKED"]

UNCHECKED: Mapping[str, str] = {
    "WD-2.1": "A definition of the counters' faces; the audit of a log names other turned ones.",
    "WD-2.3": "A definition: the data say of which size every AFV counter is.",
    "WD-2.4": "A definition: the data say of which formation every unit is.",
    "WD-2.5": "A definition: the data say that troops of armies and corps aren't divisional.",
    "WD-2.6": "A definition: the data say of which class every unit is.",
    "WD-2.7": "Corrections of counters, taken over into the data.",
    "WD-2.8": "A definition: tank destroyers are a group of the data; what is special is in 21D.",
    "WD-4C.1": "What a player may look at is left to people and to the module's masks.",
    "WD-4C.2": "It only says what the rule before it doesn't keep from being seen.",
    "WD-6B.4": "A permission: what other chapters check of fire asks no unit to be concentrated.",
    "WD-6B.6": "A permission: lines of indirect and defensive fire take no points.",
    "WD-12A.2": "A permission: checks of barrage, support and defensive fire ask for no way there.",
    "WD-23.3": "It happens by itself in a retreat; what the unit then does is judged by 23.1.",
}
"""Reason by atom id."""
