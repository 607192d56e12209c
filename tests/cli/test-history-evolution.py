# SPDX-License-Identifier: GPL-3.0-or-later
"""`cyan history evolution` and `cyan history heat`, on stores made by `cyan history add`."""

import json
import pathlib
import shlex

from cli_test import CliTest, count, os, unittest, write

STORE = "evolution.db"
N_REVISIONS, N_RUNS = 24, 3
HEADER = ("project,benchmark,definition,machine,metric,unit,revision,depth,commit_time,run,status,value,step,ratio,low,"
          "high,q")


class Evolution(CliTest):
    def add(self, store, revision, *arguments, benchmark="xml", prefix="v"):
        parent = [f"--parent={prefix}{revision - 1}"] if revision > 0 else []
        self.fine("history", "add", store, "-r", f"{prefix}{revision}", "-b", benchmark, "--machine=box", "--create",
                  *parent, *arguments)

    def add_runs(self, store, revision, values, benchmark="xml"):
        """In microseconds."""
        for k, value in enumerate(values):
            write(f"{k}.f", f"main {value}\n")
        self.add(store, revision, "0.f", "1.f", "2.f", "--unit=us", benchmark=benchmark)

    store = None

    def make_store(self):
        """Revisions v0 to v23: xml gets 20 % slower at v9, and v16 is an outlier; json stays as it is, and is not
        measured at v5."""
        if Evolution.store is not None:
            write(STORE, Evolution.store)
            return
        for i in range(N_REVISIONS):
            noises = [(i * 7 + k * 3) % 11 * 1000 + (i * 5) % 7 * 500 for k in range(N_RUNS)]
            xml = [(1000000 + noise) * (2 if i == 16 else 1) for noise in noises]
            self.add_runs(STORE, i, [value + value // 5 if i >= 9 else value for value in xml])
            if i != 5:
                self.add_runs(STORE, i, [500000 - noise for noise in noises], "json")
        Evolution.store = pathlib.Path(STORE).read_bytes()

    def evolution(self, *arguments, store=STORE):
        return self.fine("history", "evolution", store, *arguments)

    def test_text(self):
        self.make_store()
        self.assert_matches("""1 of 24 revisions is slower than what it replaced; the largest is v9 in xml: +*.* % (*).
evolution.db: project main, 24 revisions, v0 to v23

xml, time: 1 step in 24 revisions
  v9: worse by +*.* % (+*.* % to +*.* %), q < 0.0001; 1.01 s to 1.21 s
  outliers: v16

json, time: no step in 23 revisions, 1 between them not measured

Why is the largest step there?
  cyan compare --store evolution.db --benchmark xml v8 v9

Start here
  1. main: +*.* % of the run before (+* ms), *
""", self.evolution().out)
        self.assert_matches("None of 23 revisions differs from what it replaced beyond the noise.\n"
                            "evolution.db: *\n\njson, time: no step in 23 revisions, *\n",
                            self.evolution("-b", "^js").out)
        self.assertIn("\nxml, time: no step in 24 revisions\n", self.evolution("-b", "xml", "--magnitude=50%").out)
        self.assertEqual(self.evolution("-b", "xml", "--last=4").out,
                         "4 measured revisions are too few to tell steps from noise: it takes 6.\n"
                         "evolution.db: project main, 4 revisions, v20 to v23\n\n"
                         "xml, time: 4 revisions; it takes 6 to find steps\n")

    def test_by_commit(self):
        """A row a revision, with the numbers of its step."""
        self.make_store()
        steps = [row for row in self.evolution("-f", "json").json["series"] for row in row["steps"]]
        rows = self.evolution("--by", "commit", "-f", "csv").rows
        self.assertEqual({row["revision"] for row in rows}, {step["revision"] for step in steps})
        for row in rows:
            of_it = [step for step in steps if step["revision"] == row["revision"]]
            self.assertAlmostEqual(float(row["sum"]), sum(step["ratio"] - 1 for step in of_it))
            self.assertIn(float(row["ratio"]), [step["ratio"] for step in of_it])
        self.assertIn(f"{rows[0]['revision'][:8]}", self.evolution("--by", "commit").out)

    def brief(self, *arguments, store=STORE):
        text = self.evolution(*arguments, "--brief", store=store).out
        document = self.evolution(*arguments, "--brief=json", store=store).json
        self.assertLessEqual(max(len(text.encode()), len(json.dumps(document, ensure_ascii=False).encode())), 16000)
        return text, document

    def test_brief(self):
        """What changed, at which commit, and commands that can be run."""
        self.make_store()
        text, document = self.brief()
        step = document["steps"][0]
        self.assert_matches(f"""1 of 24 revisions is slower than what it replaced; the largest is v9 in xml: +*.* % (*).
evolution.db: project main, 24 revisions, v0 to v23
1. [{step['id']}] xml, time: worse by {step['size']}; 1.01 s to 1.21 s
   at: v9
   why: cyan compare --store evolution.db --benchmark xml v8 v9 --brief

more
  all steps*: cyan history evolution evolution.db
*""", text)
        self.assertEqual((step["direction"], [commit["revision"] for commit in step["commits"]], document["rest"]),
                         ("worse", ["v9"], None))
        self.assertEqual(self.brief("-b", "xml")[1]["steps"][0]["id"], step["id"])
        commands = [step["command"], *(more["command"] for more in document["more"])]
        self.assertEqual(len(commands), 4)
        for command in commands:
            self.works(*shlex.split(command)[1:])
        self.assert_matches("None of *", self.brief("-b", "^js")[1]["answer"])
        self.fails("--brief and --by do not go together", "history", "evolution", STORE, "--brief", "--by=commit")
        self.fails("--brief is no picture", "history", "evolution", STORE, "--brief", "-o", "x.svg")

    def test_brief_bound(self):
        """However many steps there are, and however long the names: worse steps come first."""
        names = [f"{i}\x1b\"\\\u202e{'漢' * 300}" for i in range(10)]
        for i in range(8):
            for k, name in enumerate(names):
                change = 1 + 0.1 * (k + 1)
                is_high = (i < 4) == k % 2
                write(f"{k}.f", f"main {int(1000000 * (change if is_high else 1)) + i % 3}\n")
                self.add("many.db", i, f"{k}.f", "--unit=us", benchmark=name)
        _, document = self.brief(store="many.db")
        directions = [step["direction"] for step in document["steps"]]
        self.assertGreater(len(directions), 0)
        self.assertEqual(directions, sorted(directions, reverse=True))
        self.assertIn("more step", document["rest"])

    def test_digits(self):
        """A step that three digits do not show."""
        for i in range(8):
            value = 1001000 if i < 4 else 1002000
            self.add_runs("digits.db", i, [value, value + 1, value + 2])
        self.assert_matches("*\n  v4: worse by +0.1 % *; 1.001 s to 1.002 s\n*",
                            self.evolution("--magnitude=0.01%", store="digits.db").out)

    def test_csv(self):
        self.make_store()
        rows = self.evolution("-f", "csv", "-b", "xml").rows
        self.assertEqual((",".join(rows[0]), len(rows), rows[0].number("value")),
                         (HEADER, N_REVISIONS * N_RUNS, 1000000))
        for row in rows:
            is_step = row["revision"] == "v9"
            self.assertEqual((row["unit"], row["status"], row["step"] == "1"), ("us", "ok", is_step))
            if is_step:
                self.assert_near(row.number("ratio"), 1.2, 0.02)
            else:
                self.assertEqual(row["ratio"], "")

    def test_json(self):
        self.make_store()
        told = self.evolution("-f", "json").json
        self.assertEqual([len(told[member]) for member in ("revisions", "marks", "runs")],
                         [N_REVISIONS, 0, (2 * N_REVISIONS - 1) * N_RUNS])
        series = told["series"][1]
        self.assertEqual((series["benchmark"], series["better"], len(series["levels"]), series["outliers"]),
                         ("xml", "lower", 2, ["v16"]))
        self.assertEqual((series["steps"][0]["before"], series["steps"][0]["revision"]), ("v8", "v9"))

    def test_heat(self):
        self.make_store()
        self.assert_matches("""evolution.db: project main, 24 revisions, v0 to v23
▲ worse than the level before *

xml, time   ·········▲··············
json, time  ····· ··················

1 step
  xml, time at v9: worse by +*.* % (+*), q < 0.0001

Why is the largest step there?
  cyan compare --store evolution.db --benchmark xml v8 v9
""", self.fine("history", "heat", STORE).out)
        self.assert_matches("""*
▲ worse than at v12 *

json, time  ····· ··················
xml, time   ▼▼▼▼▼▼▼▼▼···············
*""", self.fine("history", "heat", STORE, "--base=v12", "--sort=name").out)
        rows = self.fine("history", "heat", STORE, "-f", "csv").rows
        self.assertEqual([len(rows), count(rows, "cell", "measured"), count(rows, "cell", "empty"),
                          count(rows, "significant", "1"), rows[9]["direction"]],
                         [2 * N_REVISIONS, 2 * N_REVISIONS - 1, 1, 1, "worse"])

    def test_functions(self):
        """What was recorded of functions, run by run."""
        for i in range(12):
            parse, lex = (4000 if i < 6 else 5000) + i * 7 % 5 * 10, 3000 + i * 3 % 7 * 10
            write("run.folded", f"main;parse {parse}\nmain;lex {lex}\n")
            self.add("functions.db", i, "run.folded", "--unit=us", prefix="f")
        self.assert_matches("1 of 12 revisions is slower than what it replaced; the largest is f6 in xml: +2*.\n"
                            "functions.db: project main, 12 revisions, f0 to f11\n\n"
                            "xml, parse self: 1 step in 12 revisions\n"
                            "  f6: worse by +2*.* % (*), q *; 4.02 ms to 5.02 ms\n*\n"
                            "xml, lex self: no step in 12 revisions\n*",
                            self.evolution("--function=^(lex|parse)$", "--metric=self", store="functions.db").out)
        rows = self.evolution("--function=parse", "-f", "csv", store="functions.db").rows
        self.assertEqual((count(rows, "function", "parse"), count(rows, "metric", "total")), (len(rows), 12))
        write("wide.folded", "".join(f"main;f{i} 10\n" for i in range(60)))
        self.add("functions.db", 12, "wide.folded", prefix="f")
        self.fails('"f" is part of the names of 60 functions, and at most 50 can be shown',
                   "history", "evolution", "functions.db", "--function=f")

    def test_pictures(self):
        self.make_store()
        self.assert_matches("<?xml*</svg>*", self.evolution("-f", "svg").out)
        # The ending says the form.
        self.evolution("-o", "chart.PNG", "--dark", "--by-date", "--from-zero")
        self.assertEqual(pathlib.Path("chart.PNG").read_bytes()[:4], b"\x89PNG")
        self.assertTrue(self.fine("history", "heat", STORE, "-f", "pdf", "--palette=safe").out.startswith("%PDF"))
        self.fine("history", "heat", STORE, "-f", "svg", "-o", "heat.picture")
        self.assertTrue(os.path.exists("heat.picture"))

    def test_names(self):
        """Names of others do nothing to the terminal, the shell or the spreadsheet."""
        for i in range(16):
            parent = [f"--parent=v {i - 1}'; $(id)"] if i > 0 else []
            self.fine("history", "add", "names.db", "-r", f"v {i}'; $(id)", "-b", "=cmd\x1b[31m", "--machine=box",
                      "--create", f"--value=wall={1 if i < 8 else 2}s", *parent)
        out = self.evolution(store="names.db").out
        self.assertNotIn("\x1b", out)
        self.assertIn("'v 7'\\''; $(id)' 'v 8'\\''; $(id)'", out)
        self.assertTrue(self.evolution("-f", "csv", store="names.db").rows[0]["benchmark"].startswith("'=cmd"))

    def test_refused(self):
        self.make_store()
        for option, message in (("--format=gif", '--format: no format "gif"; text, csv, json, svg, png or pdf'),
                                ("--magnitude=big", '--magnitude: "big" is not a share such as 0.5%'),
                                ("--alpha=0", '--alpha: "0" is not a share above 0 and below 1'),
                                ("--alpha=2", '--alpha: "2" is not a share above 0 and below 1'),
                                ("--last=-1", "--last: *"), ("--benchmark=(", "*"), ("--function=[", "*"),
                                ("--benchmark=pdf", f'{STORE}: no such benchmark: "pdf" (there are: xml, json)'),
                                ("--metric=tmie", f'{STORE}: no such metric: "tmie" (there are: time*)'),
                                ("--machine=pc", f'{STORE}: no such machine: "pc" (there are: box)'),
                                ("--project=pc", f'{STORE}: no such project: "pc" (there are: main)'),
                                ("--branch=pc", f'{STORE}: no branch or revision "pc"')):
            self.fails(message, "history", "evolution", STORE, option)
        for arguments, message in ((["heat", "nothing.db"], "nothing.db: No such file or directory"),
                                   (["heat", STORE, STORE], "history heat needs one store"),
                                   (["evolutoin", STORE], 'history: "evolutoin" is none of its commands: accept, add, *'),
                                   (["heat", STORE, "--base=w"], '--base: no revision "w" is shown'),
                                   (["heat", STORE, "--base=v"], '--base: several revisions begin with "v"'),
                                   (["heat", STORE, "--sort=age"], "--sort: *")):
            self.fails(message, "history", *arguments)


if __name__ == "__main__":
    unittest.main()
