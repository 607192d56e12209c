# SPDX-License-Identifier: GPL-3.0-or-later
"""`cyan explain`: the text, the CSV and JSON, and what all must have in common."""

import shutil

from cli_test import DEMO, DEMO_SOURCES, ROOT, CliTest, data, read, unittest, write

SIDES = ["before", "after"]
CAUSES = ["deleted", "added", "below-modified", "side-effect", "not-seen"]
JQ = {run: data(f"jq-{run}.perf.folded.gz") for run in ("a1", "a2", "b1", "b2")}


class Explain(CliTest):
    def explain(self, *arguments):
        return self.fine("explain", *arguments)

    def json(self, *arguments):
        return self.works("explain", "--format=json", *arguments).json

    def pairs(self):
        return [[self.recording(f"{program}-{side}.cct.tsv.gz") for side in "ab"]
                for program in ("cmark", "jq", "lua")] + [
            DEMO, [JQ["a1"], JQ["b1"]]]

    def test_demo(self):
        """The documentation shows the actual output."""
        out = self.explain(*DEMO_SOURCES, *DEMO).out
        self.assert_matches("*\nStart here\n  1. find_entry (index.c:29): +* % of the run before *\n"
                            "     in    main > run_phase > index_log > index_line > index_word\n"
                            "     why   its source changed*", out)
        document = read(ROOT / "docs/explain.md")
        for line in filter(None, out.split("\n")):
            self.assertIn(f"\n    {line}\n", document)

    def test_demo_json(self):
        told = self.json(*DEMO_SOURCES, *DEMO)
        self.assertTrue(told["sources"])
        first = told["explanations"][0]
        self.assertEqual([first["function"], first["reason"], first["read"]["function"],
                          first["suspects"][0]["function"]],
                         ["find_entry", "modified", "find_entry", "main"])
        hours = next(item for item in told["explanations"] if item["function"] == "print_hours")
        self.assertEqual([hours["reason"], hours["kind"], hours["source_known"]], ["added", "subtrees", True])
        self.assertEqual([told["before_counts"]["deleted"]["subtrees"], told["after_counts"]["added"]["nodes"],
                          told["before_counts"]["below-modified"]["nodes"], len(told["differences"])], [1, 14, 12, 5])

    def test_no_sources(self):
        """Without sources the report claims nothing about them."""
        out = self.explain("--top", "20", *DEMO).out
        self.assertIn("note: no sources given", out)
        self.assert_matches("*\n  functions only after *\n  cause unknown *", out)
        self.assertNotRegex(out, "source changed|only the source")

    def test_cmark(self):
        """A function is not called any more but still exists.  Its caller is what changed."""
        for side, body in ("old", "cmark_node_insert_after (a)"), ("new", "a + 1"):
            write(f"{side}/src/inlines.c", f"static int S_insert_emph (int a)\n{{\n  return {body};\n}}\n")
            write(f"{side}/src/node.c", "int cmark_node_insert_after (int a)\n{\n  return a;\n}\n")
        out = self.explain("--source-before", "old", "--source-after", "new", *self.pairs()[0]).out
        self.assertRegex(out, r"\nStart here\n  1\. S_insert_emph \(src/inlines\.c:754\): −6.\.. % of the run before \(.*\), .*\n"
                              r"     in    .*process_inlines.*\n     why   its source changed.*\n")
        self.assert_matches("*below modified functions *7 *3 *0 *0\n*common tree *508 *508  (98.6 % of before)\n*", out)

    # Laws.

    def check_sums(self, told):
        """All explanations and noise add up to the difference; every context is in the common tree or in exactly one
        difference."""
        whole = told["before_total"]
        for rank, item in enumerate(told["explanations"], 1):
            self.assertEqual(item["rank"], rank)
            self.assert_near(item["share_of_before"], item["change"] / whole, 1e-9)
        changes = sum(item["change"] for item in told["explanations"])
        self.assert_near(told["noise_change"] + changes, told["difference"], 1e-9 * whole)
        for side in SIDES:
            counts = told[f"{side}_counts"]
            differences = [item["nodes"] for item in told["differences"] if item["side"] == side]
            self.assertEqual(counts["common_tree"] + sum(counts[cause]["nodes"] for cause in CAUSES), counts["nodes"])
            self.assertEqual(counts["common_tree"] + sum(differences), counts["nodes"])

    def test_sums(self):
        for pair in self.pairs():
            for match in "context", "common-tree", "path":
                with self.subTest(pair[0], match=match):
                    self.check_sums(self.json("--match", match, *pair))

    def test_swapped(self):
        """With the sides swapped, added becomes deleted, and the common tree is the same."""
        for before, after in self.pairs():
            there, back = self.json("--match=path", before, after), self.json("--match=path", after, before)
            self.assertEqual(there["before_counts"]["common_tree"], back["after_counts"]["common_tree"])
            self.assertEqual(there["difference"], -back["difference"])
            for cause in CAUSES:
                swapped = {"deleted": "added", "added": "deleted"}.get(cause, cause)
                self.assertEqual(there["before_counts"][cause]["nodes"], back["after_counts"][swapped]["nodes"])
                self.assertEqual(there["after_counts"][cause]["subtrees"], back["before_counts"][swapped]["subtrees"])

    def test_same(self):
        """A recording compared with its copy: nothing to explain."""
        for path, _ in self.pairs():
            shutil.copy(path, "copy")
            out = self.explain(path, "copy").out
            for text in "\nStart here\n  Nothing changed\n", "(100 % of before)", "\nOverlap of the own values: 100 %\n":
                self.assertIn(text, out)
            self.assertNotIn(" 1. ", out)

    def test_same_revision(self):
        """Two recordings of one revision differ only by noise, and the report says so."""
        out = self.explain(JQ["a1"], JQ["a2"]).out
        for text in "\nStart here\n  No function stands out: ", "not seen on one side", "knows no order of calls":
            self.assertIn(text, out)
        self.assertNotIn(" 1. ", out)

    # Forms.

    def test_csv(self):
        """CSV has what JSON has to start with, and the rest."""
        csv, told = self.explain("--format=csv", *DEMO_SOURCES, *DEMO), self.json(*DEMO_SOURCES, *DEMO)
        self.assertEqual(csv.comment, "unit: ns")
        *rows, rest = csv.rows
        self.assertEqual(len(rows), len(told["start_here"]))
        for rank, (row, item) in enumerate(zip(rows, told["start_here"]), 1):
            self.assertEqual(row.numbers("rank", "contribution", "node"), [rank, item["contribution"], item["node"]])
            self.assertEqual(row.cells("function", "role"), [item["function"], item["role"]])
            self.assertTrue(row["read"].startswith(item["read"][0]["function"]))
            for reason in item["because"][:1]:
                self.assertTrue(row["because"].startswith(reason))
        self.assertEqual((rest["function"], rest.number("contribution")), ("(rest)", told["rest"]))

    def test_documented(self):
        """The documentation names every column and every member."""
        told = self.json(*DEMO_SOURCES, *DEMO)
        document = read(ROOT / "docs/explain.md")
        for names in (told, told["overlap"], told["differences"][0], told["before_counts"], told["explanations"][0],
                      told["rest_parts"]):
            for name in names:
                self.assertIn(f"`{name}`", document)
        columns = self.columns("explain", "format")
        self.assertEqual(list(self.explain("--format=csv", *DEMO_SOURCES, *DEMO).rows[0]), columns)
        self.assertEqual(set(told["start_here"][0]) - {"interval"}, set(columns) - {"rank", "low", "high"})

    def test_overlap(self):
        """Where the adjustment stops."""
        nodes = self.json("--nodes=3", *DEMO)["overlap"]
        self.assertEqual((len(nodes["steps"]), nodes["threshold"]), (3, None))
        share = self.json("--overlap=90%", "--weight=self", *DEMO)["overlap"]
        self.assertEqual((share["weight"], share["threshold"]), ("self", 0.9))
        self.assertGreaterEqual(share["steps"][-1]["overlap"], 0.9)
        self.assertLess(share["steps"][-2]["overlap"], 0.9)
        baseline = self.json("--baseline", JQ["b2"], JQ["a1"], JQ["b1"])["overlap"]
        self.assertEqual(baseline["threshold_from"], "two runs of after")
        self.assertTrue(0.6 < baseline["threshold"] < 1)
        self.assertLess(baseline["overlap"], baseline["threshold"])
        swapped = self.json("--baseline", JQ["b1"], JQ["a1"], JQ["b2"])["overlap"]
        self.assert_near(swapped["threshold"], baseline["threshold"], 1e-9)
        runs = [f"--before={JQ['a1']}", f"--before={JQ['a2']}", f"--after={JQ['b1']}"]
        self.assertEqual(self.json(*runs, f"--after={JQ['b2']}")["overlap"]["threshold"], baseline["threshold"])
        self.assertEqual(self.json(*runs)["overlap"]["threshold_from"], "two runs of before")

    def test_hostile(self):
        """Foreign names must not move the cursor or become formulas in a spreadsheet."""
        for name, cost in ("a.cct", 5), ("b.cct", 50):
            write(name, f"cct 1\nmetric\ttime\t\x1b[31mms\nfunction\tma\x1b]0;x\x07in\nfunction\t=cmd()\n"
                        f"0\t1\t1\t5\n1\t2\t1\t{cost}\nend\t2\n")
        self.assertNotRegex(self.explain("a.cct", "b.cct").out, "[\x1b\x07]")
        csv = self.works("explain", "--format=csv", "a.cct", "b.cct").out
        self.assertNotIn("\x1b", csv)
        self.assertIn("\"'=cmd()\"", csv)
        self.assertTrue(self.json("a.cct", "b.cct"))

    def test_output(self):
        self.assertEqual(self.explain("-o", "why.txt", "good.folded", "other.folded").out, "")
        self.assertTrue(read("why.txt").startswith("good to other: "))

    def test_errors(self):
        for option, message in (("--format=xml", '--format: no format "xml"; text, csv or json'),
                                ("--weight=mass", '--weight: no weight "mass"; self, total or calls'),
                                ("--weight=calls", "calls are not known on both sides"),
                                ("--top=-1", '--top: "-1" is not a number from 0 to *')):
            self.fails(message, "explain", option, "good.folded", "other.folded")
        self.fails("--overlap and --baseline do not go together",
                   "explain", "--overlap=90%", "--baseline=good.folded", "good.folded", "other.folded")
        self.fails("--baseline: the other run of its version is a pipe or an address, which is read only once",
                   "explain", "--baseline=good.folded", "good.folded", "-", stdin=b"main;a 1\n")
        self.fails("explain needs two profiles: BEFORE and AFTER", "explain", "good.folded")


if __name__ == "__main__":
    unittest.main()
