"""What a tree of a game needs to know of it: what chance deals, and the words of its moves.

A module here has the name of its game, and two functions: ``dealing`` finds what chance decides,
``language`` gives the words that moves are made of, and the most words that a game can have.
"""
