#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens every file below some folders with cyan and compares what it read with what an independent
decoder read.

    tests/sweep/sweep.py --cyan build/src/cli/cyan [--list] FOLDER...

A decoder is a module in truth/; it uses Python's library only, and shares nothing with Cyanotype.
Every file falls into one of these classes:

  right    cyan and the decoder read the same values and calls for the same stacks
  wrong    they did not
  refused  cyan refused it, and the decoder finds no profile in it, or says that it is damaged
  unfair   cyan refused it, and the decoder read it
  opened   cyan opened it, and no decoder knows it

Exits with 1 if a file was wrong or unfair, or if cyan crashed, hung or printed more than a line.
"""
import argparse
import collections
import gzip
import importlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

import cct
from truth import Damaged

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 120
SKIPPED_FOLDERS = {'.git', 'node_modules'}


def decoders():
    names = sorted(p.stem for p in (HERE / 'truth').glob('*.py') if p.stem != '__init__')
    return [importlib.import_module('truth.' + name) for name in names]


def content(path):
    data = path.read_bytes()
    try:
        if data[:2] == b'\x1f\x8b':
            return gzip.decompress(data)
        if data[:4] == b'\x28\xb5\x2f\xfd':
            return subprocess.run(['zstd', '-dcq'], input=data, stdout=subprocess.PIPE,
                                  check=True).stdout
    except (OSError, EOFError, zlib.error, subprocess.CalledProcessError):
        pass
    return data


def cyan_reads(cyan, path, folder):
    """The tree that cyan reads, or the line with which it refuses."""
    out = os.path.join(folder, 'out.cct')
    run = subprocess.run([cyan, 'convert', str(path), '-o', out], stdin=subprocess.DEVNULL,
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=SECONDS)
    text = run.stderr.decode(errors='replace').strip()
    if run.returncode == 0:
        with open(out, encoding='utf-8', newline='\n') as lines:
            return cct.read(lines), None
    if run.returncode != 2:
        raise AssertionError(f'exit {run.returncode}: {text[-300:]}')
    if '\n' in text or not text:
        raise AssertionError(f'not one line: {text[:300]!r}')
    return None, text.removeprefix(f'cyan: {path}: ')


def first_difference(ours, truth, tolerance):
    """The first stack whose value differs; None if there is none.  Zero is the same as absent."""
    slack = tolerance * max([1e-300] + [abs(v) for v in truth.values()])
    for stack in sorted(ours.keys() | truth.keys()):
        a, b = ours.get(stack, 0), truth.get(stack, 0)
        if abs(a - b) > slack + tolerance * abs(b):
            return f'{";".join(stack)}: {a:.12g} instead of {b:.12g}'
    return None


def by_function(values):
    sums = collections.Counter()
    for stack, value in values.items():
        sums[stack[-1:]] += value
    return sums


def compare(tree, truth):
    """What is wrong with @tree, or None."""
    for name, values in truth.metrics.items():
        if name is None:
            name = next(iter(tree.metrics))
        if name not in tree.metrics:
            return f'there is no metric {name}, but {", ".join(tree.metrics)}'
        ours = tree.metrics[name]
        if truth.flat:
            ours = by_function(ours)
        difference = first_difference(ours, values, truth.tolerance)
        if difference is not None:
            return f'{name}: {difference}'
    if truth.calls is not None:
        ours = by_function(tree.calls) if truth.flat else tree.calls
        difference = first_difference(ours, truth.calls, truth.tolerance)
        if difference is not None:
            return f'calls: {difference}'
    return None


def judge(cyan, path, known, folder):
    """The class of a file, the name of its decoder, and why."""
    data = content(path)
    decoder = next((d for d in known if d.detect(path.name, data)), None)
    name = decoder.NAME if decoder is not None else '-'
    try:
        tree, refusal = cyan_reads(cyan, path, folder)
    except (AssertionError, subprocess.TimeoutExpired) as failure:
        return 'wrong', name, str(failure)
    try:
        truth = decoder.decode(data) if decoder is not None else None
    except Damaged as reason:
        return ('refused', name, refusal) if tree is None else ('opened', name, str(reason))
    if tree is None:
        return ('refused' if truth is None else 'unfair'), name, refusal
    if truth is None:
        return 'opened', name, ''
    difference = compare(tree, truth)
    return ('right', name, '') if difference is None else ('wrong', name, difference)


def files_below(folders):
    for folder in map(pathlib.Path, folders):
        if folder.is_file():
            yield folder
        for root, directories, names in os.walk(folder):
            directories[:] = sorted(set(directories) - SKIPPED_FOLDERS)
            for name in sorted(names):
                path = pathlib.Path(root, name)
                if path.is_file() and not path.is_symlink():
                    yield path


CLASSES = ['right', 'wrong', 'refused', 'unfair', 'opened']


def print_table(counts):
    print(f'{"":24}' + ''.join(f'{c:>9}' for c in CLASSES))
    for name in sorted(counts):
        print(f'{name:24}' + ''.join(f'{counts[name][c]:9}' for c in CLASSES))
    total = sum(counts.values(), collections.Counter())
    print(f'{"all":24}' + ''.join(f'{total[c]:9}' for c in CLASSES))
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--cyan', required=True)
    parser.add_argument('--list', action='store_true', help='a line for every file')
    parser.add_argument('--only', metavar='REGEX', help='only files whose path matches')
    parser.add_argument('--all-right', action='store_true', help='anything but right is a failure')
    parser.add_argument('folders', nargs='+')
    options = parser.parse_args()
    known = decoders()
    counts = collections.defaultdict(collections.Counter)
    with tempfile.TemporaryDirectory() as folder:
        for path in files_below(options.folders):
            if options.only and not re.search(options.only, str(path)):
                continue
            kind, name, why = judge(options.cyan, path, known, folder)
            counts[name][kind] += 1
            if options.list or kind in ('wrong', 'unfair'):
                print(f'{kind:8} {name:16} {path}  {why}', flush=True)
    total = print_table(counts)
    bad = total['wrong'] + total['unfair']
    if options.all_right:
        bad = sum(total.values()) - total['right'] or sum(total.values()) == 0
    sys.exit(1 if bad else 0)


if __name__ == '__main__':
    main()
