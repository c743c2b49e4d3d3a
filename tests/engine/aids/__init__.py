"""Play aids of White Death in the real engine, tried at one table."""
