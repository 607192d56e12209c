# SPDX-License-Identifier: GPL-3.0-or-later
"""perf.data, record by record: what its samples, mappings, threads and events become.  test-perf-real.py has files that
perf wrote."""

import os
import pathlib
import re

import perf_file as perf
import profile_test
from perf_file import Recording
from profile_test import ProfileTest

NO_FILE = "functions of {} have no names: 1 file is not here, or is another build"


class PerfFile(ProfileTest):
    def simple(self, **options):
        """A process that maps two libraries."""
        return (Recording(**options).comm("prog").map(0x1000, 0x1000, "/none/bin/prog").map(0x8000, 0x1000, "/none/lib/a.so"))

    def modules(self, recording, *stacks, form="file"):
        """The modules of the stacks of a recording, the root first, each "PERIOD NAME MODULE ..."."""
        profile = self.load(getattr(recording, form)())
        found = []
        for node in range(1, len(profile.self)):
            if profile.self[node]:
                at, modules = node, []
                while at:
                    modules.insert(0, profile.module[at] or profile.name[at])
                    at = profile.parent[at]
                found.append(f"{profile.self[node]:g} {' '.join(modules)}")
        self.assertEqual(sorted(found), sorted(stacks))
        return profile

    def test_stacks(self):
        """In a file and through a pipe, in both orders of bytes."""
        for order in "<>":
            for form in "file", "pipe":
                recording = self.simple(order=order)
                recording.sample(0x1234, 0x8010, 0x99999, period=500).sample(period=7)
                profile = self.modules(recording, "500 prog [unknown] a.so prog", "7 prog", form=form)
                self.assertEqual(profile.all_metrics, ["cpu-clock ns"])
                self.assertEqual((profile.format, profile.n_threads), ("perf-data", 1))

    def test_meta(self):
        recording = self.simple().sample(0x1000)
        for number, text in (3, "box"), (5, "6.99.1"):
            recording.feature(number, recording.string(text))
        recording.feature(11, recording.pack("I", 3) + b"".join(map(recording.string, ("perf", "record", "it's"))))
        for content in recording.file(), recording.pipe():
            self.check(content, meta={"host": "box", "producer": "perf 6.99.1", "command": "perf record it\\'s"})

    def test_order(self):
        """Records are taken in the order of their time: of two processors, and of a round that overtakes the last."""
        recording = Recording().comm("prog").map(0x1000, 0x1000, "/none/first", time=10)
        recording.sample(0x1000, time=30).sample(0x1000, time=50, period=8).round()
        recording.map(0x1000, 0x1000, "/none/second", time=40).sample(0x1000, time=45, period=2).round()
        recording.sample(0x1000, time=60, period=4)
        self.modules(recording, "1 prog first", "14 prog second")

    def test_threads(self):
        """Names and mappings go from parents to children; a new program has its own."""
        recording = self.simple().fork(12, 12, 13, time=5).fork(20, 12, time=5)
        recording.sample(0x1000, thread=13, process=12, time=6).sample(0x1000, thread=20, time=6)
        recording.map(0x1000, 0x1000, "/none/other", process=20, time=7).comm("other", 20, time=7)
        recording.sample(0x1000, thread=20, time=8).sample(0x1000, time=8).sample(0x1000, thread=77, time=8)
        profile = self.modules(recording, "3 prog prog", "1 other other", "1 [unknown] [unknown]")
        self.assertEqual(profile.n_threads, 4)

    def test_overlaps(self):
        """A mapping takes the middle of another; what is left of it keeps its place in the file."""
        recording = Recording().comm("p").map(0x1000, 0x3000, "/none/a").map(0x2000, 0x1000, "/none/b")
        for address, period in (0x1fff, 1), (0x2000, 2), (0x2fff, 4), (0x3000, 8), (0x3fff, 16), (0x4000, 32):
            recording.sample(address, period=period)
        self.modules(recording, "25 p a", "6 p b", "32 p [unknown]")

    def test_kernel(self):
        recording = self.simple().map(2**64 - 0x9000, 0x1000, "[kernel.kallsyms]_text", -1, 2**64 - 0x9000, mode=perf.MODE_KERNEL)
        recording.map(2**64 - 0x5000, 0x1000, "/lib/modules/6.1/kernel/net/nf-nat.ko.xz", -1, mode=perf.MODE_KERNEL)
        recording.sample(perf.KERNEL, 2**64 - 0x8fff, 2**64 - 0x4fff, perf.USER, 0x1000)
        self.modules(recording, "1 prog prog [nf_nat] [kernel.kallsyms]")

    def test_code_of_the_kernel(self):
        recording = Recording().comm("p")
        recording.record(perf.KSYMBOL, recording.pack("QIHH", 2**64 - 0x9000, 0x100, 1, 0) + recording.text("bpf_prog_1"))
        recording.sample(perf.KERNEL, 2**64 - 0x9000)
        self.assertEqual(self.load(recording.file()).name[1:], ["p", "bpf_prog_1"])

    def test_strange_stacks(self):
        """What is no address, and samples of events that the file does not have."""
        recording = self.simple(fields=perf.USUAL | perf.IDENTIFIER, ids=[1]).event("other", perf.USUAL | perf.IDENTIFIER, ids=[2])
        recording.sample(0x1000, 2**64 - 1, 0x1000, id=1).sample(0x1000, id=9)
        profile = self.modules(recording, "1 prog")
        self.assertEqual(profile.warnings[:2], ["1 sample is of an unknown event and was left out",
                                                "1 stack has an impossible address and was left out"])

    def test_later_stacks(self):
        """New kernels may record the user's part of a stack in another record, after a number."""
        recording = self.simple().sample(perf.KERNEL, 2**64 - 0x9000, 2**64 - 640, 77)
        profile = self.modules(recording, "1 prog [unknown]")
        self.assertEqual(profile.warnings, ["1 stack has the kernel's part only: the other was recorded later, which is not read"])

    def test_events(self):
        """Several, by the numbers of their records; a tracepoint has no period."""
        fields = perf.USUAL | perf.IDENTIFIER
        recording = Recording(fields=fields, ids=[5, 6]).event("cycles:u", fields, perf.HARDWARE, ids=[7])
        recording.event("sched:wake", fields, perf.TRACEPOINT, 99, ids=[8]).comm("p").map(0x1000, 0x1000, "/none/a")
        for number, period in (5, 10), (6, 20), (7, 300), (8, 4000):
            recording.sample(0x1000, id=number, period=period)
        for content in recording.file(), recording.pipe():
            profile = self.load(content)
            self.assertEqual(profile.all_metrics, ["cpu-clock ns", "cycles:u count", "sched:wake samples"])
            self.assertEqual([metric.total[0] for metric in profile.metrics], [30, 300, 1])

    def test_names_of_events(self):
        """Without their names, by their numbers; perf names them in a record of a pipe, too."""
        for kind, config, name in (0, 1, "instructions"), (1, 2, "page-faults"), (4, 0x1cd, "raw 0x1cd"):
            recording = Recording(kind=kind, config=config).comm("p").sample(0x1000)
            self.assertEqual(self.load(recording.file(named=False)).metric, name)
        recording = Recording(ids=[3]).event("b", ids=[4]).comm("p")
        update = recording.pack("QQ", 2, 3) + recording.text("renamed")
        recording.record(perf.UPDATE, update).sample(0x1000)
        self.assertEqual(self.load(recording.pipe()).metric, "renamed")
        recording = Recording(name="mine").comm("p").sample(0x1000)
        self.assertEqual(self.load(recording.pipe(names_first=True)).metric, "mine")

    def test_periods(self):
        """That of all samples of an event; the growth of counters that are read with a sample."""
        self.assertEqual(self.load(Recording(fields=perf.IP | perf.TID, period=500).comm("p").sample(ip=1).file()).total[0], 500)
        fields, form = perf.USUAL | perf.READ | perf.ID, 1 << 2 | 1 << 3  # a group with numbers
        recording = Recording(fields=fields, form=form, ids=[1]).event("faults", fields, form=form, ids=[2]).comm("p")
        for time, faults in (100, 3), (250, 3), (300, 10):
            recording.sample(0x1000, id=1, read=recording.pack("5Q", 2, time, 1, faults, 2))
        self.assertEqual([metric.total[0] for metric in self.load(recording.file()).metrics], [300, 10])

    def test_calls(self):
        """The processor's own record of calls continues the kernel's part of a stack."""
        recording = self.simple(fields=perf.USUAL | perf.BRANCHES, branches=1 << 11)
        recording.sample(perf.KERNEL, 2**64 - 0x9000, perf.USER, 0x77777, branches=[(0x8010, 0x1010), (0x8020, 0x1020)])
        self.modules(recording, "1 prog a.so a.so prog [unknown]")
        # Other branches are no stacks.
        recording = self.simple(fields=perf.USUAL | perf.BRANCHES, branches=1 << 3)
        self.modules(recording.sample(0x1000, branches=[(0x8010, 0x1010)]), "1 prog prog")

    def test_lost(self):
        recording = self.simple()
        recording.record(perf.LOST, recording.pack("QQ", 1, 5)).record(perf.LOST_SAMPLES, recording.pack("Q", 2)).sample(0x1000)
        self.assertIn("perf lost 7 events while it recorded", self.load(recording.file()).warnings)

    def test_guests(self):
        profile = self.load(self.simple().sample(0x1000).sample(0x1000, mode=5).file())
        self.assertEqual((profile.total[0], profile.warnings[0]), (1, "1 sample of virtual machines was left out"))

    def test_trace(self):
        recording = self.simple()
        self.fails(recording.record(perf.AUXTRACE, bytes(40)).file(), "a trace of branches, not samples of stacks; open what "
                   "`perf script --itrace=i100usg` prints", "unsupported")

    def test_open(self):
        """perf was killed: the header has no size of the records."""
        profile = self.load(self.simple().sample(0x1000).file(named=False, size=0))
        self.assertEqual(profile.warnings[0], "perf did not end the recording: names of events and build ids are missing")
        self.assertEqual(profile.total[0], 1)

    def test_cut(self):
        """A file that was cut is refused, or a warning says so, but a pipe may end after each record."""
        recording = self.simple().sample(0x1234, 0x8010, time=3).sample(0x1234, time=4).round()
        for length, profile in self.cuts(recording.file(), 8):
            self.assertTrue(profile is None or re.search("was cut|is cut", " ".join(profile.warnings)), length)
        content = recording.pipe()
        whole = [length for length, profile in self.cuts(content, 16)
                 if profile and not re.search("is cut", " ".join(profile.warnings))]
        self.assertLessEqual(set(whole), {16 + sum(map(len, recording.records[:n])) for n in range(len(recording.records))})

    def test_damage(self):
        recording = self.simple(fields=perf.USUAL | perf.READ | perf.BRANCHES, form=8).map2(0x1000, 0x1000, "/none/c")
        content = recording.sample(0x1234, 0x8010, read=recording.pack("QQ", 1, 1), branches=[(1, 2)]).file()
        self.survives_damage(content, 8)
        self.survives_damage(recording.pipe(), 8)

    def test_bad(self):
        good = self.simple().sample(0x1000).file()
        at = good.rindex(b"\x09\0\0\0\x02\0")  # the sample
        self.bad((good[:12] + b"\1" + good[13:], "byte 8: a header of 4294967400 bytes"),
                 (good[:16] + b"\1" + good[17:], "byte 16: damaged attributes"),
                 (good[:at + 6] + b"\7" + good[at + 7:], f"byte {at}: a damaged record"),
                 (good[:at + 6] + b"\x10" + good[at + 7:], f"byte {at}: a sample that is shorter than its fields"),
                 (good[:100], "byte 100: the file ends in its header"),
                 (good[:150], "byte 150: the file ends in its attributes"))

    def test_map_of_a_compiler(self):
        """perf-PID.map names code in anonymous memory; with what was inlined, as Java's has it."""
        process = os.getpid()
        place = pathlib.Path(f"/tmp/perf-{process}.map")
        place.write_text("7000 20 LHot;::loop->LCold;::get\n7020 10 Stub (x)\n", "utf-8")
        self.addCleanup(place.unlink)
        recording = Recording().comm("java", process).map2(0x7000, 0x1000, "//anon", process=process)
        recording.sample(0x7001, 0x702f, 0x7030, thread=process)
        profile = self.load(recording.file())
        self.assertEqual(profile.name[1:], ["java", "[unknown]", "Stub (x)", "LHot;::loop", "LCold;::get"])
        self.assertEqual(profile.module[2:], 4 * ["perf.map"])

    def test_no_file_is_opened(self):
        """But regular ones: a pipe does not stop the reader."""
        path = self.path("pipe")
        os.mkfifo(path)
        profile = self.load(Recording().comm("p").map(0x1000, 0x1000, path).sample(0x1000).file())
        self.assertEqual(profile.warnings, [NO_FILE.format("pipe")])


if __name__ == "__main__":
    profile_test.main()
