"""Hostile input for the Python side: ``python -m fuzz``; the Rust side is the Cargo package here.

Every target is a Hypothesis test that knows which errors are promised; whatever else is raised, a
panic above all, is a find. What a target failed on is printed, and belongs into a test.
"""
