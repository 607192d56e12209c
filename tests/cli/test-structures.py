# SPDX-License-Identifier: GPL-3.0-or-later
"""`cyan structures` on real recordings and on the literature's log."""

from cli_test import CliTest, data, unittest, write

CMARK = data("cmark-a.uftrace.json.zst")
# Nodes, leaves, most calls, degree and depth.  With enough counters for all contexts, those of streams are exact.
EXPECTED = {
    ("DCT", None): (27684, 17824, 1, 2740, 20), ("CCT", None): (395, 208, 2663, 19, 20),
            ("CCU", None): (395, 208, 2663, 19, 20),
    ("ACCT", 20): (252, 129, 138, 11, 18), ("HCCT of max", 0.1): (37, 14, 2663, 3, 10),
    ("HCCT of max", 0.01): (170, 91, 2663, 9, 10), ("HCCT of max", 0.001): (275, 142, 2663, 12, 16),
    ("HCCT of all", 0.001): (170, 91, 2663, 9, 10), ("Space-Saving", 0.001): (170, 91, 2663, 9, 10),
    ("Lossy Counting", 0.001): (170, 91, 2663, 9, 10),
}
# By k: nodes of the forests of callers and of slabs, without their roots.
FORESTS = {1: (409, 409), 2: (738, 598), 3: (1090, 657), 5: (1735, 665)}


def log(name, *callees):
    return f"Enters: javaapplication3.{name} ( )\n{''.join(callees)}Exits: javaapplication3.{name} ( )\n"


# Of the study: a log with packages and classes.
FIGURE_3_2 = log("JavaApplication3.main", log(
    "JavaApplication3.check", log("B.c", log("B.a"), log("C.d", log("B.a"))), log("B.a"), log("B.n"), log("F.mm"),
                                              log("JK.L.l")))


class Structures(CliTest):
    def table(self, recording):
        return self.fine("structures", "--format", "csv", recording).rows

    def row(self, rows, structure, parameter=None):
        return next(row for row in rows
                    if row["structure"] == structure and (parameter is None or row.number("parameter") == parameter))

    def test_recording(self):
        """cmark recorded by uftrace."""
        rows = self.table(CMARK)
        self.assertEqual(len(rows), 19)
        for (structure, parameter), shape in EXPECTED.items():
            row = self.row(rows, structure, parameter)
            self.assertEqual(row.numbers("nodes", "leaves", "most_calls", "degree", "depth"), list(shape), structure)
            self.assertEqual(row.number("threads"), 1)
            self.assertGreater(row.number("bytes"), 0)
            self.assertGreaterEqual(row.number("ns_per_call"), 0)
        for k, (of_callers, of_slabs) in FORESTS.items():
            callers = self.row(rows, "k-CCF", k)
            self.assertEqual([callers.number("nodes") - 1, self.row(rows, "k-SF", k).number("nodes") - 1],
                             [of_callers, of_slabs])
            self.assertEqual(callers["overlap"], "")
        self.assert_near(self.row(rows, "HCCT of all", 0.001).number("overlap"), 0.956, 5e-4)
        for structure, parameter, column, n in (("DCT", None, "method_contexts", 887),
                                                ("CCT", None, "method_contexts", 18),
                                                ("CCU", None, "methods", 147), ("HCCT of max", 0.1, "methods", 32)):
            self.assertEqual(self.row(rows, structure, parameter).number(column), n)
        # A total of a thousandth lacks at most epsilon, a fifth of it.
        self.assertLessEqual(self.row(rows, "hot tree", 0.001).number("shortfall_most"), 0.2)

    def test_log(self):
        write("figure.log", FIGURE_3_2)
        self.assertEqual(self.row(self.table("figure.log"), "CCT").numbers(
            "nodes", "packages", "classes", "class_methods", "class_calls", "method_contexts"), [11, 2, 5, 3, 1, 3])
        self.assert_matches("figure.log: calls 10, contexts 10\n*\nShape: *\n  DCT  *\nAccuracy: *\nMetrics: package "
                            "javaapplication3, class javaapplication3.B, method javaapplication3.B.a\n*\nTime and bytes: *",
                            self.fine("structures", "figure.log").out)

    def test_without_events(self):
        """Samples have no single calls, and a call graph no order of them."""
        write("s.folded", "main;a;b 60\nmain;a 30\nmain;c 10\n")
        for recording in data("shapes.callgrind.out.zst"), "s.folded":
            rows = self.table(recording)
            for structure in "DCT", "CCU", "ACCT", "Space-Saving", "Lossy Counting", "hot tree":
                self.assertEqual(self.row(rows, structure)["nodes"], "")
            self.assertTrue(self.row(rows, "CCT")["nodes"] and self.row(rows, "k-CCF", 2)["nodes"])
            self.assertEqual(self.row(rows, "CCT")["ns_per_call"], "")
        self.assert_matches("*\nThe recording has no single calls*\n  DCT  * -  *\n  HCCT of max, 0.5  * 4 *",
                            self.fine("structures", "--hot-of-max", "50%", "s.folded").out)

    def test_json(self):
        told = self.fine("structures", "--format", "json", "--depth", "4", "--sample", "100", "--hot=1%", CMARK).json
        self.assertEqual([told[member] for member in ("calls", "ids_64_bits", "phi")], [27683, 394, 0.01])
        self.assertEqual(len(told["structures"]), 13)
        self.assertEqual([row["parameter"] for row in told["structures"] if row["structure"] == "ACCT"], [100])

    def test_bad(self):
        self.fails("structures needs one recording", "structures")
        write("s.log", "Enters: a\nEnters: b\nEnters: c\nEnters: d\n")
        for option, message in (
                (["--fold-recursion"], "s.log: it has single calls, whose recursion *"),
                (["--max-calls", "3"], "s.log: line 4: more than 3 calls; --max-calls sets another limit"),
                (["--max-calls", "0"], '--max-calls: "0" is not a number from 1 to *'),
                (["--sample", "x"], '--sample: "x" is not a number from 1 to *'),
                (["--depth", "1001"], '--depth: "1001" is not a number from 1 to 1000'),
                (["--hot-of-max", "0"], '--hot-of-max: "0" is not above 0 and at most 1'),
                (["--hot-of-max", "nan"], "--hot-of-max: *"),
                (["--format", "html"], '--format: no format "html"; text, csv or json')):
            self.fails(message, "structures", *option, "s.log")


if __name__ == "__main__":
    unittest.main()
