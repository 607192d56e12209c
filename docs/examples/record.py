# SPDX-License-Identifier: GPL-3.0-or-later
# Records every call of a Python program as trace events:
# python3 record.py OUT.json SCRIPT [ARGUMENT...]
import json, os, sys, threading, time

out, script = sys.argv[1:3]
events = []

def profile(frame, event, _):
    if event in ("call", "return"):
        events.append(("B" if event == "call" else "E", time.perf_counter_ns(),
                       threading.get_ident(), frame.f_code))

def name(code):
    return f'{getattr(code, "co_qualname", code.co_name)} ({code.co_filename}:{code.co_firstlineno})'

with open(script) as f:
    program = compile(f.read(), os.path.abspath(script), "exec")
sys.argv = sys.argv[2:]
sys.path[0] = os.path.dirname(os.path.abspath(script))
threading.setprofile(profile)
sys.setprofile(profile)
try:
    exec(program, {"__name__": "__main__", "__file__": script})
finally:
    sys.setprofile(None)
    with open(out, "w") as f:
        json.dump([{"ph": ph, "ts": ns / 1000, "pid": 1, "tid": tid, "name": name(code)}
                   for ph, ns, tid, code in events], f)
