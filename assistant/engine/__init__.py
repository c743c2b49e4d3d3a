"""The mechanics every hex wargame shares; knows no game, no file, no VASSAL."""
