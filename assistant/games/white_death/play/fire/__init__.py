"""Fire in lines: conventional and antitank combat, artillery, and what it costs (9 to 12, 19)."""
