# SPDX-License-Identifier: GPL-3.0-or-later
"""What R's Rprof() writes, as summaryRprof() of R's package utils counts it."""
import re

from truth import Truth, add

NAME = 'rprof'

HEAD = re.compile(r'(memory profiling: )?(GC profiling: )?(line profiling: )?sample\.interval=(\d+)')
NAME_IN_QUOTES = re.compile(r'"(.*?)"(?= "| \d+#|\s*$)')


def detect(name, data):
    return HEAD.match(data[:200].decode(errors='replace')) is not None


def decode(data):
    values = {key: {} for key in ('time', 'samples', 'memory growth', 'copies')}
    interval = last = None
    has_memory = False
    for line in data.decode(errors='replace').splitlines():
        head = HEAD.match(line)
        if head:
            interval, last, has_memory = int(head[4]), None, has_memory or bool(head[1])
            continue
        if line.startswith('#File ') or not line:
            continue
        memory = re.match(r':(\d+):(\d+):(\d+):(\d+):', line)
        stack = NAME_IN_QUOTES.findall(line[memory.end():] if memory else line)[::-1]
        if memory:
            now = [int(word) * size for word, size in zip(memory.groups(), (8, 8, 1))]
            growth = sum(max(b - a, 0) for a, b in zip(last or now, now))
            last = now
            add(values['memory growth'], stack, growth)
            add(values['copies'], stack, int(memory[4]))
        add(values['time'], stack, interval)
        add(values['samples'], stack, 1)
    return Truth(values if has_memory else {key: values[key] for key in ('time', 'samples')})
