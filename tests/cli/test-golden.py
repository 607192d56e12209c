# SPDX-License-Identifier: GPL-3.0-or-later
"""The XML example of the blueprint paper (section II) through `cyan compare`, number by number."""

import math

from cli_test import CliTest, count, row_of, sum_of, unittest, write

# Totals of the paper: 942, 495, 404, 34 before; 1905, 1085, 699, 385, 784, 36 after.  Self values are totals without
# the children's.
BEFORE = """cct 1
meta\tversion\t1.0
metric\ttime\tms
function\tmain\txml\tsrc/main.c\t7
function\tbuild(File)
function\tbuild(URL)
function\tbuild(InputSource)
function\tparse
function\tcreateParser
function\tcreateContentHandler
0\t1\t1\t0
1\t2\t1\t0\t12
2\t3\t1\t0
3\t4\t1\t9
4\t5\t1\t495
4\t6\t1\t404
4\t7\t1\t34
end\t7
"""
AFTER = """cct 1
meta\tversion\t2.0
metric\ttime\tms
function\tmain\txml\tsrc/main.c\t7
function\tbuild(File)
function\tbuild(URL)
function\tbuild(InputSource)
function\tparse_proxy
function\tnew_method
function\tparse
function\tcreateParser
function\tcreateContentHandler
0\t1\t1\t0
1\t2\t1\t0\t12
2\t3\t1\t0
3\t4\t1\t0
4\t5\t1\t1
5\t6\t1\t699
5\t7\t1\t385
4\t8\t1\t784
4\t9\t1\t36
end\t9
"""
COLUMNS = ("node,parent,depth,name,module,file,line,callsite,status,source,verdict,before_calls,after_calls,before_total,"
           "after_total,before_self,after_self,before_share,after_share,height,width,moved_to,moved_from,joined,uncertain,old_name,ratio,"
           "ratio_low,ratio_high,q_value,before_missing,after_missing,height_absolute")
# Name, parent, status, verdict, totals and self values before and after, height.
EXPECTED = [
    ("(all)", None, "matched", "unchanged", 942, 1905, 0, 0, 0),
    ("main", "(all)", "matched", "unchanged", 942, 1905, 0, 0, 0),
    ("build(File)", "main", "matched", "unchanged", 942, 1905, 0, 0, 0),
    ("build(URL)", "build(File)", "matched", "unchanged", 942, 1905, 0, 0, 0),
    ("build(InputSource)", "build(URL)", "matched", "unchanged", 942, 1905, 9, 0, 0),
    ("parse_proxy", "build(InputSource)", "added", "added", None, 1085, None, 1, 0.044076),
    ("new_method", "parse_proxy", "added", "added", None, 699, None, 699, 0.366929),
    ("parse", "parse_proxy", "matched", "faster", 495, 385, 495, 385, -0.323378),
    ("createParser", "build(InputSource)", "matched", "unchanged", 404, 784, 404, 784, -0.017326),
    ("createContentHandler", "build(InputSource)", "matched", "unchanged", 34, 36, 34, 36, -0.017196),
]
TWO = ["before.cct", "after.cct"]


class Golden(CliTest):
    def setUp(self):
        super().setUp()
        write("before.cct", BEFORE)
        write("after.cct", AFTER)

    def assert_cell(self, cell, expected):
        if expected is None:
            self.assertEqual(cell, "")
        else:
            self.assert_near(float(cell), expected, 1e-9)

    def test_csv(self):
        """In shares."""
        run = self.fine("compare", "--format=csv", "--basis=share", *TWO)
        self.assertEqual(run.comment, "unit: ms")
        rows = run.rows
        self.assertEqual(",".join(rows[0]), COLUMNS)
        self.assertEqual(len(rows), len(EXPECTED))
        for name, parent, status, verdict, before, after, before_self, after_self, height in EXPECTED:
            row = row_of(rows, name)
            self.assertIs(row, rows[int(row["node"])])
            if parent is None:
                self.assertEqual(row.cells("node", "parent", "depth"), ["0", "", "0"])
            else:
                above = row_of(rows, parent)
                self.assertEqual(row.numbers("parent", "depth"), [above.number("node"), above.number("depth") + 1])
                self.assertLess(above.number("node"), row.number("node"))
                self.assertEqual(row.cells("before_calls", "after_calls"), ["" if before is None else "1", "1"])
            self.assertEqual(row.cells("status", "verdict", "source"), [status, verdict, "unknown"])
            self.assert_cell(row["before_total"], before)
            self.assert_cell(row["after_total"], after)
            self.assert_cell(row["before_self"], before_self)
            self.assert_cell(row["after_self"], after_self)
            self.assert_cell(row["before_share"], None if before is None else before / 942)
            self.assert_cell(row["after_share"], after / 1905)
            self.assert_near(row.number("height"), height, 1e-6)
        self.assertEqual(rows[1].cells("module", "file", "line", "callsite"), ["xml", "src/main.c", "7", ""])
        self.assertEqual(rows[2].cells("callsite", "line"), ["12", ""])
        # One call on either side; the parent of parse_proxy ran once before, that of new_method did not run.
        for name, width in ("parse", 0), ("parse_proxy", 0), ("new_method", math.log(2)):
            self.assert_near(row_of(rows, name).number("width"), width, 1e-9)

    def test_json(self):
        """The JSON has the same values as the CSV, member by member and in the same order."""
        def cell(value):
            return "" if value is None else value if isinstance(value, str) else float(value)

        told = self.fine("compare", *TWO, "--format", "json").json
        self.assertEqual((told["unit"], told["before"]["name"], told["after"]["name"]), ("ms", "1.0", "2.0"))
        rows = self.compare(*TWO)
        self.assertEqual(len(told["nodes"]), len(rows))
        for node, row in zip(told["nodes"], rows):
            self.assertEqual(list(node), list(row))
            for column, value in node.items():
                self.assertEqual(cell(value), float(row[column]) if isinstance(cell(value), float) else row[column],
                                 column)

    def test_absolute(self):
        """Times are compared absolutely unless shares are asked for: verdicts follow the basis, columns do not.
        Absolute heights are parts of the 942 ms of the run before."""
        rows, shares = self.compare(*TWO), self.compare(*TWO, "--basis", "share")
        for name, change, verdict in (("main", 963, "slower"), ("parse_proxy", 1085 - 495, "added"),
                                      ("new_method", 699, "added"),
                                      ("parse", -110, "faster"), ("createParser", 380, "slower"),
                                      ("createContentHandler", 2, "unchanged")):
            row = row_of(rows, name)
            self.assert_near(row.number("height_absolute"), change / 942, 1e-9)
            self.assertEqual(row["verdict"], verdict)
            self.assertEqual(row | {"verdict": ""}, row_of(shares, name) | {"verdict": ""})
        for option in "--absolute", "--basis=auto":
            self.assertEqual(self.fine("compare", *TWO, "--format=csv", option).out,
                             self.fine("compare", *TWO, "--format=csv", "--basis=absolute").out)

    def test_basis_errors(self):
        self.fails('--basis: no basis "time"; share, absolute or auto', "compare", *TWO, "--basis", "time")
        self.fails("--absolute is --basis absolute: give either", "compare", *TWO, "--absolute", "--basis", "share")

    def test_text(self):
        self.assert_matches("1.0 to 2.0: 942 ms to 1.91 s, +102 %\n7 contexts matched, 0 renamed, 2 added, 0 removed\n*"
                            "\nStart here\n  No function stands out: *", self.fine("compare", *TWO).out)

    def test_path(self):
        """Matched by path, the parser below the new proxy is another node."""
        rows = self.compare("--match", "path", *TWO)
        self.assertEqual([count(rows, "status", status) for status in ("matched", "added", "removed")], [6 + 1, 3, 1])
        self.assert_near(sum_of(rows, "parse", "height"), 495 / 942 + 385 / 1905, 1e-9)


if __name__ == "__main__":
    unittest.main()
