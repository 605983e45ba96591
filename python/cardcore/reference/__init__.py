"""The rules in plain Python: slow, short and obviously right.

Nothing in here loads the native part of cardcore. The parity tests play the two against each
other. These modules are also the place to read a rule.

>>> from cardcore.reference import ends
>>> ends.solve((3, 10, 3, 9, 5, 2))
(21, 11, 'RRL')
"""
