# SPDX-License-Identifier: GPL-3.0-or-later
"""Samples of stacks in Perfetto's traces, by the definitions of protos/perfetto/trace: those of
traced_perf, heapprofd and Chrome.  Without symbols and compressed packets."""
from protobuf import fields, numbers
from truth import Damaged, Truth, add

NAME = 'perfetto'

INTERNED = {'name': 5, 'path': 17, 'mapping': 19, 'frame': 6, 'stack': 7}
PROFILE = {'name': 1, 'path': 1, 'mapping': 4, 'frame': 2, 'stack': 3}


def detect(name, data):
    if data[:1] != b'\x0a':
        return False
    try:
        packets = list(fields(data))
        return all(n == 1 and isinstance(v, bytes) for n, v in packets) and any(
            key == 10 and isinstance(value, int) for _, packet in packets for key, value in fields(packet))
    except (Damaged, TypeError):
        return False


def table(data):
    found = {}
    for number, value in fields(data):
        found.setdefault(number, []).append(value)
    return found


def define(known, data, keys):
    for kind, key in keys.items():
        for number, value in fields(data):
            if number != key:
                continue
            entry = table(value)
            iid, get = entry.get(1, [0])[0], lambda field, entry=entry: entry.get(field, [0])[0]
            if kind in ('name', 'path'):
                known[kind, iid] = (get(2) or b'').decode(errors='replace')
            elif kind == 'mapping':
                known[kind, iid] = [known.get(('path', part), '') for part in sum(map(numbers, entry.get(7, [])), [])]
            elif kind == 'frame':
                parts = known.get(('mapping', get(3)), [''])
                module = '[kernel]' if parts == ['kernel'] else (parts or [''])[-1]
                known[kind, iid] = known.get(('name', get(2))) or (f'{module}+0x{get(4):x}' if module else '[unknown]')
            else:
                known[kind, iid] = [known.get(('frame', part), '[unknown]')
                                    for part in sum(map(numbers, entry.get(2, [])), [])]


def decode(data):
    sequences, processes, metrics, heaps, periods = {}, {}, {}, {}, {}
    for _, raw in fields(data):
        packet = table(raw)
        sequence = packet.get(10, [0])[0]
        if packet.get(41, [0])[0] or packet.get(13, [0])[0] & 1:
            sequences[sequence] = {}
        known = sequences.setdefault(sequence, {})
        for interned in packet.get(12, []):
            define(known, interned, INTERNED)
        for defaults in packet.get(59, []):
            base = table(table(table(defaults).get(12, [b''])[0]).get(1, [b''])[0])
            clock = base.get(4, [0])[0] in (0, 1, 3) and 3 not in base and 5 not in base
            period, frequency = base.get(1, [0])[0], base.get(2, [0])[0]
            periods[sequence] = ('time' if clock else 'events', period or (1e9 / frequency if frequency and clock else 0))
        for tree in packet.get(2, []):
            for process in map(table, table(tree).get(1, [])):
                if process.get(3, [b''])[0]:
                    processes[process[1][0]] = process[3][0].decode().rsplit('/', 1)[-1]
        for one in map(table, packet.get(66, [])):
            if 18 not in one and (4 in one or 6 in one):
                stack = (one.get(2, [0])[0], *known.get(('stack', one.get(4, [0])[0]), ['[unknown]']))
                add(metrics.setdefault('perf samples', {}), stack, 1)
                name, period = periods.get(sequence, ('time', 0))
                if period:
                    add(metrics.setdefault(name, {}), stack, period)
        for stream in packet.get(54, []):
            for iid in sum(map(numbers, table(stream).get(1, [])), []):
                add(metrics.setdefault('samples', {}), (0, *known.get(('stack', iid), ['[unknown]'])), 1)
        for profile in packet.get(37, []):
            define(known, profile, PROFILE)
            for dump in map(table, table(profile).get(5, [])):
                name = dump.get(11, [b''])[0].decode()
                for one in map(table, dump.get(2, [])):
                    get = lambda field, one=one: one.get(field, [0])[0]
                    stack = (dump.get(1, [0])[0], *([name] if name else []), *known.get(('stack', get(1)), ['[unknown]']))
                    heaps[stack] = {'inuse_space': get(2) - get(3), 'inuse_objects': get(5) - get(6), 'alloc_space': get(2),
                                    'alloc_objects': get(5), 'max_space': get(8), 'max_objects': get(9)}
    for stack, values in heaps.items():
        for name, value in values.items():
            if value or name in metrics:
                add(metrics.setdefault(name, {}), stack, value)
    return Truth({name: {tuple(([processes[stack[0]]] if stack[0] in processes else []) + list(stack[1:])): value
                         for stack, value in values.items()} for name, values in metrics.items()}) if metrics else None
