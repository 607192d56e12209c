# SPDX-License-Identifier: GPL-3.0-or-later
"""Independent decoders of profile formats.  Each module has

  NAME                what the table calls it
  detect(name, data)  whether the file, of this name and with these bytes (decompressed), has the
                      format
  decode(data)        its Truth, or None if there is no profile in it; raises Damaged
"""


class Damaged(Exception):
    """The file has the format, but is cut or contradicts itself."""


class Truth:
    """What a file holds.

    `metrics`: name -> {stack: self value}; None as a name stands for the first metric.  A stack is
    a tuple of names of functions, the outermost first.  `calls`: {stack: number}, or None if the
    format has none.  `flat`: stacks are of one function each, since the tree cannot be known, and
    sums over functions are compared.  `tolerance` is relative to the largest value."""

    def __init__(self, metrics, calls=None, flat=False, tolerance=1e-9):
        self.metrics = metrics
        self.calls = calls
        self.flat = flat
        self.tolerance = tolerance


def add(values, stack, value):
    """Adds @value to that of @stack, a sequence of names."""
    stack = tuple(stack)
    values[stack] = values.get(stack, 0) + value
