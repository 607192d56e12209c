#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how often `cyan explain` names the function that was really changed.

usage: bench/culprits.py BUILD_DIR FOLDER [--details FILE]

FOLDER has recordings of commits, before and after; docs/performance.md explains its form and the
tables.  --details writes a line for each comparison, its columns separated by tabs."""

import argparse
import ast
import collections
import concurrent.futures
import csv
import dataclasses
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SIDES = ("before", "after")
SOURCES = ("none", "exact", "wide")
CONFIDENCES = ("strong", "likely", "possible")
MOVE = re.compile(r".*?:.*?>[^>:]+:")  # old:file:function>new:file:function
LEAST_SHARE = 0.01  # of the run before: a smaller claim is no false culprit


@dataclasses.dataclass
class Case:
    """A commit, recorded with one recorder."""
    name: str
    recorder: str
    truth: list  # (file, function) of what was changed; empty: the cost of no function changed
    files: dict  # by side

    def runs(self):
        return [n for n in (1, 3) if n <= min(len(files) for files in self.files.values())]


@dataclasses.dataclass
class Result:
    """What one comparison says."""
    case: Case
    sources: str  # one of SOURCES, or "A/A"
    runs: int
    functions: list  # of start_here
    confidence: str  # of the first; empty: there is none
    share: float  # of the run before that the first claims
    rank: int  # of the first function that was changed, from 1; 0: it is not there

    def answers(self):
        return self.confidence in CONFIDENCES[:2]

    def is_false(self):
        return self.answers() and self.share >= LEAST_SHARE


def read_cases(folder):
    with open(folder / "cases.tsv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            truth = [one for one in row["truth"].split("|") if one and not MOVE.match(one)]
            yield Case(row["case"], row["kind"], [one.split(":", 1) for one in truth],
                       {side: [folder / name for name in row[side + "_files"].split(";")]
                        for side in SIDES})


class Sources:
    """The folders of the sources; archives are unpacked into one that is removed at the end."""

    def __init__(self, folder, scratch):
        self.folder = folder
        self.scratch = scratch

    @functools.lru_cache(maxsize=None)
    def find(self, kind, name, side):
        """The folder, or None if there are no such sources."""
        folder = self.folder / kind / f"{name}.{side}"
        archive = folder.with_name(folder.name + ".tar.gz")
        if folder.is_dir() or not archive.exists():
            return folder if folder.is_dir() else None
        unpacked = self.scratch / kind / folder.name
        unpacked.mkdir(parents=True)
        subprocess.run(["tar", "-xzf", archive, "-C", unpacked], check=True)
        return unpacked

    def options(self, kind, name):
        """Those of cyan, or None if there are no such sources."""
        folders = [self.find(kind, name, side) for side in SIDES] if kind != "none" else []
        if None in folders:
            return None
        return [f"--source-{side}={folder}" for side, folder in zip(SIDES, folders)]

    @functools.lru_cache(maxsize=None)
    def lines(self, kind, name, file):
        """The lines at which the functions of a Python file start, by qualified name: those of the
        recording, and those of the sources that were given."""
        lines = collections.defaultdict(set)
        for folder in {self.find(one, name, side) for one in ("exact", kind) for side in SIDES}:
            if folder is not None and file.endswith(".py") and (folder / file).exists():
                add_lines(ast.parse((folder / file).read_text(encoding="utf-8")), lines)
        return lines


def add_lines(tree, lines):
    scopes = [("", tree)]
    while scopes:
        prefix, scope = scopes.pop()
        for node in ast.iter_child_nodes(scope):
            name = prefix
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                name = f"{prefix}{node.name}."
                lines[name[:-1]] |= {node.lineno, *(one.lineno for one in node.decorator_list[:1])}
            scopes.append((name, node))


def parts(row):
    """The name and the file's name of a row; names may be "name (file)" and "module:name"."""
    match = re.fullmatch(r"(.+) \(([^()]*)\)", row["function"])
    name, file = match.groups() if match else (row["function"], "")
    if "::" not in name and name[0] not in "<{":
        name = name.split(":", 1)[-1]
    return name.replace(".<locals>", ""), os.path.basename(row["file"] or file)


def is_changed(function, case, sources, kind):
    """Whether this row is a function that was changed: its last name and its file are the same, and
    the line or what is known of the class does not contradict."""
    name, file = parts(function)
    for true_file, true_name in case.truth:
        if name.split(".")[-1] != true_name.split(".")[-1] or \
                file not in ("", os.path.basename(true_file)):
            continue
        lines = sources.lines(kind, case.name, true_file)[true_name]
        if lines and function.get("line"):
            if function["line"] in lines:
                return True
        elif "." not in name or ("." + name).endswith("." + true_name) or not file.endswith(".py"):
            return True
    return False


def explain(cyan, before, after, options):
    """The rows of start_here."""
    argv = [cyan, "explain", "--format=json", *options, *(f"--before={file}" for file in before),
            *(f"--after={file}" for file in after)]
    run = subprocess.run(argv, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, argv))}: {run.stderr.strip()}")
    return json.loads(run.stdout)["start_here"]


def compare(cyan, case, sources, kind, before, after, options):
    rows = explain(cyan, before, after, options)
    ranks = [i for i, row in enumerate(rows, 1) if is_changed(row, case, sources, kind)]
    first = rows[0] if rows else {"confidence": "", "share_of_before": 0}
    return Result(case, kind, len(before), rows, first["confidence"],
                  abs(first["share_of_before"] or 0), ranks[0] if ranks else 0)


def comparisons(cases, sources):
    """The arguments of compare() after the first."""
    for case in cases:
        before, after = (case.files[side] for side in SIDES)
        for kind in SOURCES:
            options = sources.options(kind, case.name)
            for n in case.runs() if options is not None else []:
                yield case, sources, kind, before[:n], after[:n], options
        for one, other in zip(before, before[1:]):
            yield case, sources, "A/A", [one], [other], []


def percent(n, of):
    return f"{100 * n / of:9.1f}" if of else f"{'':9}"


def top(results, most):
    return sum(1 for result in results if 0 < result.rank <= most)


def print_ranks(results):
    print(f"{'sources':<22}{'rows':>9}{'answered':>9}{'top-1':>9}{'top-3':>9}{'of these':>9}"
          f"{'top-3':>9}")
    for kind in SOURCES:
        for runs in (1, 3):
            of_kind = [one for one in results if (one.sources, one.runs) == (kind, runs)]
            answered = [one for one in of_kind if one.answers()]
            if of_kind:
                print(f"{kind + ', ' + str(runs) + (' run' if runs == 1 else ' runs'):<22}"
                      f"{len(of_kind):>9}{len(answered):>9}"
                      + "".join(percent(top(group, most), len(group))
                                for group in (of_kind, answered) for most in (1, 3)))


def print_calibration(results):
    print(f"\n{'first row':<22}{'sources':>9}{'rows':>9}{'right':>9}{'%':>9}")
    for confidence in CONFIDENCES:
        for kind in SOURCES:
            group = [one for one in results if (one.sources, one.confidence) == (kind, confidence)]
            if group:
                print(f"{confidence:<22}{kind:>9}{len(group):>9}{top(group, 1):>9}"
                      f"{percent(top(group, 1), len(group))}")


def print_false(title, results):
    print(f"\n{title:<22}{'rows':>9}{'false':>9}")
    groups = collections.defaultdict(list)
    for one in results:
        groups[f"{one.case.recorder}, {one.sources}"].append(one)
    groups = {**dict(sorted(groups.items())), "all": results}
    for name, group in groups.items():
        print(f"{name:<22}{len(group):>9}{sum(one.is_false() for one in group):>9}")


def print_tables(results):
    pairs = [one for one in results if one.sources == "A/A"]
    ranked = [one for one in results if one.sources != "A/A" and one.case.truth]
    moved = [one for one in results if one.sources != "A/A" and not one.case.truth]
    if ranked:
        print_ranks(ranked)
        print_calibration(ranked)
    if moved:
        print_false("no cost changed", moved)
        print(f"{'cases':<22}{len({one.case.name for one in moved}):>9}"
              f"{len({one.case.name for one in moved if one.is_false()}):>9}")
    if pairs:
        print_false("the same twice", pairs)


def write_details(path, results):
    with open(path, "w", encoding="utf-8") as file:
        print("case", "recorder", "sources", "runs", "rank", "confidence", "share", "first five",
              sep="\t", file=file)
        for one in results:
            print(one.case.name, one.case.recorder, one.sources, one.runs, one.rank,
                  one.confidence, f"{one.share:.4f}", " > ".join(row["function"] for row in one.functions[:5]), sep="\t", file=file)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--details", type=pathlib.Path)
    options = parser.parse_args()
    cyan = options.build.resolve() / "src/cli/cyan"
    folder = options.folder.resolve()
    results, failed = [], 0
    with tempfile.TemporaryDirectory() as scratch, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        # All archives are unpacked before the first comparison looks into a folder.
        todo = list(comparisons(read_cases(folder), Sources(folder, pathlib.Path(scratch))))
        jobs = [pool.submit(compare, cyan, *arguments) for arguments in todo]
        for job in jobs:
            try:
                results.append(job.result())
            except RuntimeError as error:
                failed += 1
                print(f"bench: {error}", file=sys.stderr)
    print_tables(results)
    if options.details:
        write_details(options.details, results)
    if failed:
        sys.exit(f"bench: {failed} comparisons failed")


if __name__ == "__main__":
    main()
