"""Turns, impulses, phases, weather, draws and the release of garrisons: rules 5, 16, 17F, 22."""

from assistant.games.white_death.play.sequence import chance, effects, phases, rules

__all__ = ["chance", "effects", "phases", "rules"]
