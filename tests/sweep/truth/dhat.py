# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of valgrind's DHAT, by dhat/dh_main.c, and of dhat-rs."""
import json
import re

from truth import Damaged, Truth, add

NAME = 'dhat'
METRICS = {'tb': 'allocated', 'tbk': 'blocks', 'gb': 'peak', 'eb': 'end', 'rb': 'read',
           'wb': 'written'}
FRAME = re.compile(r'0x[0-9A-Fa-f]+: (.*)', re.S)
PLACE = re.compile(r'(.+) \([^(]*\)', re.S)


def function(text):
    """The function of a frame, of DHAT or massif."""
    found = FRAME.fullmatch(text)
    if found is None:
        return text or '[unknown]'
    place = PLACE.fullmatch(found[1])
    name = place[1] if place is not None else found[1]
    return '[unknown]' if name in ('', '???') else name


def detect(name, data):
    return data.lstrip()[:1] == b'{' and b'"dhatFileVersion"' in data[:65536]


def decode(data):
    try:
        file = json.loads(data)
    except ValueError as reason:
        raise Damaged(str(reason)) from reason
    if file['dhatFileVersion'] > 2:
        raise Damaged('unknown version')
    names = [function(text) for text in file['ftbl']]
    metrics = {}
    for place in file['pps']:
        stack = [names[frame] for frame in reversed(place['fs'])]
        for key, metric in METRICS.items():
            if key in place:
                add(metrics.setdefault(metric, {}), stack, place[key])
    return Truth(metrics)
