"""From the bytes of a log to events, and from events to actions."""
