"""Play in the browser: rooms for people and bots, over a network, in one process.

``cardcore serve`` starts the server; ``docs/play/browser.md`` describes its messages and limits.
Like the command line it is a front end: titles, levels of opponents, rules in words and hints come
from the presentation of each game (:mod:`cardcore.presentation`).

A room is a list of events (:mod:`~cardcore.serve.events`), which are stored before anybody is told
(:mod:`~cardcore.serve.store`). A room is rebuilt from its events when it is needed
(:mod:`~cardcore.serve.room`), and :mod:`~cardcore.serve.decisions` decides what may happen next.
What a client is sent is made in one place, from the view of its seat
(:mod:`~cardcore.serve.snapshots`). Requests pass :mod:`~cardcore.serve.sockets` and
:mod:`~cardcore.serve.middleware` first, which hold every client to the limits.

It needs the extra ``cardcore[serve]``.
"""
