# SPDX-License-Identifier: GPL-3.0-or-later
"""Two versions of a service in Go, compared by the addresses of their profiles: the new one looks prices up in a list."""

import os
import re
import subprocess
import tempfile

from fleet_test import TESTS, FleetTest, read, unittest, write

SECONDS = 4
QUICK = "\treturn prices[name]\n"
SLOW = """\
	for price, other := range names {
		if other == name {
			return price
		}
	}
	return 0
"""


class Go(FleetTest):
    @classmethod
    def setUpClass(cls):
        """Builds both versions."""
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory(prefix="cyan-go-"))
        source = read(TESTS / "fleet/shop/main.go")
        assert source.count(QUICK) == 1
        environment = dict(os.environ, GOCACHE=f"{cls.folder}/cache", GO111MODULE="off", GOPROXY="off", GOTOOLCHAIN="local")
        for version, text in ("old", source), ("new", source.replace(QUICK, SLOW)):
            write(f"{cls.folder}/{version}/main.go", text)
            subprocess.run(["go", "build", "-o", "shop", "main.go"], cwd=f"{cls.folder}/{version}", env=environment,
                           check=True)

    def setUp(self):
        super().setUp()
        self.addresses = {version: self.start(version, [f"{self.folder}/{version}/shop"], lambda log=f"{version}.log": "".join(
            re.findall("^listens on (.*)\n", read(log)))) for version in ("old", "new")}

    def profile(self, version, kind=f"profile?seconds={SECONDS}"):
        return f"{self.addresses[version]}/debug/pprof/{kind}"

    def requests(self, version):
        """When the requests for profiles of the CPU began and ended, by the clock of the server."""
        log = read(f"{version}.log")
        return [[int(time) for time in re.findall(rf"^{event} (\d+) /debug/pprof/profile\?", log, re.MULTILINE)]
                for event in ("begin", "end")]

    def test_explain(self):
        """The planted function is named first, from two addresses that are fetched side by side."""
        sides = [self.profile("old"), self.profile("new")]
        run = self.works("explain", *sides, f"--source-before={self.folder}/old",
                         f"--source-after={self.folder}/new")
        self.assertRegex(run.out, r"\nStart here\n  1\. main\.lookUp \(.*/new/main\.go(:\d+)?\): \+")
        self.assertRegex(run.out, "\n     why   its source changed")
        begins, ends = zip(*map(self.requests, ("old", "new")))
        self.assertEqual([len(times) for times in begins + ends], [1, 1, 1, 1])
        self.assertLess(max(begins), min(ends))

        # Each label is a part of such a recording.
        run = self.works("compare", *(f"{side}@label:endpoint=/cart" for side in sides))
        self.assertRegex(run.out, r"\nStart here\n(  No .*\n)?  1\. main\.lookUp \(")
        self.assertNotIn("main.search", run.out)

    def test_keep(self):
        """What an address answers can be kept, and compared with what it answers later."""
        self.fine("info", self.profile("old", "heap"))
        self.works("convert", self.profile("old"), "-o", "old.cct.gz")
        self.works("convert", self.profile("new"), "-o", "new.pb.gz")
        run = self.works("compare", "old.cct.gz", self.profile("new"))
        self.assertRegex(run.out, r"\nStart here\n  1\. main\.lookUp \(")

    def test_kinds(self):
        """All that net/http/pprof offers; its page and its traces are no profiles."""
        for kind, metrics in (("heap", ["inuse_space", "alloc_space"]), ("allocs", ["alloc_space", "alloc_objects"]),
                              ("goroutine", ["goroutine"]), ("threadcreate", ["threadcreate"]),
                              ("block", ["delay", "contentions"]), ("mutex", ["delay", "contentions"]),
                              ("goroutine?debug=1", ["goroutine"]), ("heap?debug=1", ["inuse_space"])):
            out = self.fine("info", self.profile("old", kind)).out
            for metric in metrics:
                self.assertRegex(out, rf"\n{metric} +\d", kind)
        self.fails("*this is a web page and not a profile*", "info", self.profile("old", ""))
        self.fails("*this is an execution trace of Go*", "info", self.profile("old", "trace?seconds=1"))
        self.fails("*404*", "info", self.profile("old", "nothing"))


if __name__ == "__main__":
    unittest.main()
