"""A table in the browser: rooms for people and bots, over a network, in one process.

``cardcore serve`` starts it; ``docs/play/browser.md`` describes the messages and the limits. This is a
front end like the command line; what a game tells people at either, titles, levels of opponents,
rules in words and hints, is in its presentation (:mod:`cardcore.presentation`).

What happens in a room is a list of events (:mod:`~cardcore.serve.events`), kept in a file before
anybody is told (:mod:`~cardcore.serve.store`); a room is made of them again whenever it is needed
(:mod:`~cardcore.serve.room`), and what may happen next is decided apart from it
(:mod:`~cardcore.serve.decisions`). What a viewer is sent is made in one place, of the view of its
seat (:mod:`~cardcore.serve.snapshots`).

It needs the extra ``cardcore[serve]``.
"""
