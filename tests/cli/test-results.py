# SPDX-License-Identifier: GPL-3.0-or-later
"""`cyan history add` of files that other benchmark tools wrote; tests/data/results/README.md says how."""

import shutil

from cli_test import CliTest, Repository, data, os, read, unittest, write

HEAD = "revision,benchmark,metric,unit,value"


class Results(CliTest):
    def add(self, name, *options):
        """Adds a recorded file to a new store, and returns what is noted."""
        if os.path.exists("a.db"):
            os.remove("a.db")
        return self.works("history", "add", "a.db", data("results/" + name), "--create", *options).err

    def rows(self, benchmark=None, metric=None):
        rows = self.works("history", "evolution", "a.db", "-f", "csv").rows
        return [row for row in rows if benchmark in (None, row["benchmark"]) and metric in (None, row["metric"])]

    def values(self, *which):
        return [float(row["value"]) for row in self.rows(*which)]

    def assert_values(self, benchmark, metric, unit, values, digits=7):
        """The runs of a benchmark have these values, in their order, to so many significant digits."""
        self.assertEqual({row["unit"] for row in self.rows(benchmark, metric)}, {unit})
        self.assertEqual([f"%.{digits}g" % value for value in self.values(benchmark, metric)],
                         [f"%.{digits}g" % value for value in values])

    def better(self):
        """By metric whether higher or lower is better."""
        return {series["metric"]: series["better"]
                for series in self.works("history", "evolution", "a.db", "-f", "json").json["series"]}

    def machines(self):
        return {row["machine"] for row in self.rows()}

    # ---- the tools ----

    def test_google(self):
        note = self.add("google-benchmark.json", "-r", "r1")
        self.assert_matches("cyan: note: *google-benchmark.json: 3 measurements failed and have no value\n", note)
        # Neither a mean nor an order of growth is a run.
        self.assertEqual(sorted({row["benchmark"] for row in self.rows()}), ["Copy", "Sum/4096", "Sum/64"])
        self.assert_values("Sum/64", "time", "ns", [53.0, 36.8, 23.5], 3)
        self.assert_values("Sum/64", "cpu_time", "ns", [19.2, 19.4, 18.9], 3)
        self.assert_values("Sum/64", "items_per_second", "items/s", [3.33298e9, 3.29567e9, 3.39271e9], 6)
        self.assert_values("Sum/64", "bytes_per_second", "bytes/s",
                           [giga * 2**30 for giga in (12.4163, 12.2773, 12.6388)], 6)
        self.assert_values("Copy", "time", "ns", [21, 21, 25], 2)
        self.assertEqual(self.better(), {"time": "lower", "cpu_time": "lower", "items_per_second": "higher",
                                         "bytes_per_second": "higher"})
        self.assertEqual(self.machines(), {"vm"})
        self.add("google-benchmark.json", "-r", "r1", "--machine=box")
        self.assertEqual(self.machines(), {"box"})

    def test_google_aggregates(self):
        """Where there are no repetitions, the mean is one run."""
        self.add("google-benchmark-aggregates.json", "-r", "r1")
        self.assert_values("Copy", "time", "ns", [87.354673])

    def test_hyperfine(self):
        self.add("hyperfine.json", "-r", "r1", "--machine=m")
        first, second = (self.values(f"sleep 0.0{n}", "time") for n in (1, 2))
        self.assertEqual(["%.1f" % (value / 1e6) for value in (min(first), max(first), sum(first) / 3)],
                         ["20.7", "35.3", "27.9"])
        self.assertEqual(["%.1f" % (value / 1e6) for value in (min(second), max(second), sum(second) / 3)],
                         ["25.9", "28.1", "26.7"])
        self.assert_values("sleep 0.02", "user", "ns", [1.1e6], 2)
        # Without the times there is only their mean.
        text = read(data("results/hyperfine.json"))
        write("mean.json", text.replace('"times"', '"others"'))
        self.fine("history", "add", "b.db", "mean.json", "-r", "r1", "--machine=m", "--create")
        self.assertIn("\r\nmain,sleep 0.01,,m,time,ns,r1,,,1,ok,27890155.66",
                      self.works("history", "evolution", "b.db", "-f", "csv").out)

    def test_pytest(self):
        self.add("pytest-benchmark.json", "-r", "not-this")
        revision = "102ed1b133d028d1a55095e4ea030ba1ab013d47"
        self.assertEqual({row["revision"] for row in self.rows()}, {revision})
        self.assertEqual({row["commit_time"] for row in self.rows()}, {"1795940993"})
        values = self.values("test_sort.py::test_sort[10]", "time")
        self.assertEqual(["%.4f" % value for value in (min(values), max(values), sum(values) / 4)],
                         ["193.6666", "564.0007", "382.2503"])
        self.assertEqual(len(self.values("test_sort.py::test_sort[100]")), 4)
        self.assertEqual(self.machines(), {"vm"})
        # A work tree with changes is another revision; without the rounds there is only their mean.
        text = read(data("results/pytest-benchmark.json"))
        write("dirty.json", text.replace('"dirty": false', '"dirty": true').replace('"data"', '"others"'))
        self.fine("history", "add", "a.db", "dirty.json")
        self.assert_values("test_sort.py::test_sort[10]", "time", "ns", [*values, 382.25031554], 7)
        self.assertEqual({row["revision"] for row in self.rows()}, {revision, revision + "-dirty"})
        # Outside of a repository.
        write("none.json", text.replace(revision, "unversioned"))
        self.fails("none.json: *says no revision*", "history", "add", "a.db", "none.json")

    def test_go(self):
        self.add("go-bench.txt", "-r", "r1")
        name = "example.com/words.BenchmarkFields/n=100-2"
        self.assert_values(name, "time", "ns", [6216, 1720])
        self.assert_values(name, "bytes_per_second", "bytes/s", [80.44e6, 290.73e6])
        self.assert_values(name, "bytes", "bytes", [1792, 1792])
        self.assert_values(name, "allocs", "count", [1, 1])
        self.assert_values(name, "words/op", "", [100, 100])
        self.assertEqual(self.better(), {"time": "lower", "bytes": "lower", "allocs": "lower",
                                         "bytes_per_second": "higher", "words/op": None})
        # benchstat's labels name the revision.
        write("labelled.txt", "commit: r7\ncommit-time: 2016-02-11T13:25:45-05:00\n" + read(data("results/go-bench.txt")))
        self.fine("history", "add", "b.db", "labelled.txt", "--create")
        told = self.works("history", "evolution", "b.db", "-f", "json").json["revisions"]
        self.assertEqual([(row["revision"], row["commit_time"]) for row in told], [("r7", 1455215145)])

    def test_jmh(self):
        self.add("jmh.json", "-r", "r1")
        name = "org.example.Words.split (n = 10, kind = ascii)"
        self.assert_values(name, "throughput", "ops/s", [2e6, 2.5e6, 3e6, 2.5e6])
        self.assert_values(name, "gc.alloc.rate.norm", "bytes", [160] * 4)
        self.assert_values("org.example.Words.join", "time", "ns", [1.25e6])
        self.assertEqual(self.better(), {"throughput": "higher", "gc.alloc.rate.norm": "lower", "time": "lower"})

    def test_catch(self):
        self.add("catch2.xml", "-r", "r1")
        self.assert_values("Fibonacci / fib 10", "time", "ns", [109.726])
        self.assert_values("Fibonacci / large / fib 15", "time", "ns", [990.932])

    def test_dotnet(self):
        self.assert_matches("*1 measurements failed*", self.add("benchmarkdotnet.json", "-r", "r1"))
        self.assert_values("Example.Words.Split(N: 10)", "time", "ns", [101.5, 102.5, 103.5])
        self.assert_values("Example.Words.Split(N: 10)", "allocated", "bytes", [160])
        self.assert_values("Words.Join", "time", "ns", [2500])

    def test_criterion(self):
        """A sample is many iterations; a value is of one."""
        self.add("cargo-criterion.json", "-r", "r1")
        self.assert_values("split/10", "time", "ns", [100, 110, 120])

    def test_asv(self):
        """A value for each combination of parameters; those that failed have none."""
        self.assert_matches("*2 measurements failed*", self.add("asv.json"))
        name = "words.Suite.time_split"
        self.assert_values(name + "(10, 'ascii')", "time", "ns", [1e6, 1.5e6, 2e6])
        self.assert_values(name + "(10, 'utf8')", "time", "ns", [2.5e6])
        self.assert_values(name + "(100, 'utf8')", "time", "ns", [4.5e6, 4.5e6])
        self.assert_values("words.Suite.peakmem_split", "peak_memory", "bytes", [20480000])
        self.assert_values("words.track_size", "tracked_value", "", [42])
        self.assertEqual(self.better(), {"time": "lower", "peak_memory": "lower", "tracked_value": None})
        self.assertEqual(self.machines(), {"box"})
        self.assertEqual({(row["revision"], row["commit_time"]) for row in self.rows()},
                         {("102ed1b133d028d1a55095e4ea030ba1ab013d47", "1709283600")})

    def test_google_counters(self):
        """Other numbers of a benchmark are metrics without a better direction; those about the measuring are not."""
        text = read(data("results/google-benchmark.json"))
        write("counters.json", text.replace('"time_unit": "ns"', '"time_unit": "ns", "hits": 3, "Words/s": 2.5e3'))
        self.works("history", "add", "a.db", "counters.json", "--create", "-r", "r1")
        self.assert_values("Sum/64", "hits", "", [3, 3, 3])
        self.assert_values("Sum/64", "Words/s", "", [2500] * 3)
        self.assertEqual(self.better(), {"time": "lower", "cpu_time": "lower", "items_per_second": "higher",
                                         "bytes_per_second": "higher", "hits": None, "Words/s": None})
        write("counters.json", text.replace('"time_unit": "ns"', '"time_unit": "ns", "hits": 1e999'))
        self.fails("counters.json: byte *: benchmarks[0].hits: out of range", "history", "add", "b.db", "counters.json",
                   "--create", "-r", "r1")

    # ---- folders ----

    def test_criterion_folder(self):
        """What is in folders "new" counts; the samples, or else the mean."""
        self.add("criterion", "-r", "r1")
        self.assertEqual({row["benchmark"] for row in self.rows()}, {"split/10", "split/100"})
        self.assert_values("split/10", "time", "ns", [100, 110, 120])
        self.assert_values("split/100", "time", "ns", [1250])
        self.assertEqual(self.better(), {"time": "lower"})
        self.assertIn("4 of 4 runs are in the store already",
                      self.works("history", "add", "a.db", data("results/criterion"), "-r", "r1").err)
        # The folder of one benchmark.
        self.add("criterion/split/10", "-r", "r1")
        self.assertEqual({row["benchmark"] for row in self.rows()}, {"split/10"})

    def test_asv_folder(self):
        """What the files of results lack stands in benchmarks.json."""
        self.add("asv")
        name = "words.Suite.time_split"
        self.assert_values(name + "(10, 'ascii')", "time", "ns", [1.5e6, 3e6])
        self.assert_values(name + "(100, 'ascii')", "time", "ns", [7e6])
        self.assert_values(name + "(100, 'utf8')", "time", "ns", [4.5e6, 9e6])
        self.assert_values("words.split_speed", "tracked_value", "bytes/s", [2.5e6, 3.5e6])
        self.assert_values("words.track_size", "tracked_value", "bytes", [42 * 1024, 43 * 1024])
        self.assert_values("words.track_words", "tracked_value", "", [7])
        told = self.works("history", "evolution", "a.db", "-f", "json").json
        self.assertEqual({(series["benchmark"], series["better"]) for series in told["series"]
                          if series["metric"] == "tracked_value"},
                         {("words.split_speed", "higher"), ("words.track_size", None), ("words.track_words", None)})
        self.assertEqual([row["commit_time"] for row in told["revisions"]], [1709283600, 1709370000])
        self.assertEqual(self.machines(), {"box"})

    def copied(self, name):
        """A copy of a recorded folder, which may be changed."""
        shutil.rmtree("copy", ignore_errors=True)
        shutil.copytree(data("results/" + name), "copy")
        return "copy"

    def test_damaged_folders(self):
        add = ["history", "add", "a.db", "copy", "--create", "-r", "r"]
        new = "copy/split/10/new/"
        criterion = [("benchmark.json", '"full_id"', '"id"', '*byte *: there is no "full_id" in it'),
                     ("sample.json", "[1000.0, ", "[", "*byte *: there are not as many *"),
                     ("sample.json", "[10.0, ", "[0, ", "*byte *: the value of time is not a finite number"),
                     ("sample.json", "3600.0", '"x"', "*byte *: times[2]: not a number"),
                     ("sample.json", "3600.0]}", "", "*")]
        asv = [("benchmarks.json", '"unit": "MB/s"', '"unit": 5', "*byte *: words.split_speed.unit: not a string"),
               ("benchmarks.json", '"version": 2}', "", "*"), ("benchmarks.json", '"version": 2', '"words.x": []', "*: not an object"),
               ("box/7f5b0c9e-virtualenv-py3.11.json", "0.003", '"x"', "*byte *: results[0][0]: not a number")]
        with self.no_new_files():
            for source, folder, damages in (("criterion", new, criterion), ("asv", "copy/", asv)):
                for file, old, changed, message in damages:
                    self.copied(source)
                    text = read(folder + file)
                    self.assertIn(old, text)
                    write(folder + file, text.replace(old, changed))
                    self.fails(folder + file + ": " + message, *add)
                    shutil.rmtree("copy")
            self.copied("criterion")
            os.remove(new + "benchmark.json")
            self.fails(new + "benchmark.json: No such file or directory", *add)
            self.copied("criterion")
            for file in ("sample.json", "estimates.json"):
                os.remove(new + file)
            self.fails(new + "estimates.json: No such file or directory", *add)
            # Nothing is read through a link.
            for link in ("copy/split/20", new + "raw.json"):
                self.copied("criterion")
                os.symlink("/etc", link)
                self.fails(link + ": a symbolic link", *add)
            shutil.rmtree("copy")
            os.makedirs("copy/" + "/".join(["d"] * 20))
            self.fails("copy: the folder is deeper than 16 others", *add)
            shutil.rmtree("copy")
        # Without what a tool left, it is a folder like any other.
        os.makedirs("empty/new")
        self.fails("empty: *directory*", "history", "add", "a.db", "empty", "--create", "-r", "r")

    # ---- CSV ----

    def csv(self, *rows, head=HEAD):
        write("a.csv", "\n".join([head, *rows]) + "\n")
        return "a.csv"

    def test_units(self):
        """Units become those of the store; a rate is better if it is higher."""
        units = {"ps": ("ns", 1e-3), "us": ("ns", 1e3), "µs": ("ns", 1e3), "ms": ("ns", 1e6), "s": ("ns", 1e9),
                 "KiB": ("bytes", 1024), "MB": ("bytes", 1e6), "count": ("count", 1), "": ("", 1),
                 "MB/s": ("bytes/s", 1e6), "KiB/ms": ("bytes/s", 1024e3), "requests/min": ("requests/s", 1 / 60),
                 "ms/op": ("ns", 1e6)}
        self.csv(*(f'r,"b ""{unit}"", 1",m,{unit},1.5' for unit in units))
        self.fine("history", "add", "a.db", "a.csv", "--create")
        for unit, (base, factor) in units.items():
            self.assert_values(f'b "{unit}", 1', "m", base, [1.5 * factor])
        for series in self.works("history", "evolution", "a.db", "-f", "json").json["series"]:
            self.assertEqual(series["better"], "higher" if (series["unit"] or "").endswith("/s") else "lower")

    def test_runs(self):
        """The values of one run are together, however the rows are sorted; what is there is not added again."""
        rows = [f"r{r},b,{metric},{unit},{r + i}" for r in (1, 2) for i in range(3)
                for metric, unit in (("t", "ns"), ("n", "count"))]
        for order in (rows, sorted(rows)):
            self.csv(*order)
            self.fine("history", "add", "a.db", "a.csv", "--create", "--machine=m")
            self.assertTrue(self.fine("history", "a.db").out.startswith("a.db: 1 project, 1 machine, 2 revisions, 6 runs\n"))
            self.assert_values("b", "t", "ns", [1, 2, 3, 2, 3, 4])
            self.assertEqual([row["run"] for row in self.rows("b", "t")], [row["run"] for row in self.rows("b", "n")])
            self.assertEqual(self.works("history", "add", "a.db", "a.csv", "--machine=m").err,
                             "cyan: note: 6 of 6 runs are in the store already\n")
            os.remove("a.db")

    def history(self, unit):
        """A step to twice the value at the seventh of 12 revisions, whose names are not sorted."""
        return [f"{'zyxwvutsrqpo'[r]},b,m,{unit},{(2 if r >= 6 else 1) * (100 + (r * 7 + i * 3) % 5)},2024-01-{r + 1:02}T00:00:00Z"
                for r in range(12) for i in range(3)]

    def test_steps(self):
        """A step is found as in any other history, and is worse or better by the unit."""
        for unit, word in (("ms", "1 of 12 revisions is slower"), ("items/s", "1 is better"), ("bytes", "1 of 12 revisions is worse")):
            self.csv(*self.history(unit), head=HEAD + ",time")
            self.fine("history", "add", "a.db", "a.csv", "--create")
            told = self.works("history", "evolution", "a.db", "-f", "json").json
            self.assertEqual([row["revision"] for row in told["revisions"]], list("zyxwvutsrqpo"))
            self.assertEqual(told["revisions"][3]["commit_time"], 1704326400)
            steps = told["series"][0]["steps"]
            self.assertEqual([step["revision"] for step in steps], ["t"])
            self.assertAlmostEqual(steps[0]["ratio"], 2, delta=0.05)
            self.assertIn(word, self.works("history", "evolution", "a.db").out.splitlines()[0])
            self.fine("history", "heat", "a.db", "-o", "heat.svg")
            self.assert_svg("heat.svg")
            os.remove("a.db")

    def test_repository(self):
        """Commits are found in the repository, whatever the order of the rows; other revisions are names."""
        repository = Repository("program")
        commits = []
        for i in range(4):
            repository.write("a", str(i))
            commits.append(repository.commit(f"number {i}"))
        for order in (commits, commits[::-1]):
            self.csv(*(f"{commit[:12]},b,m,ns,1" for commit in order))
            self.fine("history", "add", "a.db", "a.csv", "--create", "--repo", "program")
            told = self.works("history", "evolution", "a.db", "-f", "json").json["revisions"]
            self.assertEqual([row["revision"] for row in told], commits)
            self.assertEqual(told[2]["subject"], "number 2")
            os.remove("a.db")
        self.csv(*(f"{name},b,m,ns,1" for name in (commits[0], "v1", "v2")))
        self.fails("*v2*", "history", "add", "a.db", "a.csv", "--create", "--repo", "program")
        os.chdir("program")
        self.assert_matches("cyan: note: 2 of 3 revisions are only names; *v2*\n",
                            self.works("history", "add", "../a.db", "../a.csv", "--create").err)

    # ---- what is refused ----

    def test_damaged(self):
        """Each damage is one line, and nothing is stored."""
        files = {"google-benchmark.json": [("5.2980301322753235e+01", '"x"', "*byte *: benchmarks[0].real_time: not a number"),
                                           ('"time_unit": "ns"', '"time_unit": "parsec"',
                                            '*byte *: benchmarks[0]: "parsec" is not a known unit'),
                                           ("5.2980301322753235e+01", "1e999", "*byte *: benchmarks[0].real_time: *")],
                 "hyperfine.json": [("0.020680389,\n        0.027", "null,\n        0.027", "*byte *: results[0].times[1]: not a number"),
                                    ('"sleep 0.01"', '""', "*byte *: results[0]: a benchmark without a name")],
                 "pytest-benchmark.json": [('"mean"', '"median_"', '*byte *: benchmarks[0].stats: there is no "mean" in it'),
                                           ("5.640007051018377e-07,\n                    ", "1e308,\n                    ",
                                            "*byte *: benchmarks[0]: the value of time is not a finite number")],
                 "go-bench.txt": [("534.1 ns/op", "5x ns/op", '*line 5: "5x" is not a finite number'),
                                  ("534.1 ns/op", "534.1", "*line 5: a value without its unit"),
                                  ("    1000\t       534.1", "    1k\t       534.1", '*line 5: "1k" is not a number of iterations')],
                 "jmh.json": [('"score" : 2.5', '"score" : 1e999', "*byte *: [0].primaryMetric.score: *"),
                              ('"ops/us"', '"parsec"', '*byte *: [0]: "parsec" is not a known unit')],
                 "benchmarkdotnet.json": [("102.5,", '"x",', "*byte *: Benchmarks[0].Statistics.OriginalValues[1]: not a number")],
                 "cargo-criterion.json": [("[10,20,30]", "[10,20]", '*line 1: byte *: there are not as many *'),
                                          ("[10,20,30]", "[10,0,30]", "*line 1: byte *: the value of time is not a finite number")],
                 "asv.json": [("[[0.0015,", '[["x",', "*byte *: results[0][0]: not a number"),
                              ('["10", "100"]', '["10", 100]', "*byte *: results[1][0][1]: not a string")],
                 "catch2.xml": [('value="109.726"', 'value="nan"', '*line 7: "nan" is not a finite number'),
                                ("</Section>", "</Part>", "line 19: Element *Part* was closed*")]}
        write("bad/bad", "")
        with self.no_new_files():
            for name, damages in files.items():
                text = read(data("results/" + name))
                # Cut in the middle, or without its end.
                if name != "go-bench.txt":
                    damages = damages + [(text[len(text) // 2:], "", "*"), (text[-8:], "", "*")]
                for old, new, message in damages:
                    self.assertIn(old, text)
                    write("bad/bad", text.replace(old, new, 1))
                    self.fails("bad/bad: " + message, "history", "add", "a.db", "bad/bad", "-r", "r",
                               "--create")

    def test_damaged_csv(self):
        good = "r,b,m,ns,1"
        cases = [("r,b,m,ns,x", 'line 3: "x" is not a finite number'), ("r,b,m,ns,", 'line 3: "" is not a finite number'),
                 ("r,b,m,ns,nan", 'line 3: "nan" is not a finite number'),
                 ("r,b,m,s,1e308", "line 3: the value of m is not a finite number"),
                 ("r,b,m,parsec,1", 'line 3: "parsec" is not a known unit'), ("r,b,m,/s,1", 'line 3: "/s" is not a known unit'),
                 ("r,b,m,ns", "line 3: 4 fields instead of 5"), ("r,,m,ns,1", "line 3: a benchmark without a name"),
                 ("r,b,,ns,1", "line 3: a metric without a name"), ('r,"b,m,ns,1', "line 3: quotes that do not match"),
                 ("r,b\udcff,m,ns,1", "line 3: not valid UTF-8"), (",b,m,ns,1", "b: it says no revision, and --revision is not given")]
        self.csv(good)
        with self.no_new_files():
            for row, message in cases:
                self.csv(good, row)
                self.fails("a.csv: " + message, "history", "add", "a.db", "a.csv", "--create")
            self.csv(good + ",yesterday", head=HEAD + ",time")
            self.fails('a.csv: line 2: "yesterday" is not a time', "history", "add", "a.db", "a.csv", "--create")
            self.csv()
            self.fails("a.csv: CSV without a value", "history", "add", "a.db", "a.csv", "--create")
        self.csv(good)
        self.fine("history", "add", "a.db", "a.csv", "--create")
        # Of several files all are stored, or none.
        write("b.csv", HEAD + "\nr2,b,m,ns,x\n")
        self.csv("r3,b,m,ns,1")
        self.fails("b.csv: line 2: *", "history", "add", "a.db", "a.csv", "b.csv")
        self.assertEqual([row["revision"] for row in self.rows()], ["r"])

    def test_options(self):
        """Options of profiles are refused; profiles and results may come together."""
        self.csv("r1,b,m,ns,1", "r2,b,m,ns,1")
        add = ["history", "add", "a.db", "a.csv", "--create"]
        self.fails("--value is of a profile; a.csv has values", *add, "--value=a=1", "-r", "r", "-b", "b")
        self.fails("--parent is of one revision, not of 2", *add, "--parent=r0")
        self.fails("a.csv names its benchmarks; --benchmark is of profiles", *add, "-b", "x")
        self.fails("history add needs --revision and --benchmark", *add, "good.folded")
        write("notes.txt", "no results")
        self.fails("notes.txt: *", *add, "notes.txt", "-r", "r2")
        self.fine(*add, "good.folded", "-r", "r2", "-b", "whole")
        self.assertEqual(sorted({(row["benchmark"], row["revision"]) for row in self.rows()}),
                         [("b", "r1"), ("b", "r2"), ("whole", "r2")])


if __name__ == "__main__":
    unittest.main()
