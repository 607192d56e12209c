# SPDX-License-Identifier: GPL-3.0-or-later
"""Timeline recordings of Safari's Web Inspector: stacks with the innermost frame first."""
import json

from truth import Damaged, Truth, add

NAME = 'safari'


def detect(name, data):
    return data.lstrip()[:1] == b'{' and b'"sampleStackTraces"' in data


def decode(data):
    try:
        recording = json.loads(data)['recording']
    except ValueError as reason:
        raise Damaged(str(reason)) from reason
    times, counts = {}, {}
    for sample, duration in zip(recording['sampleStackTraces'], recording['sampleDurations']):
        stack = [frame['name'] or '(anonymous)' for frame in reversed(sample['stackFrames'])]
        if stack:
            add(times, stack, duration)
            add(counts, stack, 1)
    return Truth({'time': times, 'samples': counts})
