"""Movement on foot and wheels: rules 3, 6, 7, 13, 16B and what of 20 concerns a step."""
