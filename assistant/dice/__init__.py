"""Dice in logs of any module: which lines are rolls, whose, what for, and what they add up to."""
