# SPDX-License-Identifier: GPL-3.0-or-later
"""Ruby's stackprof: JSON, or Ruby's Marshal format (ruby/marshal.c), with or without raw stacks."""
import json

from truth import Damaged, Truth, add

NAME = 'stackprof'


class Marshal:
    """Loads the kinds of values that a dump of stackprof has."""

    def __init__(self, data):
        self.data, self.at = data, 2
        self.symbols, self.objects = [], []

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def integer(self):
        c = self.byte()
        c = c - 256 if c > 127 else c
        if c == 0:
            return 0
        if 1 <= abs(c) <= 4:
            raw = self.data[self.at:self.at + abs(c)]
            self.at += abs(c)
            value = int.from_bytes(raw, 'little')
            return value if c > 0 else value - (1 << 8 * -c)
        return c - 5 if c > 0 else c + 5

    def text(self):
        length = self.integer()
        self.at += length
        return self.data[self.at - length:self.at].decode('utf-8', errors='replace')

    def known(self, value):
        self.objects.append(value)
        return value

    def value(self):
        kind = chr(self.byte())
        if kind in '0TF':
            return {'0': None, 'T': True, 'F': False}[kind]
        if kind == 'i':
            return self.integer()
        if kind == ':':
            self.symbols.append(self.text())
            return self.symbols[-1]
        if kind == ';':
            return self.symbols[self.integer()]
        if kind == '@':
            return self.objects[self.integer()]
        if kind == '"':
            return self.known(self.text())
        if kind == 'f':
            return self.known(float(self.text()))
        if kind == 'l':
            sign, length = chr(self.byte()), 2 * self.integer()
            self.at += length
            value = int.from_bytes(self.data[self.at - length:self.at], 'little')
            return self.known(-value if sign == '-' else value)
        if kind == 'I':
            value = self.value()
            for _ in range(2 * self.integer()):
                self.value()
            return value
        if kind == '[':
            array = self.known([])
            for _ in range(self.integer()):
                array.append(self.value())
            return array
        if kind == '{':
            table = self.known({})
            for _ in range(self.integer()):
                key = self.value()
                table[str(key)] = self.value()
            return table
        raise Damaged(f'kind {kind!r}')


def detect(name, data):
    if data[:3] == b'\4\x08{':
        return b'interval' in data[:4096] and b'gc_samples' in data[:4096]
    return data.lstrip()[:1] == b'{' and b'"gc_samples"' in data[:4096] and b'"frames"' in data


def decode(data):
    try:
        file = Marshal(data).value() if data[:2] == b'\4\x08' else json.loads(data)
    except (ValueError, IndexError, KeyError) as reason:
        raise Damaged(str(reason)) from reason
    names = {int(number): frame.get('name') or '' for number, frame in file['frames'].items()}
    samples, times = {}, {}
    raw, deltas = file.get('raw'), file.get('raw_timestamp_deltas') or []
    if not raw:
        for number, frame in file['frames'].items():
            add(samples, [names[int(number)]], frame['samples'] or 0)
        return Truth({'samples': samples}, flat=True)
    at = sample = 0
    while at < len(raw):
        depth = raw[at]
        stack = [names[number] for number in raw[at + 1:at + 1 + depth]]
        count = raw[at + 1 + depth]
        at += depth + 2
        add(samples, stack, count)
        add(times, stack, sum(max(0, d) for d in deltas[sample:sample + count]))
        sample += count
    name = 'time' if file.get('mode') in (None, 'wall') else 'wall'
    return Truth({'samples': samples, name: times} if deltas else {'samples': samples})
