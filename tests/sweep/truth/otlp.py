# SPDX-License-Identifier: GPL-3.0-or-later
"""OpenTelemetry's profiles, by profiles.proto of v1development as of August 2026."""
from protobuf import fields, numbers, signed
from truth import Damaged, Truth, add

NAME = 'otlp'


def detect(name, data):
    """Resources with scopes with profiles that begin with a sample type, or a dictionary with an
    empty first string."""
    if not data[:1] in (b'\x0a', b'\x12'):
        return False
    try:
        top = list(fields(data))
        dictionaries = [v for n, v in top if n == 2]
        return (all(n in (1, 2) and isinstance(v, bytes) for n, v in top)
                and len(dictionaries) == 1
                and next((v for n, v in fields(dictionaries[0]) if n == 5), None) == b'')
    except (Damaged, TypeError):
        return False


def table(dictionary, number):
    return [value for n, value in fields(dictionary) if n == number]


def numbered(message):
    return {n: v for n, v in fields(message) if isinstance(v, int)}


class Dictionary:
    def __init__(self, data):
        self.strings = [value.decode('utf-8', 'replace') for value in table(data, 5)]
        self.mappings = [numbered(value) for value in table(data, 1)]
        self.functions = [numbered(value) for value in table(data, 3)]
        self.locations = table(data, 2)
        self.stacks = [sum((numbers(v) for n, v in fields(stack) if n == 1), [])
                       for stack in table(data, 7)]

    def names(self, index):
        """The functions at a location, the outermost first."""
        location = self.locations[index] if 0 < index < len(self.locations) else b''
        own = numbered(location)
        lines = [numbered(v).get(1, 0) for n, v in fields(location) if n == 3]
        if lines:
            functions = [self.functions[i] if i < len(self.functions) else {} for i in lines]
            return [self.strings[f.get(1, 0)] or self.strings[f.get(2, 0)] or '[unknown]'
                    for f in reversed(functions)]
        address, mapping = own.get(2, 0), own.get(1, 0)
        if not address:
            return ['[unknown]']
        if not 0 < mapping < len(self.mappings):
            return [f'0x{address:x}']
        found = self.mappings[mapping]
        module = self.strings[found.get(4, 0)].rsplit('/', 1)[-1]
        return [f'{module}+0x{address - found.get(1, 0) + found.get(3, 0):x}']

    def stack(self, index):
        places = self.stacks[index] if index < len(self.stacks) else []
        return sum((self.names(place) for place in reversed(places or [0])), [])


def decode(data):
    try:
        words = Dictionary(next(v for n, v in fields(data) if n == 2))
        profiles = [p for n, r in fields(data) if n == 1 for m, s in fields(r) if m == 2
                    for o, p in fields(s) if o == 2]
        metrics = {}
        for profile in profiles:
            if any(n == 3 and isinstance(v, bytes) for n, v in fields(profile)):
                return None
            kind = next((numbered(v) for n, v in fields(profile) if n == 1), {})
            values = metrics.setdefault(words.strings[kind.get(1, 0)], {})
            for n, sample in fields(profile):
                if n != 2:
                    continue
                counts = [signed(x) for m, v in fields(sample) if m == 4 for x in numbers(v)]
                times = sum(len(v) // 8 if isinstance(v, bytes) else 1
                            for m, v in fields(sample) if m == 5)
                has_values = any(m == 4 for m, _ in fields(sample))
                add(values, words.stack(numbered(sample).get(1, 0)),
                    sum(counts) if has_values else times)
    except (IndexError, StopIteration, TypeError) as reason:
        raise Damaged(str(reason)) from reason
    return Truth(metrics) if metrics else None
