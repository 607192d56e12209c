# SPDX-License-Identifier: GPL-3.0-or-later
"""Logs of Papyrus, by papyrus.ts of github.com/jlfwong/speedscope, but with a tree for each stack,
as stacks are threads; an end closes the calls within it, and one without a call is left out."""
import re

from truth import Truth, add

NAME = 'papyrus'

EVENT = re.compile(r'(\d+):(PUSH|POP):(\d+):[^:]*:[^:]*:(.+)')


def detect(name, data):
    return re.match(rb'[^\n]*log opened[^\n]*\n\d+:[A-Z_]+:\d', data) is not None


def decode(data):
    values, calls = {}, {}
    threads = {}  # stack -> the names of open calls, and the time of the last event
    for line in data.decode('utf-8', 'replace').splitlines():
        match = EVENT.fullmatch(line.strip())
        if match is None:
            continue
        time, name = int(match[1]) * 10 ** 6, match[4]
        stack, last = threads.get(match[3], ((), time))
        if stack:
            add(values, stack, time - last)
        if match[2] == 'PUSH':
            stack += (name,)
            add(calls, stack, 1)
        elif name in stack:
            stack = stack[:len(stack) - 1 - stack[::-1].index(name)]
        threads[match[3]] = stack, time
    return Truth({'time': values}, calls)
