# SPDX-License-Identifier: GPL-3.0-or-later
"""CallTreeSummary.csv of Visual Studio's profiler."""
import csv

from truth import Damaged, Truth, add

NAME = 'vsprof'


def detect(name, data):
    return data.decode('utf-8-sig', errors='replace').startswith('Level,Function Name,')


def decode(data):
    rows = csv.DictReader(data.decode('utf-8-sig').splitlines())
    values, calls, stack = {}, {}, []
    for row in rows:
        try:
            level = int(row['Level'])
            if level > len(stack):
                raise Damaged('a level is skipped')
            del stack[level:]
            stack.append(row['Function Name'])
            value = row.get('Exclusive Samples') or row['Elapsed Exclusive Time %']
            add(values, stack, float(value.replace(',', '')))
            add(calls, stack, int(row.get('Number of Calls', '0').replace(',', '')))
        except (ValueError, AttributeError, TypeError) as reason:
            raise Damaged(str(row)) from reason
    return Truth({None: values}, calls)
