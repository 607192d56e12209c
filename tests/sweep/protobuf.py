# SPDX-License-Identifier: GPL-3.0-or-later
"""The wire format of protocol buffers, for the decoders in truth/."""
import struct

from truth import Damaged

def varint(data, at):
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise Damaged('cut number')
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value & (1 << 64) - 1, at


def fields(data):
    """(number, value) of each field; a number, or bytes."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
            value, at = data[at:at + size], at + size
            if len(value) == size:
                value = struct.unpack('<Q' if kind == 1 else '<I', value)[0]
        elif kind == 2:
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
        else:
            raise Damaged(f'wire type {kind}')
        if at > len(data):
            raise Damaged('cut field')
        yield tag >> 3, value


def signed(value):
    return value - (1 << 64) if value >> 63 else value


def numbers(value):
    """Those of a repeated field, packed or not."""
    if isinstance(value, int):
        return [value]
    found, at = [], 0
    while at < len(value):
        number, at = varint(value, at)
        found.append(number)
    return found
