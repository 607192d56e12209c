# SPDX-License-Identifier: GPL-3.0-or-later
"""The costs of lines: those of recordings add up to what each function costs by itself."""

import collections

import profile_test
from pprof_fixture import location, message, numbers, sample, strings
from profile_test import ProfileTest

CALLGRIND = "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\nevents: Ir\n"


def lines_of(profile):
    """By line, its cost in all functions together."""
    sums = collections.Counter()
    for _, _, lines in profile.lines:
        for file, line, cost in lines:
            sums[file, line] += cost
    return sums


class Lines(ProfileTest):
    def assert_adds_up(self, profile, least=1.0):
        """The lines of a function cost what it costs by itself; of all costs at least this part has lines."""
        wanted = collections.Counter()
        for node in range(1, profile.n_nodes):
            function = profile.functions[profile.function[node]]
            wanted[function["name"], function["file"]] += profile.metrics[0].self[node]
        have = {(name, file): sum(cost for _, _, cost in lines) for name, file, lines in profile.lines}
        for key, cost in wanted.items():
            self.assertLessEqual(have.get(key, 0), cost * (1 + 1e-9) + 1e-9, key)
            if least == 1:
                self.assertAlmostEqual(have.get(key, 0), cost, delta=1e-9 * cost + 1e-9, msg=key)
        total = sum(wanted.values())
        self.assertGreaterEqual(sum(have.values()), least * total * (1 - 1e-9))

    def test_pprof(self):
        """A sample counts for the line of its leaf, in the innermost of inlined functions."""
        profile = self.load(
            strings("cpu", "nanoseconds", "main", "parse", "lex", "a.c") + message(1, numbers(1, 2))
            + sample(5, 1) + sample(7, 2, 1) + sample(2, 3, 1) + sample(1, 3)
            + location(1, (1, 10)) + location(2, (2, 21), (1, 11)) + location(3, (2, 22))
            + message(5, numbers(1, 3, 3, 6, 9)) + message(5, numbers(2, 4, 4, 6, 20)), lines=1)
        self.assertEqual(lines_of(profile), {("a.c", 10): 5, ("a.c", 21): 7, ("a.c", 22): 3})
        self.assert_adds_up(profile)

    def test_callgrind(self):
        """What is inlined from another file costs there, and counts for the function."""
        profile = self.load(
            CALLGRIND + "fl=a.c\nfn=main\n1 5\n+1 7\nfi=b.h\n9 3\nfe=a.c\n2 1\ncfn=work\ncalls=2 20\n2 40\n"
            "fn=work\n20 30\n21 10\ntotals: 56\n", lines=1)
        self.assertEqual([row for row in profile.lines if row[0] == "main"],
                         [["main", "a.c", [["a.c", 1, 5], ["a.c", 2, 8], ["b.h", 9, 3]]]])
        self.assert_adds_up(profile)

    def test_perf(self):
        """perf prints the source below each frame; that of the leaf counts."""
        lex, main = "\t            %s lex+0x2 (/bin/prog)\n", "\t            %s main+0x1 (/bin/prog)\n"
        profile = self.load(
            "prog 12 1.000001: 7 cycles: \n" + lex % 1112 + "  lex.c:20\n" + main % 1140 + "  main.c:5\n\n"
            "prog 12 2.000001: 2 cycles: \n" + lex % 1114 + "  lex.c:21 (discriminator 2)\n" + main % 1140
            + "  main.c:5\n\nprog 12 3.000001: 3 cycles: \n" + main % 1141 + "  main.c:6\n\n", lines=1)
        self.assertEqual(lines_of(profile), {("lex.c", 20): 7, ("lex.c", 21): 2, ("main.c", 6): 3})
        self.assert_adds_up(profile)

    def test_not_asked_for(self):
        """Without being asked nobody keeps them."""
        self.assertEqual(self.open("gomarkdown-a.pb.gz").lines, [])

    def test_recordings(self):
        for name in ("gomarkdown-a.pb.gz", "gomarkdown-b.pb.gz", "jq-a.perf.pb.gz", "cmark-a.callgrind.out.zst",
                     "cmark-b.callgrind.out.zst", "shapes.callgrind.out.zst"):
            with self.subTest(name):
                self.assert_adds_up(self.open(name, lines=1), 0)

    def test_go(self):
        """All samples of a Go program have lines."""
        self.assert_adds_up(self.open("gomarkdown-a.pb.gz", lines=1))


if __name__ == "__main__":
    profile_test.main()
