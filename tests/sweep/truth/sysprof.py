# SPDX-License-Identifier: GPL-3.0-or-later
"""Captures of Sysprof: sysprof-capture-types.h, and for the table of symbols
sysprof-bundled-symbolizer.c."""
import bisect
import gzip
import struct
import zlib

from truth import Damaged, Truth, add

NAME = 'sysprof'


def detect(name, data):
    return data[:4] == b'\x5e\x97\xca\xfd'


def frames(data):
    at = 256
    while at + 24 <= len(data):
        length, _, pid, _, kind = struct.unpack_from('<HhiqB', data, at)
        if length < 24:
            raise Damaged('frame of no length')
        if at + length > len(data):
            return
        yield kind, pid & 0xffffffff, data[at:at + length]
        at += length


def c_string(data, at=0):
    return data[at:].split(b'\0')[0].decode('utf-8', 'replace')


class Capture:
    def __init__(self, data):
        self.programs, self.maps, self.jit = {}, {}, {}
        self.stacks = []  # (metric, pid, addresses, value)
        files = {}
        for kind, pid, frame in frames(data):
            if kind == 2:
                n, = struct.unpack_from('<H', frame, 24)
                self.stacks.append(('samples', pid, struct.unpack_from(f'<{n}Q', frame, 32), 1))
            elif kind == 14:
                size, _, n = struct.unpack_from('<qiH', frame, 32)
                if size > 0:
                    self.stacks.append(
                        ('allocated', pid, struct.unpack_from(f'<{n}Q', frame, 48), size))
            elif kind == 3:
                start, end, offset = struct.unpack_from('<QQQ', frame, 24)
                self.maps.setdefault(pid, {})[start] = end, offset, c_string(frame, 56)
            elif kind == 4:
                self.programs[pid] = c_string(frame, 24).split(' ')[0].rsplit('/', 1)[-1]
            elif kind == 5:
                child, = struct.unpack_from('<I', frame, 24)
                self.programs.setdefault(child, self.programs.get(pid, ''))
            elif kind == 7:
                at = 28
                for _ in range(struct.unpack_from('<I', frame, 24)[0]):
                    address, = struct.unpack_from('<Q', frame, at)
                    end = frame.index(b'\0', at + 8)
                    self.jit[address] = frame[at + 8:end].decode('utf-8', 'replace')
                    at = end + 1
            elif kind == 13:
                n, = struct.unpack_from('<H', frame, 26)
                path = c_string(frame[28:284])
                files[path] = files.get(path, b'') + frame[284:284 + n]
        table = files.get('__symbols__', b'')
        if '__symbols__.gz' in files:
            table += gzip.decompress(files['__symbols__.gz'])
        self.read_symbols(table)
        self.starts = {pid: sorted(maps) for pid, maps in self.maps.items()}

    def read_symbols(self, table):
        self.symbols = []
        for at in range(0, len(table) - 31, 32):
            begin, end, pid, name, _, _ = struct.unpack_from('<QQIIII', table, at)
            if begin == end == pid == name == 0:
                break
            self.symbols.append((pid, begin, end, c_string(table, name)))
        self.symbols.sort(key=lambda symbol: symbol[:2])

    def symbol(self, pid, address):
        i = bisect.bisect(self.symbols, (pid, address, 1 << 64)) - 1
        if i >= 0 and self.symbols[i][0] == pid and address <= self.symbols[i][2]:
            return self.symbols[i][3]
        return ''

    def name(self, pid, address):
        if self.jit.get(address):
            return self.jit[address]
        name = self.symbol(pid, address)
        if not name and address >> 63:
            name = self.symbol(0, address)
        starts = self.starts.get(pid, [])
        i = bisect.bisect(starts, address) - 1
        if not name and i >= 0:
            end, offset, path = self.maps[pid][starts[i]]
            if address < end:
                name = f'{path.rsplit("/", 1)[-1]}+{address - starts[i] + offset:#x}'
        return name or '[unknown]'


def decode(data):
    if len(data) < 256:
        raise Damaged('cut in the header')
    try:
        capture = Capture(data)
    except (struct.error, ValueError, EOFError, OSError, zlib.error) as reason:
        raise Damaged(str(reason)) from reason
    metrics = {}
    for metric, pid, addresses, value in capture.stacks:
        stack = [capture.programs.get(pid) or '[unknown]']
        # Numbers above are marks, such as PERF_CONTEXT_USER.
        stack += [capture.name(pid, a) for a in reversed(addresses) if a < (1 << 64) - 4095]
        add(metrics.setdefault(metric, {}), stack, value)
    return Truth(metrics) if metrics else None
