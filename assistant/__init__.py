"""Assistant: referees wargames played in VASSAL, rule by rule and with evidence."""
