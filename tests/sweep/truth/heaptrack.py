# SPDX-License-Identifier: GPL-3.0-or-later
"""heaptrack's interpreted recordings, by accumulatedtracedata.cpp: two passes, as there, the second
of which knows when the peak was."""
import collections
import re

from truth import Damaged, Truth

NAME = 'heaptrack'
LINE = re.compile(r'v [0-9a-f]+( [0-9a-f]+)?\n[XxIsAit] ')


def detect(name, data):
    return LINE.match(data[:4096].decode('latin-1')) is not None


def numbers(line):
    return [int(word, 16) for word in line[2:].split()]


def stacks_of(lines, version):
    """The stack of each trace, and the trace and size of each allocation."""
    strings, ips, traces, allocations = [''], [[]], [()], []
    for line in lines:
        mode = line[:1]
        if mode == 's':
            strings.append(line[2:].split(' ', 1)[1] if version >= 3 else line[2:])
        elif mode == 'i':
            words = numbers(line)
            functions = [strings[f] or '[unknown]' for f in words[2::3]] or ['[unknown]']
            ips.append(functions[::-1])
        elif mode == 't':
            ip, parent = numbers(line)
            traces.append(traces[parent] + tuple(ips[ip]))
        elif mode == 'a':
            size, trace = numbers(line)
            allocations.append((size, trace))
    return traces, allocations


def events(lines):
    for line in lines:
        if line[:1] in ('+', '-') and line[1:2] == ' ':
            yield line[0] == '+', int(line[2:].split()[0], 16)


def peak_of(lines, allocations):
    """How many events it takes to the first time that most memory is in use."""
    now = peak = at = 0
    for i, (begins, number) in enumerate(events(lines)):
        now += allocations[number][0] if begins else -allocations[number][0]
        if now > peak:
            peak, at = now, i + 1
    return at


def decode(data):
    lines = data.decode('utf-8', 'replace').split('\n')
    version = numbers(lines[0])[1]
    if any(line[:2] in ('x ', 'm ') for line in lines[:50]):
        return None
    try:
        traces, allocations = stacks_of(lines, version)
        at_peak = peak_of(lines, allocations)
        sums = {name: collections.Counter()
                for name in ('allocated', 'peak', 'leaked', 'allocations', 'temporary')}
        last = 0
        for i, (begins, number) in enumerate(events(lines)):
            size, trace = allocations[number]
            sums['leaked'][trace] += size if begins else -size
            if begins:
                sums['allocated'][trace] += size
                sums['allocations'][trace] += 1
            elif last == number:
                sums['temporary'][trace] += 1
            last = number if begins else 0
            if i + 1 == at_peak:
                sums['peak'].update(sums['leaked'])
    except (IndexError, ValueError) as reason:
        raise Damaged(str(reason)) from reason
    metrics = {}
    for name, values in sums.items():
        metrics[name] = collections.Counter()
        for trace, value in values.items():
            metrics[name][traces[trace]] += value
    return Truth(metrics)
