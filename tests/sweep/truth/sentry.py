# SPDX-License-Identifier: GPL-3.0-or-later
"""Sentry's sample format: a sample has the time up to the next one of its thread."""
import json

from truth import Damaged, Truth, add

NAME = 'sentry'


def detect(name, data):
    return data.lstrip()[:1] == b'{' and b'"stack_id"' in data and b'"stacks"' in data


def decode(data):
    try:
        document = json.loads(data)
    except ValueError as reason:
        raise Damaged(str(reason)) from reason
    profile = document.get('profile', document)
    threads, times, counts = {}, {}, {}
    for sample in profile['samples']:
        time = (float(sample['elapsed_since_start_ns']) / 1000 if 'elapsed_since_start_ns' in sample
                else sample['timestamp'] * 1e6)
        threads.setdefault(str(sample['thread_id']), []).append((time, sample['stack_id']))
    for samples in threads.values():
        samples.sort(key=lambda sample: sample[0])
        for (time, stack), (after, _) in zip(samples, samples[1:] + [(samples[-1][0], None)]):
            names = []
            for index in reversed(profile['stacks'][stack]):
                frame = profile['frames'][index]
                own = frame.get('function') or frame.get('instruction_addr') or '(anonymous)'
                is_java = document.get('platform') == 'java' and frame.get('module')
                names.append(f"{frame['module']}.{own}" if is_java else own)
            add(times, names, after - time)
            add(counts, names, 1)
    return Truth({'time': times, 'samples': counts})
