# SPDX-License-Identifier: GPL-3.0-or-later
"""`cyan convert --sample`: sampled recordings of which the truth is known.

What a comparison says of noise is checked against it: nothing is shown where nothing changed, the truth lies in the
intervals as often as they say, and a real change is found.
"""

from cli_test import CliTest, count, data, unittest, write

# Of cmark by uftrace, 6 ms: some 2,000 samples.
TRACE = data("cmark-a.uftrace.json.zst")
EVERY = 3000


class Sample(CliTest):
    def sample(self, recording, every, seed, out):
        run = self.works("convert", recording, f"--sample={every}", f"--seed={seed}", "-o", out)
        self.assertIn("samples were taken of the recording", run.err)

    def test_same(self):
        """A recording sampled twice is the same recording: at most a twentieth of the pairs may show a change."""
        n_shown = 0
        for seed in range(0, 40, 2):
            self.sample(TRACE, EVERY, seed, "a.cct")
            self.sample(TRACE, EVERY, seed + 1, "b.cct")
            rows = self.compare("a.cct", "b.cct")
            self.assertGreater(len(rows), 100)
            n_shown += any(count(rows[1:], "verdict", verdict) for verdict in ("slower", "faster", "added", "removed"))
        self.assertLessEqual(n_shown, 1)

    def test_truth(self):
        """Compared with the whole recording, the ratio of a node is 1 within its 95 % interval."""
        inside = []
        for seed in range(100, 112):
            self.sample(TRACE, EVERY, seed, "truth.cct")
            inside += [row.number("ratio_low") <= 1 <= row.number("ratio_high")
                       for row in self.compare(TRACE, "truth.cct")[1:]
                       if row["ratio_low"] and row.number("before_share") < 0.9]
        self.assertGreater(len(inside), 500)
        self.assertGreater(sum(inside) / len(inside), 0.93)

    def test_change(self):
        """The change of cmark, which no longer asks whether a node can contain another, is found in samples of both
        sides."""
        before, after = self.recording("cmark-a.cct.tsv.gz"), self.recording("cmark-b.cct.tsv.gz")
        for seed in range(5):
            self.sample(before, 200000, seed, "a.cct")
            self.sample(after, 200000, seed + 50, "b.cct")
            text = self.cyan("compare", "a.cct", "b.cct").out
            self.assert_matches("*  removed *S_can_contain\n*", text)
            self.assert_matches("*Start here\n  1. S_insert_emph (src/inlines.c:754): *", text)

    def test_every(self):
        """Exact intervals need no seed; what is sampled says so, and has no calls."""
        write("calls.folded", "main;parse;scan 60\nmain;parse 30\nmain 10\n")
        self.assert_matches("cyan: note: *5 samples were taken of the recording\n*",
                            self.works("convert", "calls.folded", "--sample=20", "-o", "every.cct").err)
        self.assert_matches("*calls *unknown\n*recording *sampled, a sample stands for 2*",
                            self.cyan("info", "every.cct").out)

    def test_bad(self):
        bursts = '--burst: "{}" is not LENGTH/EVERY '
        for options, message in (
                (["--sample=0"], '--sample: "0" is no number above 0'),
                                 (["--sample=-5"], '--sample: "-5" is no number above 0'),
                (["--sample=nan"], '--sample: "nan" is no number above 0'),
                (["--sample=1", "--seed=x"], '--seed: "x" is not a number from 0 to 4294967295'),
                (["--sample=1", "--seed=4294967296"], '--seed: "4294967296" is not a number from *'),
                (["--sample=1", "--burst=5"], bursts.format("5") + "in calls, such as 100/10000"),
                (["--sample=1", "--burst=0/5"], bursts.format("0/5") + "*"),
                (["--sample=1", "--burst=6/5"], bursts.format("6/5") + "*"),
                (["--sample=1", "--burst=1/5"], "good.folded: there are no calls of which bursts *"),
                (["--sample=1", "--hot=0.1"], "--sample and --hot do not go together"),
                (["--seed=1"], "--seed goes with --sample, which is missing"),
                (["--burst=1/2"], "--burst goes with --sample, which is missing")):
            with self.no_new_files():
                self.fails(message, "convert", "good.folded", *options, "-o", "bad.cct")


if __name__ == "__main__":
    unittest.main()
