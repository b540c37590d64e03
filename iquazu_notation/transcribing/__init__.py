"""A game written down while it is played: a session, a safe file, and two ways to sit at them."""
