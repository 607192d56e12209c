# SPDX-License-Identifier: GPL-3.0-or-later
"""V8's log of `node --prof`, as V8's tools/tickprocessor and logreader read it."""
import re

from truth import Truth, add
from truth.v8_log import name_of

NAME = 'v8-prof'

FIELD = re.compile(r'"((?:[^"]|"")*)"(?:,|$)|([^,]*)(?:,|$)')
JS = {'LazyCompile', 'Function', 'Script', 'Eval', 'JS'}


def detect(name, data):
    return re.match(rb'v8-version,\d|profiler,"?begin|shared-library,.*,0x|code-creation,.*,0x|tick,0x', data) is not None


def fields(line):
    found = []
    for match in FIELD.finditer(line):
        if match.start() < len(line):
            found.append(match[1].replace('""', '"') if match[1] is not None else
                         re.sub(r'\\(x..|u....|.)', lambda m: chr(int(m[1][1:], 16)) if len(m[1]) > 1 else
                                {'n': '\n'}.get(m[1], m[1]), match[2]))
    return found


def place(codes, address, innermost=False):
    found = [code for code in codes if code['start'] <= address < code['end']]
    return max(found, key=lambda code: code['start']) if found else None


def decode(data):
    codes, libraries, ticks, interval = [], [], [], 0
    for line in data.decode(errors='replace').splitlines():
        row = fields(line)
        if row[:1] == ['shared-library']:
            libraries.append({'start': int(row[2], 16), 'end': int(row[3], 16), 'type': 'SHARED_LIB', 'name': row[1]})
        elif row[:2] == ['profiler', 'begin']:
            interval = int(row[2]) * (1000 if '"' in line and int(row[2]) < 10 else 1)
        elif row[:1] == ['code-creation']:
            at = next(i for i in range(2, 5) if row[i].startswith('0x'))
            start, size = int(row[at], 16), int(row[at + 1])
            if not row[at + 2] and any((c['start'], c['end']) == (start, start + size) for c in codes):
                continue
            codes = [c for c in codes if c['end'] <= start or start + size <= c['start']]
            js = row[1] in JS or len(row) > at + 3 and row[1] not in ('RegExp', 'Builtin')
            codes.append({'start': start, 'end': start + size, 'name': row[at + 2], 'kind': row[1],
                          'type': 'JS' if js else 'CODE'})
        elif row[:1] == ['code-move']:
            old = next((c for c in codes if c['start'] == int(row[1], 16)), None)
            if old:
                size, start = old['end'] - old['start'], int(row[2], 16)
                codes = [c for c in codes if c is not old and (c['end'] <= start or start + size <= c['start'])]
                codes.append(dict(old, start=start, end=start + size))
        elif row[:1] == ['tick']:
            pc, rest = int(row[1], 16), row[2:]
            if rest[0].startswith('0x'):
                rest = rest[1:]
            time = int(rest.pop(0)) if not rest[1].startswith('0x') else None
            external, tos, stack = int(rest[0]), int(rest[1], 16), [int(x, 16) for x in rest[3:] if x[0] == '0']
            if external:
                pc, tos = tos, 0
            frames = [place(codes, at) or place(libraries, at) for at in [pc, tos, *stack]]
            if frames[0] is None:
                frames[0] = {'name': '[unknown]'}
            if not tos or not frames[1] or frames[1].get('type') != 'JS':
                frames[1] = None
            names = [name_of(frame) for frame in frames if frame]
            ticks.append((time, [name for name in names if name is not None][::-1] or ['[unknown]']))
    times, counts, last = {}, {}, 0
    for time, stack in ticks:
        add(times, stack, interval if time is None else max(time - last, 0))
        add(counts, stack, 1)
        last = time
    return Truth({'time': times, 'samples': counts})
