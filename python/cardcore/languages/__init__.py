"""Catalogs of other languages than English, for :mod:`cardcore.phrases`.

A catalog is a module with ``PHRASES`` (English patterns to patterns with the same names in braces),
``NOUNS`` (English singulars to singular and plural), ``POINT``, ``THOUSANDS`` and ``PERCENT``.
"""
