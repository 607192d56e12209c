#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds what `cyan functions` calls modified between two revisions against an independent truth.

    tests/sweep/reformat.py --cyan build/src/cli/cyan [--list] REPOSITORY BEFORE AFTER
    tests/sweep/reformat.py --cyan build/src/cli/cyan --language go REPOSITORY COMMIT^ COMMIT

The truth for Python is the syntax tree that Python itself makes of each function (ast.dump).  The
other languages have no such parser at hand: there the two revisions should be a commit in which
nothing but a formatter ran, and every function that both have is held equal.

Prints how many functions are equal or different by the truth, and how many of them cyan calls
modified.  A function counts if each revision has it once, by file and name, and its text is not
the same in both.
"""
import argparse
import ast
import collections
import csv
import io
import subprocess
import sys
import warnings

ENDINGS = {
    'c': ('.c', '.h'),
    'cpp': ('.cc', '.cpp', '.cxx', '.h', '.hh', '.hpp', '.hxx'),
    'csharp': ('.cs',),
    'go': ('.go',),
    'java': ('.java',),
    'javascript': ('.js', '.jsx', '.mjs', '.cjs'),
    'python': ('.py',),
    'ruby': ('.rb',),
    'rust': ('.rs',),
    'typescript': ('.ts', '.tsx', '.mts', '.cts'),
}

Function = collections.namedtuple('Function', 'line text tree')


def git(repository, *arguments):
    return subprocess.run(['git', '-C', repository, *arguments], stdout=subprocess.PIPE,
                          check=True).stdout


def files_of(repository, revision, endings):
    """The text of each file by its path; none of links and of files that are not UTF-8."""
    files = {}
    for entry in git(repository, 'ls-tree', '-rz', revision).decode().split('\0')[:-1]:
        about, path = entry.split('\t', 1)
        mode, _, blob = about.split()
        if mode.startswith('100') and path.endswith(endings):
            try:
                files[path] = git(repository, 'cat-file', 'blob', blob).decode()
            except UnicodeDecodeError:
                pass
    return files


def python_functions(text):
    """The functions of a file by their qualified names; the last one of several."""
    functions = collections.defaultdict(list)
    lines = text.split('\n')

    def visit(node, scope):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                first = min([child.lineno] + [d.lineno for d in child.decorator_list])
                functions[scope + child.name].append(Function(
                    first, '\n'.join(lines[first - 1:child.end_lineno]), ast.dump(child)))
            named = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
            visit(child, scope + child.name + '.' if named else scope)

    visit(ast.parse(text), '')
    return {name: found[0] for name, found in functions.items() if len(found) == 1}


def python_truth(repository, revisions):
    """(file, line before, line after) of each function: whether its trees are equal."""
    before, after = (files_of(repository, r, ENDINGS['python']) for r in revisions)
    truth, n_unreadable = {}, 0
    for path in before.keys() & after.keys():
        try:
            old, new = (python_functions(side[path].replace('\r\n', '\n'))
                        for side in (before, after))
        except (SyntaxError, ValueError):
            n_unreadable += 1
            continue
        for name in old.keys() & new.keys():
            if old[name].text != new[name].text:
                key = path, old[name].line, new[name].line
                truth[key] = old[name].tree == new[name].tree
    if n_unreadable:
        print(f'{n_unreadable} files that Python cannot read are left out')
    return truth


def equal_truth(rows, endings):
    """Every function is held equal that both revisions have once, by file and name."""
    seen = collections.Counter((row['file'], row['name']) for row in rows)
    return {key_of(row): True for row in rows
            if row['file'] == row['before_file'] and row['name'] == row['before_name']
            and seen[row['file'], row['name']] == 1 and row['source'] != 'unmodified'
            and row['file'].endswith(endings)}


def cyan_rows(cyan, repository, revisions):
    locations = [f'{repository}@{revision}' for revision in revisions]
    out = subprocess.run([cyan, 'functions', '--all', '--raw-cells', '--format=csv', *locations],
                         stdout=subprocess.PIPE, check=True).stdout.decode()
    lines = [line for line in out.splitlines(keepends=True) if not line.startswith('#')]
    return list(csv.DictReader(io.StringIO(''.join(lines), newline='')))


def key_of(row):
    return row['file'], int(row['before_line'] or 0), int(row['line'] or 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('--cyan', required=True)
    parser.add_argument('--language', choices=sorted(ENDINGS), default='python')
    parser.add_argument('--list', action='store_true', help='list what cyan judges otherwise')
    parser.add_argument('repository')
    parser.add_argument('before')
    parser.add_argument('after')
    options = parser.parse_args()
    warnings.simplefilter('ignore')

    revisions = options.before, options.after
    rows = cyan_rows(options.cyan, options.repository, revisions)
    if options.language == 'python':
        truth = python_truth(options.repository, revisions)
    else:
        truth = equal_truth(rows, ENDINGS[options.language])
    verdicts = {key_of(row): row['source'] == 'modified' for row in rows
                if row['file'] == row['before_file']}
    table = collections.Counter((equal, verdicts.get(key)) for key, equal in truth.items())
    print(f'{"":12}{"not modified":>14}{"modified":>14}{"not paired":>14}{"right":>10}')
    good = True
    for equal, word in ((True, 'equal'), (False, 'different')):
        counts = [table[equal, verdict] for verdict in (False, True, None)]
        right = counts[0] if equal else counts[1]
        share = right / sum(counts) if sum(counts) else 1
        good = good and share >= 0.98
        print(f'{word:12}{counts[0]:14}{counts[1]:14}{counts[2]:14}{share:10.1%}')
    if options.list:
        for key, equal in sorted(truth.items()):
            if verdicts.get(key) in (equal, None):
                print(f'{"equal" if equal else "different"}: {key[0]}:{key[1]} and :{key[2]}')
    return 0 if good else 1


if __name__ == '__main__':
    sys.exit(main())
