"""Builder: makes a wargame playable online and on paper from plain data."""
