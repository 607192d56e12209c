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
    """None for the interpreter's handlers, which are part of what they run."""
    kind = code.get('kind') or ''
    if kind == 'BytecodeHandler':
        return None
    if code.get('type') == 'SHARED_LIB':
        return re.split(r'[/\\]', code['name'])[-1]
    if code.get('type') == 'JS':
        match = (re.fullmatch(r'(.*?) ((?:/|file:|https?:|node:|native |[A-Za-z]:[/\\]).*?)(:\d+){1,2}', code['name'])
                 or re.fullmatch(r'(?:(.*) )?([^ ]*?)(:\d+){1,2}', code['name']))
        return (match[1] if match else code['name']) or '(anonymous)'
    if code.get('type') == 'CPP':
        return re.sub('^[Tt] ', '', code['name'])
    return code['name'] if not kind or kind == 'Builtin' or kind.endswith('Stub') else f"{kind}: {code['name']}"


def decode(data):
    try:
        log = json.loads(data)
    except ValueError as reason:
        raise Damaged(str(reason)) from reason
    names = [name_of(code) for code in log['code']]
    times, counts, last = {}, {}, 0
    for tick in sorted(log['ticks'], key=lambda tick: tick['tm']):
        stack = []
        for i, code in enumerate(tick['s'][::2]):
            name = '[unknown]' if code == -1 and i == 0 else hex(code) if code >= len(names) else \
                names[code] if code >= 0 else None
            if name is not None:
                stack.insert(0, name)
        stack = stack or ['[unknown]']
        add(times, stack, max(tick['tm'] - last, 0))
        add(counts, stack, 1)
        last = tick['tm']
    return Truth({'time': times, 'samples': counts})
