"""Deploying and declaring assaults: rules 6B, 12A, 21B, 24."""

from assistant.games.white_death.play.assault import declare, deploy, lapse
from assistant.games.white_death.play.assault.declare import assaults
from assistant.games.white_death.play.assault.deploy import deploys

__all__ = ["assaults", "declare", "deploy", "deploys", "lapse"]
