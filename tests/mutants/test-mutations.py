#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What becomes of some lines of C."""
import unittest

import mutations


def become(line):
    """All that @line of a function can become, without blanks at the ends."""
    source = f'void f (void)\n{{\n  {line}\n}}\n'
    return [mutation.apply(source).split('\n')[2].strip() for mutation in mutations.mutations(source)]


class Mutations(unittest.TestCase):
    def test_comparison(self):
        self.assertEqual(become('if (a < b)'), ['if (a <= b)', 'if (a >= b)'])
        self.assertEqual(become('x = a == NULL;'), ['x = a != NULL;'])

    def test_terms(self):
        self.assertEqual(become('x = a * (b - c) + d[i];'),
                         ['x = a * (b + c) + d[i];', 'x = a * (b) + d[i];',
                          'x = a * (b - c) - d[i];', 'x = a * (b - c);', 'x = d[i];'])
        self.assertEqual(become('return a || b && f (c, d);'),
                         ['return a && b && f (c, d);', 'return a;', 'return b && f (c, d);',
                          'return a || b || f (c, d);', 'return a || b;', 'return a || f (c, d);'])

    def test_signs(self):
        self.assertEqual(become('x += -y;'), ['x -= -y;', 'x += y;'])
        self.assertEqual(become('if (!a)'), ['if (a)'])
        self.assertEqual(become('*p++ = &x;'), ['*p-- = &x;'])
        # A loop without end tells nothing.
        self.assertEqual(become('for (; p != NULL; p++)'), ['for (; p == NULL; p++)'])

    def test_numbers(self):
        self.assertEqual(become('x = 3u;'), ['x = 4u;', 'x = 2u;'])
        self.assertEqual(become('x *= 0.5;'), ['x *= 1.5;'])
        self.assertEqual(become('f (3, x[2]);'), [';'])
        # Of a call, -1 is no number.
        self.assertEqual(become('f (x, -1);'), [';', 'f (x, 1);'])

    def test_names(self):
        self.assertEqual(become('return TRUE;'), ['return FALSE;'])
        self.assertEqual(become('x = MIN (a, b);'), ['x = MAX (a, b);'])
        self.assertEqual(become('g_array_sort (x, f);'), [';'])

    def test_left_alone(self):
        for line in ('g_assert (a < b);', 'x = g_new (int, n + 1);', 'char x[3] = "a < b";', '/* a < b */',
                     'g_free (x);', 'cyan_tick_slice (tick, a + b);', "x = '<';", 'p->x = *q;',
                     'char x[N + 1];'):
            self.assertEqual(become(line), [], line)

    def test_checkers(self):
        part = 'static int\ncheck_all (int n)\n{\n  return n > 2;\n}\n'
        whole = 'int\nthing_check (int n)\n{\n  return check_all (n) && n < 5;\n}\n'
        self.assertEqual(len(mutations.mutations(part + whole)), 0)
        self.assertGreater(len(mutations.mutations(part)), 0)

    def test_lines_stay(self):
        source = 'void f (void)\n{\n  x = a\n      + b\n      + c;\n}\n'
        for mutation in mutations.mutations(source):
            self.assertEqual(mutation.apply(source).count('\n'), source.count('\n'))
        self.assertEqual({mutation.line for mutation in mutations.mutations(source)}, {4, 5})


unittest.main()
