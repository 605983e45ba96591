"""Checks of the built site in Chromium: ``python -m docs.check``, which ``make docs`` runs.

Every page fits a desktop and a phone and loads without errors, every link leads somewhere, and the
terms of the field find their pages.
"""
