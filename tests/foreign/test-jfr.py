# SPDX-License-Identifier: GPL-3.0-or-later
"""Java Flight Recorder files: metrics, names, chunks, and damaged files."""

import struct

import profile_test
from profile_test import ProfileTest

LONG, STRING, BOOLEAN, SYMBOL, CLASS, METHOD, FRAME, STACK, STATE = range(1, 10)
SAMPLE, BLOCKED, SETTING = 100, 101, 102
# Names, numbers and fields; "*" is a reference to a constant, "[" an array.
TYPES = [
    ("long", LONG, ""), ("java.lang.String", STRING, ""), ("boolean", BOOLEAN, ""),
    ("jdk.types.Symbol", SYMBOL, [("string", STRING, "")]), ("java.lang.Class", CLASS, [("name", SYMBOL, "*")]),
    ("jdk.types.Method", METHOD, [("type", CLASS, "*"), ("name", SYMBOL, "*")]),
    ("jdk.types.StackFrame", FRAME, [("method", METHOD, "*"), ("lineNumber", LONG, "")]),
    ("jdk.types.StackTrace", STACK, [("truncated", BOOLEAN, ""), ("frames", FRAME, "[")]),
    ("jdk.types.ThreadState", STATE, [("name", STRING, "")]),
    ("jdk.ExecutionSample", SAMPLE, [("sampledThread", LONG, "*"), ("stackTrace", STACK, "*"), ("state", STATE, "*")]),
    ("jdk.JavaMonitorEnter", BLOCKED, [("duration", LONG, ""), ("eventThread", LONG, "*"), ("stackTrace", STACK, "*")]),
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
                              "dimension": "1" if form == "[" else "0"}, []) for field, of, form in fields])

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
        self.tree(file + b"FLR\0\0\2\0\1", tree, "the last chunk, from byte 2874 on, is not finished and was left out: "
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
