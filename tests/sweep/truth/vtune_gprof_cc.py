# SPDX-License-Identifier: GPL-3.0-or-later
"""The report gprof-cc of Intel VTune: the own time of each function, in the columns of the heading."""
import re

from truth import Truth, add

NAME = 'vtune-gprof-cc'
HEADING = re.compile(rb'^Index +% CPU Time:Total +CPU Time:Self +CPU Time:Children +Name +Index')
FUNCTION = re.compile(r'\[\d+\] +[\d.]+ +([\d.]+) +-?[\d.]+ +(\S.*?) +\[\d+\] *')


def detect(name, data):
    return HEADING.match(data) is not None


def decode(data):
    values = {}
    for line in data.decode(errors='replace').splitlines():
        found = FUNCTION.fullmatch(line)
        if found is None or found[2] == '<spontaneous>' or found[2].endswith(' as a whole>'):
            continue
        add(values, (re.sub(r' <cycle \d+>$', '', found[2]),), round(float(found[1]) * 1e6))
    return Truth({None: values}, flat=True)
