# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading texts and call graphs of other profilers: gprof, XHProf, TAU, GHC, php-spx; and the heap profiles of
valgrind."""

import re

import profile_test
from profile_test import FLAT, FOLDED, FULL, INFERRED, SELF, ProfileTest, example

GPROF_HEAD = "index % time    self  children    called     name\n"
GPROF_MAIN = """\
                                                 <spontaneous>
[1]    100.0    0.01    0.05                 main [1]
                0.02    0.03       1/1           even <cycle 1> [3]
-----------------------------------------------
"""
GPROF = GPROF_HEAD + GPROF_MAIN + """\
[2]     83.3    0.05    0.00       1+4       <cycle 1 as a whole> [2]
                0.02    0.00       3             even <cycle 1> [3]
                0.03    0.00       2             odd <cycle 1> [4]
-----------------------------------------------
                                   2             odd <cycle 1> [4]
                0.02    0.03       1/1           main [1]
[3]     33.3    0.02    0.00       3         even <cycle 1> [3]
                                   2             odd <cycle 1> [4]
-----------------------------------------------
                                   2             even <cycle 1> [3]
[4]     50.0    0.03    0.00       2+5       odd <cycle 1> [4]
                                   2             even <cycle 1> [3]
-----------------------------------------------
\f
Index by function name

   [1] main
"""
LOOPS = "%s by themselves are not counted, as in gprof's flat profile"
GPROF_NOTE = "times are sampled and have two decimals; calls are exact"

XHPROF = ('{"main()==>f":{"ct":2,"wt":30,"mu":-8},"f==>f@1":{"ct":3,"wt":12,"mu":4},'
          '"main()":{"ct":1,"wt":40,"mu":64}}')

TAU_HEAD = "_MULTI_TIME\n# Name Calls Subrs Excl Incl ProfileCalls #\n"
TAU = "4 templated_functions" + TAU_HEAD + """\
".TAU" 1 1 4 10 0 GROUP="A" \n\
"f C [{/s/f.c} {7,1}-{9,1}]" 2 0 6 6 0 GROUP="A" \n\
".TAU => f C [{/s/f.c} {7,1}-{9,1}]" 2 0 6 6 0 GROUP="A|TAU_CALLPATH" \n\
".TAU => [SAMPLE] g" 2 0 1 1 0 GROUP="TAU_SAMPLE" \n\
0 aggregates
"""

GHC_TITLE = ("\tMon Nov 23 00:42 2026 Time and Allocation Profiling Report  (Final)\n\n\t   words +RTS -P -RTS\n\n"
             "\ttotal time  =        0.01 secs   (10 ticks @ 1000 us, 1 processor)\n"
             "\ttotal alloc =   2,000 bytes  (excludes profiling overheads)\n\n")
GHC_P = GHC_TITLE + """\
COST CENTRE MODULE SRC       no. entries  %time %alloc   %time %alloc  ticks     bytes

MAIN        MAIN   <built-in>  148   0    0.0    5.0   100.0  100.0      0       100
 änder       Main   a.hs:(4,1)-(5,9)  300   2   90.0   95.0   100.0   95.0      9      1900
  CAF:x     Main   <no location info> 301 0 10.0 0.0 10.0 0.0 1 0
"""

SPX_LONG = "[events]\n0 1 0 0\n1 1 10 5\n1 0 30 5\n1 1 40 5\n1 0 45 5\n0 0 50 5\n[functions]\nmain\nA::f\n"
SPX_SHORT = ("[events]\n|0|a0|\nb|1|10|\n-r1|20|\nc|r2|10|\n-1|5|\n-r5|5|\n"
             "[functions]\n/s/a.php:1:main\n/s/a.php:3:A::f\n")

MASSIF_HEAD = "desc: (none)\ncmd: ./w\ntime_unit: i\n"
MASSIF_TREE = """\
n2: 100 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.
 n2: 90 0x1: f (a.c:7)
  n0: 60 0x2: main (a.c:12)
  n0: 20 0x3: g (in /usr/lib/g.so)
 n0: 10 in 3 places, all below massif's threshold (1.00%)
"""
MASSIF_LATE = "n1: 5 (heap)\n n0: 5 0x9: late (b.c:1)\n"


def ghc_json(profile):
    return ('{"program":"w","rts_arguments":["-pj"],"total_ticks":0,"tick_interval":1000,"total_alloc":7,'
            '"cost_centres":[{"id":1,"label":"MAIN","module":"MAIN","src_loc":"<built-in>","is_caf":false},'
            '{"id":2,"label":"f","module":"M"}],"profile":' + profile + "}")


def dhat(places):
    return ('{"dhatFileVersion":2,"mode":"heap","cmd":"./w","pps":[' + places + '],"ftbl":["[root]",'
            '"0x1: malloc (in /usr/lib/vg.so)","0x2: f(int) (a.c:7)","0x3: main (a.c:12)","0x4: ???"]}')


def snapshot(number, kind, tree=""):
    return (f"#-----------\nsnapshot={number}\n#-----------\ntime=5\nmem_heap_B=9\nmem_heap_extra_B=1\nmem_stacks_B=0\n"
            f"heap_tree={kind}\n{tree}")


class Listings(ProfileTest):
    FLAGS = FULL

    def assert_metrics(self, content, *metrics):
        """The names, units and sums of the first metrics."""
        profile = self.load(content)
        self.assertEqual([(m.name, m.unit, m.total[0]) for m in profile.metrics[:len(metrics)]], list(metrics))

    def cut_anywhere(self, content):
        """The file can be read, and each beginning of it is read or refused with one line."""
        self.load(content)
        for _ in self.cuts(content):
            pass

    def test_gprof(self):
        # Five calls of odd are by itself.
        self.tree(GPROF, "main:10000(even:20000*3(odd:30000*2))", GPROF_NOTE, LOOPS % "5 calls of functions", INFERRED,
                  FOLDED)
        self.assert_metrics(GPROF, ("time", "us", 60000))
        self.tree(GPROF_HEAD + GPROF_MAIN[:GPROF_MAIN.index("main [1]\n") + 9].replace("0.05", "0.00"), "main:10000",
                  GPROF_NOTE, "the file ends within an entry: it may have been cut", INFERRED, flags=SELF)
        self.cut_anywhere(GPROF_HEAD + GPROF_MAIN)

    def test_gprof_entries(self):
        """Functions outside of cycles cost what gprof says, and all are called as often, whoever calls them: three
        entries lead into a cycle, and f5 has no entry of its own."""
        profile = self.check_file("foreign/gprof-entries.txt", warnings=[GPROF_NOTE, LOOPS % "114 calls of functions", INFERRED, FOLDED])
        entries = re.findall(r"(?m)^\[\d+\] +[\d.]+ +([\d.]+) +([\d.]+) +(?:(\d+)(?:\+\d+)? +)?(f\d+)( <cycle)? ?",
                             example("gprof-entries.txt").decode())
        self.assertEqual(len(entries), 11)
        for own, below, calls, name, cycle in entries:
            self.assertAlmostEqual(profile.self_of(name) / 1e6, float(own), delta=0.001)
            self.assertEqual(profile.calls_of(name), int(calls or 0), name)
            total = sum(cost for cost, other in zip(profile.total, profile.name) if other == name)
            if not cycle:
                self.assertAlmostEqual(total / 1e6, float(own) + float(below), delta=0.015, msg=name)

    def test_gprof_flat(self):
        self.tree("""\
Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           \n\
 time   seconds   seconds    calls  ms/call  ms/call  name    \n\
 66.67      0.02     0.02       12     0.00     0.00  leaf
 33.33      0.03     0.01                             operator new(unsigned long)

 % of the time
""", "leaf:20000 'operator new(unsigned long)':10000", FLAT, flags=SELF)

    def test_gprof_halves(self):
        """Half a sample is rounded up to 0.01; the percentages say what it is."""
        head = ("Each sample counts as 0.01 seconds.\n  %   cumulative   self              self     total\n"
                " time   seconds   seconds    calls  ms/call  ms/call  name\n")
        self.tree(head + " 99.96     13.93    13.93        1     0.00     0.00  f\n"
                  "  0.04     13.93     0.01        2     0.00     0.00  g\n\n", "f:13925000 g:5000", FLAT, flags=SELF)
        self.tree(head + " 90.00     13.93    13.93        1     0.00     0.00  f\n\n", "f:13930000",
                  "the flat profile has at most 90.0 % of the time: functions are missing, so the file may have been cut",
                  FLAT, flags=SELF)

    def test_gprof_vtune(self):
        """Arcs within the cycle have no cost: they share what the others leave.  There are no calls."""
        profile = self.check_file(
            "foreign/gprof-vtune.txt", "main:250000(even:1000000(odd:500000('operator new[]':500000) "
            "'operator new[]':500000) 'operator new[]':250000)", unit="us", warnings=[INFERRED, FOLDED])
        self.assertEqual(profile.calls, [])
        self.survives_cuts("gprof-vtune.txt")

    def test_gprof_errors(self):
        """Two functions of one name are one in the tree, by their indices."""
        self.bad((GPROF_HEAD + GPROF_MAIN + GPROF_MAIN, "line 7: function 1 is listed twice"),
                 (GPROF_HEAD + "\n", "line 2: the call graph is empty"))

    def test_xhprof(self):
        self.tree(XHPROF, "'main()':10*1(f:18*2(f:12*3))", "2 negative costs were taken as 0", INFERRED)
        self.assert_metrics(XHPROF, ("time", "us", 40), ("memory", "bytes", 68))
        self.tree('{"meta":{"url":"/a==>b"},"profile":{"main()":{"ct":1,"wt":5},"main()==>f":{"ct":1,"wt":2}}}',
                  "'main()':3*1(f:2*1)", INFERRED)
        # Only behind a name is "@" a level of recursion.
        self.tree('{"main()":{"ct":1,"wt":9},"main()==>@2":{"ct":1,"wt":2},"main()==>f@":{"ct":1,"wt":1},'
                  '"main()==>g@x":{"ct":1,"wt":1}}', "'main()':5*1('@2':2*1 'f@':1*1 'g@x':1*1)", INFERRED)
        self.cut_fails(XHPROF)

    def test_xhprof_errors(self):
        self.bad_json(("an arc without numbers", '{"a==>b":{"ct":[1],"x":1}}', "an arc without numbers"),
                      ("nothing", '{"x":"a==>b","y":{"z":{"ct":0}}}', "there are no arcs"),
                      ("only calls", '{"a==>b":{"ct":1}}', "no arc has a time or memory"),
                      ("more", XHPROF + "[]", "expected nothing more after the end of the JSON value"))

    def test_tau(self):
        profile = self.check(TAU, ".TAU:4*1(f:6*2)", recording="exact",
                             warnings=["1 line of samples, which are part of functions, was left out"])
        self.assertEqual(profile.place(2), ("/s/f.c", 7))
        self.assert_metrics(TAU, ("time", "us", 10))
        # "f => g" begins at a function that main calls: it was cut, and is an arc.
        self.tree('5 templated_functions_MULTI_PAPI_L1_DCM\n#\n"main" 1 1 1 9 0 GROUP="A"\n"f" 2 1 3 8 0 GROUP="A"\n'
                  '"g" 4 0 5 5 0 GROUP="A"\n"main => f" 2 1 3 8 0 GROUP="A"\n"f => g" 4 0 5 5 0 GROUP="A"\n',
                  "main:1*1(f:3*2(g:5*4))", INFERRED)
        self.fails("2 templated_functions" + TAU_HEAD + '"f" 1 0 5 5 0 GROUP="A"\n',
                   "line 3: the file ends after 1 of 2 functions")
        self.cut_anywhere(TAU)

    def test_ghc(self):
        profile = self.tree(GHC_P, "MAIN:0('änder':9*2('CAF:x':1))")
        self.assertEqual((profile.module[2], *profile.place(2)), ("Main", "a.hs", 4))
        self.assert_metrics(GHC_P, ("ticks", "samples", 10), ("alloc", "bytes", 2000))
        # Shares of the totals, and no column SRC, as before GHC 8.
        self.tree(GHC_TITLE + "COST CENTRE MODULE  no. entries  %time %alloc   %time %alloc\n\n"
                  "MAIN        MAIN    148       0   40.0    5.0    40.0    5.0\n", "MAIN:4",
                  "ticks and bytes are shares with one decimal; +RTS -P writes exact ones", flags=SELF)
        self.cut_anywhere(GHC_P)

    def test_ghc_6(self):
        """Long names move what is behind them, labels may have blanks, and levels are left out."""
        head = GHC_TITLE + "COST CENTRE   MODULE          no.    entries  %time %alloc   %time %alloc\n\n"
        row = "%-14s%-16s%4d %10d  %4.1f  %4.1f   %5.1f %5.1f\n"
        text = head + row % ("MAIN", "MAIN", 1, 0, 0, 0, 100, 0)
        text += row % ("   aNameThatIsLongerThanItsColumn ", "Backpropagation", 2, 5, 40, 0, 40, 0)
        text += row % ("   aNameThatIsLongerThanItsColumnToo ", "Backpropagation", 3, 6, 20, 0, 20, 0)
        text += row % (" a label", "Main", 4, 7, 40, 0, 40, 0)
        self.tree(text, "MAIN:0(aNameThatIsLongerThanItsColumn:4*5 aNameThatIsLongerThanItsColumnToo:2*6 'a label':4*7)",
                  "ticks and bytes are shares with one decimal; +RTS -P writes exact ones")
        self.assertEqual(self.load(text).module[2:], ["Backpropagation", "Backpropagation", "Main"])

    def test_ghc_json(self):
        good = ghc_json('{"id":1,"entries":0,"alloc":3,"ticks":0,"children":[{"id":2,"entries":5,"alloc":4,"ticks":0,'
                        '"children":[]}]}')
        # Without a tick the bytes come first.
        self.tree(good, "MAIN:3(f:4*5)")
        self.assert_metrics(good, ("alloc", "bytes", 7))
        self.bad_json(("unknown id", ghc_json('{"id":3}'), "profile: no cost centre has the id 3"),
                      ("no id", ghc_json('{"children":[]}'), 'there is no "id" in it'),
                      ("no array", ghc_json('{"id":1,"children":{}}'), "children: not an array"),
                      ("below 0", ghc_json('{"id":1,"ticks":-1}'), "profile: a number below 0"))
        self.cut_fails(good)

    def test_spx(self):
        self.tree(SPX_LONG, "main:25*1('A::f':25*2)", "1 further metric, whose name is in another file, was left out")
        self.assert_metrics(SPX_LONG, ("time", "ns", 50))
        # The same calls, from lines 11 and 12.
        sites = self.check(SPX_SHORT, n_nodes=4)
        self.assertEqual((sites.total[0], sites.call_site[2:], sites.line[2]), (50, [11, 12], 3))
        self.bad(("[events]\n0 1 0\n", "line 2: the file ends before the name of function 0"),
                 ("[events]\n0 1 0\n1 0 5\n", "line 3: the end of a call that is not the innermost"),
                 ("[events]\n|r1|a0|\n", "line 2: not an event"))
        self.cut_anywhere(SPX_LONG)
        self.cut_anywhere(SPX_SHORT)

    def test_dhat(self):
        good = dhat('{"tb":100,"tbk":2,"gb":60,"eb":1,"fs":[1,2,3]},{"tb":10,"tbk":1,"gb":0,"eb":0,"fs":[1,4]}')
        profile = self.check(good, "main:0('f(int)':0(malloc:100)) [unknown]:0(malloc:10)", SELF)
        self.assertEqual(profile.call_site[2:4], [12, 7])
        self.assertEqual(profile.module[profile.function[3]], "vg.so")
        self.assert_metrics(good, ("allocated", "bytes", 110), ("blocks", "count", 3), ("peak", "bytes", 60))
        self.bad_json(("frame", dhat('{"tb":1,"tbk":1,"fs":[5]}'), "frame 5 is named, but there are only 5 frames"),
                      ("below 0", dhat('{"tb":-1,"tbk":1,"fs":[1]}'), "a number below 0"),
                      ("version", '{"dhatFileVersion":3,"pps":[],"ftbl":[]}', "version 3 of the format is not known"))
        self.cut_fails(good)

    def test_massif(self):
        peak = (MASSIF_HEAD + snapshot(0, "empty") + snapshot(1, "peak", MASSIF_TREE)
                + snapshot(2, "detailed", MASSIF_LATE))
        self.tree(peak, "f:10 main:0(f:60) g:0(f:20) '[below the threshold]':10",
                  "what was in use at the peak: snapshot 1, of 2 with a tree", flags=SELF)
        self.assert_metrics(peak, ("in use", "bytes", 100))
        self.tree(MASSIF_HEAD + snapshot(0, "detailed", MASSIF_TREE) + snapshot(1, "detailed", MASSIF_LATE), "late:5",
                  "there is no peak: what was in use at snapshot 1, the last of 2 with a tree", flags=SELF)
        self.bad((MASSIF_HEAD + snapshot(0, "empty"), "line 11: no snapshot has a tree"),
                 (MASSIF_HEAD + snapshot(0, "peak", MASSIF_LATE.replace("n1:", "n2:")),
                  "line 13: the file ends within a heap tree"),
                 (MASSIF_HEAD + snapshot(0, "peak", MASSIF_LATE.replace("n0: 5", "n0: 6")),
                  "line 13: more bytes than are left for it"))
        self.cut_anywhere(peak)


if __name__ == "__main__":
    profile_test.main()
