# SPDX-License-Identifier: GPL-3.0-or-later
"""The samples in traces: V8's in Chrome's recordings, and "samples" with "stackFrames" of Hermes.

The decoder of trace events uses it; it decodes no files itself."""
import re
from decimal import ROUND_HALF_UP, Decimal

from truth import add, cpuprofile


def v8_profiles(events):
    """[(nodes, samples, deltas)] of profiles that begin in the recording."""
    profiles, latest = [], {}
    for event in sorted((e for e in events if e), key=lambda e: float(e.get('ts', 0))):
        data = (event.get('args') or {}).get('data') or {}
        key = event.get('pid'), str(event.get('id', event.get('tid')))
        if event.get('name') in ('Profile', 'CpuProfile'):
            latest[key] = ([], [], [])
            profiles.append(latest[key])
        if event.get('name') in ('ProfileChunk', 'CpuProfile') and key in latest:
            part = data.get('cpuProfile') or {}
            nodes, samples, deltas = latest[key]
            nodes += part.get('nodes') or []
            samples += part.get('samples') or []
            deltas += data.get('timeDeltas') or part.get('timeDeltas') or []
    return profiles


def stack_of(frames, frame):
    names = []
    while frame is not None and str(frame) in frames:
        names.append(re.sub(r'(.)\([^()]+:\d+:\d+\)$', r'\1', frames[str(frame)]['name']))
        frame = frames[str(frame)].get('parent')
    return names[::-1]


def nanoseconds(value):
    return int((Decimal(value) * 1000).to_integral_value(ROUND_HALF_UP))


def hermes(document, times, counts):
    threads = {}
    for sample in document['samples']:
        threads.setdefault((sample.get('pid'), sample.get('tid')), []).append(
            (nanoseconds(sample['ts']), stack_of(document['stackFrames'], sample.get('sf'))))
    for samples in threads.values():
        samples.sort(key=lambda sample: sample[0])
        for _, stack in samples:
            if stack:
                add(counts, stack, 1)
        for (start, stack), (end, _) in zip(samples, samples[1:]):
            if stack:
                add(times, stack, (end - start) / 1000)


def samples_of(document):
    """{metric: values}, or None if there are no samples."""
    events = document['traceEvents'] if isinstance(document, dict) else document
    times, counts = {}, {}
    for nodes, samples, deltas in v8_profiles(events):
        stacks = cpuprofile.stacks_of(nodes)
        for sample in samples:
            if sample in stacks:
                add(counts, stacks[sample], 1)
        cpuprofile.times_of(samples, cpuprofile.running_sums(deltas), stacks, times)
    if isinstance(document, dict) and document.get('samples'):
        hermes(document, times, counts)
    return {'time': times, 'samples': counts} if counts else None
