"""What simulate and compare have in common: their options, the wait, and every form of their results."""
