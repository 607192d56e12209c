# SPDX-License-Identifier: GPL-3.0-or-later
"""A file that is cut at any byte is refused, or a warning says so."""

import gzip

import profile_test
from profile_test import ProfileTest

STACKS = "main;parse 3\nmain;eval 4\n"


class Cut(ProfileTest):
    def check_cuts(self, content, of_lines=False):
        content = content if isinstance(content, bytes) else content.encode()
        for length, profile in self.cuts(content):
            # Whole lines may be all that there were.
            if profile and not (of_lines and content[length - 1] == ord("\n")):
                self.assertTrue(profile.warnings, f"nothing is said of the cut at byte {length} of {content}")

    def test_anywhere(self):
        for text in (STACKS,
                     "cct 1\nmetric\ttime\tns\nfunction\tmain\nfunction\tparse\n0\t1\t1\t3\n1\t2\t1\t4\nend\t2",
                     "prog 12 1.000001: 500 cpu-clock: \n\t    1111 a (/p)\n\n",
                     "# callgrind format\nevents: Ir\nfn=main\n1 5\ntotals: 5\n"):
            self.check_cuts(text, of_lines=True)
        self.check_cuts('{"traceEvents":[{"name":"a","ph":"X","ts":1,"dur":7,"pid":1,"tid":1}]}')
        # One sample of 5 ns of main.
        self.check_cuts(b"\x0a\x04\x08\x01\x10\x02\x12\x06\x0a\x01\x01\x12\x01\x05\x22\x06\x08\x01\x22\x02\x08\x01\x2a"
                        b"\x04\x08\x01\x10\x03\x32\x00\x32\x03cpu\x32\x0bnanoseconds\x32\x04main")
        self.check_cuts(gzip.compress(STACKS.encode()))


if __name__ == "__main__":
    profile_test.main()
