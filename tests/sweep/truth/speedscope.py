# SPDX-License-Identifier: GPL-3.0-or-later
"""speedscope's own JSON, by its file-format-spec: evented and sampled profiles."""
import json

from truth import Damaged, Truth, add

NAME = 'speedscope'


def detect(name, data):
    head = data.lstrip()[:1]
    return head == b'{' and b'speedscope.app/file-format-schema.json' in data


def evented(profile, names, values, calls):
    """speedscope itself refuses calls and ends that do not pair."""
    stack, last = [], profile['startValue']
    for event in profile['events']:
        if stack:
            add(values, stack, event['at'] - last)
        last = event['at']
        if event['type'] == 'O':
            stack.append(names[event['frame']])
            add(calls, stack, 1)
        elif not stack or stack.pop() != names[event['frame']]:
            raise Damaged('an end that is not of the innermost call')
    if stack:
        raise Damaged('a call without an end')


def decode(data):
    try:
        file = json.loads(data)
    except ValueError as reason:
        raise Damaged(str(reason)) from reason
    names = [frame['name'] or '(anonymous)' for frame in file['shared']['frames']]
    values, calls = {}, {}
    exact = all(profile['type'] == 'evented' for profile in file['profiles'])
    if len({profile['unit'] for profile in file['profiles']}) > 1:
        return None
    for profile in file['profiles']:
        if profile['type'] == 'evented':
            evented(profile, names, values, calls)
        else:
            for sample, weight in zip(profile['samples'], profile['weights']):
                add(values, [names[frame] for frame in sample], weight)
    return Truth({None: values}, calls if exact else None)
