"""Records walked through the rules of their game."""

from .replayed import Replay, Verdict, replay, replay_wholly

__all__ = ["Replay", "Verdict", "replay", "replay_wholly"]
