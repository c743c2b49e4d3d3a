"""A game and its pictures as a VASSAL module."""
