# SPDX-License-Identifier: GPL-3.0-or-later
"""`cyan explain --edits`: what is concluded of real recordings, and how a person refuses it."""

from cli_test import CliTest, count, data, row_of, unittest, write

TWO = ["before.folded", "after.folded"]
SOURCE = """int
{} (int n)
{{
  int sum = 0;

  for (int i = 0; i < n; i++)
    sum += a (i) + b (i) * c (i);
  return sum;
}}
"""


class Edits(CliTest):
    def setUp(self):
        """Two recordings of calls, the way folded stacks write them."""
        super().setUp()
        write("before.folded", "main;run 10\nmain;run;load 40\nmain;run;old;a 30\nmain;run;old;b 20\nmain;run;old;c 10\n")
        write("after.folded", "main;run 10\nmain;run;guard;load 40\nmain;run;new;a 30\nmain;run;new;b 20\nmain;run;new;c 10\n")

    def edits(self, *arguments):
        return self.fine("explain", "--edits", *arguments)

    def test_text(self):
        self.assert_matches("before to after: *\n"
                            "functions: 1 renamed, 1 new wrapper\n"
                            "\nrenamed\n"
                            "    54.5 %  likely    old is probably new now (in 1 context)\n"
                            "\nwrapped\n"
                            "    36.4 %  likely    guard is new between run and load (in 1 context)\n"
                            "\nTo refuse one, add its line to a rename file: not: old => new\n", self.edits(*TWO).out)
        self.assert_matches("*\nfunctions: 1 renamed, 1 new wrapper; cyan explain --edits lists them\n*",
                            self.fine("compare", *TWO).out)
        self.assert_matches("*\nwrapped\n            ... and 1 more\n*", self.edits("--top=0", *TWO).out)

    def test_rows(self):
        edits = self.edits("--format=json", "--top=0", *TWO).json["edits"]
        self.assertEqual(len(edits), 2)
        self.assertEqual([edits[1][member] for member in ("kind", "before", "other", "others")],
                         ["wrapped", None, "load", 1])
        rows = self.edits("--format=csv", *TWO).rows
        self.assertEqual([rows[0][column] for column in ("before", "after", "reason", "confidence")],
                         ["old", "new", "contexts", "likely"])
        self.assertEqual((rows[1]["caller"], rows[1]["parts"]), ("run", ""))
        self.assertEqual([row["refuse"] for row in rows], ["not: old => new", "not: => guard"])
        self.assertEqual(rows[1].number("share"), 40 / 110)
        self.assertEqual(list(rows[0]), self.columns("explain", "edits"))

    def test_chance(self):
        """Two sampled runs of one version differ by chance, which is no edit."""
        for name in "jq-a{}.perf.folded.gz", "gomarkdown-a{}.pprof.folded.gz":
            self.assert_matches("*\nNo edit of functions was recognised.\n",
                                self.edits(data(name.format(1)), data(name.format(2))).out)

    def test_chance_joins(self):
        """Two recordings of one program: what only one of them sampled is part of nothing."""
        for before, after in (("jq-a1.perf.folded.gz", "jq-a2.perf.folded.gz"),
                              ("gomarkdown-a1.pprof.folded.gz", "gomarkdown-a2.pprof.folded.gz")):
            rows = self.fine("compare", "--format=csv", data(before), data(after)).rows
            self.assertEqual([row["name"] for row in rows if row["joined"]], [])

    def test_rare(self):
        """Each context has too few samples to prove anything, but all together have enough."""
        write("before.folded", "".join(f"main;caller{i};load 2\n" for i in range(20)))
        write("after.folded", "".join(f"main;caller{i};guard;load 2\n" for i in range(20)))
        self.assert_matches("*\n     100 %  likely    load is wrapped by guard (in 20 contexts)\n*", self.edits(*TWO).out)

    def test_sources(self):
        """The sources of both sides say so, too."""
        write("source-before/run.c", SOURCE.format("old"))
        write("source-after/run.c", SOURCE.format("new"))
        self.assert_matches("*\n    54.5 %  strong    old is now new (in 1 context; by its source)\n*",
                            self.edits("--source-before=source-before", "--source-after=source-after", *TWO).out)

    def test_parts(self):
        """A function that is cut out of another takes its own time with it; the reverse is inlined."""
        write("before.folded", "main 10\nmain;run 60\nmain;run;load 40\n")
        write("after.folded", "main 10\nmain;run 20\nmain;run;load 40\nmain;run;scan 25\nmain;run;emit 16\n")
        split, = self.edits("--format=json", *TWO).json["edits"]
        self.assertEqual([split[member] for member in ("kind", "before", "after", "parts", "confidence", "refuse")],
                         ["split", "run", "run", ["scan", "emit"], "likely", "not: => scan"])
        self.assertAlmostEqual(split["net"], (20 + 25 + 16) / 111 - 60 / 110)
        self.assert_matches("*\nsplit\n    36.9 %  likely    scan, emit were cut out of run (in 2 contexts; together +0.4 pp)\n*",
                            self.edits(*TWO).out)
        merged, = self.edits("--format=csv", *TWO[::-1]).rows
        self.assertEqual([merged[column] for column in ("kind", "before", "after", "parts")],
                         ["merged", "run", "run", "scan | emit"])
        write("after.folded", "main 10\nmain;run 20\nmain;run;load 40\nmain;run;scan 40\n")
        self.assert_matches("*  possible  scan was inlined into run (in 1 context)\n*",
                            self.edits("--possible", *TWO[::-1]).out)

    def test_parts_by_source(self):
        """Where times say nothing, the text that went from one function to the other does; and of a function that the
        sources define in another file now, it is said, too."""
        body = "\n  for (int i = 0; i < n; i++)\n    sum += hash (text[i]) * weights[i % SIZE] + carry (sum);\n"
        head = "int\n{} (char *text, int n)\n{{\n  int sum = 0;\n"
        load = "int\nload (char *name)\n{\n  return open (name, O_RDONLY) + lock (name);\n}\n"
        write("source-before/run.c", head.format("run") + body + "  return sum;\n}\n\n" + load)
        write("source-after/run.c", head.format("scan") + body + "  return sum;\n}\n\n" + head.format("run")
              + "  return sum + scan (text, n);\n}\n")
        write("source-after/load.c", load)
        write("before.folded", "main 10\nmain;run 20\nmain;run;load 40\n")
        write("after.folded", "main 10\nmain;run 20\nmain;run;load 40\nmain;run;scan 40\n")
        sources = ("--source-before=source-before", "--source-after=source-after")
        self.assertEqual(self.edits("--format=json", *TWO).json["edits"], [])
        split, moved = self.edits("--format=json", *sources, *TWO).json["edits"]
        self.assertEqual([split[member] for member in ("kind", "before", "parts", "reason", "confidence")],
                         ["split", "run", ["scan"], "source", "strong"])
        self.assertEqual([moved[member] for member in ("kind", "before", "after", "from", "to", "refuse")],
                         ["moved", "load", "load", "run.c", "load.c", None])
        self.assertIn("  strong    load moved from run.c to load.c (in 1 context; by its source)\n",
                      self.edits(*sources, *TWO).out)
        self.assert_matches("*\nfunctions: 1 split, 1 moved; cyan explain --edits lists them\n*",
                            self.fine("compare", *sources, *TWO).out)

    def test_possible(self):
        """One of four contexts has a new name, and the others are gone: that may be chance, and is listed on demand."""
        write("before.folded", "".join(f"main;{caller};old 5\nmain;{caller} 9\n" for caller in "pqrs")
              + "main;p;old;a 5\nmain;p;old;b 5\nmain;p;old;c 5\n")
        write("after.folded", "".join(f"main;{caller} 9\n" for caller in "pqrs")
              + "main;p;new 5\nmain;p;new;a 5\nmain;p;new;b 5\nmain;p;new;c 5\n")
        self.assertEqual(self.edits("--format=json", *TWO).json["edits"], [])
        self.assertIn("\n1 more is only possible; --possible lists it\n", self.edits(*TWO).out)
        self.assert_matches("*  possible  old may be new now (in 1 context)\n*", self.edits("--possible", *TWO).out)

    def test_claims(self):
        """A line a person adds is followed, in the list and in the tree."""
        write("claims.txt", "not: old => new\n")
        refused = self.compare("--rename-file=claims.txt", *TWO)
        self.assertEqual(count(refused, "status", "renamed"), 0)
        self.assertEqual([row_of(refused, name)["status"] for name in ("old", "new")], ["removed", "added"])
        write("claims.txt", "same: load => guard\n")
        guard = row_of(self.compare("--rename-file=claims.txt", *TWO), "guard")
        self.assertEqual((guard["status"], guard["old_name"]), ("renamed", "load"))
        for method in "context", "path", "common-tree":
            self.assert_matches("*  load is now guard (in 1 context; as you said)\n*",
                                self.edits("--match", method, "--rename-file=claims.txt", *TWO).out)

    def test_refused(self):
        """Real recordings: each conclusion goes if its line is in the file, and none remain if all that come up are
        refused."""
        def refusals(*claims):
            write("claims.txt", "# nothing\n" + "\n".join(claims))
            rows = self.works("explain", "--edits", "--format=csv", "--rename-file=claims.txt", *pair).rows
            return [row["refuse"] for row in rows]

        for program in "jq", "lua":
            pair = [self.recording(f"{program}-{side}.cct.tsv.gz") for side in "ab"]
            left, refused = refusals(), []
            self.assertTrue(left)
            for line in left:
                self.assertNotIn(line, refusals(line))
            for _ in range(10):
                refused += left
                left = refusals(*refused)
            self.assertEqual(left, [])

    def test_joined(self):
        """The calls of an inlined function become one with those of its caller: the lighter context is part of the
        heavier one, and so is what it calls, but not what only has the same name."""
        write("before.folded", "main 5\nmain;leaf 20\nmain;leaf;deep 1\nmain;work;leaf 20\nmain;work;leaf;deep 10\n"
              "main;work;other 40\n")
        write("after.folded", "main 5\nmain;leaf 40\nmain;leaf;deep 11\nmain;other 40\n")
        for files, total, when in (TWO, "before_total", "now"), (TWO[::-1], "after_total", "before"):
            result = self.fine("compare", "--format=csv", *files)
            rows = {row["node"]: row for row in result.rows}
            joined = [row for row in rows.values() if row["joined"]]
            self.assertEqual(sorted((row["name"], rows[row["joined"]]["name"]) for row in joined),
                             [("deep", "deep"), ("leaf", "leaf")])
            self.assertEqual([row[total] for row in joined if row["name"] == "leaf"], ["30"])
            self.assertIn(f"leaf (part of main > leaf {when})\n", self.fine("compare", *files).out)
        write("after.folded", "main 25\nmain;leaf 20\nmain;leaf;deep 11\nmain;other 40\n")
        self.assertEqual([row["joined"] for row in self.fine("compare", "--format=csv", *TWO).rows if row["joined"]], [])

    def test_uncertain(self):
        """Of two levels of a recursion that take the same time, any may be the one that is left."""
        write("before.folded", "main;f;f;x 100\nmain;g 100\n")
        write("after.folded", "main;f;x 300\nmain;g 300\n")
        for files in TWO, TWO[::-1]:
            result = self.fine("compare", "--format=csv", *files)
            self.assertEqual([row["name"] for row in result.rows if row["uncertain"] == "1"], ["f"])
            self.assertEqual(self.fine("compare", "--format=json", *files).json["counts"]["uncertain"], 1)
            out = self.fine("compare", *files).out
            self.assertIn("\n1 match is uncertain (0 % of the run)\n", out)
            self.assertIn("f (uncertain match)\n", out)
        # A level that did something by itself is not the other one; nor is one that chance did not hit.
        for before, after in (("main;f 80\nmain;f;f;x 20\n", "main;f 80\nmain;f;x 20\n"),
                              ("main;f;x 100\nmain;f;f;x 1\n", "main;f;x 100\n"), ("main;f;f;x 10\n", "main;f;f;x 10\n")):
            write("before.folded", before)
            write("after.folded", after)
            self.assertEqual([row["name"] for row in self.fine("compare", "--format=csv", *TWO).rows
                              if row["uncertain"] == "1"], [])
            self.assertNotIn("uncertain", self.fine("compare", *TWO).out)

    def test_uncertain_start(self):
        """Where to start says so if most of a function's change is in uncertain matches."""
        write("before.folded", "main 100\nmain;f;f 80\n")
        for after, said in ("main 100\nmain;f 300\n", True), ("main 100\nmain;f;f 300\n", False):
            write("after.folded", after)
            self.assertEqual("which contexts are the same is uncertain" in self.fine("explain", *TWO).out, said)

    def test_hostile(self):
        """Names are not trusted."""
        write("before.folded", "main;a 30\nmain;b 20\n")
        write("after.folded", "main;=\x1b[2J => x;a 30\nmain;=\x1b[2J => x;b 20\n")
        out = self.edits(*TWO).out
        self.assertNotIn("\x1b", out)
        self.assertIn("= [2J => x was cut out of main (in 1 context; together 0 pp)\n", out)
        self.assertNotIn("To refuse", out)

    def test_errors(self):
        for option in "--nodes=3", "--weight=calls", "--overlap=90%", "--baseline=after.folded":
            self.fails("--edits and --* do not go together", "explain", "--edits", option, *TWO)
        self.fails("--possible needs --edits", "explain", "--possible", *TWO)
        for line, message in (("same: old =>", "claims.txt:2: expected same: OLD => NEW"),
                              ("not: old", "claims.txt:2: expected not: OLD => NEW, not: OLD => or not: => NEW")):
            write("claims.txt", f"same: old => new\n{line}\n")
            self.fails(message, "explain", "--edits", "--rename-file=claims.txt", *TWO)


if __name__ == "__main__":
    unittest.main()
