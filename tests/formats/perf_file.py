# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes perf.data as perf does, record by record."""

import struct

IP, TID, TIME, READ, CHAIN, ID, PERIOD, RAW, BRANCHES, STACK, IDENTIFIER = (
    1 << bit for bit in (0, 1, 2, 4, 5, 6, 8, 10, 11, 13, 16))
USUAL = IP | TID | TIME | CHAIN | PERIOD
# Marks in stacks.
KERNEL, USER = 2**64 - 128, 2**64 - 512
HARDWARE, SOFTWARE, TRACEPOINT = range(3)
MMAP, LOST, COMM, FORK, SAMPLE, MMAP2, LOST_SAMPLES, KSYMBOL = 1, 2, 3, 7, 9, 10, 13, 17
ATTR, BUILD_ID, ROUND, AUXTRACE, UPDATE, FEATURE, PACKED, PACKED2 = 64, 67, 68, 71, 78, 80, 81, 83
MODE_KERNEL, MODE_USER = 1, 2


class Recording:
    """Events and records; those that are no samples have the time, if samples do."""

    def __init__(self, order="<", fields=USUAL, name="cpu-clock", **event):
        self.order, self.events, self.records, self.features = order, [], [], {}
        if fields is not None:
            self.event(name, fields, **event)

    def pack(self, form, *values):
        return struct.pack(self.order + form, *values)

    def event(self, name, fields=USUAL, kind=SOFTWARE, config=0, period=1, form=0, branches=0, ids=()):
        """Adds an event, whose records have these numbers."""
        flags = bytes([0, 0, 1 << 2, 0, 0, 0, 0, 0])  # sample_id_all
        if self.order == ">":
            flags = bytes([0, 0, 1 << 5, 0, 0, 0, 0, 0])
        attribute = (self.pack("IIQQQQ", kind, 112, config, period, fields, form) + flags + self.pack("IIQQQ", 0, 0, 0, 0, branches)
                     + bytes(32))
        self.events.append((name, fields, attribute, ids))
        return self

    def text(self, text, size=8):
        text = text.encode(errors="surrogateescape") + b"\0"
        return text + bytes(-len(text) % size)

    def string(self, text):
        text = self.text(text, 64)
        return self.pack("I", len(text)) + text

    def record(self, kind, body, mode=MODE_USER, time=None):
        if kind < ATTR and kind != SAMPLE:
            body += self.end(time)
        record = self.pack("IHH", kind, mode, len(body) + 8) + body
        self.records.append(record)
        return self

    def end(self, time):
        """The fields at the end of a record that is no sample."""
        fields = self.events[0][1]
        return ((self.pack("II", 0, 0) if fields & TID else b"") + (self.pack("Q", time or 0) if fields & TIME else b"")
                + (self.pack("Q", 0) if fields & ID else b"") + (self.pack("Q", 0) if fields & IDENTIFIER else b""))

    def map(self, start, size, path, process=12, offset=0, time=0, mode=MODE_USER):
        return self.record(MMAP, self.pack("IIQQQ", process % 2**32, process % 2**32, start, size, offset) + self.text(path), mode, time)

    def map2(self, start, size, path, build_id=None, process=12, code=True, time=0):
        where = bytes([len(build_id), 0, 0, 0]) + build_id.ljust(20, b"\0") if build_id else bytes(24)
        return self.record(MMAP2, self.pack("IIQQQ", process, process, start, size, 0) + where
                           + self.pack("II", 4 if code else 3, 2) + self.text(path), MODE_USER | (1 << 14 if build_id else 0), time)

    def comm(self, name, thread=12, time=0):
        return self.record(COMM, self.pack("II", thread, thread) + self.text(name), time=time)

    def fork(self, process, parent, thread=None, time=0, mode=0):
        return self.record(FORK, self.pack("IIIIQ", process, parent, thread or process, parent, time), mode, time)

    def sample(self, *stack, time=0, period=1, thread=12, process=None, ip=None, id=0, mode=MODE_USER, read=b"", branches=(), event=0):
        """A sample of the event with this index."""
        fields = self.events[event][1]
        ip = stack[0] if ip is None and stack else ip or 0
        body = b""
        for field, value in ((IDENTIFIER, self.pack("Q", id)), (IP, self.pack("Q", ip)),
                             (TID, self.pack("II", thread if process is None else process, thread)), (TIME, self.pack("Q", time)),
                             (ID, self.pack("Q", id)), (PERIOD, self.pack("Q", period)), (READ, read),
                             (CHAIN, self.pack(f"Q{len(stack)}Q", len(stack), *stack)), (RAW, self.pack("I4s", 4, b"rawr")),
                             (BRANCHES, self.pack("Q", len(branches)) + b"".join(self.pack("QQQ", *pair, 0) for pair in branches))):
            body += value if fields & field else b""
        return self.record(SAMPLE, body, mode)

    def round(self):
        return self.record(ROUND, b"")

    def feature(self, number, content):
        self.features[number] = content
        return self

    def build_id(self, path, build_id):
        """The content of the feature 2 for a file."""
        body = self.pack("i", -1) + build_id.ljust(20, b"\0") + bytes([len(build_id), 0, 0, 0]) + self.text(path)
        return self.pack("IHH", 0, 1 << 15, len(body) + 8) + body

    def names(self):
        """The content of the feature with the names of the events."""
        content = self.pack("II", len(self.events), 112)
        for name, _, attribute, ids in self.events:
            content += attribute + self.pack("I", len(ids)) + self.string(name) + self.pack(f"{len(ids)}Q", *ids)
        return content

    def file(self, named=True, size=None):
        """The bytes of a file; @size: of its records, as the header says."""
        features = self.features | ({12: self.names()} if named else {})
        ids = [self.pack(f"{len(event[3])}Q", *event[3]) for event in self.events]
        at, attributes = 104, b""
        for event, own in zip(self.events, ids):
            attributes += event[2] + self.pack("QQ", at, len(own))
            at += len(own)
        data = b"".join(self.records)
        begin = at + len(attributes)
        bits = sum(1 << number for number in features)
        head = self.pack("QQQQQQQQQQQQ", 104, 128, at, len(attributes), begin, len(data) if size is None else size, 0, 0, bits, 0, 0, 0)
        rows, contents = b"", b""
        for number in sorted(features):
            rows += self.pack("QQ", begin + len(data) + 16 * len(features) + len(contents), len(features[number]))
            contents += features[number]
        magic = b"PERFILE2" if self.order == "<" else b"2ELIFREP"
        return magic + head + b"".join(ids) + attributes + data + rows + contents

    def pipe(self, names_first=False):
        """The same records as they go through a pipe; @names_first: as old versions of perf write it."""
        records, self.records = self.records, []
        if names_first:
            self.record(FEATURE, self.pack("Q", 12) + self.names())
        for _, _, attribute, ids in self.events:
            self.record(ATTR, attribute + self.pack(f"{len(ids)}Q", *ids))
        for number, content in self.features.items():
            self.record(FEATURE, self.pack("Q", number) + content)
        if not names_first:
            self.record(FEATURE, self.pack("Q", 12) + self.names())
        self.records += records
        return (b"PERFILE2" if self.order == "<" else b"2ELIFREP") + self.pack("Q", 16) + b"".join(self.records)
