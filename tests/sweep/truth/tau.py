# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles of TAU, by "Profile file format" of its reference guide: whole call paths, or else the own
time of each function."""
import re

from truth import Damaged, Truth, add

NAME = 'tau'
LINE = re.compile(r'"(.*)" (\S+) (\S+) (\S+) (\S+) (\S+) (GROUP=)?".*"\s*')


def detect(name, data):
    return re.match(rb'\d+ templated_functions', data) is not None


def name_of(text):
    return re.sub(r'( C)? \[\{.*', '', text.strip())


def decode(data):
    lines = data.decode(errors='replace').split('\n')
    expected = int(lines[0].split()[0])
    entries = []
    for line in lines[2:2 + expected]:
        found = LINE.fullmatch(line)
        if found is None:
            raise Damaged('cut')
        if 'TAU_SAMPLE' not in line:
            path = [name_of(text) for text in found[1].split(' => ')]
            entries.append((path, int(float(found[2])), float(found[4])))
    called = {name for path, _, _ in entries for name in path[1:]}
    whole = all(path[0] not in called for path, _, _ in entries if len(path) > 1)
    flat = not whole
    values, calls = {}, {}
    for path, n, own in entries:
        if flat and len(path) == 1:
            add(values, path, own)
        if flat and (len(path) > 1 or path[0] not in called):
            add(calls, path[-1:], n)
        elif not flat and (len(path) > 1 or path[0] not in called):
            add(values, path, own)
            add(calls, path, n)
    return Truth({None: values}, calls or None, flat=flat)
