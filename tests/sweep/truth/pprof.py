# SPDX-License-Identifier: GPL-3.0-or-later
"""pprof's profile.proto, with the frames dropped that it names, as profile/prune.go drops them."""
import re

from protobuf import fields, numbers, signed
from truth import Damaged, Truth, add

NAME = 'pprof'
BRACKETS = re.compile(r'\(anonymous namespace\)|operator\(\)|\(')


def detect(name, data):
    if data[:1] not in (b'\x0a', b'\x12', b'\x1a', b'\x22', b'\x2a', b'\x32'):
        return False
    try:
        top = list(fields(data))
        types = [list(fields(v)) for n, v in top if n == 1]
        first = next((v for n, v in top if n == 6), None)
        return (bool(types) and first == b'' and all(n <= 15 for n, _ in top)
                and all(n <= 2 and isinstance(v, int) for t in types for n, v in t))
    except (Damaged, TypeError):
        return False


def own(message):
    return {n: v for n, v in fields(message) if isinstance(v, int)}


def simple(name):
    """A function's name without arguments."""
    name = name[1:] if name.startswith('.') else name
    for match in BRACKETS.finditer(name):
        if match[0] == '(':
            return name[:match.start()]
    return name


def dropped(names, drop, keep):
    """Of names at a location, the innermost first, how many are dropped."""
    for i in range(len(names) - 1, -1, -1):
        name = simple(names[i])
        if names[i] and drop.fullmatch(name) and not (keep and keep.fullmatch(name)):
            return i + 1
    return 0


class File:
    def __init__(self, data):
        top = list(fields(data))
        self.strings = [v.decode('utf-8', 'replace').replace('\0', '\ufffd')
                        for n, v in top if n == 6]
        functions = {own(v).get(1, 0): own(v) for n, v in top if n == 5}
        self.locations = {}
        for message in (v for n, v in top if n == 4):
            lines = [own(v).get(1, 0) for n, v in fields(message) if n == 4]
            names = [self.strings[functions[i].get(2, 0)] or self.strings[functions[i].get(3, 0)]
                     for i in lines]
            self.locations[own(message).get(1, 0)] = names
        self.types = [tuple(self.strings[own(v).get(i, 0)] for i in (1, 2))
                      for n, v in top if n == 1]
        self.samples = [v for n, v in top if n == 2]
        numbered = own(data)
        drop, keep = (self.strings[numbered.get(i, 0)] for i in (7, 8))
        self.drop = re.compile(f'({drop})') if drop else None
        self.keep = re.compile(f'({keep})') if keep else None
        self.cuts = {i: dropped(names, self.drop, self.keep)
                     for i, names in self.locations.items()} if drop else {}

    def stack(self, ids):
        """The names of a sample's locations, the outermost first."""
        found_user, names = False, []
        for i in reversed(ids):
            cut, own_names = self.cuts.get(i, 0), self.locations[i]
            if not cut:
                found_user = True
            elif found_user and cut == len(own_names):
                break
            # Lines are cut from a location wherever it stands.
            shown = own_names[cut:] if cut < len(own_names) else own_names
            names += [name for name in reversed(shown)] or ['[unknown]']
            if cut and found_user:
                break
        return names or ['[unknown]']


def metric_names(types):
    names = []
    for kind, _ in types:
        name, n = kind or 'value', 2
        while name in names:
            name, n = f'{kind or "value"} {n}', n + 1
        names.append(name)
    return names


def decode(data):
    try:
        file = File(data)
        names = metric_names(file.types)
        columns = [{} for _ in names]
        for sample in file.samples:
            ids = sum((numbers(v) for n, v in fields(sample) if n == 1), [])
            values = [signed(x) for n, v in fields(sample) if n == 2 for x in numbers(v)]
            if len(values) != len(names):
                raise Damaged('values')
            stack = file.stack(ids)
            for column, value in zip(columns, values):
                add(column, stack, value)
    except (IndexError, KeyError, TypeError, re.error) as reason:
        raise Damaged(str(reason)) from reason
    metrics = dict(zip(names, columns))
    calls = None
    if len(names) > 1 and ('calls', 'count') in file.types:
        calls = metrics.pop('calls')
    return Truth(metrics, calls)
