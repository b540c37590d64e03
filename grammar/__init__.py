"""The grammars: `common.lark` is what all games share, and each game has one file of its own."""
