# SPDX-License-Identifier: GPL-3.0-or-later
"""Scalene's JSON (scalene_json.py): stacks if there are any, else functions and the rest of files."""
import json

from truth import Damaged, Truth, add

NAME = 'scalene'
MB = 1 << 20


def detect(name, data):
    return data.lstrip()[:1] == b'{' and b'"elapsed_time_sec"' in data and b'"alloc_samples"' in data


def percent(cost):
    return cost['n_cpu_percent_python'] + cost['n_cpu_percent_c'] + cost['n_sys_percent']


def decode(data):
    try:
        file = json.loads(data)
    except ValueError as reason:
        raise Damaged(str(reason)) from reason
    samples, memory, times = {}, {}, {}
    for frames, count in file.get('combined_stacks', []):
        add(samples, [frame['display_name'] for frame in frames], count)
    for frames, size in file.get('memory_stacks', []):
        add(memory, [frame['display_name'] for frame in frames], size * MB)
    if samples:
        return Truth({'samples': samples, 'memory': memory} if memory else {'samples': samples})
    elapsed = file['elapsed_time_sec'] / 100
    for code in file['files'].values():
        for function in code['functions']:
            add(times, [function['line']], percent(function) * elapsed)
            add(memory, [function['line']], function['n_malloc_mb'] * MB)
        for key, values, value in (('time', times, lambda c: percent(c) * elapsed),
                                   ('memory', memory, lambda c: c['n_malloc_mb'] * MB)):
            rest = sum(map(value, code['lines'])) - sum(map(value, code['functions']))
            add(values, ['<module>'], max(rest, 0))
    return Truth({'time': times, 'memory': memory}, tolerance=1e-4)
