# SPDX-License-Identifier: GPL-3.0-or-later
"""The call graph of gprof's text, by "Interpreting gprof's Output" of its manual: the own time of each
function, and how often others call it; functions without an entry are called by the arcs to them."""
import re

from truth import Truth, add

NAME = 'gprof'
HEADING = re.compile(r'^index +%( ?time)? +self +(children|descendents) +called', re.M)
FUNCTION = re.compile(r'\[\d+\]?\s+\d+\.\d+\s+(\d+\.\d+)\s+\d+\.\d+\s+(?:(\d+)(?:\+\d+)?(?=\s))?\s*(\S.*)')
ARC = re.compile(r'\s+(?:\d+\.\d+\s+\d+\.\d+\s+)?(\d+)(?:/\d+)?\s+(\S.*)')
FLAT = re.compile(r'^ *(?:time +seconds +seconds +calls|% +cycles +cycles +calls).* name\s*\n'
                  r'((?: *\d+\.\d+ .*\n|.*\(K\).*\n)+)', re.M)
FLAT_LINE = re.compile(r' *\d+\.\d+ +\d+\.\d+ +(\d+\.\d+) +(?:\d+ +\d+\.\d+ +\d+\.\d+ +)?(\S.*)')


def detect(name, data):
    text = data[:1 << 20].decode(errors='replace')
    return HEADING.search(text) is not None or FLAT.search(text) is not None


def name_of(text):
    text = re.sub(r' [\[(]\d+[\])]\s*$', '', text.rstrip())
    return re.sub(r'\s+<cycle \d+>$', '', text).strip()


def flat(text):
    values = {}
    for line in FLAT.search(text)[1].splitlines():
        found = FLAT_LINE.fullmatch(line)
        if found is not None:
            add(values, (name_of(found[2]),), float(found[1]) * 1e6)
    return Truth({None: values}, flat=True)


def decode(data):
    text = data.decode(errors='replace').replace('\r\n', '\n')
    heading = HEADING.search(text)
    if heading is None:
        return flat(text)
    scale = 1000 if '(K)' in text[heading.end():].split('\n', 2)[1] else 1e6
    body = re.split(r'^(?:\f|Index by function name|flat profile| This table describes)',
                    text[heading.end():], 1, re.M)[0]
    values, calls, unlisted = {}, {}, {}
    for entry in re.split(r'^-{3,}.*$', body, flags=re.M):
        inside = False
        for line in entry.split('\n'):
            if line.startswith('['):
                found = FUNCTION.fullmatch(line.rstrip())
                if ' as a whole>' in line or found is None:
                    break
                inside = True
                function = name_of(found[3])
                add(values, (function,), float(found[1]) * scale)
                if found[2]:
                    add(calls, (function,), int(found[2]))
            elif inside:
                found = ARC.fullmatch(line.rstrip())
                if found is not None and name_of(found[2]) != function:
                    add(unlisted, (name_of(found[2]),), int(found[1]))
    for path, n in unlisted.items():
        if path not in values:
            add(calls, path, n)
    return Truth({None: values}, calls, flat=True)
