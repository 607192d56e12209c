# SPDX-License-Identifier: GPL-3.0-or-later
"""The small mistakes that can be made in a file of C: what they are, and where.

The code is formatted by clang-format, so a binary operator stands between blanks and a unary one
does not.  Nothing here understands types: a mutation that does not compile is drawn anew.
"""
import dataclasses
import re

TOKEN = re.compile(
    r'''(?P<blank>\s+|/\*.*?\*/|//[^\n]*|^[ \t]*\#(?:\\\n|[^\n])*)
    |(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
    |(?P<number>(?:0[xX][0-9a-fA-F]+|(?:\d+\.\d*|\.?\d+)(?:[eE][-+]?\d+)?)[uUlLfF]*)
    |(?P<name>[A-Za-z_]\w*)
    |(?P<sign>->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\.\.\.|.)''',
    re.S | re.M | re.X)

# What a turned operator becomes: the bound moves by one, or the answer is the opposite.
TURNED = {'<': ('<=', '>='), '<=': ('<', '>'), '>': ('>=', '<='), '>=': ('>', '<'),
          '==': ('!=',), '!=': ('==',)}
SIGN = {'+': '-', '-': '+', '+=': '-=', '-=': '+=', '++': '--', '--': '++'}
JUNCTION = {'&&': '||', '||': '&&'}
EXCHANGED = {'MIN': 'MAX', 'MAX': 'MIN', 'fmin': 'fmax', 'fmax': 'fmin', 'TRUE': 'FALSE', 'FALSE': 'TRUE'}

OPENING, CLOSING = {'(', '[', '{'}, {')', ']', '}'}
ASSIGNMENTS = {'=', '+=', '-=', '*=', '/=', '|=', '&=', '^=', '%=', '<<=', '>>='}
ENDS = {',', ';', '?', ':', 'return', 'case'} | ASSIGNMENTS
SUM_ENDS = ENDS | set(TURNED) | set(JUNCTION) | {'+', '-', '&', '|', '^', '<<', '>>'}
ARITHMETIC = {'+', '-', '*', '/', '%'} | set(TURNED)
BEFORE_NUMBER = ARITHMETIC | ASSIGNMENTS | {'return', '?', ':'}

# Calls in which nothing is changed: what is asserted is no behaviour, how much is set aside is only
# a hint or found by the sanitizers, and how often progress is told is nobody's promise.
LEFT_ALONE = re.compile(
    r'(g_)?assert\w*|g_return\w*|\w*STATIC_ASSERT\w*|static_assert|g_(try_)?(new|malloc|re(alloc|new))\w*'
    r'|\w+_sized_new|\w*reserve\w*|cyan_charge_\w+|sizeof|N?_|ngettext|g_debug')
# Calls that a person does not miss, but valgrind.
RELEASES = re.compile(r'\w*(free|unref|clear|destroy|close|release)\w*')
FREE = re.compile(r'\w+_(free|unref|clear)|(free|clear)_\w+')
# Arrays: too few places are found by the sanitizers.
DECLARED = re.compile(r'\s+(static |const )*\w+ \*?\w+\[')
# A checker of invariants only tells of other mistakes; the functions of its file that begin with check_
# are its parts.
CHECKER, PART_OF_CHECKER = re.compile(r'\w+_check'), re.compile(r'check_\w+')
# Lines about progress, or about bytes of memory.
UNPROMISED = re.compile(r'tick|\bsizeof\b', re.I)


@dataclasses.dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int
    end: int


@dataclasses.dataclass(frozen=True)
class Mutation:
    """@new in place of the characters [@start, @end) of a file, which are in its line @line."""
    start: int
    end: int
    new: str
    line: int

    def apply(self, source):
        # Lines below stay where they are.
        kept = self.new + '\n' * source.count('\n', self.start, self.end)
        return source[:self.start] + kept + source[self.end:]


class File:
    def __init__(self, source):
        self.source = source
        self.tokens = [Token(match.lastgroup, match.group(), match.start(), match.end())
                       for match in TOKEN.finditer(source) if match.lastgroup != 'blank']
        self.partner = {}
        self.alone = set()
        open_at = []
        for i, token in enumerate(self.tokens):
            if token.kind != 'sign':
                continue
            if token.text in OPENING:
                open_at.append(i)
            elif token.text in CLOSING and open_at:
                self.partner[i] = open_at[-1]
                self.partner[open_at.pop()] = i
        for i, token in enumerate(self.tokens):
            if token.kind == 'name' and self.is_sign(i + 1, '(') and LEFT_ALONE.fullmatch(token.text):
                self.alone.update(range(i, self.partner.get(i + 1, i) + 1))
        self.leave_functions_alone()
        self.loops = set()
        for i, token in enumerate(self.tokens):
            if token.text == 'for' and self.is_sign(i + 1, '('):
                self.loops.update(range(i, self.partner.get(i + 1, i) + 1))

    def leave_functions_alone(self):
        bodies = {}
        i = 0
        while i < len(self.tokens):
            if self.is_sign(i, '{'):
                if self.is_sign(i - 1, ')'):
                    name = self.tokens[self.partner[i - 1] - 1].text
                    bodies[name] = range(i, self.partner.get(i, i))
                i = self.partner.get(i, i)
            i += 1
        has_checker = any(CHECKER.fullmatch(name) for name in bodies)
        for name, body in bodies.items():
            if (CHECKER.fullmatch(name) or FREE.fullmatch(name)
                    or (has_checker and PART_OF_CHECKER.fullmatch(name))):
                self.alone.update(body)

    def is_sign(self, i, text):
        return 0 <= i < len(self.tokens) and self.tokens[i].kind == 'sign' and self.tokens[i].text == text

    def line(self, start):
        return self.source.count('\n', 0, start) + 1

    def is_binary(self, i):
        """Whether an operator has operands on both sides."""
        before, token, after = self.tokens[i - 1:i + 2] if 0 < i < len(self.tokens) - 1 else (None,) * 3
        return (before is not None and before.end < token.start and token.end < after.start
                and (before.kind in ('name', 'number', 'text') or before.text in CLOSING)
                and before.text not in ('return', 'case'))

    def right_of(self, i, ends):
        """The last token of the operand after operator @i."""
        j = i + 1
        while j < len(self.tokens):
            text = self.tokens[j].text
            if text in CLOSING or (text in ends and (j > i + 1 or text not in '+-&')
                                   and (text not in '+-&' or self.is_binary(j))):
                return j - 1
            j = self.partner.get(j, j) + 1 if text in OPENING else j + 1
        return len(self.tokens) - 1

    def left_of(self, i, ends):
        """The first token of the operand before operator @i."""
        j = i - 1
        while j >= 0:
            text = self.tokens[j].text
            if text in OPENING or (text in ends and (text not in '+-&' or self.is_binary(j))):
                return j + 1
            j = self.partner.get(j, j) - 1 if text in CLOSING else j - 1
        return 0

    def replaced(self, first, last, new):
        """The tokens @first to @last become @new."""
        start, end = self.tokens[first].start, self.tokens[last].end
        return Mutation(start, end, new, self.line(start))

    def without(self, first, last, at):
        """The text between two tokens goes; the line is that of the operator @at."""
        return Mutation(first, last, '', self.line(self.tokens[at].start))

    def operators(self, i):
        text = self.tokens[i].text
        if text == '!' and self.tokens[i].end == self.tokens[i + 1].start:
            yield self.replaced(i, i, '')
        if text in ('++', '--') and i not in self.loops:
            yield self.replaced(i, i, SIGN[text])
        if text == '-' and self.tokens[i].end == self.tokens[i + 1].start:
            yield self.replaced(i, i, '')
        if not self.is_binary(i):
            return
        for new in TURNED.get(text, ()):
            yield self.replaced(i, i, new)
        if text in SIGN:
            yield self.replaced(i, i, SIGN[text])
        ends = SUM_ENDS if text in '+-' else ENDS | {'||', text}
        if text in JUNCTION:
            yield self.replaced(i, i, JUNCTION[text])
        if text in JUNCTION or text in '+-':
            last = self.right_of(i, ends)
            yield self.without(self.tokens[i - 1].end, self.tokens[last].end, i)
        if text in JUNCTION or text == '+':
            first = self.left_of(i, ends)
            yield self.without(self.tokens[first].start, self.tokens[i + 1].start, i)

    def numbers(self, i):
        before, text = self.tokens[i - 1].text, self.tokens[i].text
        # In a call, -1 stands for something.
        if before == '-' and not self.is_binary(i - 1):
            before = self.tokens[i - 2].text
        after = self.tokens[i + 1].text if i + 1 < len(self.tokens) else ''
        if before not in BEFORE_NUMBER and after not in ARITHMETIC:
            return
        digits = text.rstrip('uUlLfF') if not text[:2].lower() == '0x' else text.rstrip('uUlL')
        ending = text[len(digits):]
        if re.fullmatch(r'\d+', digits):
            value = int(digits)
            yield self.replaced(i, i, f'{value + 1}{ending}')
            if value > 0:
                yield self.replaced(i, i, f'{value - 1}{ending}')
        elif digits[:2].lower() != '0x':
            yield self.replaced(i, i, f'{float(digits) + 1!r}{ending}')

    def names(self, i):
        text = self.tokens[i].text
        if text in ('TRUE', 'FALSE') and self.tokens[i - 1].text not in ('return', '='):
            return
        if text in EXCHANGED:
            yield self.replaced(i, i, EXCHANGED[text])
        # A whole statement that is a call.
        if (i > 0 and self.tokens[i - 1].text in (';', '{', '}') and self.is_sign(i + 1, '(')
                and text not in ('if', 'for', 'while', 'switch', 'return')):
            end = self.partner.get(i + 1, i) + 1
            if self.is_sign(end, ';') and not RELEASES.fullmatch(text):
                yield self.replaced(i, end, ';')

    def mutations(self):
        lines = self.source.split('\n')
        for i, token in enumerate(self.tokens):
            if i in self.alone:
                continue
            make = {'sign': self.operators, 'number': self.numbers, 'name': self.names}.get(token.kind)
            if make is None or i == 0:
                continue
            for mutation in make(i):
                line = lines[mutation.line - 1]
                if not UNPROMISED.search(line) and not DECLARED.match(line):
                    yield mutation


def mutations(source):
    """All mutations of a text of C, in its order."""
    return list(File(source).mutations())
