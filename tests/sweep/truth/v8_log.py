# SPDX-License-Identifier: GPL-3.0-or-later
"""V8's ticks after `node --prof-process --preprocess`, by v8proflog.ts of
github.com/jlfwong/speedscope.  Names are those of V8, without nm's letter or the place."""
import json
import re

from truth import Damaged, Truth, add

NAME = 'v8-log'


def detect(name, data):
    return re.match(rb'\s*{\s*"code":\s*\[', data) is not None and b'"ticks"' in data


def name_of(code):
    if code.get('type') == 'JS':
        match = (re.fullmatch(r'(.*?) (/.*):\d+:\d+', code['name'])
                 or re.fullmatch(r'(.*) ([^ ]*):\d+:\d+', code['name']))
        return (match[1] if match else code['name']) or '(anonymous)'
    return re.sub('^[Tt] ', '', code['name']) if code.get('type') == 'CPP' else code['name']


def decode(data):
    try:
        log = json.loads(data)
    except ValueError as reason:
        raise Damaged(str(reason)) from reason
    names = [name_of(code) for code in log['code']]
    times, counts, last = {}, {}, 0
    for tick in sorted(log['ticks'], key=lambda tick: tick['tm']):
        stack = [names[code] if code < len(names) else hex(code)
                 for code in reversed(tick['s'][::2]) if code >= 0]
        if stack:
            add(times, stack, tick['tm'] - last)
            add(counts, stack, 1)
        last = tick['tm']
    return Truth({'time': times, 'samples': counts})
