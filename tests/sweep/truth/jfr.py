# SPDX-License-Identifier: GPL-3.0-or-later
"""Java Flight Recorder files of version 2, as the JDK (jdk.jfr.internal.consumer) and
async-profiler (flightRecorder.cpp) write them."""
import struct

from truth import Damaged, Truth, add

NAME = 'jfr'

# Event -> (metric, field with the value; None: each event counts 1)
EVENTS = {
    'jdk.ExecutionSample': ('samples', None),
    'jdk.NativeMethodSample': ('native samples', None),
    'profiler.WallClockSample': ('wall samples', 'samples'),
    'jdk.ObjectAllocationInNewTLAB': ('allocated', 'tlabSize'),
    'jdk.ObjectAllocationOutsideTLAB': ('allocated', 'allocationSize'),
    'jdk.ObjectAllocationSample': ('allocated (sampled)', 'weight'),
    'profiler.Malloc': ('malloc', 'size'),
    'profiler.LiveObject': ('live', 'allocationSize'),
    'jdk.JavaMonitorEnter': ('blocked', 'duration'),
    'jdk.ThreadPark': ('parked', 'duration'),
    'jdk.ActiveSetting': (None, None),
}


def detect(name, data):
    return data[:4] == b'FLR\0'


class Reader:
    def __init__(self, data, at):
        self.data = data
        self.at = at

    def take(self, n):
        if self.at + n > len(self.data):
            raise Damaged('cut')
        self.at += n
        return self.data[self.at - n:self.at]

    def integer(self):
        """Base 128, the low bits first; the ninth byte has eight bits."""
        value = 0
        for i in range(9):
            byte = self.take(1)[0]
            if i == 8:
                return value | byte << 56
            value |= (byte & 0x7f) << 7 * i
            if byte < 0x80:
                return value

    def string(self):
        kind = self.take(1)[0]
        if kind < 2:
            return ''
        if kind == 2:
            return ('string', self.integer())
        if kind == 3:
            return self.take(self.integer()).decode('utf-8', 'replace')
        if kind == 4:
            units = [self.integer() for _ in range(self.integer())]
            return struct.pack(f'<{len(units)}H', *units).decode('utf-16-le', 'replace')
        if kind == 5:
            return self.take(self.integer()).decode('latin-1')
        raise Damaged(f'string of kind {kind}')


PRIMITIVES = {
    'boolean': lambda r: r.take(1)[0], 'byte': lambda r: r.take(1)[0],
    'char': Reader.integer, 'short': Reader.integer, 'int': Reader.integer, 'long': Reader.integer,
    'float': lambda r: struct.unpack('>f', r.take(4))[0],
    'double': lambda r: struct.unpack('>d', r.take(8))[0],
    'java.lang.String': Reader.string,
}


class Chunk:
    def __init__(self, data):
        (magic, major, _, self.size, pools, metadata, _, _, _, self.frequency,
         self.flags) = struct.unpack('>4sHHQQQQQQQI', data[:68])
        if magic != b'FLR\0' or major != 2 or not 68 <= self.size <= len(data):
            raise Damaged('chunk header')
        self.data = data[:self.size]
        self.types = {}
        self.constants = {}
        self.read_metadata(metadata)
        self.read_pools(pools)

    def read_metadata(self, at):
        reader = Reader(self.data, at)
        for _ in range(5):
            reader.integer()
        strings = [reader.string() for _ in range(reader.integer())]

        def element():
            name = strings[reader.integer()]
            attributes = {}
            for _ in range(reader.integer()):
                key = strings[reader.integer()]
                attributes[key] = strings[reader.integer()]
            return name, attributes, [element() for _ in range(reader.integer())]

        for name, _, children in element()[2]:
            if name != 'metadata':
                continue
            for name, attributes, fields in children:
                if name == 'class':
                    self.types[int(attributes['id'])] = attributes['name'], [
                        (a['name'], int(a['class']), a.get('constantPool') == 'true',
                         a.get('dimension', '0') != '0')
                        for kind, a, _ in fields if kind == 'field']

    def value(self, reader, type_id):
        name, fields = self.types[type_id]
        if name in PRIMITIVES:
            return PRIMITIVES[name](reader)
        return {f[0]: self.field(reader, f) for f in fields}

    def field(self, reader, field):
        _, type_id, constant, array = field

        def one():
            if constant:
                return (self.types[type_id][0], reader.integer())
            return self.value(reader, type_id)

        return [one() for _ in range(reader.integer())] if array else one()

    def read_pools(self, at):
        while True:
            reader = Reader(self.data, at)
            reader.integer()
            if reader.integer() != 1:
                raise Damaged('not a checkpoint')
            reader.integer()
            reader.integer()
            delta = reader.integer()
            delta -= (delta >> 63) << 64
            reader.take(1)
            for _ in range(reader.integer()):
                type_id = reader.integer()
                pool = self.constants.setdefault(self.types[type_id][0], {})
                for _ in range(reader.integer()):
                    key = reader.integer()
                    pool.setdefault(key, self.value(reader, type_id))
            if delta == 0:
                return
            at += delta
            if not 68 <= at < self.size or delta > 0:
                raise Damaged('list of checkpoints')

    def constant(self, reference):
        return self.constants.get(reference[0], {}).get(reference[1])

    def text(self, reference):
        symbol = self.constant(reference)
        text = symbol['string'] if symbol is not None else ''
        if isinstance(text, tuple):
            text = self.constants.get('java.lang.String', {}).get(text[1], '')
        return text

    def events(self):
        at = 68
        while at < self.size:
            reader = Reader(self.data, at)
            size, type_id = reader.integer(), reader.integer()
            if size == 0:
                raise Damaged('event of no size')
            name = self.types[type_id][0] if type_id in self.types else None
            if name in EVENTS:
                yield name, self.value(reader, type_id)
            at += size

    def has_default_state(self):
        states = self.constants.get('jdk.types.ThreadState', {}).values()
        return any(state['name'] == 'STATE_DEFAULT' for state in states)

    def stack(self, reference):
        trace = self.constant(reference)
        names = []
        for frame in reversed(trace['frames'] if trace is not None else []):
            method = self.constant(frame['method'])
            if method is None:
                names.append('[unknown]')
                continue
            owner = self.constant(method['type'])
            names.append(function(self.text(owner['name']) if owner is not None else '',
                                  self.text(method['name'])))
        return names or ['[no stack]']


def function(owner, method):
    """A hidden class has an address, and perhaps a hash, behind its name: it gets the form that
    Java prints, NAME/0xADDRESS."""
    for mark in ('+0x', '.0x', '/0x'):
        if mark in owner:
            owner, address = owner.rsplit(mark, 1)
            owner = dotted(owner) + '/0x' + address.split('/')[0]
            break
    else:
        owner = dotted(owner)
    return (owner + '.' + method if owner else method) or '[unknown]'


def dotted(name):
    """Slashes between the parts of a name are dots; one before a number is not."""
    parts = name.split('/')
    return parts[0] + ''.join(('/' if part[:1].isdigit() else '.') + part for part in parts[1:])


def is_wall(chunk, event):
    """async-profiler takes samples by processor time in STATE_DEFAULT, others by the wall clock;
    before version 2 there was no such state, and STATE_SLEEPING is sure to be one of the others."""
    state = (chunk.constant(event['state']) or {}).get('name') if 'state' in event else None
    return state == 'STATE_SLEEPING' or chunk.has_default_state() and state != 'STATE_DEFAULT'


def decode(data):
    metrics = {}
    all_wall = False
    while data:
        try:
            chunk = Chunk(data)
        except (struct.error, IndexError, KeyError) as reason:
            raise Damaged(str(reason)) from reason
        for name, event in chunk.events():
            metric, field = EVENTS[name]
            if metric is None:
                all_wall |= (event['name'], event['value']) == ('event', 'wall')
                continue
            value = event[field] if field is not None else 1
            if field == 'duration':
                value = value * 1e9 / chunk.frequency
            if name == 'jdk.ExecutionSample' and is_wall(chunk, event):
                metric = 'wall samples'
            add(metrics.setdefault(metric, {}), chunk.stack(event['stackTrace']), value)
        data = data[chunk.size:]
    if all_wall:
        for stack, value in metrics.pop('samples', {}).items():
            add(metrics.setdefault('wall samples', {}), stack, value)
    return Truth(metrics) if metrics else None
