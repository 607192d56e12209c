# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading pprof profiles: each part, and recordings."""

import os
import random

import profile_test
from pprof_fixture import U64, field, function, location, message, number, numbers, packed, sample, strings
from profile_test import SELF, SITES, ProfileTest, data

# Strings 1 and 2, then names.
CPU = ("cpu", "nanoseconds")
TYPE = message(1, numbers(1, 2))
# 1 main, 2 parse, 3 lex with strings 3, 4, 5.
FUNCTIONS = b"".join(function(i, i + 2) for i in (1, 2, 3))
STRINGS = strings(*CPU, "main", "parse", "lex")


def with_types(types, default=0):
    """A profile of these sample types with one sample, of main, and the values 1, 2, 3 ..."""
    return (strings("main", *(text for pair in types for text in pair))
            + b"".join(message(1, numbers(2 + 2 * i, 3 + 2 * i)) for i in range(len(types)))
            + sample(list(range(1, len(types) + 1)), 1) + function(1, 1) + (field(14, default) if default else b""))


def by_path(profile):
    """Self values by path.  Folded stacks have no semicolons in names."""
    paths, sums = [""], {}
    for node in range(1, profile.n_nodes):
        paths.append(f"{paths[profile.parent[node]]};{profile.name[node].replace(';', ',')}")
        sums[paths[-1]] = sums.get(paths[-1], 0) + profile.self[node]
    return sums


def inclusive(profile, name):
    """The total of the outermost nodes of this name."""
    inside, total = [False], 0
    for node in range(1, profile.n_nodes):
        is_inside = inside[profile.parent[node]]
        total += profile.total[node] if profile.name[node] == name and not is_inside else 0
        inside.append(is_inside or profile.name[node] == name)
    return total


class Pprof(ProfileTest):
    def test_small(self):
        self.check(TYPE + sample(30, 2, 1) + sample(5, 1) + sample(7, 3, 2, 1) + sample(1, 2, 1) + FUNCTIONS + STRINGS,
                   "main:5(parse:31(lex:7))", format="pprof", all_metrics=["cpu ns"], recording="sampled",
                   unordered=True, has_calls=False, n_threads=0, warnings=[])

    def test_any_order(self):
        """The tables may come before, between or after the samples."""
        parts = {"t": TYPE, "f": FUNCTIONS, "s": STRINGS, "S": sample(3, 2, 1) + sample(4, 3, 1)}
        for order in "tfsS", "sftS", "Sfst", "fStS", "tSfs", "SSft":
            content, left = b"", dict(parts)
            for part in order:
                content += left.pop(part, b"") if part == "S" else parts[part]
            self.check(content + ("s" not in order) * STRINGS, "main:0(parse:3 lex:4)")

    def test_inlined_frames(self):
        """The first line of a location is the innermost; modules, files and lines are kept."""
        profile = self.check(
            TYPE + sample(3, 7, 8) + location(7, (500, 12), (501, 34), mapping=9, address=0xdead)
            + location(8, (U64, 77), mapping=10) + message(5, numbers(500, 3, 4, 5, 70)) + message(5, numbers(501, 6))
            + message(5, numbers(U64, 0, 7, 5)) + message(3, numbers(9, 0x400000, 0x500000, 0, 8))
            + message(3, numbers(10, 0, 0, 0, 9))
            + strings(*CPU, "inner", "_Zinner", "src/a.c", "outer", "main", "/usr/lib/libfoo.so.1",
                      "C:\\bin\\app.exe"), "main:0(outer:0(inner:3))")
        self.assertEqual((profile.module[3], *profile.place(3)), ("libfoo.so.1", "src/a.c", 70))
        # The line of a sample is not that of the definition.
        self.assertEqual((profile.module[1], profile.line[1]), ("app.exe", 0))

    def test_without_symbols(self):
        """A location with only an address is identified by its module, so that two recordings can match."""
        profile = self.check(
            TYPE + sample(3, 10, 1) + sample(4, 11, 1) + sample(5, 12, 1) + sample(6)
            + location(10, mapping=1, address=0x7f0001) + location(11, mapping=1, address=0x7f0002)
            + location(12, address=0x7f0003) + message(3, numbers(1, 0, 0, 0, 6)) + FUNCTIONS
            + strings(*CPU, "main", "parse", "lex", "/lib/libc.so.6"), "[unknown]:6 main:0([unknown]:7 [unknown]:5)")
        self.assertEqual(profile.module[3], "libc.so.6")

    def test_empty_sample_type(self):
        """A sample type of two empty strings has no bytes but is a metric."""
        self.check(message(1, b"") + sample(5, 2, 1) + FUNCTIONS + STRINGS, "main:0(parse:5)", metric="value", unit="")

    def test_sample_types(self):
        cpu = [("samples", "count"), ("cpu", "nanoseconds")]
        heap = [("alloc_objects", "count"), ("alloc_space", "bytes"), ("inuse_objects", "count"),
                ("inuse_space", "bytes")]
        calls = [("time", "microseconds"), ("calls", "count")]
        for types, default, metrics in (
                (cpu, 0, "cpu/ns=2 samples/samples=1"), (cpu, 2, "samples/samples=1 cpu/ns=2"),
                (heap, 0, "inuse_space/bytes=4 alloc_objects/count=1 alloc_space/bytes=2 inuse_objects/count=3"),
                (heap, 4, "alloc_space/bytes=2 alloc_objects/count=1 inuse_objects/count=3 inuse_space/bytes=4"),
                # A default that does not exist is ignored.
                (cpu, 1, "cpu/ns=2 samples/samples=1"), (calls, 0, "time/us=1 *2"), (calls, 4, "time/us=1 *2"),
                ([("calls", "count")], 0, "calls/count=1 *1"),
                ([("x", ""), ("x", "1/100 seconds"), ("x", "1/3 seconds")], 0, "x/1/3 seconds=3 x 2/=1 x 3/s=0.02")):
            profile = self.load(with_types(types, default))
            found = [f"{metric.name}/{metric.unit}={metric.total[0]:g}" for metric in profile.metrics]
            if profile.has_calls:
                found.append(f"*{profile.calls[1]}")
            self.assertEqual(" ".join(found), metrics)

    def test_period(self):
        """The weight of one sample in the unit of metric 0."""
        for kind, unit, period, expected in (
                ("cpu", "nanoseconds", 10000000, 10000), ("cpu", "microseconds", 500, 500),
                ("space", "bytes", 524288, 2),  # of another quantity: 2 us per 1 sample
                ("cpu", "nanoseconds", 0, 2), ("cpu", "nanoseconds", -5, 2)):
            self.check(with_types([("samples", "count"), ("cpu", "microseconds")]) + message(6, kind) + message(6, unit)
                       + message(11, numbers(6, 7)) + field(12, period), period=expected)

    def test_drop_frames(self):
        """As in go tool pprof -raw."""
        whole = "main:0(run:0(malloc:1('ns::work(int)':8)) malloc:0(sbrk:2) 'ns::work(int)':4) malloc:0(main:16)"
        for drop, keep, tree, warnings in (
                ("nothing", "", whole, []),
                ("malloc|sbrk", "", "main:2(run:9 'ns::work(int)':4) malloc:0(main:16)", []),
                ("m.*", "main", "main:2(run:9 'ns::work(int)':4) malloc:0(main:16)", []),
                ("ns::work", "", "main:4(run:0(malloc:9) malloc:0(sbrk:2)) malloc:0(main:16)", []),
                ("al", "", whole, []),
                ("mall(", "", whole, ["drop_frames is not a regular expression that we know: mall("])):
            self.check(
                TYPE + sample(1, 3, 2, 1) + sample(2, 4, 3, 1) + sample(4, 5, 1) + sample(8, 6, 1) + sample(16, 1, 3)
                + b"".join(function(i, i + 2) for i in range(1, 6))
                + location(6, 5, 3, 2)  # ns::work(), into which ...
                + strings(*CPU, "main", "run", "malloc", "sbrk", "ns::work(int)", drop, keep)
                + field(7, 8) + field(8, 9 if keep else 0), tree, warnings=warnings)

    def test_drop_frames_limit(self):
        """A pattern with exponential time."""
        self.check(TYPE + sample(1, 1) + function(1, 3) + field(7, 4) + strings(*CPU, 200 * "a", "(a+)+b|((a*)*)*c"),
                   n_nodes=2, warnings=["drop_frames was too much work for some names, which were kept"])

    def test_meta(self):
        def labelled(text, value=0, unit=0):
            return sample(1, 1, more=message(3, numbers(4, text, value, unit)))

        content = (
            TYPE + strings(*CPU, "main", "thread", "worker", "bytes", "built by hand", "cyanotype: revision=1.5",
                           "twice") + labelled(5) + labelled(5) + labelled(0, 512, 6) + labelled(0, -16, 6)
            + b"".join(message(6, f"t{i}") + labelled(10 + i) for i in range(20)) + function(1, 3)
            + field(9, 1717156800250000000) + field(10, 12500000001) + packed(13, [7, 8]) + field(13, 9))
        # Labels do not separate contexts.
        profile = self.check(content, "main:24", meta={
            "recorded": "2024-05-31T12:00:00.25Z", "duration": "12.500000001 s", "comment": "built by hand",
            "comment 2": "cyanotype: revision=1.5", "comment 3": "twice",
            "label thread": "worker (2 samples), t0 (1 sample), t1 (1 sample), t2 (1 sample), t3 (1 sample), "
            "t4 (1 sample), t5 (1 sample), t6 (1 sample), others (13 samples), -16 to 512 bytes (2 samples)"})
        # All of it is kept.
        _, again = self.through(content, "p.pb")
        self.assert_same(again, profile)

    def test_packing(self):
        """Ids packed, one by one, and in several lists; of one to ten bytes.  Neighbouring samples share callers."""
        ids = [1, 2, 129, 130, 257, 1 << 20, (1 << 20) + 1, 1 << 40, 129 << 40, U64]
        tables = strings(*CPU, *"abcdefghij") + b"".join(function(identity, 3 + i) for i, identity in enumerate(ids))
        rng = random.Random(11)
        for _ in range(200):
            forms, stack = [TYPE, TYPE, TYPE], []
            for i in range(1, 41):
                kept = stack[len(stack) - rng.randint(0, len(stack)):]
                stack = rng.choices(ids, k=rng.randint(0, 16 - len(kept))) + kept
                cut = rng.randint(0, len(stack))
                forms[0] += message(2, packed(1, stack) + packed(2, [i]))
                forms[1] += message(2, b"".join(field(1, identity) for identity in stack) + packed(2, [i]))
                forms[2] += message(2, packed(1, stack[:cut]) + field(2, i) + packed(1, stack[cut:]))
            profiles = [self.load(form + tables) for form in forms]
            for profile in profiles:
                self.assertEqual(profile.total[0], 40 * 41 / 2)
                self.assertEqual(profile.texts[SELF], profiles[0].texts[SELF])

    def test_deep(self):
        depth = 1000000
        self.check(TYPE + message(2, message(1, depth // 2 * (number(1) + number(2))) + packed(2, [5])) + FUNCTIONS
                   + STRINGS, depth=depth, last_self=5)

    def test_foreign_lines(self):
        """In a pprof profile of another tool, contexts are paths of functions; lines and addresses are ignored."""
        self.check(message(1, numbers(3, 4)) + sample(1, 3, 1) + sample(2, 3, 2)
                   + b"".join(location(i, (1 if i < 3 else 2, i * 10), address=4096 + i) for i in (1, 2, 3))
                   + message(5, numbers(1, 1)) + message(5, numbers(2, 2)) + strings("f", "g", "time", "nanoseconds"),
                   "f:0(g:3)", SELF | SITES)

    def test_recordings_same_as_folded(self):
        """The same recordings as folded stacks have the same contexts and values."""
        for pprof, folded, contexts, total, period in (
                ("gomarkdown-a.pb.gz", "gomarkdown-a.folded.zst", 1096, 4382000000, 2000000),
                ("gomarkdown-b.pb.gz", "gomarkdown-b.folded.zst", 1031, 2294000000, 2000000),
                ("gomarkdown-a1.pb.gz", "gomarkdown-a1.pprof.folded.gz", 800, 1776000000, 2000000),
                ("jq-a.perf.pb.gz", "jq-a.perf.folded.gz", 585, 4544271000, 500250),
                ("jq-b.perf.pb.gz", None, 475, 2850924750, 500250)):
            profile = self.check_file(pprof, format="pprof", n_nodes=1 + contexts, period=period)
            paths = by_path(profile)
            self.assertEqual((len(paths), profile.total[0]), (contexts, total))
            if folded:
                self.assertEqual(by_path(self.open(folded)), paths)

    def test_gomarkdown(self):
        """Known results."""
        a, b = self.open("gomarkdown-a.pb.gz"), self.open("gomarkdown-b.pb.gz")
        previous = "github.com/gomarkdown/markdown/ast.GetPrevNode"
        self.assertEqual((inclusive(a, previous), inclusive(b, previous)), (1934e6, 6e6))
        self.assertEqual((inclusive(a, "runtime.ifaceeq"), inclusive(b, "runtime.ifaceeq")), (1078e6, 0))
        self.assertEqual((a.of("samples").total[0], a.meta["duration"], a.module[1]), (2191, "7.991624402 s", "gomd-a"))

    def test_sniff(self):
        """Our files are recognised wherever the head is cut, and other files are not taken for them."""
        for name in "gomarkdown-a.pb.gz", "jq-a.perf.pb.gz":
            head = self.head(name)
            for cut in (*range(24, min(len(head), 4096)), len(head)):
                self.assertEqual(self.surest(head[:cut]), "pprof")
        for text in ("main;parse 3\n", "cct 1\nmetric\ttime\tns\n", "\n\n\tmain 3\n", "*\nfoo;bar 1\n", '"main";x 1\n',
                     '{"traceEvents": []}', "<html>\n", "# callgrind format\n", "Hello 2\n", "2 main 3\n", "\n",
                     # It begins like a location of 34 bytes.
                     '"""\nDjango settings for a project that is small.\n"""\n'):
            for cut in range(len(text) + 1):
                self.assertEqual(self.sniff(text[:cut], "pprof"), 0, text)

    def test_sniff_data(self):
        """All recordings of the tests in other formats."""
        names = [name for name in os.listdir(data("")) if os.path.isfile(data(name))]
        self.assertGreater(len(names), 40)
        for name in names:
            head = self.head(name)
            while len(head) >= 64:
                score = self.sniff(head, "pprof")
                self.assertTrue(score > 50 if name.endswith(".pb.gz") else score == 0, name)
                head = head[:len(head) // 2]


if __name__ == "__main__":
    profile_test.main()
