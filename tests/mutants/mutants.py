#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Do the tests of a room see small mistakes?  Makes some, one after the other, and says which no
test noticed.

    tests/mutants/mutants.py [ROOM] [N] [--seed S] [--file PATH[:LINE]]

A room is a folder of src whose tests are a folder of tests; without one, all rooms with a goal are
tried.  A mutation is one of those in mutations.py, in a line that the room's own tests execute.  The
same seed makes the same mutations as long as their lines stay as they are.  Everything happens in
build-mutants: a copy of the work tree, and its build.

Each test file is run alone once, with gcov, to know its lines and the time of each of its tests; a
test that takes longer than some seconds is left out.  A mutation is killed if a test file that
executes its line fails, or takes much longer than it should.  What does not compile is drawn anew,
and so is what the compiler optimises to the same code; the file `equivalent` names others that
change nothing, and why.

Survivors are printed as FILE:LINE, the line, and what it became.
"""
import argparse
import collections
import fcntl
import gzip
import hashlib
import json
import os
import pathlib
import resource
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import mutations

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACE = ROOT / 'build-mutants'
TREE = PLACE / 'tree'
BUILD = PLACE / 'build'
SCRATCH = pathlib.Path(tempfile.gettempdir()) / f'cyan-mutants-{os.getpid()}'
EQUIVALENT = pathlib.Path(__file__).with_name('equivalent')

ROOMS = ['match', 'compare', 'explain', 'statistics', 'source', 'history', 'structures', 'formats']
# Where the tests of a room are more than those of its own name.
PROGRAMS = {'formats': ['formats', 'foreign']}
# The mutations of a room, and the share in percent of them that is to be killed.
DEFAULT_N = 60
GOAL = 85

# Seconds of processor time, and on the clock, of a test that is not left out.
QUICK, PATIENT = 1.0, 30.0
# A test hangs when it takes so many times as long as it did, and so many seconds more.
SLOWER, GRACE = 5, 3
MEMORY = 4 << 30
# Compiled quickly, run not too slowly.
OPTIONS = ['-Dtests=true', '-Dbench=false', '-Dwerror=false', '-Doptimization=1', '-Ddebug=false', '-Db_coverage=true']


def say(*words):
    print(*words, file=sys.stderr, flush=True)


def copy_tree():
    """What git knows or could know, as it is now; files that did not change keep their time."""
    names = subprocess.run(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], cwd=ROOT,
                           check=True, capture_output=True).stdout.decode().split('\0')
    wanted = {name for name in names if name and (ROOT / name).is_file()}
    for path in TREE.rglob('*'):
        if not path.is_dir() and path.relative_to(TREE).as_posix() not in wanted:
            path.unlink()
    for name in wanted:
        source, target = ROOT / name, TREE / name
        if not target.is_file() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)


def introspect(what):
    return json.loads(subprocess.run(['meson', 'introspect', what, str(BUILD)], check=True, capture_output=True).stdout)


def ninja(targets, check=True):
    done = subprocess.run(['ninja', '-C', str(BUILD), *targets], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if check and done.returncode != 0:
        sys.stderr.buffer.write(done.stdout)
        sys.exit(2)
    return done.returncode == 0


class Test:
    """A file of tests of a program.  @left_out are the tests in it that are too slow or fail anyway, @reached
    the lines that the others execute: the set of numbers for each file."""

    def __init__(self, about):
        self.name = about['name']
        self.command = about['cmd']
        self.depends = about['depends']
        self.environment = {**os.environ, **about['env'], 'GCOV_PREFIX': str(PLACE / 'counts')}
        self.left_out = []
        self.seconds = None
        self.reached = {}

    def start(self, stdout):
        # Nothing that a mutation wrote is merged with what another one writes, and what a test writes is in
        # no repository.
        shutil.rmtree(PLACE / 'counts', ignore_errors=True)
        shutil.rmtree(SCRATCH, ignore_errors=True)
        SCRATCH.mkdir(mode=0o711)  # for a server that runs as another user
        processor = int(SLOWER * self.seconds + GRACE) if self.seconds is not None else None

        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if processor is not None:
                resource.setrlimit(resource.RLIMIT_CPU, (processor, processor))
        return subprocess.Popen(self.command + self.skips(), env={**self.environment, 'TMPDIR': str(SCRATCH)}, cwd=BUILD,
                                stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.DEVNULL,
                                preexec_fn=limit, start_new_session=True)

    def measure(self):
        """Finds the tests to leave out, until all that is left passes quickly."""
        while True:
            path, reason = self.first_to_leave_out()
            if path is None:
                return
            say(f'mutants: {path} {reason}, and is left out')
            self.left_out.append(path)

    def skips(self):
        return [word for path in self.left_out for word in ('-s', path)]

    def first_to_leave_out(self):
        """The first test that fails or takes too long, and which of the two; or None."""
        listed = subprocess.run(self.command + ['-l'], env=self.environment, cwd=BUILD, capture_output=True, text=True)
        expected = [line for line in listed.stdout.split('\n') if line.startswith('/') and line not in self.left_out]
        self.seconds = None
        process = self.start(subprocess.PIPE)
        done, begun, spent, rest = 0, time.monotonic(), 0.0, b''
        try:
            while True:
                ready = select.select([process.stdout], [], [], 0.1)[0]
                part = os.read(process.stdout.fileno(), 65536) if ready else None
                if part == b'':
                    break
                *lines, rest = (rest + (part or b'')).split(b'\n')
                passed = sum(line.startswith(b'ok ') and b'# SKIP' not in line for line in lines)
                used = processor_time(process.pid)
                if passed:
                    done, begun, spent = done + passed, time.monotonic(), used
                elif done < len(expected) and (used - spent > QUICK or time.monotonic() - begun > PATIENT):
                    return expected[done], 'takes long'
            process.wait()
        finally:
            end_group(process)
        self.seconds = spent
        if process.returncode != 0 and done < len(expected):
            return expected[done], 'fails without a mutation'
        return None, None

    def notices(self):
        """Whether the test fails now."""
        process = self.start(subprocess.DEVNULL)
        try:
            return process.wait(4 * (SLOWER * self.seconds + GRACE) + PATIENT) != 0
        except subprocess.TimeoutExpired:
            return True
        finally:
            end_group(process)


def processor_time(pid):
    """In seconds, of a process and of its children that ended; 0 if it is gone."""
    try:
        stat = pathlib.Path(f'/proc/{pid}/stat').read_text().rpartition(')')[2].split()
    except OSError:
        return 0.0
    return sum(map(int, stat[11:15])) / os.sysconf('SC_CLK_TCK')


def end_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def program_of(command):
    """Those of a folder are one program in C, or a file each in Python."""
    last = pathlib.Path(command[-1])
    return last.parent.name if last.suffix == '.py' else pathlib.Path(command[0]).name.removeprefix('test-')


class Room:
    def __init__(self, name, tests):
        programs = PROGRAMS.get(name, [name])
        self.name = name
        self.tests = [Test(about) for about in tests if program_of(about['cmd']) in programs]
        if not self.tests:
            sys.exit(f'mutants: {name} has no tests of its own')
        files = {target['id']: target['filename'] for target in introspect('--targets')}
        self.targets = sorted({os.path.relpath(file, BUILD) for test in self.tests for target in test.depends
                               for file in files[target]})

    def prepare(self):
        say(f'mutants: building the tests of {self.name}')
        ninja(self.targets)
        for test in self.tests:
            test.measure()
            test.reached = reached_lines(self.name)
            say(f'mutants: {test.name}: {test.seconds:.1f} s, {sum(map(len, test.reached.values()))} lines')

    def tests_of(self, path, line):
        return sorted((test for test in self.tests if line in test.reached.get(path, ())),
                      key=lambda test: test.seconds)


def reached_lines(room):
    """By file of the room: the lines that the last run executed."""
    counts = pathlib.Path(f'{PLACE}/counts{BUILD}/src/{room}')
    reached = collections.defaultdict(set)
    objects = [path for path in counts.rglob('*.gcda')]
    with tempfile.TemporaryDirectory() as folder:
        # gcov looks for its notes beside the counts.
        for i, path in enumerate(objects):
            notes = (BUILD / path.relative_to(f'{PLACE}/counts{BUILD}')).with_suffix('.gcno')
            shutil.copy(notes, f'{folder}/{i}.gcno')
            shutil.copy(path, f'{folder}/{i}.gcda')
        if objects:
            subprocess.run(['gcov', '--json-format', *(f'{i}.gcda' for i in range(len(objects)))], cwd=folder,
                           check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for path in pathlib.Path(folder).glob('*.gcov.json.gz'):
            with gzip.open(path) as file:
                for part in json.load(file)['files']:
                    name = os.path.relpath(os.path.normpath(BUILD / part['file']), TREE)
                    add_lines(reached, name, part['lines'])
    return reached


def add_lines(reached, name, lines):
    """A line without code of its own, in the middle of an expression, is executed if the one above is."""
    known = {line['line_number']: False for line in lines}
    for line in lines:
        known[line['line_number']] |= line['count'] > 0
    executed = False
    for number in range(min(known, default=0), max(known, default=0) + 4):
        executed = known.get(number, executed)
        if executed:
            reached[name].add(number)


def known_equivalents():
    """Paragraphs of four lines: file, line, what it becomes, reason."""
    known = set()
    if EQUIVALENT.is_file():
        text = '\n'.join(line for line in EQUIVALENT.read_text().split('\n') if not line.startswith('#'))
        for paragraph in text.strip().split('\n\n'):
            parts = [part.strip() for part in paragraph.strip().split('\n')]
            if len(parts) == 4:
                known.add(tuple(parts[:3]))
    return known


class Mutant:
    def __init__(self, path, source, mutation, rank):
        self.path, self.source, self.mutation, self.rank = path, source, mutation, rank
        self.before = source.split('\n')[mutation.line - 1].strip()
        self.after = mutation.apply(source).split('\n')[mutation.line - 1].strip()

    def __str__(self):
        return f'{self.path}:{self.mutation.line}\n  {self.before}\n  {self.after}'


def all_mutants(room, seed, only):
    """In an order that the seed, the line and the mutation alone decide."""
    reached = {path for test in room.tests for path in test.reached}
    found = []
    for path in sorted(reached):
        if not path.startswith(f'src/{room.name}/') or not path.endswith('.c'):
            continue
        source = (TREE / path).read_text(encoding='utf-8')
        lines = source.split('\n')
        seen = collections.Counter()
        for mutation in mutations.mutations(source):
            if only and (only[0] != path or (only[1] and only[1] != mutation.line)):
                continue
            mutant = (path, lines[mutation.line - 1].strip(), mutation.new,
                      mutation.start - sum(len(line) + 1 for line in lines[:mutation.line - 1]))
            seen[mutant] += 1
            key = '\0'.join(map(str, (seed, *mutant, seen[mutant])))
            found.append(Mutant(path, source, mutation, hashlib.sha256(key.encode()).digest()))
    return sorted(found, key=lambda mutant: mutant.rank)


class Trial:
    """Tries mutants of a room until enough of them compiled."""

    def __init__(self, room):
        self.room = room
        self.commands = {entry['file']: shlex.split(entry['command']) for entry in
                         json.loads((BUILD / 'compile_commands.json').read_text())}
        self.optimised = {}

    def object_code(self, path):
        """What the compiler makes of a file when it optimises."""
        words = next(command for file, command in self.commands.items()
                     if os.path.normpath(BUILD / file) == str(TREE / path))
        words = [word for word in words if word not in ('--coverage', '-O1', '-MD')]
        for option in ('-MQ', '-MF', '-o'):
            at = words.index(option)
            del words[at:at + 2]
        output = PLACE / 'optimised.o'
        subprocess.run([*words, '-O2', '-g0', '-o', str(output)], cwd=BUILD, check=True, stderr=subprocess.DEVNULL)
        return output.read_bytes()

    def same_code(self, mutant):
        changed = self.object_code(mutant.path)
        (TREE / mutant.path).write_text(mutant.source, encoding='utf-8')
        if mutant.path not in self.optimised:
            self.optimised[mutant.path] = self.object_code(mutant.path)
        return changed == self.optimised[mutant.path]

    def verdict(self, mutant):
        tests = self.room.tests_of(mutant.path, mutant.mutation.line)
        target = TREE / mutant.path
        target.write_text(mutant.mutation.apply(mutant.source), encoding='utf-8')
        try:
            if not ninja(self.room.targets, check=False):
                return 'not compiled'
            if any(test.notices() for test in tests):
                return 'killed'
            return 'same code' if self.same_code(mutant) else 'survived'
        finally:
            target.write_text(mutant.source, encoding='utf-8')

    def run(self, mutants, n):
        counts, survivors, lines = collections.Counter(), [], set()
        equivalent = known_equivalents()
        for mutant in mutants:
            tried = counts['killed'] + counts['survived']
            if tried == n:
                break
            place = (mutant.path, mutant.before)
            if place in lines or not self.room.tests_of(mutant.path, mutant.mutation.line):
                continue
            if (mutant.path, mutant.before, mutant.after) in equivalent:
                counts['listed'] += 1
                continue
            verdict = self.verdict(mutant)
            counts[verdict] += 1
            if verdict in ('killed', 'survived'):
                lines.add(place)
                say(f'{tried + 1}/{n} {verdict} {mutant}')
            if verdict == 'survived':
                survivors.append(mutant)
        return counts, survivors


def try_room(name, arguments, tests):
    room = Room(name, tests)
    room.prepare()
    mutants = all_mutants(room, arguments.seed, arguments.file)
    counts, survivors = Trial(room).run(mutants, arguments.n)
    for mutant in survivors:
        print(mutant)
    tried = counts['killed'] + counts['survived']
    share = 100 * counts['killed'] / tried if tried else 0
    print(f'{name}: {counts["killed"]} of {tried} killed ({share:.0f} %, goal {GOAL} %), seed {arguments.seed}; '
          f'not counted: {counts["not compiled"]} do not compile, {counts["same code"]} compile to the same code, '
          f'{counts["listed"]} are listed as equivalent', flush=True)


def place(text):
    path, _, line = text.partition(':')
    return path, int(line) if line else 0


def main():
    parser = argparse.ArgumentParser(prog='mutants', description='Which small mistakes do the tests of a room not see?')
    parser.add_argument('room', nargs='?', help='a folder of src; default: ' + ', '.join(ROOMS))
    parser.add_argument('n', nargs='?', type=int, default=DEFAULT_N, help='how many mutations (%(default)s)')
    parser.add_argument('--seed', type=int, default=1, help='another number makes other mutations (%(default)s)')
    parser.add_argument('--file', type=place, metavar='PATH[:LINE]', help='only in this file, or line')
    arguments = parser.parse_args()

    TREE.mkdir(parents=True, exist_ok=True)
    with open(PLACE / 'lock', 'w', encoding='utf-8') as lock:
        # Another call has to end first.
        fcntl.flock(lock, fcntl.LOCK_EX)
        copy_tree()
        if not (BUILD / 'build.ninja').is_file():
            shutil.rmtree(BUILD, ignore_errors=True)
            subprocess.run(['meson', 'setup', str(BUILD), str(TREE), *OPTIONS], check=True, stdout=sys.stderr)
        # A changed meson.build is read anew.
        ninja(['build.ninja'])
        tests = introspect('--tests')
        try:
            for name in [arguments.room] if arguments.room else ROOMS:
                try_room(name, arguments, tests)
        finally:
            shutil.rmtree(SCRATCH, ignore_errors=True)


main()
