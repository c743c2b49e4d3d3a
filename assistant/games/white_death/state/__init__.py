"""The whole game in play: the position, and the rules it is played by."""
