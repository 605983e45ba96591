"""What a tree of a game needs to know of it: a module of the game's name, with its ``TREE``."""
