# SPDX-License-Identifier: GPL-3.0-or-later
"""Java Flight Recorder files: metrics, names, chunks, and damaged files."""

import struct

import profile_test
from profile_test import ProfileTest

LONG, STRING, BOOLEAN, SYMBOL, CLASS, METHOD, FRAME, STACK, STATE, FLOAT, TIMESPAN = range(1, 12)
SAMPLE, BLOCKED, SETTING, VENDOR, CPU, LOST = range(100, 106)
# Names, numbers and fields; "*" is a reference to a constant, "[" an array, a word a unit.
TYPES = [
    ("long", LONG, ""), ("java.lang.String", STRING, ""), ("boolean", BOOLEAN, ""),
    ("jdk.types.Symbol", SYMBOL, [("string", STRING, "")]), ("java.lang.Class", CLASS, [("name", SYMBOL, "*")]),
    ("jdk.types.Method", METHOD, [("type", CLASS, "*"), ("name", SYMBOL, "*")]),
    ("jdk.types.StackFrame", FRAME, [("method", METHOD, "*"), ("lineNumber", LONG, "")]),
    ("jdk.types.StackTrace", STACK, [("truncated", BOOLEAN, ""), ("frames", FRAME, "[")]),
    ("jdk.types.ThreadState", STATE, [("name", STRING, "")]),
    ("jdk.ExecutionSample", SAMPLE, [("sampledThread", LONG, "*"), ("stackTrace", STACK, "*"), ("state", STATE, "*")]),
    ("jdk.JavaMonitorEnter", BLOCKED, [("duration", LONG, ""), ("eventThread", LONG, "*"), ("stackTrace", STACK, "*")]),
    ("float", FLOAT, ""), ("jdk.jfr.Timespan", TIMESPAN, [("value", STRING, "")]),
    ("vendor.ObjectSample", VENDOR, [("stackTrace", STACK, "*"), ("size", LONG, ""), ("weight", FLOAT, ""),
                                     ("duration", LONG, "MILLISECONDS")]),
    ("jdk.CPUTimeSample", CPU, [("stackTrace", STACK, "*"), ("eventThread", LONG, "*"), ("failed", BOOLEAN, ""),
                                ("samplingPeriod", LONG, "TICKS"), ("biased", BOOLEAN, "")]),
    ("jdk.CPUTimeSamplesLost", LOST, [("lostSamples", LONG, ""), ("eventThread", LONG, "*")]),
    ("jdk.ActiveSetting", SETTING, [("name", STRING, ""), ("value", STRING, "")]),
]
# Whether it is truncated, and its methods; 99 is unknown.
STACKS = [(0, [30, 10]), (0, [10]), (1, [30, 10]), (0, []), (0, [99, 10])]
SYMBOLS = ["p/A", "a", "p/q/B", "b"]
STATES = ["STATE_RUNNABLE", "STATE_SLEEPING"]


def put(*numbers):
    out = b""
    for number in numbers:
        while number >= 0x80:
            out += bytes([number & 0x7f | 0x80])
            number >>= 7
        out += bytes([number])
    return out


def text(value):
    return b"\3" + put(len(value)) + value.encode()


def event(kind, contents):
    """Its size in four bytes, its type, its contents."""
    contents = put(kind) + contents
    size = len(contents) + 4
    return bytes(size >> 7 * i & 0x7f | (0x80 if i < 3 else 0) for i in range(4)) + contents


def sample(thread, stack, state):
    return event(SAMPLE, put(thread, stack, state))


def metadata():
    texts = []

    def number(value):
        if value not in texts:
            texts.append(value)
        return texts.index(value)

    def element(name, attributes, children):
        out = put(number(name), len(attributes))
        for key, value in attributes.items():
            out += put(number(key), number(value))
        return out + put(len(children)) + b"".join(children)

    def named(kind):
        name, identity, fields = kind
        return element("class", {"id": str(identity), "name": name}, [
            element("field", {"name": field, "class": str(of), "constantPool": "true" if form == "*" else "false",
                              "dimension": "1" if form == "[" else "0"},
                    [element("annotation", {"class": str(TIMESPAN), "value": form}, [])] if len(form) > 1 else [])
            for field, of, form in fields])

    elements = element("root", {}, [element("metadata", {}, [named(kind) for kind in TYPES])])
    return put(1, 1, 1, len(texts)) + b"".join(map(text, texts)) + elements  # start, duration, id


def checkpoint(back, *pools):
    """It lies -BACK bytes behind the one before it."""
    back &= 2**64 - 1
    return (put(0, 0) + bytes(back >> 7 * i & 0x7f | 0x80 if i < 8 else back >> 56 for i in range(9))
            + put(0, len(pools)) + b"".join(pools))


def pool(kind, constants):
    return put(kind, len(constants)) + b"".join(put(key) + value for key, value in constants.items())


def texts_of(kind, values):
    return pool(kind, {i + 1: text(value) for i, value in enumerate(values)})


def chunk(events, symbols=SYMBOLS):
    """A checkpoint, the events, another one, the types.  Class 1 has symbol 1 and class 3 has symbol 3; method 10 is
    that of class 1 with symbol 2, and method 30 is that of class 3 with symbol 4."""
    body = event(1, checkpoint(0, texts_of(STATE, STATES), texts_of(SYMBOL, symbols))) + b"".join(events)
    pools = 68 + len(body)
    body += event(1, checkpoint(
        68 - pools, pool(CLASS, {1: put(1), 3: put(3)}), pool(METHOD, {10: put(1, 2), 30: put(3, 4)}),
        pool(STACK, {i + 1: put(is_truncated, len(methods)) + b"".join(put(method, 7 + f)
                                                                       for f, method in enumerate(methods))
                     for i, (is_truncated, methods) in enumerate(STACKS)})))
    types_at = 68 + len(body)
    body += event(0, metadata())
    # The ticks are of 2 ns.
    return b"FLR\0\0\2\0\1" + struct.pack(">qqq24xqi", 68 + len(body), pools, types_at, 500000000, 1) + body


class Jfr(ProfileTest):
    def test_samples(self):
        profile = self.check(
            chunk([sample(5, 1, 1), sample(6, 1, 1), sample(5, 2, 1)]), "p.A.a:1(p.q.B.b:2)", warnings=[], n_threads=2,
            all_metrics=["samples samples"], recording="sampled", period=1)
        self.assertEqual(profile.calls, [])

    def test_metrics(self):
        """Samples come first, whatever the order of events, and times are converted from ticks."""
        profile = self.check(chunk([event(BLOCKED, put(1000, 5, 2)), sample(5, 1, 1), sample(5, 1, 2)]),
                             all_metrics=["samples samples", "wall samples samples", "blocked ns"])
        self.assertEqual([metric.total[0] for metric in profile.metrics], [1, 1, 2000])

    def test_other_types(self):
        """Events of any type with a stack are metrics by the name of the type; those without a stack are not."""
        def sample(stack, size, weight, duration):
            return event(VENDOR, put(stack, size) + struct.pack(">f", weight) + put(duration))
        profile = self.check(chunk([sample(1, 1000, 2.5, 3), sample(2, 10, 0.5, 0), sample(77, 5, 1, 0)]),
                             "p.A.a:1(p.q.B.b:1)", warnings=[],
                             all_metrics=["vendor.ObjectSample count", "vendor.ObjectSample bytes bytes",
                                          "vendor.ObjectSample time ns", "vendor.ObjectSample weight count"])
        self.assertEqual([metric.total[0] for metric in profile.metrics], [2, 2505, 3000000, 3])
        # A weight of 1 each is not a metric of its own.
        self.check(chunk([sample(1, 0, 1, 0)]), all_metrics=["vendor.ObjectSample count"])
        self.check(chunk([]), warnings=["no event of the file has a stack", "the profile is empty"], n_nodes=1)

    def test_cpu_time(self):
        """Samples of processor time stand for their periods, those that failed too."""
        profile = self.check(
            chunk([event(CPU, put(1, 5, 0, 1000, 0)), event(CPU, put(2, 6, 0, 1000, 1)), event(CPU, put(0, 6, 1, 500, 0)),
                   event(LOST, put(7, 5))]), "p.A.a:2000(p.q.B.b:2000) '[no stack]':1000", n_threads=2,
            warnings=['1 of 3 events has no stack; it is in "[no stack]"',
                      "1 of 3 samples of processor time is biased: of a later place",
                      "the recorder lost 7 samples of processor time: what they stand for is missing"],
            all_metrics=["cpu ns", "cpu samples samples"])
        self.assertEqual([metric.total[0] for metric in profile.metrics], [5000, 3])

    def test_stripped(self):
        """Programs that take events out leave the distances of checkpoints: all checkpoints are looked for, and those
        that are broken are left out."""
        file = chunk([sample(5, 1, 1)])
        away = file.index(checkpoint(68 - struct.unpack(">q", file[16:24])[0], b"")[2:11])
        told = ("the checkpoints do not lead to each other: something was taken out of the file after it was recorded")
        for distance in (-1, 97):
            back = distance % 2**64
            moved = bytes(back >> 7 * i & 0x7f | 0x80 if i < 8 else back >> 56 for i in range(9))
            self.tree(file[:away] + moved + file[away + 9:], "p.A.a:0(p.q.B.b:1)", told)
        first = file.index(b"\3" + put(len(SYMBOLS[0])) + SYMBOLS[0].encode())
        broken = file[:away] + moved + file[away + 9:]
        broken = broken[:first] + b"\7" + broken[first + 1:]
        self.tree(broken, "'[unknown]':0('[unknown]':1)", told,
                  "1 checkpoint cannot be read: the constants in it are missing")

    def test_wall(self):
        """async-profiler says in a setting, or in the state, that samples are of the wall clock."""
        profile = self.check(chunk([sample(5, 1, 1), sample(5, 2, 2), event(SETTING, text("event") + text("wall"))]),
                             all_metrics=["wall samples samples"])
        self.assertEqual(profile.total[0], 2)

    def test_chunks(self):
        """Each chunk has its own constants; what is the same in both adds up."""
        events = [sample(5, 1, 1)]
        file = chunk(events) + chunk(events, SYMBOLS[:3] + ["c"]) + chunk(events)
        tree = "p.A.a:0(p.q.B.b:2 p.q.B.c:1)"
        self.tree(file, tree)
        # The recorder was killed in a fourth one.
        self.tree(file + b"FLR\0\0\2\0\1", tree, f"the last chunk, from byte {len(file)} on, is not finished and was left out: "
                  "the file is cut, or the recorder did not end")

    def test_what_is_missing(self):
        self.tree(chunk([sample(5, stack, 1) for stack in (3, 4, 77, 5)]),
                  "p.A.a:0(p.q.B.b:1 '[unknown]':1) '[no stack]':2",
                  "1 of 4 events has a stack deeper than the recorder kept: its outermost frames are not in the file",
                  '2 of 4 events have no stack; they are in "[no stack]"',
                  "1 frame has a method that is not in the file")

    def test_names(self):
        """Addresses and hashes of hidden classes become what names are normalised from."""
        for class_name, name in (
                ("Main$$Lambda$82+0x00007f6c4c007a08/1627857534", "'Main$$Lambda$82/0x00007f6c4c007a08.a'"),
                ("p/Main$$Lambda.0x00007f6c4c007a08", "'p.Main$$Lambda/0x00007f6c4c007a08.a'"),
                ("p/Main$$Lambda$82/1627857534", "'p.Main$$Lambda$82/1627857534.a'"), ("", "a")):
            self.tree(chunk([sample(5, 2, 1)], [class_name, *SYMBOLS[1:]]), f"{name}:1")

    def test_recording(self):
        """A recording of the JDK's; `jfr print` has the same values."""
        profile = self.check_file("foreign/jfr-orders.jfr.gz")
        self.assertEqual([metric.total[0] for metric in profile.metrics], [47, 42558072, 2843011754, 3781027024])
        self.assertEqual(profile.metrics[1].name, "allocated (sampled)")

    def test_damage(self):
        """A file that is cut, or has another byte somewhere, gives one line or a profile.  The fuzzer cuts at every
        byte."""
        file = chunk([sample(5, 1, 1)])
        for length in range(4, len(file), 13):
            self.fails(file[:length],
                       "byte 0: the chunk is not finished: the file is cut, or the recorder did not end")
        self.survives_damage(file, 4)

    def test_versions(self):
        self.fails(b"FLR\0\0\1" + bytes(62), "version 1 of Java Flight Recorder, which Java 8 and older write; convert "
                   "it with JDK Mission Control", "unsupported")
        self.fails(b"FLR\0\0\3" + bytes(62), "version 3 of Java Flight Recorder, but only version 2 is known",
                   "unsupported")


if __name__ == "__main__":
    profile_test.main()
