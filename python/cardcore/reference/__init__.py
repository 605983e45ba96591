"""The rules in plain Python: slow, short and obviously right.

These modules never load the native extension. The parity tests compare the two implementations.
They are also the place to read a rule.

>>> from cardcore.reference import ends
>>> ends.solve((3, 10, 3, 9, 5, 2))
(21, 11, 'RRL')
"""
