# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts of a recording: FILE@KEY=VALUE wherever a file stands, against the same part taken out by hand."""

import json
import re
import subprocess
import sys

from cli_test import TESTS, CliTest, data, read, unittest, write

sys.path.insert(0, str(TESTS / "formats"))
import pprof_fixture as pprof  # noqa: E402

SAMPLE = "{comm} {pid}/{tid} [{cpu:03}] {time:.6f}: 1000 cpu-clock: \n" \
         "\t 2000 {leaf}+0x0 (/bin/prog)\n\t 1000 main+0x0 (/bin/prog)\n\n"


def perf_text(samples):
    return "".join(SAMPLE.format(**sample) for sample in samples)


def threads():
    """Three threads of two processes, whose functions change over ten seconds."""
    return [{"comm": ["worker-1", "worker-2", "main"][i % 3], "pid": 7 if i % 3 == 2 else 8, "tid": 100 + i % 3,
             "cpu": i % 2, "time": 50 + i / 10, "leaf": "slow" if i >= 70 and i % 3 == 0 else "fast"}
            for i in range(100)]


class Slices(CliTest):
    def folded(self, path):
        self.works("convert", path, "-o", "out.folded", "--force")
        return sorted(read("out.folded").splitlines())

    def assert_slice(self, path, part):
        """A slice is what a file of that part alone is."""
        self.assertEqual(self.folded(path), self.folded(part))

    def test_perf(self):
        samples = threads()
        write("all.txt", perf_text(samples))
        for slice_, keep in {
                "thread=worker-*": lambda s: s["comm"] != "main",
                "comm=worker-1": lambda s: s["comm"] == "worker-1",
                "not:thread=main": lambda s: s["comm"] != "main",
                "tid=101": lambda s: s["tid"] == 101,
                "pid=8,cpu=1": lambda s: s["pid"] == 8 and s["cpu"] == 1,
                "time=2s..4s": lambda s: 52 <= s["time"] < 54 - 1e-7,
                "time=2000ms..4000ms": lambda s: 52 <= s["time"] < 54 - 1e-7,
                "not:time=2s..4s": lambda s: not 52 <= s["time"] < 54 - 1e-7,
                "time=7s..,thread=worker-?": lambda s: s["time"] >= 57 and s["comm"] != "main",
                "time=..1s": lambda s: s["time"] < 51 - 1e-7,
        }.items():
            with self.subTest(slice_):
                write("part.txt", perf_text([s for s in samples if keep(s)]))
                self.assert_slice(f"all.txt@{slice_}", "part.txt")

    def test_real_perf(self):
        """The second half of a real recording, taken out of the text by its times."""
        text = subprocess.run(["zstd", "-dc", data("lua-a.perf.txt.zst")], capture_output=True, text=True,
                              check=True).stdout
        blocks = [block + "\n\n" for block in text.rstrip("\n").split("\n\n")]
        times = [float(re.search(r" (\d+\.\d+):", block).group(1)) for block in blocks]
        write("whole.txt", text)
        write("part.txt", "".join(block for block, time in zip(blocks, times) if 1 <= time - times[0] < 1.5))
        self.assert_slice("whole.txt@time=1s..1.5s", "part.txt")

    def test_pprof(self):
        """As `go tool pprof -tagfocus` does it: by labels, of which a sample may have several."""
        def sample(value, leaf, **labels):
            texts = ["samples", "count", "main", "slow", "fast", "endpoint", "/cart", "/home, or=@", "bytes", "kind"]
            more = b"".join(
                pprof.message(3, pprof.field(1, texts.index(key) + 1)
                              + (pprof.field(2, texts.index(text) + 1) if isinstance(text, str)
                                 else pprof.field(3, text)))
                for key, text in labels.items())
            return pprof.sample(value, leaf, 1, more=more), texts

        parts = [sample(5, 2, endpoint="/cart"), sample(7, 3, endpoint="/home, or=@"), sample(11, 3),
                 sample(13, 2, endpoint="/cart", bytes=512)]
        tables = (pprof.message(1, pprof.numbers(1, 2)) + b"".join(pprof.function(i, i + 2) for i in (1, 2, 3))
                  + pprof.strings(*parts[0][1]))
        write("all.pb", tables + b"".join(part for part, _ in parts))
        for slice_, expected in {"label:endpoint=/cart": ["main;slow 18"],
                                 "label:endpoint=/c*": ["main;slow 18"],
                                 r"label:endpoint=/home\, or=@": ["main;fast 7"],
                                 "label:endpoint=(none)": ["main;fast 11"],
                                 "label:bytes=512": ["main;slow 13"],
                                 "not:label:bytes=512,label:endpoint=/cart": ["main;slow 5"]}.items():
            with self.subTest(slice_):
                self.assertEqual(self.folded(f"all.pb@{slice_}"), expected)
        listed = self.fine("info", "--slices", "all.pb", "--format=json").json
        self.assertEqual([(row["value"], row["total"]) for row in listed["slices"] if row["key"] == "label:endpoint"],
                         [("/cart", 18), ("(none)", 11), ("/home, or=@", 7)])

    def test_calls(self):
        """A call counts where it began, its time where it was spent, of each profile of the file."""
        def profile(name, *events):
            return {"type": "evented", "name": name, "unit": "milliseconds", "startValue": 0, "endValue": 100,
                    "events": [{"type": kind, "frame": frame, "at": at} for kind, frame, at in events]}

        write("two.speedscope.json", json.dumps({
            "$schema": "https://www.speedscope.app/file-format-schema.json",
            "shared": {"frames": [{"name": "main"}, {"name": "work"}]},
            "profiles": [profile("first", ("O", 0, 0), ("O", 1, 10), ("C", 1, 60), ("C", 0, 100)),
                         profile("second", ("O", 0, 0), ("O", 1, 70), ("C", 1, 80), ("C", 0, 100))]}))

        def numbers(slice_):
            rows = self.compare(*2 * [f"two.speedscope.json@{slice_}"])
            return {row["name"]: (float(row["before_total"]), row["before_calls"]) for row in rows[1:]}

        self.assertEqual(numbers("profile=first"), {"main": (100, "1"), "work": (50, "1")})
        self.assertEqual(numbers("profile=first,time=0..20ms"), {"main": (20, "1"), "work": (10, "1")})
        self.assertEqual(numbers("profile=first,time=20ms..70ms"), {"main": (50, "0"), "work": (40, "0")})
        self.assertEqual(numbers("time=65%..75%"), {"main": (20, "0"), "work": (5, "1")})

    def test_one_file(self):
        """Two slices of one file, which is read once: also if it can be read only once."""
        write("all.txt", perf_text(threads()))
        early, late = "time=0..50%", "time=50%.."
        two = self.works("compare", f"all.txt@{early}", f"all.txt@{late}").out
        self.assert_matches("time=0..50% to time=50%..: *slow*", two)
        self.assertEqual(self.works("compare", "--slice-before", early, "--slice-after", late, "all.txt", "all.txt").out,
                         two)
        piped = self.works("compare", "--", f"-@{early}", f"-@{late}", stdin=read("all.txt").encode())
        self.assertEqual(piped.out, two)
        self.assert_matches("thread=main to all: *", self.works("compare", "all.txt@thread=main", "all.txt").out)
        write("other.txt", perf_text(threads()[:50]))
        self.assert_matches("all@tid=100 to other@tid=100: *",
                            self.works("compare", "all.txt@tid=100", "other.txt@tid=100").out)
        # Runs, of which each is sliced, and with a slice of its own.
        runs = self.works("compare", "--before", "all.txt", "--before", "other.txt@cpu=1", "--after", "all.txt",
                          "--slice-before", "thread=main", "--slice-after", "thread=worker-1").out
        self.assert_matches("*thread=main (2 runs) to *", runs)

    def trace(self):
        """A thousand requests on four threads, one in forty of which waits for a lock."""
        events = []
        for i in range(1000):
            at = start = i * 2000
            for name, length in (("parse", 100 + i % 7), ("query", 200 + i % 31), ("lock", 800 if i % 40 == 5 else 2)):
                events.append({"name": name, "ph": "X", "ts": at, "dur": length, "pid": 1, "tid": i % 4})
                at += length
            events.append({"name": "handle", "ph": "X", "ts": start, "dur": at - start + 5, "pid": 1, "tid": i % 4})
        return json.dumps({"traceEvents": events})

    def test_slowest(self):
        """Why the slowest requests are slow, in one step."""
        write("t.json", self.trace())
        document = self.works("explain", "t.json", "--slowest", "function=handle", "--brief=json").json
        self.assertEqual((document["before"], document["after"]), ("middle half of function=handle (50 runs)",
                                                                   "slowest 5 % of function=handle (50 runs)"))
        first = document["start_here"][0]
        self.assertEqual((first["function"], first["confidence"]), ("lock", "likely"))
        # Half of the slowest 50 wait 800 µs.
        self.assert_near(first["contribution"], 399_000, 10_000)
        self.assertEqual([note for note in document["notes"] if "one of" in note],
                         ["before: each run: one of the 500 in the middle of 1000",
                          "after: each run: one of the slowest 50 of 1000"])
        # One call of each is a request of its own.
        rows = self.compare("t.json", "--slowest", "function=handle")
        self.assertEqual({row["name"]: row["after_calls"] for row in rows[1:]},
                         {"handle": "1", "parse": "1", "query": "1", "lock": "1"})

    def test_slowest_values(self):
        events = [{"name": name, "ph": "X", "ts": 0 if name == "run" else 1, "pid": 1, "tid": i,
                   "dur": (50 + i if i in (7, 20, 40) else 9) + (name == "run")} for i in range(60) for name in ("run", "inner")]
        write("t.json", json.dumps({"traceEvents": events}))
        self.assert_matches("*\n  1. inner: *", self.works("compare", "t.json", "--slowest", "tid").out)
        for what, message in {"function=nobody": "t.json: no function is \"nobody\" (there are: *",
                              "nokey": "t.json: it cannot be sliced by \"nokey\" (there are: *",
                              "pid": "t.json: only 1 of \"pid\": the slowest are told from 8 on"}.items():
            self.fails(message, "compare", "t.json", "--slowest", what)
        self.fails("compare --slowest needs one profile, and no slices", "compare", "t.json", "t.json",
                   "--slowest", "tid")
        write("all.txt", perf_text(threads()))
        self.fails("all.txt: it does not say how long each call took", "compare", "all.txt", "--slowest",
                   "function=main")

    def test_info(self):
        write("all.txt", perf_text(threads()))
        text = self.fine("info", "--slices", "all.txt").out
        self.assert_matches("all.txt: 100 µs of cpu-clock\n\ntime  9.90 s from the first to the last, and the load "
                            "meanwhile\n  |*|\n\nthread  3 values\n  worker-1   34 %  34 µs\n*\n\npid  2 values\n"
                            "  8   67 %  67 µs\n  7   33 %  33 µs\n*", text.replace(".0 ", " "))
        self.assertEqual(len(re.search(r"\|(.*)\|", text).group(1)), 60)
        document = self.fine("info", "--slices", "all.txt", "--format=json").json
        self.assert_near(sum(document["load"]), document["total"], 1e-6)
        self.assert_matches("*\nslice      thread=main,time=0..50%\n*",
                            self.works("info", "all.txt@thread=main,time=0..50%").out)
        self.assert_matches("*so that it has no slices\n", self.fine("info", "--slices", "good.folded").out)

    def test_many_values(self):
        """100,000 values: the largest 1,000 are listed, the others added up, and each can be taken."""
        texts = ["samples", "count", "main", "request"]
        n = 100_000
        samples = b"".join(
            pprof.sample(2 if i < 1000 else 1, 1, more=pprof.message(3, pprof.numbers(4, i + 5))) for i in range(n))
        write("many.pb", pprof.message(1, pprof.numbers(1, 2)) + pprof.function(1, 3)
              + pprof.strings(*texts, *(f"r{i}" for i in range(n))) + samples)
        document = self.fine("info", "--slices", "many.pb", "--format=json").json
        self.assertEqual(document["dimensions"], [{"key": "label:request", "values": n, "others": n - 1000}])
        self.assertEqual(len(document["slices"]), 1001)
        self.assertEqual((document["slices"][-1]["value"], document["slices"][-1]["total"]), ("(others)", n - 1000))
        self.assertEqual(self.folded("many.pb@label:request=(others)"), [f"main {n - 1000}"])
        self.assertEqual(self.folded("many.pb@label:request=r99999"), ["main 1"])
        self.fails("many.pb: no label:request is \"r99999x\" (there are: r99999, * and 99995 others)",
                   "info", "many.pb@label:request=r99999x")

    def test_hostile_values(self):
        names = ["a,b", "tid=1", "x@thread=y", "..", "\\", "\\,", "*", "?", "\x1b[31m", "‮", "a\tb", "not:", "(none)x"]
        events = [{"name": "f", "ph": "X", "ts": i, "dur": 1, "pid": 1, "tid": i} for i in range(len(names))]
        events += [{"name": "thread_name", "ph": "M", "pid": 1, "tid": i, "args": {"name": name}}
                   for i, name in enumerate(names)]
        write("t.json", json.dumps({"traceEvents": events}))
        listed = self.fine("info", "--slices", "t.json", "--format=json").json
        values = [row["value"] for row in listed["slices"] if row["key"] == "thread"]
        self.assertEqual(len(values), len(names))
        for value in values:
            text = value.replace("\\", "\\\\").replace(",", "\\,")
            self.assertEqual(self.folded(f"t.json@thread={text}"), ["f 1000"], value)
        self.assertNotIn("\x1b", self.fine("info", "--slices", "t.json").out)

    def test_names_of_files(self):
        """A file that is there is meant, whatever its name."""
        write("x@thread=main", perf_text(threads()))
        self.assertEqual(self.works("info", "x@thread=main", "--format=json").json["total"], 100_000)
        write("user@host.txt", perf_text(threads()))
        self.assertEqual(self.works("info", "user@host.txt@thread=main", "--format=json").json["total"], 33_000)
        self.assertEqual(self.works("info", "user@host.txt@thread=main@home,tid=1", "--format=json", status=2).out, "")

    def test_errors(self):
        write("all.txt", perf_text(threads()))
        for slice_, message in {
                "thred=main": "all.txt: it cannot be sliced by \"thred\" (there are: thread, *",
                "thread=mian": "all.txt: no thread is \"mian\" (there are: main, *",
                "time=20s..30s": "all.txt: the time \"20s..30s\" begins behind its end: it is 9.90 s long",
                "time=5s..2s": "all.txt: the range of times \"5s..2s\" ends before it begins",
                "time=90%..1s": "all.txt: the range of times \"90%..1s\" ends before it begins",
                "time=5s": "all.txt: \"5s\" is not a range of times such as 10s..12s or 10%..20%",
                "time=-1s..2s": "all.txt: \"-1s..2s\" is not a range of times *",
                "time=1e400s..": "all.txt: \"1e400s..\" is not a range of times *",
                "time=0..200%": "all.txt: \"0..200%\" is not a range of times *",
                "thread=main,tid=100": "all.txt: nothing of the recording is in the slice",
                "thread=main,nokey": "all.txt: \"nokey\" is not KEY=VALUE such as thread=main",
                "thread=main,=x": "all.txt: \"=x\" is not KEY=VALUE such as thread=main",
        }.items():
            with self.subTest(slice_):
                self.fails(message, "info", f"all.txt@{slice_}")
        self.fails("none.txt: *", "info", "none.txt@thread=main")
        self.fails("good.folded: it has no threads, labels or times, so that it has no slices",
                   "info", "good.folded@thread=main", "--unit=ms")
        self.fails("good.folded: it has no threads, labels or times*", "info", "good.folded@time=0..1s", "--unit=ms")
        self.assert_matches("*\nnote       the slice ends behind the recording, which is 9.90 s long\n*",
                            self.works("info", "all.txt@time=5s..60s").out)
        self.fails("--top goes with --slices, which is missing", "info", "--top=3", "all.txt")
        self.fails("--slice-before and --slice-after go with files*", "compare", "--store", "s", "a", "b",
                   "--slice-before=thread=main")

    def test_other_options(self):
        """Folding, pruning and sampling are of a slice, not of the recording that it is taken from."""
        write("t.json", self.trace())
        whole = self.fine("info", "--slices", "t.json").out
        for option in "--hot=0.01", "--fold-recursion":
            self.assertEqual(self.fine("info", "--slices", "t.json", option).out, whole)
            self.works("compare", "t.json@tid=1", "t.json@tid=2", option)
            self.assert_matches("*\n  1. lock: *",
                                self.works("compare", "t.json", "--slowest", "function=handle", option).out)
        self.works("convert", "t.json@tid=1", "--sample=1000", "-o", "s.folded")
        self.fails("--slices is of a whole recording: t.json", "info", "--slices", "t.json@tid=1")
        self.fails("compare --slowest needs one profile, and no slices", "compare", "t.json@tid=1", "--slowest", "tid")

    def test_backwards(self):
        """Times that run backwards are times as well."""
        write("all.txt", perf_text(threads()[::-1]))
        write("part.txt", perf_text([s for s in threads() if 52 <= s["time"] < 54 - 1e-7]))
        self.assert_slice("all.txt@time=2s..4s", "part.txt")


if __name__ == "__main__":
    unittest.main()
