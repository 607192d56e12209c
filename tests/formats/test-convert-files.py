# SPDX-License-Identifier: GPL-3.0-or-later
"""A file that is read, written and read again is the same, as far as the format allows; losses are reported.
test-convert.c has random trees."""

import profile_test
from profile_test import ProfileTest, data

# Everything that .cct can express.
EVERYTHING = "\n".join([
    "cct 1", "recording\tinferred", "period\t2.5", "siblings\tunordered", "threads\t3", "meta\trevision\tv1.5",
    "meta\ta=b%3D%\t=c", "meta\tcomment\tcyanotype recording=exact", "meta\tcomment 2\tsecond",
    "meta\tcomment 7\tseventh", "meta\trecorded\tyesterday", "meta\tduration\t1.5 s",
    "meta\tlabel thread\tmain (12 samples)", "note\ta clock went \\\\ back", "metric\ttime\ts", "metric\tcalls\tcount",
    "metric\twritten\tbyte", "metric\tsamples\tcount", "metric\tsize\tnanoseconds",
    "function\tmain\tgithub.com/a/b\tsrc/main.c\t76\t1",
    "function\tmain\tgithub.com/a/b\tsrc/main.c\t76\t9ae16a3b2f90404f", "function\tparse#12\tc\\\\d", "function\t",
    "0\t1\t-\t0.25\t1\t0\t0\t1", "1\t3\t-\t1\t0\t7\t0\t1\t81",
    "1\t3\t-\t2\t0\t0\t0\t1\t81",  # the same again: duplicates
    "1\t3\t-\t3\t0\t0\t3\t1",
    "3\t3\t-\t0\t0\t0\t0\t0\t76",  # the call site is the line of the definition
    "3\t1\t-\t4\t0\t0\t0\t1\t4294967295", "1\t2\t-\t5\t0\t0\t0\t1\t81", "6\t4\t-\t6\t0\t0\t0\t1",
    "6\t4\t-\t7\t0\t0\t0\t1", "0\t1\t-\t8\t0\t0\t0\t1", "10\t3\t-\t9\t0\t0\t0\t1\t81", "end\t11", ""])
SAMPLED = "cct 1\nrecording\tsampled\n"


def folded_paths(profile):
    """Self values by path of names as docs/formats.md has it."""
    paths, sums = [""], {}
    for node in range(1, profile.n_nodes):
        name = profile.name[node].translate(str.maketrans(";\t\n\v\f\r", ":     "))
        name = name.rstrip(" ") + "_" * (len(name) - len(name.rstrip(" ")))
        paths.append(f"{paths[profile.parent[node]]};{name}")
        sums[paths[-1]] = sums.get(paths[-1], 0) + profile.self[node]
    return sums


class ConvertFiles(ProfileTest):
    def assert_survives(self, content, command):
        """The format that carries everything keeps it in both forms, and pprof keeps what it has."""
        names = "a.cct", "a.cct.gz"
        for name, other in names, names[::-1]:
            profile, again = self.through(content, name, command)
            self.assert_same(again, profile)
            self.assertIsNone(profile.losses)
            _, twice = self.through(self.path(name), other, "open")
            self.assert_same(twice, profile)
            self.assertEqual(len(twice.warnings), len(again.warnings))
        self.through(content, "a.pb", command)
        pprof, kept = self.through(self.path("a.pb"), "a.pb.gz", "open")
        self.assert_same(kept, pprof)

    def test_recordings(self):
        for name in ("clang-small.time-trace.json.zst", "cmark-a.callgrind.out.zst", "cmark-a.folded.gz",
                     "cmark-a.perf.txt.zst", "cmark-a.speedscope.json.zst", "cmark-a.uftrace.json.zst",
                     "gomarkdown-a.pb.gz", "jq-a.perf.pb.gz", "lark-a.cct.zst", "lark-a.prof.zst",
                     "marked-a1.cpuprofile.zst", "marked-a1.v8.folded.gz"):
            with self.subTest(name):
                self.assert_survives(data(name), "open")

    def test_everything(self):
        self.check(EVERYTHING, n_nodes=12,
                   warnings=["a clock went \\ back", "the tree was inferred from a call graph"])
        self.assert_survives(EVERYTHING, "load")

    def test_folded(self):
        """Folded stacks carry the first metric of each path of names, and nothing else."""
        for name in ("cmark-a.callgrind.out.zst", "cmark-a.uftrace.json.zst", "gomarkdown-a.pb.gz", "lark-a.prof.zst",
                     "marked-a1.cpuprofile.zst"):
            profile, again = self.through(data(name), "a.folded", "open")
            again, twice = self.through(self.path("a.folded"), "b.folded", "open")
            wanted, got = folded_paths(profile), folded_paths(again)
            self.assertEqual(got.keys(), wanted.keys())
            self.assertEqual(len(got), again.n_nodes - 1)
            for path, value in wanted.items():
                self.assertAlmostEqual(got[path], value, delta=1e-12 * profile.total[0])
            self.assert_same(twice, again)
            self.assertNotIn("\n", profile.losses)
            self.assertIsNone(again.losses)

    def test_losses(self):
        folded = "folded stacks do not carry "
        for text, name, losses in (
                (SAMPLED + "metric\tvalue\nfunction\tf\n0\t1\t-\t3\nend\t1\n", "a.folded", None),
                (SAMPLED + "metric\tsamples\tsamples\nfunction\tf\n0\t1\t-\t3\nend\t1\n", "a.folded",
                 folded + "names and units of metrics: left out"),
                ("cct 1\nmetric\ttime\tns\nfunction\tf\n0\t1\t2\t3\nend\t1\n", "a.collapsed",
                 folded + "calls, names and units of metrics, that every call was seen: left out"),
                ("cct 1\nrecording\tinferred\nmeta\tk\tv\nmetric\tsamples\tsamples\nmetric\tb\tbytes\n"
                 "function\tf\tm\tx.c\t3\t1\n0\t1\t-\t3\t1\n1\t1\t-\t3\t0\t7\n1\t1\t-\t3\t0\t8\nend\t3\n", "a.folded.gz",
                 folded + "call sites, modules, files and lines, body hashes, further metrics, names and units of "
                 "metrics, that the tree is inferred, meta data, notes, and what tells 1 context from others of the "
                 "same names: left out"),
                (SAMPLED + "metric\tvalue\nfunction\ta;b\n0\t1\t-\t3\nend\t1\n", "a.folded",
                 folded + "some characters of names: left out"),
                ("cct 1\nmetric\ttime\tns\nmetric\tx\tbytes\nfunction\tf\n0\t1\t2\t0.5\t0.5\nend\t1\n", "a.pb.gz",
                 "pprof carries whole numbers only: values of time were rounded; pprof does not carry the order of "
                 "callees, that every call was seen: left out"),
                (SAMPLED + "siblings\tunordered\nmetric\ttime\tns\nfunction\tf\n0\t1\t9223372036854775808\t1\nend\t1\n",
                 "a.pb", "pprof does not carry calls beyond 2^63 - 1: cut"),
                (SAMPLED + "siblings\tunordered\nmetric\ttime\tns\nfunction\tf\n0\t1\t9223372036854775807\t1\nend\t1\n",
                 "a.pb", None),
                ("cct 1\nrecording\tinferred\nsiblings\tunordered\nthreads\t2\nmetric\ttime\tns\n"
                 "function\tf\tm\tx.c\t3\t1\n0\t1\t1\t3\n1\t1\t-\t3\t7\n1\t1\t-\t3\t8\nend\t3\n", "a.pb",
                 "pprof does not carry call sites, body hashes, which calls are unknown, that the tree is inferred, the "
                 "number of threads, and what tells 1 context from others of the same functions: left out"),
                (SAMPLED + "period\t0.3\nsiblings\tunordered\nmetric\ttime\tns\nfunction\tf\n0\t1\t-\t3\nend\t1\n",
                 "a.pb", "pprof carries whole numbers only: values of the period were rounded"),
                (SAMPLED + "siblings\tunordered\nmetric\ttime\tns\nmetric\tcalls\tcount\nfunction\tf\tlib/m.so\n"
                 "0\t1\t-\t3\t7\nend\t1\n", "a.pb",
                 "pprof does not carry folders of modules, that calls are a metric: left out"),
                ("cct 1\nmetric\ttime\tns\nfunction\tf\n0\t1\t9223372036854775808\t0.5\nend\t1\n", "a.cct", None)):
            with self.subTest(text):
                self.assertEqual(self.load(text, save=self.path(name)).losses, losses)


if __name__ == "__main__":
    profile_test.main()
