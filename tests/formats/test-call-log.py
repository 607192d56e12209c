# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading call logs: figures and tables of the study that uses them, and broken logs."""

import random

import profile_test
from profile_test import CALLS, FULL, ProfileTest

# Figure 3.2: packages, classes and methods.
FIGURE_3_2 = """\
Enters: javaapplication3.JavaApplication3.main (args= [])
Enters: javaapplication3.JavaApplication3.check (a=5)
Enters: javaapplication3.B.c ( )
Enters: javaapplication3.B.a
Exits: javaapplication3.B.a
Enters: javaapplication3.C.d ( )
Enters: javaapplication3.B.a
Exits: javaapplication3.B.a
Exits: javaapplication3.C.d ( )
Exits: javaapplication3.B.c ( )
Enters: javaapplication3.B.a
Exits: javaapplication3.B.a
Enters: javaapplication3.B.n ( )
Exits: javaapplication3.B.n ( )
Enters: javaapplication3.F.mm ( )
Exits: javaapplication3.F.mm ( )
Enters: javaapplication3.JK.L.l ( )
Exits: javaapplication3.JK.L.l ( )
Exits: javaapplication3.JavaApplication3.check (a=5)
Exits: javaapplication3.JavaApplication3.main (args= [])
"""


def log(*steps):
    """A name enters, and with a minus ahead of it exits."""
    return "".join(f"Exits: {step[1:]}\n" if step[0] == "-" else f"Enters: {step}\n" for step in steps)


def unpaired(stray, cut, unfinished):
    unfinished = "1 call without an end was" if unfinished == 1 else f"{unfinished} calls without an end were"
    return (f"calls and ends that do not pair: {stray} ends without a call were ignored, {cut} calls ended with the "
            f"one around them, {unfinished} closed at the end")


class CallLog(ProfileTest):
    FLAGS = CALLS

    def test_figure_3_3(self):
        """Where the figure has two nodes for one in the log (B.a, F.mm), the log is followed."""
        self.tree(FIGURE_3_2, "javaapplication3.JavaApplication3.main:1*1(javaapplication3.JavaApplication3.check:1*1("
                  "javaapplication3.B.c:1*1(javaapplication3.B.a:1*1 "
                  "javaapplication3.C.d:1*1(javaapplication3.B.a:1*1)) javaapplication3.B.a:1*1 "
                  "javaapplication3.B.n:1*1 javaapplication3.F.mm:1*1 javaapplication3.JK.L.l:1*1))", flags=FULL)

    def test_table_4_6(self):
        """Table 4.6 of the study and its tree, figure 4.1, as lines and in brackets."""
        a, b = ["A", "B", "count", "-count", "-B", "C", "-C", "-A"], ["B", "D", "-D", "-B"]
        for text in (log("M", *a, *a, *b, *b, "-M"),
                     "M( A( B( count ) C ) A( B( count ) C ) B( D ) B( D ) )",
                     "M(\n\tA( B( count )\r\nC )\n A( B( count ) C )\n\n B( D ) B( D )\n)\n"):
            self.tree(text, "M:1*1(A:2*2(B:2*2(count:2*2) C:2*2) B:2*2(D:2*2))", flags=FULL)

    def test_what_it_is(self):
        profile = self.check(FIGURE_3_2, format="call-log", all_metrics=["calls count"], recording="exact", period=0,
                             n_threads=0, unordered=False)
        self.assertEqual(profile.total[0], 10)

    def test_threads(self):
        """Entry points of several threads are children of the root."""
        main, worker, a = "app.Main.main (args=[])", "app.Worker.run ()", "app.A.a ()"
        self.tree(log(main, a, "-" + a, "-" + main, worker, a, "-" + a, "-" + worker, worker, "-" + worker),
                  "app.Main.main*1(app.A.a*1) app.Worker.run*2(app.A.a*1)")

    def test_names(self):
        """Arguments do not separate contexts."""
        self.tree(log("f (x=1)", "-f (x=1)", "f (x=2, s=a) b (c)", "-f (x=3", "f(x=4)", "-f", "f", "-f ( )"), "f*4")
        self.tree("\ufeff\r\n  Enters:   a.B$1.<init> ()\r\n\tExits:a.B$1.<init>\t\r\n\r\n", "a.B$1.<init>*1")
        self.tree(log("(anonymous)", "-(anonymous)", "ש.é ()", "-ש.é ()"), "'(anonymous)'*1 ש.é*1")

    def test_unbalanced(self):
        self.tree(log("M", "A", "-A"), "M*1(A*1)", unpaired(0, 0, 1))
        self.tree(log("-x", "M", "-y", "-M", "-M"), "M*1", unpaired(3, 0, 0))
        # An exception leaves B and A.
        self.tree(log("M", "A", "B", "-M", "N", "-N"), "M*1(A*1(B*1)) N*1", unpaired(0, 2, 0))
        self.tree("M( A( B )", "M*1(A*1(B*1))", unpaired(0, 0, 1))

    def test_other_lines(self):
        self.tree("Log of Friday\n" + log("M", "A", "-A") + "second line of an argument)\n" + log("-M") + "# end\n",
                  "M*1(A*1)",
                  '3 lines that begin with neither "Enters:" nor "Exits:" were left out, the first is line 1')

    def test_errors(self):
        self.bad((log("M") + "Enters:\n", 'line 2: no name after "Enters:"'),
                 (log("M") + "Exits:  \t\n", 'line 2: no name after "Exits:"'),
                 (log("-M", "-M"), 'no line that begins with "Enters:", so no calls'),
                 (log("M", "-M\0"), "line 2: a NUL byte, which no text has (is this UTF-16?)"))

    def test_node_limit(self):
        self.fails(log("a", "b", "-b", "c", "-c", "-a"), "line 4: more than 3 nodes", "limit", "node limit or hot",
                   max_nodes=3)

    def test_forms_agree(self):
        """Both forms of random trees give the same tree with the right number of calls."""
        rng = random.Random(7)
        for n in range(200):
            names, left, lines, brackets = ["f7"], n, ["f7"], "f7( "
            while left or names:
                if left and len(names) < 24 and (len(names) == 1 or rng.random() < 0.5):
                    names.append(f"f{rng.randrange(4)}")
                    lines.append(f"{names[-1]} (x={left})")
                    brackets += f"{names[-1]}( "
                    left -= 1
                else:
                    lines.append(f"-{names.pop()} (x={left})")
                    brackets += ") "
            a, b = (self.check(text, warnings=[]) for text in (log(*lines), brackets))
            self.assertEqual(a.texts[FULL], b.texts[FULL])
            self.assertEqual(a.total[0], n + 1)

    def test_deep(self):
        depth = 1000000
        profile = self.check(depth * "Enters: f ()\n" + depth * "Exits: g ()\n", depth=depth)
        self.assertEqual(len(profile.warnings), 1)

    def test_cut_everywhere(self):
        """A log cut at any byte gives an error, a warning or, if only arguments of a line are lost, the whole tree."""
        for _, profile in self.cuts("Enters: a.B.c (x=1)\nEnters: D\nExits: D\nExits: a.B.c (x=1)\n"):
            if profile and not profile.warnings:
                self.assert_tree_of(profile, "a.B.c*1(D*1)")

    def test_others(self):
        """Other texts are not taken for logs."""
        for text in "main();Enters: x 3\nmain() 4\n", "main( int );f( a ) 3\n", "f( a ) 3\n", "Enters 5\nExits 7\n":
            self.check(text, format="folded", options={"trusted": 1})


if __name__ == "__main__":
    profile_test.main()
