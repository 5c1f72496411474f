"""The commands, one module each, by the name that is typed."""
