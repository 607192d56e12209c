#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how often `cyan explain --edits` names what a commit moved.

usage: bench/moves.py BUILD_DIR FOLDER [--possible] [--details]

FOLDER is as for bench/culprits.py.  Of its truths, those that moved count, "OLD-FILE:FUNCTION>
NEW-FILE:FUNCTION", if both profiles have the function.  One is named if a conclusion has both of
its names, among its functions, its caller or callee, and its parts.  Without sources and with the
exact ones; --details writes the moves that are not named, and the conclusions that name none."""

import argparse
import collections
import csv
import json
import pathlib
import re
import subprocess
import tempfile

import culprits

MOVE = re.compile(r"(.*?:.*?)>([^>:]+:.*)")


def read_rows(folder):
    """Of each row with moves: its name, its moves, and the files of each side."""
    with open(folder / "cases.tsv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            matches = [MOVE.fullmatch(one) for one in row["truth"].split("|")]
            moves = {match.groups() for match in matches if match}
            files = [[folder / name for name in row[side + "_files"].split(";")]
                     for side in culprits.SIDES]
            yield row["case"], row["kind"], sorted(one for one in moves if one[0] != one[1]), files


def output(argv):
    return subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                          check=True).stdout


def names_of(cyan, file):
    """The names of the functions of a profile."""
    text = output([cyan, "compare", "--format=csv", file, file])
    rows = csv.DictReader(line for line in text.split("\n") if line[:1] != "#")
    return {row["name"] for row in rows}


def is_name_of(name, truth):
    """Whether a name of a profile may be that of FILE:FUNCTION."""
    true_name = truth.split(":", 1)[1]
    name, _ = culprits.parts({"function": name, "file": ""})
    return name == true_name or ("." not in name and name == true_name.split(".")[-1])


def names_in(edit):
    names = [edit[member] for member in ("before", "after", "other", "caller")]
    return [name for name in names + edit["parts"] if name is not None]


def is_named_by(move, edit):
    return all(any(is_name_of(name, truth) for name in names_in(edit)) for truth in move)


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("build")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--possible", action="store_true")
    parser.add_argument("--details", action="store_true")
    arguments = parser.parse_args()
    cyan = arguments.build + "/src/cli/cyan"
    counts = collections.Counter()
    known = {}
    with tempfile.TemporaryDirectory() as scratch:
        sources = culprits.Sources(arguments.folder, pathlib.Path(scratch))
        for case, kind, moves, files in read_rows(arguments.folder):
            for runs in {1, min(3, *map(len, files))}:
                taken = [paths[:runs] for paths in files]
                names = [set().union(*(known.setdefault(path, names_of(cyan, path)) for path in paths))
                         for paths in taken]
                seen = [move for move in moves
                        if all(any(is_name_of(name, truth) for name in has)
                               for truth, has in zip(move, names))]
                for of in "none", "exact":
                    argv = [cyan, "explain", "--edits", "--format=json",
                            *(f"--before={path}" for path in taken[0]),
                            *(f"--after={path}" for path in taken[1]),
                            *(sources.options(of, case) or []),
                            *(["--possible"] if arguments.possible else [])]
                    edits = json.loads(output(argv))["edits"]
                    missed = [move for move in seen
                              if not any(is_named_by(move, edit) for edit in edits)]
                    others = [edit for edit in edits
                              if not any(is_named_by(move, edit) for move in moves)]
                    counts[of, "seen"] += len(seen)
                    counts[of, "named"] += len(seen) - len(missed)
                    counts[of, "edits"] += len(edits)
                    counts[of, "others"] += len(others)
                    if arguments.details:
                        for move in missed:
                            print(case, kind, of, runs, "not named", ">".join(move), sep="\t")
                        for edit in others:
                            print(case, kind, of, runs, "other", edit["kind"], *names_in(edit), sep="\t")
    for of in "none", "exact":
        print(f"sources: {of}; {counts[of, 'named']} of {counts[of, 'seen']} moves named, "
              f"{counts[of, 'others']} of {counts[of, 'edits']} conclusions name none of them")


if __name__ == "__main__":
    main()
