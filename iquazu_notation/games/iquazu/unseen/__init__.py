"""Cards and tiles nobody saw: what can have been, what must have been, how likely it was.

The rooms, from left to right: `story` (events as cards coming and going) → `tables` (all
possible hands as linear inequalities) → `solver` (HiGHS) → `judging` (the verdict and the first
impossible turn), `bounds` (least and most of each colour), `odds` (probabilities). Tiles have a
small model of their own, `tiles`.
"""
