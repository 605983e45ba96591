"""The table in the browser: rooms for people and bots, over a network, in one process.

``cardcore serve`` starts it; ``docs/play/browser.md`` describes the messages and the limits. Like
the command line, it is a front end: the titles, levels, rules in words and hints of a game are in
its presentation (:mod:`cardcore.presentation`).

What happens in a room is a list of events (:mod:`~cardcore.serve.events`), stored before anyone is
told of them (:mod:`~cardcore.serve.store`). A room is computed from its events
(:mod:`~cardcore.serve.room`), and what may happen next is decided in
:mod:`~cardcore.serve.decisions`. While people are connected, the room is live
(:mod:`~cardcore.serve.live_room`). What a client is sent is made in one place, from the view of its
seat (:mod:`~cardcore.serve.snapshots`).

It needs the extra ``cardcore[serve]``.
"""
