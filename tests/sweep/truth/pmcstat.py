# SPDX-License-Identifier: GPL-3.0-or-later
"""Call graphs of pmcstat -G, as pmcpl_callgraph.c prints them: callers below their callees."""
import re

from truth import Truth, add

NAME = 'pmcstat'

LINE = re.compile(r'^( *)[\d.]+%  \[(\d+)\]\s*(\S+)(?: @ .*)?$')


def detect(name, data):
    first = data.decode('utf-8', errors='replace').split('\n', 1)[0]
    return bool(re.match(r'@ .* \[\d+ samples\]$', first) or LINE.match(first))


def decode(data):
    metrics, stack = {}, []
    values = metrics.setdefault('samples', {})
    for line in data.decode('utf-8', errors='replace').splitlines():
        event = re.match(r'@ (.*) \[\d+ samples\]', line)
        found = LINE.match(line)
        if event:
            values = metrics.setdefault(event[1], {})
        elif found:
            del stack[len(found[1]):]
            if stack:
                add(values, stack[::-1], -int(found[2]))
            stack.append(re.sub('^0x[0-9a-f]+$', '[unknown]', found[3]))
            add(values, stack[::-1], int(found[2]))
    return Truth({name: values for name, values in metrics.items() if values})
