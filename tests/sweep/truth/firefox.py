# SPDX-License-Identifier: GPL-3.0-or-later
"""Processed profiles of profiler.firefox.com, by its docs-developer/CHANGELOG-formats.md and types.

The first metric: each sample counts the interval of the recording, or its weight."""
import json

from truth import Damaged, Truth, add

NAME = 'firefox'


def detect(name, data):
    return (data.lstrip()[:1] == b'{' and b'"stackTable"' in data and b'"funcTable"' in data
            and b'"meta"' in data)


class Tables:
    """The tables of a thread; those that it lacks are shared by all threads."""

    def __init__(self, thread, shared):
        self.thread, self.shared = thread, shared
        self.stacks, self.frames = self.table('stackTable'), self.table('frameTable')
        self.names = self.table('funcTable')['name']
        self.strings = self.table('stringArray') or self.table('stringTable')
        self.known = {}

    def table(self, key):
        return self.thread.get(key) or self.shared.get(key)

    def prefix(self, stack):
        if 'prefix' in self.stacks:
            return self.stacks['prefix'][stack]
        offset = self.stacks['prefixOffset'][stack]
        return stack - offset if offset else None

    def category(self, stack):
        for table, row in ((self.stacks, stack), (self.frames, self.stacks['frame'][stack])):
            value = (table.get('category') or [None] * (row + 1))[row]
            if value is not None and value >= 0:
                return value
        return None

    def stack(self, stack):
        """Names and category of a stack."""
        path = []
        while stack is not None and stack >= 0 and stack not in self.known:
            path.append(stack)
            stack = self.prefix(stack)
        names, category = self.known.get(stack, ((), None))
        for stack in reversed(path):
            func = self.frames['func'][self.stacks['frame'][stack]]
            names += (self.strings[self.names[func]],)
            own = self.category(stack)
            category = category if own is None else own
            self.known[stack] = names, category
        return names, category


def samples_of(samples):
    """[(stack, weight)] of a table of columns."""
    weights = samples.get('weight') or [1] * len(samples['stack'])
    return [(s, w) for s, w in zip(samples['stack'], weights) if s is not None]


def decode(data):
    try:
        file = json.loads(data)
    except ValueError as reason:
        raise Damaged(str(reason)) from reason
    meta = file['meta']
    names = [category['name'] for category in meta.get('categories') or []]
    idle = names.index('Idle') if 'Idle' in names else None
    kinds = [t['samples'].get('weightType') or 'samples' for t in file['threads']
             if t['samples'].get('stack')]
    if not kinds:
        return None
    factor = meta.get('interval') or 1 if kinds[0] == 'samples' else 1
    values = {}
    for thread in file['threads']:
        samples = thread['samples']
        if not samples.get('stack') or (samples.get('weightType') or 'samples') != kinds[0]:
            continue
        tables = Tables(thread, file.get('shared') or {})
        for stack, weight in samples_of(samples):
            stack, category = tables.stack(stack)
            if idle is not None and category == idle:
                stack += ('(idle)',)
            add(values, stack, weight * factor)
    return Truth({None: values})
