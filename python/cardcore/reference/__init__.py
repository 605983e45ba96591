"""The rules in plain Python: slow, short and obviously right.

These modules never load the native extension. The parity tests compare the two implementations.
They are also the place to read a rule.
"""
