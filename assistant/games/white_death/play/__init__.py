"""Playing the game by its rules: one package for each chapter of acts."""
