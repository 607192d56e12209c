# SPDX-License-Identifier: GPL-3.0-or-later
"""`cyan check`: its exit status and its messages."""

import random
import shutil

from cli_test import DEMO, DEMO_SOURCES, CliTest, children_time, data, os, read, unittest, write

TWO = ["good.folded", "other.folded"]
GATES = [], ["--any-node"], ["--function=."], ["--any-node", "--function=."]
EXACT = "cct 1\nrecording\texact\nmetric\ttime\tns\n"
LIMITS = ["0%", "0.1%", "1%", "5%", "20%", "100%", "1000%"]


class Check(CliTest):
    def check(self, options, *files):
        """OPTIONS are separated by blanks."""
        return self.cyan("check", *options.split(), *files)

    def status(self, options, *files):
        run = self.check(options, *files)
        self.assertIn(run.status, (0, 1), run.err)
        return run.status

    def assert_in(self, text, *parts):
        for part in parts:
            self.assertIn(part, text)

    # The demo.

    def test_demo(self):
        run = self.cyan("check", *DEMO, "--fail-above", "5%", *DEMO_SOURCES)
        self.assertEqual((run.status, run.err), (1, ""))
        self.assert_in(run.out, "Failed: before to after took 10.6 ms instead of 6.15 ms, +73.0 %",
                       "more than the limit of 5.0 % of the total before (308 µs)",
                       "1 exact run a side: noise cannot be estimated, so the plain difference decides",
                       "Of the functions that got slower, start with find_entry (index.c:29): +",
                       "; its source changed",
                       " If this is wanted, record a new baseline.")
        # The text is one paragraph.
        self.assertEqual(run.out.find("\n"), len(run.out) - 1)

    def test_demo_limits(self):
        for options, status in (
                ("--fail-above 73%", 1), ("--fail-above 0.73", 1), ("--fail-above 73.1%", 0),
                                ("--fail-above 80% --any-node", 1),
                ("--fail-above 95% --any-node", 0), ("--fail-above 5% --function ^find_entry$", 1),
                ("--fail-above 5% --function ^sort_index$", 0), ("--fail-above 5% --function ^flush", 0),
                ("--fail-above 3% --function ^flush", 1), ("--fail-above 5% --ignore find_entry", 0)):
            self.assertEqual(self.status(options, *DEMO), status, options)

    def test_demo_nodes(self):
        self.assert_in(self.check("--fail-above 5% --any-node --top 3", *DEMO).out,
                       "7 nodes got slower by more than that, first of all find_entry with 6.45 ms instead of 1.18 ms",
                       "\nSlower than allowed (3 of 7)\n")
        self.assert_in(self.check("--fail-above 5% --function ^find --function ^sort", *DEMO).out,
                       "1 function got slower by more than 5.0 % of the total before")
        none = self.check("--fail-above 99% --function ^find", *DEMO)
        self.assertEqual(none.status, 0)
        self.assert_in(none.out, "Of 1 function asked for none got slower by more than 99.0 % of")

    def test_json(self):
        told = self.works("check", *DEMO, "--fail-above=5%", "--any-node", "--format=json", "--top=2", *DEMO_SOURCES,
                          status=1).json
        self.assertEqual([told[member] for member in ("passed", "limit", "unit", "n_failures")], [False, 0.05, "ns", 8])
        self.assertEqual((told["before"]["total"], told["total"]["change"], told["total"]["q"]),
                         (6151406, 4491968, None))
        self.assertEqual(told["noise"]["known"], "unknown")
        first, second = told["failures"]
        self.assertEqual(first["gate"], "total")
        self.assertEqual((second["gate"], second["name"], second["innermost"]), ("node", "find_entry", True))
        start = told["start_here"][0]
        self.assertEqual((start["function"], start["source"]), ("find_entry", "modified"))
        self.assertTrue(told["text"].startswith("Failed: "))

    def test_output_file(self):
        run = self.check("--fail-above 5% -o verdict.txt", *TWO)
        self.assertEqual((run.status, run.out), (1, ""))
        self.assert_in(read("verdict.txt"), "Failed: good to other took 200 instead of 100, +100 %", "sampled run")

    # Laws.

    def for_pairs(self, law):
        pairs = [[self.recording(f"{program}-{side}.cct.tsv.gz") for side in "ab"]
                 for program in ("cmark", "jq", "lua")]
        for before, after in [*pairs, DEMO, [data("jq-a1.perf.folded.gz"), data("jq-b1.perf.folded.gz")]]:
            with self.subTest(before):
                law(before, after)

    def test_same(self):
        def law(before, _):
            shutil.copy(before, "copy")
            for gate in GATES:
                self.works("check", "--fail-above=0%", *gate, before, before)
                self.works("check", "--fail-above=0%", *gate, before, "copy")
        self.for_pairs(law)

    def test_limits(self):
        """A higher limit never fails where a lower one passes, in both directions."""
        def law(*pair):
            for two in pair, pair[::-1]:
                for gate in GATES:
                    statuses = [self.status(f"--fail-above {limit}", *gate, *two)
                                for limit in LIMITS[::1 if os.environ.get("CYAN_TESTS") == "full" else 3]]
                    self.assertEqual(statuses, sorted(statuses, reverse=True))
        self.for_pairs(law)

    def test_swap(self):
        """No two of these recordings take equally long."""
        self.for_pairs(lambda a, b: self.assertEqual(
            self.status("--fail-above 0%", a, b) + self.status("--fail-above 0%", b, a), 1))

    def test_ignore_all(self):
        def law(a, b):
            for gate in GATES:
                self.works("check", "--fail-above=0%", "--ignore=.", *gate, a, b)
                self.works("check", "--fail-above=0%", "--ignore=.", *gate, b, a)
        self.for_pairs(law)

    def test_json_agrees(self):
        def law(*pair):
            for gate in GATES:
                run = self.cyan("check", "--fail-above=1%", "--format=json", *gate, *pair)
                self.assertEqual((run.json["passed"], run.json["n_failures"] == 0, run.err),
                                 (run.status == 0,) * 2 + ("",))
        self.for_pairs(law)

    # Several runs.

    def write_runs(self):
        """Five runs a side of 20 functions below main; on side "s" function 3 takes twice as long."""
        for side, slow in ("a", 1), ("b", 1), ("s", 2):
            for i in range(5):
                dice = random.Random(f"{side}{i}")
                whole = dice.uniform(0.98, 1.02)
                functions = "".join(f"function\tf{f}\n" for f in range(20))
                costs = [1e6 * (1 + f % 5) * whole * dice.uniform(0.97, 1.03) * (slow if f == 3 else 1)
                         for f in range(20)]
                calls = "".join(f"1\t{f + 2}\t10\t{cost:.0f}\n" for f, cost in enumerate(costs))
                write(f"{side}{i}.cct",
                      f"{EXACT}function\tmain\n{functions}0\t1\t1\t{1e6 * whole:.0f}\n{calls}end\t21\n")

    def check_runs(self, before, after, limit, *options):
        runs = [f"--{side}={name}{i}.cct" for i in range(5) for side, name in (("before", before), ("after", after))]
        return self.cyan("check", *runs, f"--fail-above={limit}", *options)

    def test_runs(self):
        self.write_runs()
        for gate in [], ["--any-node"], ["--function=."]:
            for before, after, limit, status in ("a", "b", "0%", 0), ("b", "a", "0%", 0), ("a", "s", "5%",
                                                                                           1), ("s", "a", "0%", 0):
                run = self.check_runs(before, after, limit, *gate)
                self.assertEqual(run.status, status)
                if status == 1:
                    self.assert_in(run.out, "Of the functions that got slower, start with f3: +", "5 exact runs a side",
                                   "95 % interval")

    def test_runs_by_chance(self):
        """One of the two directions is above 0 % by chance, and the text says so."""
        self.write_runs()
        for two in "ab", "ba":
            told = self.check_runs(*two, "0%", "--format=json").json
            total = told["total"]
            self.assertEqual(told["noise"]["total_by_chance"], total["change"] > 0)
            self.assertGreater(total["q"], 0.05)
            self.assertTrue(total["ratio_low"] < 1 < total["ratio_high"])
            self.assertEqual(len(told["before"]["runs"]), 5)

    def test_one_run(self):
        """The same difference with one run per side fails, because the noise of the total is not known."""
        self.write_runs()
        there, back = self.check("--fail-above 0%", "a0.cct", "b0.cct"), self.check("--fail-above 0%", "b0.cct",
                                                                                    "a0.cct")
        self.assertEqual(there.status + back.status, 1)
        self.assertIn(", so the plain difference decides", there.out)

    def test_alpha(self):
        self.write_runs()
        strict = self.check_runs("a", "s", "5%", "--alpha=0.000000001%")
        self.assertEqual(strict.status, 0)
        self.assertIn("but may be noise", strict.out)

    # Names.

    def test_function_cost(self):
        """f is called from two places, and recursively below g."""
        for name, main, inner, second in ("a.cct", 60, 20, 10), ("b.cct", 30, 40, 20):
            write(name, f"{EXACT}function\tmain\nfunction\tf\nfunction\tg\nfunction\tb\n0\t1\t1\t{main}\n1\t2\t1\t10\n"
                        f"2\t3\t1\t0\n3\t2\t1\t{inner}\n1\t4\t1\t0\n5\t2\t1\t{second}\nend\t6\n")
        self.assertEqual(self.status("--fail-above 29% --function ^f$", "a.cct", "b.cct"), 1)
        self.assertEqual(self.status("--fail-above 30% --function ^f$", "a.cct", "b.cct"), 0)

    def test_ignored_label(self):
        """Expressions match labels, not mangled names."""
        for name, function, cost in ("a.cct", "wait.isra.0", 10), ("b.cct", "wait.part.7", 90):
            write(name, f"{EXACT}function\tmain\nfunction\t{function}\n0\t1\t1\t100\n1\t2\t1\t{cost}\nend\t2\n")
        self.assertEqual(self.status("--fail-above 5%", "a.cct", "b.cct"), 1)
        self.assertEqual(self.status("--fail-above 5% --ignore ^wait$", "a.cct", "b.cct"), 0)

    def test_ignored_totals(self):
        """Ignored functions are left out with everything that they call, on both sides."""
        write("a.folded", "main;work 90\nmain;wait;poll 10\n")
        write("b.folded", "main;work 90\nmain;wait;poll 70\nmain;wait 5\n")
        told = self.works("check", "--fail-above=1%", "--ignore=^wait$", "--format=json", "a.folded", "b.folded").json
        self.assertEqual([told[side][member] for member in ("total", "ignored") for side in ("before", "after")],
                         [90, 90, 10, 75])
        self.assertEqual(told["limit_value"], 0.9)

    # Errors.

    def test_arguments(self):
        limit = "--fail-above 5%"
        for options, message in (
                ("--top 3", "check needs --fail-above*"),
                                 ("--fail-above -1%", '--fail-above: "-1%" is not a share such as *'),
                ("--fail-above 5%%", "--fail-above: *"), ("--fail-above nan", "--fail-above: *"),
                (f"{limit} --format csv", '--format: no format "csv"; text or json'), (f"{limit} --top -1", "--top: *"),
                (f"{limit} --ignore (", "--ignore: *"), (f"{limit} --function [", "--function: *"),
                (f"{limit} --function mian", '--function: no function is called "mian"'),
                (f"{limit} -o no/where", "no/where: cannot be written: *")):
            self.assert_fails(message, self.check(options, *TWO))
        self.assert_fails("check needs two profiles*", self.check(limit, "good.folded"))
        self.assert_fails("missing.folded: *", self.check(limit, "good.folded", "missing.folded"))

    def test_profiles(self):
        write("ns.cct", f"{EXACT}function\tmain\n0\t1\t1\t100\nend\t1\n")
        write("empty.cct", f"{EXACT}end\t0\n")
        write("zero.cct", f"{EXACT}function\tmain\n0\t1\t1\t0\nend\t1\n")
        nothing = "the total is not above 0, so nothing was measured"
        for before, after, message in (
                ("good.folded", "ns.cct", "before is in an unknown unit and after in ns: no limit *"),
                ("empty.cct", "ns.cct", f"before: {nothing}"), ("ns.cct", "empty.cct", f"after: {nothing}"),
                ("zero.cct", "zero.cct", f"before: {nothing}")):
            self.assert_fails(message, self.check("--fail-above 5%", before, after))

    def test_catastrophe(self):
        """An expression with exponential time fails quickly."""
        write("long.folded", f"main;{'a' * 300}! 10\n")
        start = children_time()
        for option, expression in ("--ignore", "^(a+)+$"), ("--function", "^(a|a)*$"):
            self.assert_fails(f'{option}: "{expression}" takes too long on a name',
                              self.check(f"--fail-above 5% {option} {expression}", "long.folded", "long.folded"))
        self.assertLess(children_time() - start, 30)

    def test_full(self):
        """If the output cannot be written, the exit status is no verdict."""
        run = self.shell('"$0" check --fail-above 5% good.folded other.folded >/dev/full')
        self.assertEqual(run.status, 2)
        self.assert_matches("cyan: standard output: *\n", run.err)

    def test_json_noise(self):
        """JSON says which noise is known."""
        for side, name in enumerate("xy"):
            write(f"{name}.cct", f"cct 1\nmetric\ttime\tns\nfunction\tmain\n0\t1\t1\t{100 + side}\nend\t1\n")
            write(f"{name}.folded", "main;a 100\nmain;b 100\n")
            functions = "".join(f"function\tf{i}\n" for i in range(100))
            calls = "".join(f"1\t{i + 1}\t5\t{1000 + i * (side + 3) % 17}\n" for i in range(1, 100))
            write(f"wide-{name}.cct", f"{EXACT}{functions}0\t1\t1\t1000\n{calls}end\t100\n")
        for files, known in ((["x.cct", "y.cct"], "unknown"), (["x.folded", "y.folded"], "sampling"),
                             (["wide-x.cct", "wide-y.cct"], "equal calls"),
                             (["--before=x.cct", "--before=y.cct", "--after=x.cct", "--after=y.cct"], "runs")):
            self.assertEqual(self.check("--fail-above=50% --format=json", *files).json["noise"]["known"], known)


if __name__ == "__main__":
    unittest.main()
