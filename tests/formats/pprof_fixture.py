# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds pprof profiles field by field."""

U64 = 2**64 - 1


def number(value):
    value &= U64
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7f | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(key, value):
    return number(key << 3) + number(value)


def message(key, content):
    content = content.encode() if isinstance(content, str) else content
    return number(key << 3 | 2) + number(len(content)) + content


def numbers(*values):
    """The content of a message of numbers in the fields 1, 2, ...; zeros are omitted."""
    return b"".join(field(i + 1, value) for i, value in enumerate(values) if value)


def packed(key, values):
    return message(key, b"".join(map(number, values)))


def sample(values, *locations, more=b""):
    """Location ids come leaf first."""
    return message(2, packed(1, locations) + packed(2, values if isinstance(values, list) else [values]) + more)


def location(identity, *functions, mapping=0, address=0):
    """The functions are inlined in each other, the innermost first; each may have a line."""
    return message(4, numbers(identity, mapping, address) + b"".join(
        message(4, numbers(*(function if isinstance(function, tuple) else (function,)))) for function in functions))


def function(identity, *members):
    """A function and a location of it, both with this id."""
    return location(identity, identity) + message(5, numbers(identity, *members))


def strings(*texts):
    """The string table: the empty string, then these."""
    return b"".join(message(6, text) for text in ("", *texts))
