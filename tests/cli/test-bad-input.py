# SPDX-License-Identifier: GPL-3.0-or-later
"""Bad inputs 1 to 17: the file itself, its compression, its encoding, and JSON."""

import gzip
import socket
import subprocess

from bad_cases import CCT, LONG_NAMES, STACKS, BadCases
from cli_test import CYAN, os, unittest, write

# One sample of 5 ns of main.
PPROF = (b"\x0a\x04\x08\x01\x10\x02\x12\x06\x0a\x01\x01\x12\x01\x05\x22\x06\x08\x01\x22\x02\x08\x01\x2a\x04\x08\x01\x10\x03"
         b"\x32\x00\x32\x03cpu\x32\x0bnanoseconds\x32\x04main")
MANY = gzip.compress("".join(f"main;f{i} {i + 1}\n" for i in range(200)).encode(), mtime=0)
WEB_PAGE = "this is a web page and not a profile (did a download fail?)"


def event(number):
    return f'{{"traceEvents":[{{"name":"a","ph":"X","ts":1,"dur":{number},"pid":1,"tid":1}}]}}'


def speedscope(frames, profiles):
    return ('{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":' + frames
            + '},"profiles":[' + profiles + "]}")


def packed(text):
    return gzip.compress(text.encode(), mtime=0)


def flipped(at):
    """With one bit changed, counted from the end."""
    return MANY[:-at] + bytes([MANY[-at] ^ 1]) + MANY[len(MANY) - at + 1:]


def zstd(data, *options):
    return subprocess.run(["zstd", "-q", *options], input=data, capture_output=True, check=True).stdout


def make_socket():
    with socket.socket(socket.AF_UNIX) as here:
        here.bind("socket")


REFUSED = [
    ('01-empty', 'empty.folded', '', 'empty file'),
    ('01-empty-gzip', 'nothing.gz', b'\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00',
     'empty file within the gzip data'),
    ('02-one-byte', 'one.cct', 'c', 'not a profile that we know'),
    ('02-gzip-magic', 'magic.gz', b'\x1f\x8b', 'ends in the middle of the gzip data'),
    ('02-zstd-magic', 'magic.zst', b'(\xb5/\xfd', 'ends in the middle of the zstd data'),
    ('01-empty-zstd', 'nothing.zst', b'(\xb5/\xfd \x00\x01\x00\x00', 'empty file within the zstd data'),
    ('03-folder', 'folder', lambda: os.mkdir('folder'), 'is a directory'),
    ('03-device', '/dev/zero', None, 'not a regular file'),
    ('03-socket', 'socket', make_socket, 'not a regular file'),
    ('03-memory-of-a-process', '/proc/self/mem', None, 'cannot be read: Input/output error'),
    ('04-missing', 'missing.cct', None, 'No such file or directory'),
    ('04-circle-of-links', 'circle', lambda: os.symlink('circle', 'circle'), 'Too many levels of symbolic links'),
    ('04-shorter-than-told', '/sys/kernel/fscaps', None, 'became shorter while it was read: 2 bytes instead of *'),
    ('04-below-a-file', 'good.folded/profile.cct', None, 'Not a directory'),
    ('05-cut-gzip', 'cut.folded.gz', MANY[:-20], 'ends in the middle of the gzip data'),
    ('05-cut-zstd', 'cut.zst', lambda: zstd(''.join(f'main;f{i} 3\n' for i in range(1, 10000)).encode())[:3000],
     'ends in the middle of the zstd data'),
    ('05-cut-json', 'cut.json', '{"nodes":[{"id":1,"callFrame":{"functionName":"a"}},\n{"id":2',
     'byte 60: the input ends before all brackets are closed'),
    ('06-gzip-checksum', 'checksum.folded.gz', flipped(8), 'byte *: broken gzip data: incorrect data check'),
    ('06-gzip-length', 'length.folded.gz', flipped(4), 'byte *: broken gzip data: incorrect length check'),
    ('08-gzip-in-gzip', 'nested.gz', gzip.compress(packed(STACKS)), 'compressed twice; undo one of the two first'),
    ('08-gzip-in-zstd', 'nested.zst', lambda: zstd(packed(STACKS)), 'compressed twice; undo one of the two first'),
    ('08-gzip-of-zeros', 'zeros.gz', lambda: gzip.compress(bytes(64 << 20)), 'not a profile that we know'),
    ('09-zstd-bomb', 'bomb.zst', lambda: zstd(b'main;parse 3\n' * 15400000, '--ultra', '-19'),
     'the zstd data grow to more than 1500 times their size'),
    ('09-window', 'window.zst', b'(\xb5/\xfd\x00\xa8\x01\x00\x00',
     'byte 0: broken zstd data: Frame requires too much memory for decoding'),
    ('09-dictionary', 'dictionary.zst', b'(\xb5/\xfd#xV4\x12\x04!\x00\x00abcd',
     'byte 0: broken zstd data: Dictionary mismatch'),
    ('09-zstd-skippable', 'skip.zst', b'P*M\x18\x04\x00\x00\x00abcd', 'empty file within the zstd data'),
    ('10-program', '/bin/true', None, 'this is a program or a library and not a profile of one'),
    ('10-picture', 'picture.folded', b'\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR', 'this is a picture and not a profile'),
    ('10-go-trace', 'go.trace', b'go 1.22 trace\x00\x00\x00\x01\x02',
     'this is an execution trace of Go; convert it with go tool trace -pprof=sched FILE, or record a CPU profile'),
    ('10-perfetto', 'perfetto.trace', b'\n\x06@\x05P\x01\x18\x07',
     'this is a trace of Perfetto without samples of perf, heapprofd or Chrome; convert it with traceconv json FILE'),
    ('10-dotnet', 'x.nettrace', b'Nettrace\x14\x00\x00\x00!FastSerialization.1',
     'this is a trace of .NET; convert it with dotnet-trace convert --format Speedscope FILE'),
    ('10-hprof', 'x.hprof', b'JAVA PROFILE 1.0.2\x00\x00\x00\x00\x08',
     'this is an hprof file of Java; record with java -XX:StartFlightRecording, and open the .jfr file'),
    ('10-art', 'x.trace', b'SLOW\x03\x00 \x00',
     'this is a method trace of Android; record with simpleperf, and open what simpleperf report-sample --protobuf writes'),
    ('10-hpctoolkit', 'meta.db', b'HPCTOOLKITmeta\x04\x00',
     "this is a database of HPCToolkit; hatchet's GraphFrame.from_hpctoolkit(FOLDER).to_flamegraph() makes folded stacks of it"),
    ('11-utf-16', 'utf-16.folded', b'\xff\xfem\x00a\x00i\x00n\x00 \x003\x00\n',
     'broken UTF-16 text: a character is not complete'),
    ('11-utf-16-other-end', 'utf-16.json', b'\xfe\xff\x00{\x00}', 'this is JSON, but not a profile that we know'),
    ('11-utf-16-unmarked', 'unmarked.folded', b'm\x00a\x00i\x00n\x00 \x003\x00\n\x00',
     'UTF-16 text without a mark; convert it with iconv -f UTF-16LE -t UTF-8'),
    ('11-utf-16-unmarked-other-end', 'unmarked.txt', b'\x00m\x00a\x00i\x00n\x00 \x003\x00\n',
     'UTF-16 text without a mark; convert it with iconv -f UTF-16BE -t UTF-8'),
    ('11-old-mac', 'mac.folded', 'main;parse 3\rmain;eval 4\r',
     'its lines end in carriage returns only; convert them to line feeds first'),
    ('11-nul-byte', 'nul.folded', b'main;eval 3\nma\x00in;parse 4\n',
     'line 2: a NUL byte, which no text has (is this UTF-16?)'),
    ('11-nul-in-cct', 'nul.cct', b'cct 1\nmetric\tti\x00me\tns\n',
     'line 2: a NUL byte, which no text has (is this UTF-16?)'),
    ('11-nul-in-callgrind', 'nul.out', b'# callgrind format\nevents: Ir\nfn=ma\x00in\n1 5\n',
     'line 3: a NUL byte, which no text has (is this UTF-16?)'),
    ('11-nul-in-json', 'nul-byte.json', b'{"traceEvents":[\x00]}', 'byte 16: event 1: expected a value'),
    ('12-web-page', 'artifact.pb.gz', '<!DOCTYPE html>\n<html><title>404</title></html>\n',
     WEB_PAGE),
    ('12-packed-web-page', 'packed.pb.gz', packed('\n<html><body>404</body></html>\n'),
     WEB_PAGE),
    ('13-deep-array', 'deep-array.json', '[' * 1000001, 'this is JSON, but not a profile that we know'),
    ('13-deep-array-in-event', 'deep-event.json', '{"traceEvents":[{"name":"a","args":' + '[' * 1000000,
     'byte 20032: event 1: nested more than 20000 deep'),
    ('13-deep-object', 'deep-object.json', '{"traceEvents":[{"name":"a","args":' + '{"a":' * 1000000,
     'byte *: event 1: nested more than 20000 deep'),
    ('14-duplicate-key', 'twice.json', b'{"traceEvents":[{"ph":"X","name":"f","ts":1,"dur":1}],"traceEvents":[]}',
     'byte 54: the same key twice'),
    ('15-too-large', 'large.json', event('1e400'), 'byte 50: event 1: "dur" is out of range'),
    ('15-64-bits', 'bits.json', event('18446744073709551615'), 'byte 50: event 1: "dur" is out of range'),
    ('15-digits', 'digits.json', event('123456789012345678901234567890'), 'byte 50: event 1: "dur" is out of range'),
    ('15-below-64-bits', 'below.json', event('-9223372036854775809'), 'byte 50: event 1: "dur" is out of range'),
    ('15-nan', 'nan.json', event('NaN'), 'byte 50: event 1: expected a value'),
    ('15-infinity', 'infinity.json', event('Infinity'), 'byte 50: event 1: expected a value'),
    ('15-minus-infinity', 'minus.json', event('-Infinity'), 'byte 50: event 1: not a number as JSON writes them'),
    ('15-leading-zero', 'zero.json', event('07'), 'byte 50: event 1: not a number as JSON writes them'),
    ('16-not-utf-8', 'bytes.json', b'{"traceEvents":[{"name":"a\xff","ph":"X","ts":1,"dur":1}]}',
     'byte 26: event 1: bytes in a string that are not UTF-8'),
    ('16-surrogate', 'surrogate.json', '{"traceEvents":[{"name":"a\\ud800","ph":"X","ts":1,"dur":1}]}',
     'byte 26: event 1: half a surrogate pair in a string'),
    ('17-wrong-type', 'type.json', event('"x"'), 'byte 50: event 1: "dur" is not a number'),
    ('17-no-events', 'events.json', '{"traceEvents":[]}', 'byte 18: no "B", "E" or "X" event, so no calls'),
    ('17-event-no-object', 'number.json', '{"traceEvents":[5]}', 'byte 16: event 1: not an object'),
    ('17-missing-field', 'field.json', '{"traceEvents":[{"ph":"X","name":"a","dur":1,"pid":1,"tid":1}]}',
     'byte 60: event 1: a "X" event without "ts"'),
    ('17-no-profiles', 'none.speedscope.json', speedscope('[{"name":"a"}]', ''), 'profiles: there are none'),
    ('17-no-array', 'array.speedscope.json', speedscope('{}', ''), 'byte 83: shared.frames: not an array'),
    ('17-no-string', 'string.speedscope.json', speedscope('[{"name":5}]', ''),
     'byte 92: shared.frames[0].name: not a string'),
    ('17-no-such-frame', 'frame.speedscope.json',
     speedscope('[{"name":"a"}]',
                '{"type":"sampled","name":"p","unit":"none","startValue":0,"endValue":1,"samples":[[7]],"weights":[1]}'),
     'byte 194: profiles[0].samples[0][0]: there are only 1 frames'),
    ('17-no-function-name', 'name.cpuprofile',
     '{"nodes":[{"id":1,"callFrame":{}}],"startTime":0,"endTime":1,"samples":[1],"timeDeltas":[1]}',
     'byte 31: nodes[0].callFrame: there is no "functionName" in it'),
    ('17-other-json', 'package.json', '{"name":"cyan","version":1}', 'this is JSON, but not a profile that we know'),
    ('17-session', 'work.cyanotype', '{\n  "format": "cyanotype-session",\n  "version": 1\n}\n',
     'this is a session of the window and not a profile; open it with cyanotype'),
    ('17-broken-json', 'broken.json', '{"traceEvents":[{"name":"a","ph":"B","ts":1,"pid":1,"tid":1},\n{"name":}]}',
     'byte 70: event 2: expected a value'),
]
ACCEPTED = [
    ('05-cut-cct', 'cut.cct', CCT + '0\t1\t1\t3\n1\t2\t1\t4\n', 2, 7,
     'the file is cut: it stops after 2 nodes, without its end record'),
    ('05-cut-folded', 'cut.folded', 'main;parse 3\nmain;eval 4', 3, 7,
     'line 2 ends without a line break: the file may have been cut'),
    ('06-garbage-behind-gzip', 'garbage.gz', packed(STACKS) + b'garbage', 3, 7,
     '7 bytes of garbage after the gzip data'),
    ('07-gzip-members', 'members.gz', packed('main;parse 3\n') + packed('main;eval 4\n'), 3, 7, None),
    ('09-zstd', 'stacks.zst', lambda: zstd(STACKS.encode()), 3, 7, None),
    ('09-skippable-first', 'skipped.zst', lambda: b'P*M\x18\4\0\0\0abcd' + zstd(STACKS.encode()), 3, 7, None),
    ('10-json-holds-pprof', 'pprof.json', PPROF, 1, 5, None),
    ('10-callgrind-holds-stacks', 'callgrind.out.123', STACKS, 3, 7, None),
    ('15-minus-zero', 'minus-zero.json', event('-0'), 1, 0, 'the total time is 0, so that there are no shares'),
    ('15-exact', 'exact.json', event('123456789.123'), 1, 123456789123, None),
    ('16-not-utf-8-in-perf', 'bytes.txt', b'prog 12 1.000001: 500 cpu-clock: \n\t    1111 a\xff (/p)\n\n', 2, 500,
     LONG_NAMES),
    ('10-json-holds-stacks', 'stacks.json', STACKS, 3, 7, None),
    ('10-folded-holds-json', 'trace.folded', event('7'), 1, 7000, None),
    ('10-gz-is-not-packed', 'plain.folded.gz', STACKS, 3, 7, None),
    ('11-mark-and-crlf', 'crlf.folded', '\ufeffmain;parse 3\r\nmain;eval 4\r\n', 3, 7, None),
    ('14-unknown-keys', 'unknown.json',
     '{"x":[{}],"traceEvents":[{"name":"a","ph":"X","ts":1,"dur":7,"y":{"z":1},"pid":1,"tid":1}]}', 1, 7000, None),
    ('17-no-name', 'noname.json', '{"traceEvents":[{"ph":"X","ts":1,"dur":1,"pid":1,"tid":1}]}', 1, 1000,
     '1 call has no name and is called (anonymous)'),
    ('16-nul', 'nul.json', '{"traceEvents":[{"name":"a\\u0000","ph":"X","ts":1,"dur":1}]}', 1, 1000, None),
    ('16-not-utf-8', 'bytes.folded', b'main;a\xff 7\n', 2, 7,
     LONG_NAMES),
]


class Input(BadCases):
    def test_refused(self):
        self.check_refused(REFUSED)

    def test_accepted(self):
        self.check_accepted(ACCEPTED)

    def test_08_gzip_bomb(self):
        """Stacks that never end."""
        write("bomb.gz", packed("main;parse 3\n" * 23000000))
        self.fails("bomb.gz: the gzip data grow to more than 500 times their size", "info", "bomb.gz")

    def test_03_standard_input(self):
        """It need not be a regular file."""
        for redirection, message in (("< .", "is a directory"), ("< /dev/zero", "not a profile that we know"),
                                     ("< /dev/null", "empty file"), ("<&-", "Bad file descriptor")):
            self.assert_fails(f"standard input: {message}", self.shell(f'exec "$0" info - {redirection}'))
        # The input never ends.
        self.assert_fails("took longer than 1 s; --time-limit sets another limit",
                          self.shell("""yes 'main;parse 3' | "$0" info - --time-limit 1"""))

    def test_04_unreadable(self):
        """A file that even root may not read."""
        os.chmod("good.folded", 0)
        drop = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.getuid() == 0 else []
        self.assert_fails("good.folded: Permission denied", self.run_program(*drop, CYAN, "info", "good.folded"))


if __name__ == "__main__":
    unittest.main()
