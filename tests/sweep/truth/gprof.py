# SPDX-License-Identifier: GPL-3.0-or-later
"""The call graph of gprof's text, by "Interpreting gprof's Output" of its manual: the own time of each
function, and how often others call it; functions without an entry are called by the arcs to them."""
import re

from truth import Truth, add

NAME = 'gprof'
HEADING = re.compile(r'^index +%( ?time)? +self +(children|descendents) +called', re.M)
FUNCTION = re.compile(r'\[\d+\]?\s+\d+\.\d+\s+(\d+\.\d+)\s+\d+\.\d+\s+(?:\d+(?:\+\d+)?(?=\s))?\s*(\S.*)')
ARC = re.compile(r'\s+(?:\d+\.\d+\s+\d+\.\d+\s+)?(\d+)(?:/\d+)?\s+(\S.*)')
FLAT = re.compile(r'^ *(?:time +seconds +seconds +calls|% +cycles +cycles +calls).* name\s*\n'
                  r'((?: *\d+\.\d+ .*\n|.*\(K\).*\n)+)', re.M)
FLAT_LINE = re.compile(r' *(\d+\.\d+) +(\d+\.\d+) +(\d+\.\d+) +(?:\d+ +\d+\.\d+ +\d+\.\d+ +)?(\S.*)')


def detect(name, data):
    text = data[:1 << 20].decode(errors='replace')
    return HEADING.search(text) is not None or FLAT.search(text) is not None


def name_of(text):
    text = re.sub(r' [\[(]\d+[\])]\s*$', '', text.rstrip())
    return re.sub(r'\s+<cycle \d+>$', '', text).strip()


def flat_lines(text):
    """The name, own seconds and percentage of each line."""
    found = FLAT.search(text)
    for line in found[1].splitlines() if found else ():
        line = FLAT_LINE.fullmatch(line)
        if line is not None:
            yield name_of(line[4]), float(line[3]), float(line[1]), float(line[2])


def exact_times(text):
    """The own times that are whole halves of a sample by the percentages, by name and printed time."""
    period = re.search(r'Each sample counts as ([0-9.]+)', text)
    lines = list(flat_lines(text))
    if period is None or not lines:
        return {}
    half, whole = float(period[1]) / 2, max(line[3] for line in lines)
    times = {}
    for name, own, percent, _ in lines:
        exact = percent / 100 * whole
        halves = round(exact / half) * half
        if whole * 5e-5 < half / 2 and abs(exact - halves) <= whole * 5e-5 and abs(halves - own) <= 0.006:
            times[name, own] = halves
    return times


def flat(text):
    values, times = {}, exact_times(text)
    for name, own, *_ in flat_lines(text):
        add(values, (name,), times.get((name, own), own) * 1e6)
    return Truth({None: values}, flat=True)


def decode(data):
    text = data.decode(errors='replace').replace('\r\n', '\n')
    heading = HEADING.search(text)
    if heading is None:
        return flat(text)
    scale = 1000 if '(K)' in text[heading.end():].split('\n', 2)[1] else 1e6
    body = re.split(r'^(?:\f|Index by function name|flat profile| This table describes)',
                    text[heading.end():], 1, re.M)[0]
    values, calls, unlisted, times = {}, {}, {}, exact_times(text) if scale == 1e6 else {}
    for entry in re.split(r'^-{3,}.*$', body, flags=re.M):
        inside, above = False, []
        for line in entry.split('\n'):
            if line.startswith('['):
                found = FUNCTION.fullmatch(line.rstrip())
                if ' as a whole>' in line or found is None:
                    break
                inside = True
                function = name_of(found[2])
                own = float(found[1])
                add(values, (function,), times.get((function, own), own) * scale)
                for caller, n in above:
                    if caller != function:
                        add(calls, (function,), n)
                continue
            found = ARC.fullmatch(line.rstrip())
            if found is not None and not inside:
                above.append((name_of(found[2]), int(found[1])))
            elif found is not None:
                add(unlisted, (name_of(found[2]),), int(found[1]))
    for path, n in unlisted.items():
        if path not in values:
            add(calls, path, n)
    return Truth({None: values}, calls, flat=True)
