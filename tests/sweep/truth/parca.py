# SPDX-License-Identifier: GPL-3.0-or-later
"""What Parca answers to a query for pprof (proto/parca/query/v1alpha1/query.proto): compressed, as base64."""
import base64
import gzip
import json
import zlib

from truth import Damaged, pprof

NAME = 'parca'


def detect(name, data):
    return data.lstrip()[:1] == b'{' and b'"pprof"' in data and b'"filtered"' in data


def decode(data):
    try:
        return pprof.decode(gzip.decompress(base64.b64decode(json.loads(data)['pprof'], validate=True)))
    except (ValueError, KeyError, EOFError, OSError, zlib.error) as reason:
        raise Damaged(str(reason)) from reason
