"""A game on paper: counters front and back, map, charts and set-up cards, in mm."""
