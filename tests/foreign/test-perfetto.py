# SPDX-License-Identifier: GPL-3.0-or-later
"""Samples of stacks in traces of Perfetto, which are built here field by field: its recorders run on Android."""

import zlib

import profile_test
from pprof_fixture import field, message, numbers, packed
from profile_test import ProfileTest, example

# Fields of a packet.
TREE, SEQUENCE, INTERNED, PROFILE, CLEARED, COMPRESSED, STREAM, DEFAULTS, SYMBOLS, SAMPLE = (
    2, 10, 12, 37, 41, 50, 54, 59, 61, 66)


def packet(*fields, sequence=7):
    return message(1, field(3, 1000) + field(SEQUENCE, sequence) + b"".join(fields))


def string(key, iid, text):
    return message(key, field(1, iid) + message(2, text))


def frame(key, iid, name=0, mapping=0, pc=0, source=0):
    return message(key, numbers(iid, name, mapping, pc, source))


def stack(key, iid, *frames):
    """The frames, the outermost first."""
    return message(key, field(1, iid) + b"".join(field(2, number) for number in frames))


def mapping(key, iid, build_id, *parts):
    return message(key, numbers(iid, build_id) + b"".join(field(7, part) for part in parts))


# Frames before what they need, as in the order of fields.
DEFINED = message(INTERNED, string(5, 1, "main") + string(5, 2, "read") + frame(6, 1, 1, 1, 16) + frame(6, 2, 2, 2, 32)
                  + frame(6, 3, 0, 1, 4660) + stack(7, 1, 1, 2) + stack(7, 2, 1, 3) + string(16, 9, b"\x01\xab")
                  + string(17, 1, "system") + string(17, 2, "app.so") + string(17, 3, "kernel")
                  + mapping(19, 1, 9, 1, 2) + mapping(19, 2, 0, 3))
PROCESSES = message(TREE, message(1, numbers(4711, 1) + message(3, "/bin/app") + message(3, "-v")))


def sample(callstack, pid=4711, sequence=7, more=b""):
    return packet(message(SAMPLE, numbers(1, pid, pid, callstack) + field(6, 999) + more), sequence=sequence)


def defaults(timebase):
    return message(DEFAULTS, message(12, message(1, timebase)))


def symbol(address, *lines):
    return message(3, field(1, address) + b"".join(message(2, message(1, name) + message(2, "a.cc")) for name in lines))


def heap(*samples, name="libc.malloc", pid=4711, more=b""):
    """Samples: a stack, bytes allocated and freed, their numbers."""
    return message(5, field(1, pid) + message(11, name) + more + b"".join(
        message(2, numbers(callstack, allocated, freed, 0, n_allocated, n_freed))
        for callstack, allocated, freed, n_allocated, n_freed in samples))


class Perfetto(ProfileTest):
    def test_perf(self):
        trace = (packet(field(CLEARED, 1), DEFINED, defaults(field(2, 100) + field(4, 1))) + sample(1) + sample(1)
                 + sample(2) + packet(PROCESSES, sequence=3))
        profile = self.check(trace, "app:0(main:0(read:2 'app.so+0x1234':1))", metric="perf samples", unit="samples",
                             recording="sampled", warnings=[])
        self.assertEqual([(m.name, m.unit, m.total[0]) for m in profile.metrics[1:]], [("time", "ns", 3e7)])
        self.assertEqual(profile.module[2:], ["app.so", "[kernel]", "app.so"])
        self.assertEqual(self.surest(trace), "perfetto")
        self.assertEqual(trace, example("perfetto-perf.pftrace"))
        # Without a tree of processes there is no name for the root.
        self.tree(packet(DEFINED) + sample(1), "main:0(read:1)")

    def test_periods(self):
        for timebase, metrics in ((field(1, 1000) + field(4, 10), [("events", 1000)]), (field(1, 7), [("time", 7)]),
                                  (field(2, 50) + message(3, message(1, "sched/switch")), []),
                                  (field(2, 50) + field(4, 10), [])):
            profile = self.load(packet(DEFINED, defaults(timebase)) + sample(1))
            self.assertEqual([(m.name, m.total[0]) for m in profile.metrics], [("perf samples", 1), *metrics])

    def test_sequences(self):
        """A number means something in its sequence, until it forgets."""
        other = message(INTERNED, string(5, 1, "other") + frame(6, 1, 1) + stack(7, 1, 1))
        trace = packet(DEFINED) + packet(other, sequence=8) + sample(1) + sample(1, sequence=8)
        self.tree(trace, "main:0(read:1) other:1")
        self.tree(trace + packet(field(13, 1), other) + sample(1) + sample(2), "main:0(read:1) other:2 [unknown]:1",
                  "1 sample has no stack")
        self.tree(packet(DEFINED, defaults(field(1, 5))) + sample(9), "[unknown]:1", "1 sample has no stack")
        self.tree(packet(DEFINED) + packet(DEFINED, field(42, 1)) + sample(1) + sample(3, more=b"\x90\x01\x02")
                  + sample(1, more=b"\x88\x01\x05"), "main:0(read:2)", "packets were lost before 1 packet",
                  "the recorder skipped 1 sample", "the kernel lost 5 records")
        self.tree(packet(DEFINED, field(42, 1)) + sample(1), "main:0(read:1)")

    def test_symbols(self):
        """Names at the end of the trace, of a build or of a path, the innermost first."""
        trace = packet(DEFINED) + sample(2) + sample(1)
        by_build = packet(message(SYMBOLS, message(1, "/x") + message(2, b"\x01\xab") + symbol(4660, "inner", "outer")))
        profile = self.check(trace + by_build, "main:0(outer:0(inner:1) read:1)", warnings=[])
        self.assertEqual(profile.file[profile.name.index("inner")], "a.cc")
        self.tree(trace + packet(message(SYMBOLS, message(1, "/kernel") + symbol(32, "vfs_read"))),
                  "main:0('app.so+0x1234':1 vfs_read:1)")

    def test_heap(self):
        """Each dump says what was allocated since the beginning; what it does not repeat stays."""
        strings = b"".join(string(1, i, text) for i, text in enumerate(("main", "load", "lib", "a.so"), 1))
        tables = strings + frame(2, 1, 1, 1, 8) + frame(2, 2, 2, 1, 9) + stack(3, 1, 1) + stack(3, 2, 1, 2)
        tables += mapping(4, 1, 0, 3, 4)
        first = packet(message(PROFILE, tables + heap((1, 100, 40, 2, 1), (2, 50, 50, 5, 5))))
        trace = first + packet(message(PROFILE, heap((1, 300, 100, 6, 2)))) + packet(PROCESSES)
        self.assertEqual(trace, example("perfetto-heap.pftrace"))
        profile = self.check(trace, "app:0('libc.malloc':0(main:200(load:0)))", metric="inuse_space",
                             unit="bytes", warnings=[])
        self.assertEqual([(m.name, m.total[0]) for m in profile.metrics],
                         [("inuse_space", 200), ("inuse_objects", 4), ("alloc_space", 350), ("alloc_objects", 11)])
        self.tree(first + packet(message(PROFILE, heap(more=field(8, 1)))), "'libc.malloc':0(main:60(load:0))",
                  "the recorder of the heap stopped early or lost calls")
        peak = message(5, field(1, 1) + message(2, field(1, 1) + field(8, 77) + field(9, 3)))
        profile = self.load(packet(message(PROFILE, tables + peak)))
        self.assertEqual([(m.name, m.total[0]) for m in profile.metrics], [("max_space", 77), ("max_objects", 3)])

    def test_chrome(self):
        """Samples of Chrome, packed or not; packets within packets."""
        stream = packet(message(STREAM, field(1, 1) + packed(1, [1, 2]) + field(2, 1000)))
        tree = "main:0(read:2 'app.so+0x1234':1)"
        profile = self.check(packet(DEFINED) + stream, tree, metric="samples", warnings=[])
        self.assertEqual(len(profile.metrics), 1)
        self.tree(packet(message(COMPRESSED, zlib.compress(packet(DEFINED) + stream))), tree)

    def test_errors(self):
        trace = packet(DEFINED) + sample(1)
        for content in packet(PROCESSES), packet(DEFINED), packet(message(11, "x")):
            self.fails(content, "this is a trace of Perfetto without samples of perf, heapprofd or Chrome; convert it with traceconv json FILE",
                       "unsupported")
        self.tree(trace + sample(1)[:-1], "main:0(read:1)", "the file ends within a packet: it may have been cut")
        self.bad((packet(b"\x62\x7f") + trace, "byte 7: a field that is longer than its message"),
                 (packet(field(INTERNED, 1) + field(INTERNED, 2)) + packet(message(INTERNED, field(5, 1))),
                  "byte 20: field 5 of a packet is not a text or message"),
                 (packet(message(COMPRESSED, b"x\x9c\x00")), "byte 7: packets that cannot be inflated"),
                 (trace + b"\x0a\xff\xff\xff\xff\x0f" + bytes(20), "byte 165: a packet of more than 268435456 bytes"),
                 (trace + b"\x00", "byte 165: field number 0"))
        nested = sample(1)
        for _ in range(6):
            nested = packet(message(COMPRESSED, zlib.compress(nested)))
        with self.assertRaises(profile_test.Refused):
            self.load(nested)
        self.assertEqual(self.sniff(message(1, "main;f 1") + message(1, "x"), "perfetto"), 0)
        self.assertEqual(self.sniff(packet() + message(2, "x"), "perfetto"), 0)
        for _ in self.cuts(trace, 1):
            pass
        self.survives_damage(trace, 0)


if __name__ == "__main__":
    profile_test.main()
