# SPDX-License-Identifier: GPL-3.0-or-later
"""Trace events: "B" and "E", "X", and clang's asynchronous "Source".

By the definition of the trace event format, and the repairs of docs/formats.md where a file breaks
it."""
import json
import posixpath
import re
from decimal import Decimal

import chrome
from truth import Damaged, Truth, add

NAME = 'trace-event'
MAX_NAME = 65535  # longer ones are cut by the reader


def detect(name, data):
    head = data.lstrip()[:1]
    return (head == b'{' and re.search(rb'"traceEvents"\s*:\s*\[', data) is not None
            or head == b'[' and re.match(rb'\[\s*\{', data.lstrip()) is not None
            and b'"ph"' in data[:65536])


def whole(text):
    """The document; a cut one up to its last whole event."""
    try:
        return json.loads(text, parse_float=Decimal)
    except ValueError:
        pass
    start = text.index('[', text.index('"traceEvents"')) if text.lstrip()[0] == '{' else 0
    events, at = [], text.index('[', start) + 1
    decoder = json.JSONDecoder(parse_float=Decimal)
    while True:
        at = re.compile(r'[\s,]*').match(text, at).end()
        try:
            event, at = decoder.raw_decode(text, at)
        except ValueError:
            break
        events.append(event)
    if not events or text[at:at + 1] not in ('', '{'):
        raise Damaged('not JSON')
    return events


def name_of(event):
    name = event.get('name', '(anonymous)')
    detail = (event.get('args') or {}).get('detail')
    if isinstance(detail, (str, int)) and detail != '' \
            and (event['ph'] == 'b' or event['ph'] == 'X' and not event.get('cat')):
        if name == 'Source' and detail.startswith('/'):
            detail = posixpath.normpath(detail)
        name = f'{name} {detail}'
    for pattern in (r'(.+?) \(([^()]*[/\\<][^()]*|.*\.py):\d+\)$', r'.*\(\d+\): (.+)$'):
        match = re.match(pattern, name)
        if match:
            return match.group(1)
    return name.replace('\0', '\ufffd')


def sums_up(event):
    if event.get('name', '').startswith('Total '):
        return 'avg ms' in (event.get('args') or {})
    return event.get('cat') == 'Trace' and event.get('pid') in ('Spans', 'Traces')


def pairs(marks, end, begin, leave):
    """Pairs "B" and "E" on a stack: begin(time, name) makes a call, leave(call, time) ends it."""
    stack, cut, early = [], [], []
    last = None
    for time, is_end, name in marks:
        if time != last:
            cut, early, last = [], [], time
        if not is_end:
            call = begin(time, name)
            if name in early:
                early.remove(name)
                leave(call, time)
            else:
                stack.append((name, call))
        elif stack and name and stack[-1][0] != name and name in cut:
            cut.remove(name)
        elif not stack or name and name not in [top[0] for top in stack]:
            early.append(name)
        else:
            while True:
                top, call = stack.pop()
                leave(call, time)
                if not name or top == name:
                    break
                cut.append(top)
    while stack:
        leave(stack.pop()[1], end)


def slices_of(marks, end):
    slices = []

    def begin(time, name):
        slices.append([time, 0, name, False])
        return slices[-1]

    def leave(piece, time):
        piece[1] = time - piece[0]

    pairs(marks, end, begin, leave)
    return slices


def add_pairs(marks, end, values, calls):
    """The calls of a thread that has only "B" and "E"."""
    stack = []

    def begin(time, name):
        stack.append([time, 0, name])
        add(calls, [s[2] for s in stack], 1)

    def leave(_, time):
        length = time - stack[-1][0]
        add(values, [s[2] for s in stack], length - stack[-1][1])
        stack.pop()
        if stack:
            stack[-1][1] += length

    pairs(marks, end, begin, leave)


def nest(slices, values, calls, slack, is_mixed):
    """Adds slices, nested by time; @is_mixed: some of them are of "B" and "E"."""
    ends = [s[0] + s[1] for s in slices]
    starts = [s[0] for s in slices]
    by_end = not is_mixed and all(b >= a - slack for a, b in zip(ends, ends[1:])) and starts != sorted(starts)
    order = sorted(range(len(slices)),
                   key=lambda i: (starts[i], -slices[i][1],
                                  -i if by_end and slices[i][1] > 0 else i))
    stack = []

    def leave():
        start, end, inner = stack[-1][0:3]
        add(values, [s[3] for s in stack], end - start - inner)
        stack.pop()

    for index in order:
        start, length, name, loose = slices[index]
        end = start + length
        while stack and stack[-1][1] <= start:
            leave()
        while loose and stack and not stack[-1][4] and stack[-1][1] + slack < end:
            if len(stack) > 1:
                stack[-2][2] -= stack[-1][1] - start
            stack[-1][1] = start
            leave()
        if stack:
            end = min(end, stack[-1][1])
            stack[-1][2] += end - start
        stack.append([start, end, 0, name, loose])
        add(calls, [s[3] for s in stack], 1)
    while stack:
        leave()


def calls_of(events):
    """Values in nanoseconds and calls of all threads."""
    threads, ends, sources = {}, {}, {}
    rounded = True
    for event in events:
        if not event:
            continue
        phase, key = event['ph'], (str(event.get('pid', '')), str(event.get('tid', '')))
        source = phase in 'be' and event.get('name') == event.get('cat') == 'Source'
        if phase == 'M' or phase == 'X' and sums_up(event) or 'ts' not in event:
            continue
        if event.get('name') in ('Profile', 'ProfileChunk', 'CpuProfile'):
            continue
        time = chrome.nanoseconds(event['ts'])
        length = max(chrome.nanoseconds(event.get('dur', 0)), 0) if phase == 'X' else 0
        ends[key] = max(ends.get(key, time), time + length)
        marks, slices = threads.setdefault(key, ([], []))
        if phase in 'BE':
            name = name_of(event) if phase == 'B' or event.get('name') else ''
            marks.append((time, phase == 'E', name))
        elif phase == 'X':
            slices.append([time, length if 'dur' in event else None, name_of(event), False])
            rounded &= time % 1000 == 0 and length % 1000 == 0
        elif source and phase == 'b':
            sources.setdefault(key, []).append((time, name_of(event)))
        elif source and sources.get(key):
            start, name = sources[key].pop()
            slices.append([start, time - start, name, True])
            rounded &= start % 1000 == 0 and time % 1000 == 0
    values, calls = {}, {}
    last = max(ends.values(), default=0)
    for key, (marks, slices) in threads.items():
        marks.sort(key=lambda mark: mark[0])
        for piece in slices:
            if piece[1] is None:
                piece[1] = ends[key] - piece[0]
        if slices:
            nest(slices_of(marks, last) + slices, values, calls, 1002 if rounded else 2, bool(marks))
        else:
            add_pairs(marks, last, values, calls)
    return values, calls


def decode(data):
    document = whole(data.decode('utf-8-sig'))
    events = document['traceEvents'] if isinstance(document, dict) else document
    if any(len(name_of(event)) > MAX_NAME for event in events if event):
        return None
    values, calls = calls_of(events)
    samples = chrome.samples_of(document)
    if samples is None:
        return Truth({'time': values}, calls) if calls else None
    metrics = samples
    if calls:
        metrics['task time'] = values
    return Truth(metrics, calls)
