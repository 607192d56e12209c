# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles of Cleopatra, the older viewer of Firefox's profiles."""
import json
import re

from truth import Damaged, Truth, add

NAME = 'cleopatra'


def detect(name, data):
    return b'"profileJSONWithSymbolicationTable,' in data[:1000]


def values_of(items):
    """Those of an array, or of an object whose keys are numbers."""
    return items.values() if isinstance(items, dict) else items


def decode(data):
    try:
        document = json.loads(data)
    except ValueError as reason:
        raise Damaged(str(reason)) from reason
    profile, table = document['profileJSON'], document['symbolicationTable']
    threads = [profile] if isinstance(profile, list) else [t['samples'] for t in values_of(profile['threads'])]
    interval = document['meta'].get('interval')
    values = {}
    for sample in (sample for samples in threads for sample in samples):
        symbols = [table[str(frame) if isinstance(table, dict) else frame] for frame in sample['frames']]
        add(values, [re.sub(r' \((in [^)]*\).*|[^()]*:\d+\))$', '', symbol) for symbol in symbols], interval or 1)
    return Truth({'time' if interval else 'samples': values})
