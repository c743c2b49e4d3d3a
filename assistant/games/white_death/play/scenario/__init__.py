"""Scenarios: set-up, losses to date, and what stands at the start (25, 19, 20)."""

from assistant.games.white_death.play.scenario import effects, ready, rules

__all__ = ["effects", "ready", "rules"]
