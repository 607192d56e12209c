# SPDX-License-Identifier: GPL-3.0-or-later
"""gperftools' CPU profiles and the texts of counts and stacks, by the documents of gperftools and
by legacy_profile.go of github.com/google/pprof.  Frames are named as cyan names them: by symbol,
else module+0xOFFSET, else the address."""
import math
import re
import struct

from truth import Damaged, Truth, add

NAME = 'gperftools'

FORMS = ('<I', '>I', '<Q', '>Q')
TEXT = re.compile(rb'heap profile:|--- heapz |--- contention|--- mutex:|--- threadz |--- Thread |\S+ profile: total \d')
MAPPING = re.compile(r'\s*(?:0x)?([0-9a-f]+)-(?:0x)?([0-9a-f]+):?\s+(?:([-rwxps]{3,4})\s+([0-9a-f]+)'
                     r'\s+\S+\s+\d+)?\s*(.*)')
HEAP = re.compile(r'(-?\d+): *(-?\d+) *\[ *(\d+): *(\d+) *] @([ x0-9a-f]*)')
PAIR = re.compile(r'\s*(\d+) +(\d+) +@ *([ x0-9a-f]*)')


def header(data):
    """How words are packed, the period in us, and whether they are of Java; or None."""
    for form in FORMS:
        size = struct.calcsize(form)
        if len(data) < 5 * size:
            continue
        words = [struct.unpack_from(form, data, i * size)[0] for i in range(5)]
        if words[:2] == [0, 3] and words[2] in (0, 1) and 0 < words[3] < 1 << 32 and not words[4]:
            return form, words[3], words[2] == 1
    return None


def detect(name, data):
    return (header(data) is not None or TEXT.match(data) is not None
            or data.startswith(b'--- symbol\n'))


class Names:
    """What the file says of addresses."""

    def __init__(self):
        self.symbols = {}
        self.mappings = []
        self.java = self.go = False

    def add_symbols(self, text):
        for line in text.split('\n'):
            match = re.match(r'\s*0x([0-9a-f]+)\s+(.*\S)\s*$', line)
            if match:
                self.symbols[int(match[1], 16)] = match[2]

    def add_maps(self, text):
        for line in text.split('\n'):
            match = MAPPING.match(line)
            if match and (match[3] is None or 'x' in match[3]):
                self.mappings.append((int(match[1], 16), int(match[2], 16), int(match[4] or '0', 16),
                                      match[5].strip().rsplit('/', 1)[-1]))

    def of(self, address):
        symbol = self.symbols.get(address, self.symbols.get(address - 1))
        if self.go:  # what Go leaves out is of its runtime
            return (re.sub(r'\+0x[0-9a-f]+$', '', symbol.split()[0]),) if symbol else ()
        if symbol is not None and self.java:
            return (re.sub(r'\s*\([^()]*\)$', '', symbol),)
        if symbol is not None:
            return tuple(re.sub(r'<[0-9a-f]{16}>$', '', part) for part in symbol.split('--'))
        for start, end, offset, module in self.mappings:
            if start <= address < end:
                return (f'{module}+0x{address - start + offset:x}',)
        return (f'0x{address:x}',)

    def stack(self, addresses):
        """@addresses have the leaf first."""
        if not addresses:
            return ('[unknown]',)
        return sum((self.of(address) for address in reversed(addresses)), ())


def words(data, names):
    form, period, names.java = header(data)
    size, at, samples = struct.calcsize(form), 0, []
    at = 5 * size

    def word():
        nonlocal at
        if at + size > len(data):
            raise Damaged('cut')
        at += size
        return struct.unpack_from(form, data, at - size)[0]

    while at < len(data):
        count, depth = word(), word()
        if depth > 1 << 20:
            raise Damaged('depth')
        addresses = [word() for _ in range(depth)]
        if (count, addresses) == (0, [0]):
            break
        if not names.symbols and not names.java:
            addresses[1:] = [address - 1 for address in addresses[1:]]
            if len(addresses) > 1 and addresses[0] == addresses[1] + 1:
                del addresses[1]
        samples.append((count, addresses))
    tail = data[at:].decode('utf-8', 'replace')
    if names.java:
        names.add_symbols(tail)
    else:
        names.add_maps(tail)
    values = {}
    for count, addresses in samples:
        add(values, names.stack(addresses), count)
    if period == 1 and names.symbols:
        return Truth({'count': values})
    return Truth({'cpu': {s: v * period * 1000 for s, v in values.items()}, 'samples': values})


def scaled(count, size, period):
    if period <= 1 or not count or not size:
        return count, size
    factor = 1 / (1 - math.exp(-size / count / period))
    return count * factor, size * factor


def heap_period(line):
    match = re.search(r'@ *(heap[_a-z0-9]*)/?(\d*)', line)
    if match is None or match[1] == 'heapprofile' or not match[2]:
        return 1
    return int(match[2]) / 2 if match[1] == 'heap' else int(match[2])


def addresses_in(text, names):
    found = [int(word, 16) for word in text.split()]
    return found if names.java or names.symbols and not names.go else [address - 1 for address in found]


def heap(lines, names, period):
    columns = ('inuse_space', 'inuse_objects', 'alloc_space', 'alloc_objects')
    rows = []
    for line in lines:
        match = HEAP.search(line)
        if match is None:
            raise Damaged(line)
        n1, s1, n2, s2 = (int(match[i]) for i in range(1, 5))
        n1, s1 = scaled(n1, s1, period)
        n2, s2 = scaled(n2, s2, period)
        rows.append(((s1, n1, s2, n2), addresses_in(match[5], names)))
    return columns, rows


def pairs(lines, names, factors, period):
    rows = []
    for line in lines:
        match = PAIR.match(line)
        if match is None:
            raise Damaged(line)
        first, second = int(match[1]), int(match[2])
        if period:
            second, first = scaled(second, first, period)
        rows.append(((first * factors[0], second * factors[1]), addresses_in(match[3], names)))
    return rows


def threads(lines, names):
    """Each thread with its creator's stack; symbols are after the addresses, at most one a line."""
    values, stacks, at = {}, [], 0
    while at < len(lines) and not lines[at].startswith('---'):
        at += 1
    while at < len(lines) and lines[at].startswith('--- Thread '):
        addresses, same, at = [], False, at + 1
        while at < len(lines) and not lines[at].startswith('---'):
            match = re.fullmatch(r'\s*(?:PC:|creator:)?((?:\s*0x[0-9a-f]+)*)\s*(?::\s*(.*))?', lines[at])
            same |= 'same as previous thread' in lines[at]
            if match is None and not same:
                raise Damaged(lines[at])
            for word in match[1].split() if match else ():
                addresses.append(int(word, 16) - (len(addresses) > 0))
            if match and match[2]:
                names.symbols[addresses[-1]] = match[2].strip()
            at += 1
        stacks.append(stacks[-1] if same and stacks else addresses)
    names.add_maps('\n'.join(lines[at:]))
    for addresses in stacks:
        add(values, names.stack(addresses), 1)
    return Truth({'thread': values})


def text(data, names):
    lines = data.decode('utf-8', 'replace').replace('\r', '').split('\n')
    if lines[0].startswith(('--- threadz ', '--- Thread ')):
        return threads(lines[lines[0].startswith('--- threadz '):], names)
    first, rest = lines[0], lines[1:]
    names.java = first.startswith('--- heapz') or 'format = java' in rest[:8]
    comments = '\n'.join(line[1:] for line in rest if line.startswith('#\t0x'))
    if comments and not names.symbols:
        names.go = True
        names.add_symbols(comments)
    end = next((i for i, line in enumerate(rest)
                if line.startswith(('---', 'MAPPED_LIBRARIES:'))), len(rest))
    names.add_maps('\n'.join(rest[end:]))
    records = [line.strip() for line in rest[:end]
               if line.strip() and not line.strip().startswith('#')]
    if names.java:
        names.add_symbols('\n'.join(records))
        records = [line for line in records if not line.startswith('0x')]
    attributes = dict(re.split(r'\s*=\s*', line, 1) for line in records
                      if '=' in line and '@' not in line)
    records = [line for line in records if '=' not in line or '@' in line]
    if first.startswith('heap profile:'):
        columns, rows = heap(records, names, heap_period(first))
        if 'growth' in first or 'fragmentation' in first:
            columns = ('space', 'objects')
        elif all(row[:2] == row[2:] or row[2:] == (0, 0) for row, _ in rows):
            columns = columns[:2]
    elif first.startswith('--- heapz'):
        columns, rows = ('inuse_space', 'inuse_objects'), pairs(records, names, (1, 1), 524288)
    elif first.startswith('---'):
        period = int(attributes.get('sampling period', 1))
        hz = int(attributes.get('cycles/second', 10 ** 9))
        columns = ('delay', 'contentions')
        rows = pairs(records, names, (period * 1e9 / hz, period), None)
    else:
        columns = (first.split(' ')[0],)
        rows = [((int(line.split('@')[0]),), addresses_in(line.split('@')[1], names))
                for line in records]
    metrics = {column: {} for column in columns}
    for row, addresses in rows:
        for column, value in zip(columns, row):
            add(metrics[column], names.stack(addresses), value)
    return Truth(metrics)


def decode(data):
    names = Names()
    if data.startswith(b'--- symbol\n'):
        symbols, mark, rest = data.partition(b'\n---\n--- ')
        if not mark:
            raise Damaged('no section')
        names.add_symbols(symbols.decode('utf-8', 'replace'))
        kind, _, after = rest.partition(b'\n')
        data = after if not kind.startswith((b'contention', b'mutex')) else b'--- ' + rest
    try:
        if header(data) is not None:
            return words(data, names)
        if TEXT.match(data) is None:
            raise Damaged('neither words nor text')
        return text(data, names)
    except (ValueError, IndexError) as reason:
        raise Damaged(str(reason)) from reason
