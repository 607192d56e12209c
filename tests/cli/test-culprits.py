#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The small programs of tests/data/culprits: the function that was changed is the first, and stands out
where sources are known; where none changed its cost, none stands out.

usage: test-culprits.py ROOT CYAN"""

import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(ROOT / "bench"))
import culprits  # noqa: E402

# Only the sources know a function that is in no profile.
NEEDS_SOURCES = ("inlined",)


def problem(result):
    """What is wrong, or None."""
    first = result.functions[0]["function"] if result.functions else "nothing"
    blames_nobody = result.sources == "A/A" or not result.case.truth
    if blames_nobody and result.answers():
        return f"{first} stands out ({result.confidence}, {result.share:.1%} of the run)"
    if not blames_nobody and result.rank != 1:
        return f"the first is {first}, not {result.case.truth[0][1]}"
    if not blames_nobody and result.sources == "exact" and not result.answers():
        return f"{first} does not stand out"
    return None


def main():
    folder = ROOT / "tests/data/culprits"
    failed = n = 0
    with tempfile.TemporaryDirectory() as scratch:
        sources = culprits.Sources(folder, pathlib.Path(scratch))
        cases = list(culprits.read_cases(folder))
        for arguments in culprits.comparisons(cases, sources):
            if arguments[0].name in NEEDS_SOURCES and arguments[2] == "none":
                continue
            result = culprits.compare(sys.argv[2], *arguments)
            text = problem(result)
            n += 1
            if text:
                failed += 1
                print(f"{result.case.name}, {result.case.recorder}, sources {result.sources}, "
                      f"runs {result.runs}: {text}")
    print(f"{n} comparisons, {failed} wrong")
    sys.exit(failed > 0 or n == 0)


main()
