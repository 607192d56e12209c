# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles by host: `cyan merge --by host`, what its file tells, and comparisons over hosts."""

import itertools
import random

from cli_test import CliTest, named, read, row_of, unittest, write

HEAD = "cct 1\nmetric\ttime\tns\n"


def part(costs, *, host=None, calls="-"):
    """A profile of main, which calls the functions of COSTS."""
    meta = f"meta\thost\t{host}\n" if host else ""
    names = "".join(f"function\t{name}\n" for name in ("main", *costs))
    nodes = "".join(f"1\t{i + 2}\t{calls}\t{cost!r}\n" for i, cost in enumerate(costs.values()))
    return f"{HEAD}{meta}{names}0\t1\t1\t5\n{nodes}end\t{len(costs) + 1}\n"


class Hosts(CliTest):
    def merge(self, *parts, out="all.cct"):
        self.works("merge", "--by", "host", *parts, "-o", out, "--force")
        return out

    def hosts(self, path):
        """The totals by host."""
        return {host["name"]: host["total"] for host in self.fine("info", "--format=json", path).json["hosts"]}

    def test_names(self):
        """The host is the one that the profile names, or else the file; folders tell files of one name apart."""
        for name, host in (("a/web1.cct", None), ("a/web2.cct.txt", None), ("b/web1.cct", None), ("c/d.cct", "web2"),
                           ("c/web3.prod.cct", None), ("x/one/p.cct", None), ("x/two/p.cct", None)):
            write(name, part({"f": 10}, host=host))
        self.merge("a", "b", "c", "x/one/p.cct", "x/two/p.cct")
        self.assertEqual(self.hosts("all.cct"), {"a/web1": 15, "b/web1": 15, "web2": 30, "web3.prod": 15,
                                                 "one/p": 15, "two/p": 15})

    def test_slices(self):
        """A host's part of the file is what was merged, and all parts are the whole."""
        write("web1.cct", part({"f": 10, "g": 3}, calls=4))
        write("web2.cct", part({"g": 7, "h": 2}, calls=1))
        self.merge("web1.cct", "web2.cct")
        for host in "web1", "web2":
            self.works("convert", f"all.cct@host={host}", "-o", "slice.folded", "--force")
            self.works("convert", f"{host}.cct", "-o", "part.folded", "--force")
            self.assertEqual(sorted(read("slice.folded").splitlines()), sorted(read("part.folded").splitlines()))
        self.assert_matches("*host  2 values\n  web1*  18 ns\n  web2*  14 ns*",
                            self.fine("info", "--slices", "all.cct").out)
        rows = self.compare("all.cct@host=web1", "all.cct@not:host=web1")
        self.assertEqual(row_of(rows, "g").cells("before_self", "after_self", "before_calls"), ["3", "7", "4"])

    def test_any_order(self):
        """Any order and any grouping gives the same bytes, with fractions and several parts of one host, too."""
        chance = random.Random(1)
        names = []
        for i in range(8):
            names.append(f"{i}.cct")
            costs = {f: chance.random() * 10 ** chance.randint(-9, 9) for f in chance.sample("abcdef", 4)}
            write(names[-1], part(costs, host=f"web{i % 3}"))
        expected = None
        for turn in range(6):
            left = chance.sample(names, len(names))
            while len(left) > 1:
                n = chance.randint(2, len(left))
                left = [self.merge(*left[:n], out=f"{turn}-{len(left)}.cct"), *left[n:]]
                chance.shuffle(left)
            expected = expected or read(left[0])
            self.assertEqual(read(left[0]), expected)
        self.assertIn("host\tweb0\nhost\tweb1\nhost\tweb2\n", expected)
        self.works("convert", left[0], "-o", "again.cct")
        self.assertEqual(read("again.cct"), expected)

    def test_without(self):
        """Hosts are kept only if they are asked for."""
        write("web1.cct", part({"f": 1}))
        write("web2.cct", part({"f": 2}))
        self.merge("web1.cct", "web2.cct", out="by.cct")
        self.works("merge", "web1.cct", "web2.cct", "-o", "plain.cct")
        self.assertEqual([line for line in read("by.cct").splitlines() if not line.startswith(("host", "by"))],
                         read("plain.cct").splitlines())
        self.works("merge", "by.cct", "-o", "again.cct")
        self.assertNotIn("host", read("again.cct"))
        for out, format_ in ("all.folded", "folded stacks"), ("all.pb.gz", "pprof"):
            self.assert_matches(f"*{format_} do*what came from which host*",
                                self.works("convert", "by.cct", "-o", out).err)
        self.fails('--by: not "host": process', "merge", "--by", "process", "web1.cct", "-o", "no.cct")

    def test_one_slow_host(self):
        """One host of twelve on which a function takes longer is named, and columns tell how hosts differ."""
        chance = random.Random(2)
        for i in range(12):
            load = chance.uniform(1, 3)
            costs = {f: int(1e6 * load * chance.uniform(0.95, 1.05)) for f in "abcdefgh"}
            costs["d"] *= 6 if i == 4 else 1
            if i == 5:
                del costs["h"]
            write(f"fleet/web{i:02}.cct", part(costs, calls=3))
        self.merge("fleet")
        self.assert_matches("*hosts      12, with * each, * in the median; web* has most\n"
                            "outlier    d: * on web04, * in the median of 12 hosts\n*",
                            self.fine("info", "all.cct").out)
        outliers = self.fine("info", "--format=json", "all.cct").json["outliers"]
        self.assertEqual([(row["function"], row["host"], row["more_hosts"]) for row in outliers], [("d", "web04", 0)])
        run = self.works("compare", "all.cct", "all.cct@not:host=web04")
        self.assertIn("note: before: d: ", run.out)
        rows = self.compare("all.cct", "all.cct@not:host=web04")
        self.assertEqual(row_of(rows, "d").cells("before_hosts", "before_largest_host", "after_hosts"),
                         ["12", "web04", ""])
        self.assertEqual(row_of(rows, "h").cells("before_hosts", "before_host_least"), ["11", "0"])
        row = row_of(rows, "main")
        least, median, largest = row.numbers("before_host_least", "before_host_median", "before_host_largest")
        totals = sorted(self.hosts("all.cct").values())
        self.assertEqual((least, median, largest), (totals[0], (totals[5] + totals[6]) / 2, totals[-1]))
        self.assertNotIn("before_hosts", self.compare("good.folded", "other.folded")[0])

    def test_compare(self):
        """Hosts of both sides are what runs of both sides are."""
        chance = random.Random(3)
        for side, factor in ("before", 1), ("after", 2):
            for i in range(6):
                costs = {f: int(1e6 * chance.uniform(0.95, 1.05)) for f in "abcdefghijkl"}
                costs["c"] = int(costs["c"] * factor)
                write(f"{side}/web{i}.cct", part(costs, calls=3))
            self.merge(side, out=f"{side}.cct")
        run = self.works("compare", "before.cct", "after.cct")
        self.assert_matches("before (6 hosts) to after (6 hosts): *noise: 6 exact hosts a side: noise is what differs "
                            "from host to host\n*", run.out)
        hosts = self.compare("before.cct", "after.cct")
        runs = self.compare(*itertools.chain.from_iterable(
            (f"--before=before/web{i}.cct", f"--after=after/web{i}.cct") for i in range(6)))
        changed = [row["name"] for row in hosts if row["verdict"] != "unchanged"]
        self.assertEqual([name for name in changed if name not in ("(all)", "main")], ["c"])
        for name in "abcdefghijkl":
            one, other = row_of(hosts, name), row_of(runs, name)
            for column in "verdict", "before_calls":
                self.assertEqual(one[column], other[column])
            for column in "before_total", "after_total", "ratio", "ratio_low", "q_value":
                self.assertAlmostEqual(float(one[column] or 0), float(other[column] or 0), delta=0.5)
        self.assertEqual(len(named(hosts, "c")), 1)

    def test_pruned(self):
        """With --hot, hosts keep all they had."""
        for i in range(3):
            write(f"web{i}.cct", part({"big": 1000 * (i + 1), "small": 1, "tiny": 2}))
        self.works("merge", "--by", "host", "--hot=10%", *(f"web{i}.cct" for i in range(3)), "-o", "all.cct")
        self.assertEqual(self.hosts("all.cct"), {f"web{i}": 1000 * (i + 1) + 8 for i in range(3)})
        self.assertIn("(cold)", read("all.cct"))
        self.works("compare", "all.cct@host=web0", "all.cct@host=web1")

    def test_bad(self):
        """Values by host that cannot be right are refused."""
        head = f"{HEAD}host\tweb1\nhost\tweb2\nfunction\tmain\n"
        for i, (text, reason) in enumerate((
                (f"{HEAD}host\tweb1\nhost\tweb1\n", "line 4: a second host of the same name"),
                (f"{HEAD}host\n", "line 3: a host without a name"),
                (f"{HEAD}function\tmain\n0\t1\t-\t3\nhost\tweb1\n", "line 5: a host behind the first node"),
                (f"{head}by\t1\t-\t3\n", "line 6: values of hosts without a node before them"),
                (f"{head}0\t1\t-\t3\nend\t1\n", "line 7: node 1 has no values of the hosts behind it"),
                (f"{head}0\t1\t-\t3\nby\t1\t-\t3\nby\t2\t-\t3\n",
                 "line 8: values of hosts without a node before them"),
                (f"{head}0\t1\t-\t3\nby\t1-3\t-\t1 1 1\n", 'line 7: "1-3" is not a range of hosts'),
                (f"{head}0\t1\t-\t3\nby\t2 1\t-\t1 2\n", 'line 7: "1" is not a range of hosts'),
                (f"{head}0\t1\t-\t3\nby\t0-1\t-\t1 2\n", 'line 7: "0-1" is not a range of hosts'),
                (f"{head}0\t1\t-\t3\nby\t1-2\t-\t1\n", "line 7: no values of time of 2 hosts"),
                (f"{head}0\t1\t-\t3\nby\t1-2\t-\t1 x\n", "line 7: no values of time of 2 hosts"),
                (f"{head}0\t1\t-\t3\nby\t1-2\t-\t1 1\n", "line 7: the values of time of the hosts are not those of "
                                                         "node 1"),
                (f"{head}0\t1\t-\t3\nby\t1-2\t-\t1 2 0\n", "line 7: the values of time of the hosts are not those of "
                                                           "node 1"),
                (f"{head}0\t1\t5\t3\nby\t1-2\t2\t1 2\n", "line 7: no calls of 2 hosts"),
                (f"{head}0\t1\t-\t3\nby\t1\t-\t3\n1\t1\t-\t3\nby\t1-2\t-\t1 2\n",
                 "line 9: host 2 has node 2, but not its caller"))):
            with self.subTest(reason):
                write(f"{i}.cct", text)
                self.fails(f"{i}.cct: {reason}", "info", f"{i}.cct")


if __name__ == "__main__":
    unittest.main()
