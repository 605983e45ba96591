"""Deterministic simulation of the server.

The real application, protocol, connection, room and store code runs on a simulated clock, network
and disk, driven by a seed: connections drop, the server crashes, the disk fills up, and clients of
every kind, honest and hostile, use it. Invariants are checked after every step. A seed that fails
fails again: ``python -m tests.serve.simulation --seed N --trace`` shows how.

The method is that of FoundationDB and TigerBeetle.
"""
