# SPDX-License-Identifier: GPL-3.0-or-later
"""Writing pprof profiles: what was read from one is read again."""

import os
import random

import profile_test
from profile_test import FULL, SELF, ProfileTest, Refused, data

METRICS = [("time", "us"), ("samples", "samples"), ("written", "bytes"), ("misses", "count"), ("wall", "s"),
           ("odd thing", "furlongs")]


def random_profile(rng):
    """As .cct."""
    metrics = METRICS[:rng.randint(1, len(METRICS))]
    n_functions, has_calls = rng.randrange(1, 20), rng.random() < 0.5
    lines = ["cct 1", "recording\t" + rng.choice(["exact", "sampled", "inferred"]), f"period\t{rng.randrange(1, 1000)}",
             f"threads\t{rng.randrange(3)}", "siblings\t" + rng.choice(["ordered", "unordered"]),
             "meta\trecorded\t" + rng.choice(["2024-05-31T12:00:00Z", "on Friday"]),
             "meta\tduration\t" + rng.choice(["1.5 s", "long"]), 'meta\tcommand\tprog --a=b "c\\nd"',
             "meta\tcomment\tmade up", "meta\tthreads\tmain, worker"]
    lines += [f"metric\t{name}\t{unit}" for name, unit in metrics]
    # Siblings differ in their function, so these differ from each other.
    functions = {(f"function {rng.randrange(12)}", rng.choice(["", "", "libc.so.6", "prog"]),
                  rng.choice(["", "src/a.c"]), rng.randrange(3)) for _ in range(n_functions)}
    lines += ["\t".join(map(str, ["function", *function])) for function in sorted(functions)]
    called, n_nodes = [set()], rng.randrange(1, 200)
    for _ in range(n_nodes):
        parent, function = rng.randrange(len(called)), rng.randint(1, len(functions))
        if function in called[parent]:
            continue
        called[parent].add(function)
        called.append(set())
        values = [rng.getrandbits(32) * rng.randrange(-1, 1000) if rng.random() < 0.5 else 0 for _ in metrics]
        calls = rng.randrange(5) if has_calls and rng.random() < 0.75 else "-"
        lines.append("\t".join(map(str, [parent, function, calls, *values])))
    return "\n".join([*lines, f"end\t{len(called) - 1}", ""])


def of_one(unit, value):
    return f"cct 1\nmetric\tsize\t{unit}\nfunction\tmain\n0\t1\t-\t{value!r}\nend\t1\n"


class PprofWrite(ProfileTest):
    def assert_kept(self, path):
        """The profile at PATH, which is of pprof, is the same when it is written and read again."""
        profile, again = self.through(path, "kept.pb.gz", "open")
        self.assert_same(again, profile)
        self.assertIsNone(profile.losses)

    def test_trees(self):
        for tree in ("main:5*1(parse:30*2(lex:7*12) eval:0*3(lex:1*1))", "main:5(parse:30(lex:7))",
                     "main:0(parse:0(lex:0)) idle:0", "f:1*1(f:2*2(f:3*3)) g:0*9007199254740992",
                     "a:1*4(b:0*0 c:2*3 d:0*0 e:3*0(f:0(g:1*1)))", "b:1(a:2) a:3(b:4(a:-5))",
                     "main:9007199254740993(x:9223372036854774784)", "'':1('a;b <&>':2('☃':3))"):
            for name in "p.pb", "p.pb.gz":
                profile, again = self.through(tree, name, "text")
                self.assertEqual((again.texts[FULL], again.format), (profile.texts[FULL], "pprof"))
                self.assert_kept(self.path(name))

    def test_many_calls(self):
        """pprof cannot represent numbers above 2^63."""
        _, again = self.through("cct 1\nmetric\ttime\tns\nfunction\tf\n0\t1\t18446744073709551613\t0\nend\t1\n", "p.pb")
        self.assertEqual(again.calls[1], 2**63 - 1)

    def test_recordings(self):
        for name in ("gomarkdown-a.pb.gz", "jq-b.perf.pb.gz", "cmark-a.folded.gz", "marked-a.folded.zst",
                     "cmark-a.uftrace.json.zst"):
            profile, again = self.through(data(name), "p.pb.gz", "open")
            if profile.format == "pprof":
                self.assert_kept(data(name))
            self.assert_kept(self.path("p.pb.gz"))
            self.assertEqual((again.n_nodes, [metric.total[0] for metric in again.metrics]),
                             (profile.n_nodes, [metric.total[0] for metric in profile.metrics]))

    def test_random(self):
        rng = random.Random(17)
        for _ in range(300):
            profile, again = self.through(random_profile(rng), "p.pb")
            self.assertEqual(again.texts[SELF], profile.texts[SELF])
            self.assert_kept(self.path("p.pb"))

    def test_fractions(self):
        """Fractional values become integers of a finer unit."""
        for unit, value, read_unit, read in (
                ("s", 3, "s", 3), ("s", 1.5, "ms", 1500), ("s", 1.000234, "us", 1000234), ("s", 1e-9, "ns", 1),
                ("s", 1.23456789012e-1, "ns", 123456789), ("ms", 0.25, "us", 250), ("ns", 2.75, "ns", 3),
                ("bytes", 1.25, "bytes", 1.25), ("count", 0.1, "count", 0.1),
                ("samples", 3.000001, "samples", 3.000001), ("furlongs", 1 / 3, "furlongs", 0.333333),
                ("bytes", 5e18 + 1024, "bytes", 5e18 + 1024)):
            _, again = self.through(of_one(unit, value), "p.pb")
            self.assertEqual((again.unit, again.self[1]), (read_unit, read))

    def assert_too_large(self, content, words):
        path = self.path("large.pb")
        with self.assertRaises(Refused) as caught:
            self.load(content, save=path)
        self.assertEqual(caught.exception.code, "limit")
        self.assertIn(words, caught.exception.message)
        self.assertEqual(os.listdir(os.path.dirname(path)), [])

    def test_too_large(self):
        self.assert_too_large(of_one("furlongs", 1e300), "values of size are too large for pprof")

    def test_too_deep(self):
        """Each stack is written out: a chain of a million with a value at each node would be 500 GB."""
        depth = 1000000
        self.assert_too_large("cct 1\nmetric\ttime\tns\nfunction\tf\n"
                              + "".join(f"{i}\t1\t-\t1\n" for i in range(depth))
                              + f"end\t{depth}\n", "500000500000 bytes")


if __name__ == "__main__":
    profile_test.main()
