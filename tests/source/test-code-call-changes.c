/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a change adds to the calls of a body and deletes from them, and what its blocks and
 * operators are.
 *
 * The text form of a change is a line for each call, with "+" or "-" in front.
 */
#include <math.h>

#include "code-body.h"
#include "tests.h"

static void
append_changes (GString *out, const CyanCodeBody *body, const GArray *indices, const char *sign)
{
  for (guint i = 0; i < indices->len; i++)
    {
      g_string_append (out, sign);
      code_body_append_call (out, body, g_array_index (indices, guint, i));
    }
}

static void
assert_changes (CyanLanguage language, const char *before, const char *after, const char *changes)
{
  g_autoptr (CyanCodeBody) old = code_body_read (language, before);
  g_autoptr (CyanCodeBody) new = code_body_read (language, after);
  g_autoptr (CyanCodeCallChanges) found = cyan_code_call_changes_new (old, new);
  g_autoptr (GString) out = g_string_new (NULL);

  append_changes (out, new, found->added_calls, "+");
  append_changes (out, old, found->deleted_calls, "-");
  g_assert_cmpstr (out->str, ==, changes);
}

static void
assert_trips (CyanLanguage language, const char *loop, double trips)
{
  g_autoptr (CyanCodeBody) body = code_body_read (language, loop);
  double found = NAN;

  for (guint i = 1; i < body->blocks->len; i++)
    if (code_body_block (body, i)->kind == CYAN_BLOCK_LOOP)
      {
        found = code_body_block (body, i)->trips;
        break;
      }
  if (isnan (trips))
    g_assert_true (isnan (found));
  else
    g_assert_cmpfloat (found, ==, trips);
}

/* LITO's figure 3, in C. */
TEST ("/code-call-changes/changes")
{
  const char *before = "int parse_on (Context *c)\n{\n"
                       "  for (i = 0; i < n; i++)\n"
                       "    if (fails (parse (c, i)))\n"
                       "      position (c, start);\n"
                       "}\n";
  const char *after = "int parse_on (Context *c)\n{\n"
                      "  memento = remember (c);\n"
                      "  for (i = 0; i < n; i++)\n"
                      "    if (fails (parse (c, i)))\n"
                      "      restore (c, memento);\n"
                      "}\n";

  assert_changes (CYAN_LANGUAGE_C, before, after,
                  "+remember\n+loop/if/restore\n-loop/if/position\n");
  assert_changes (CYAN_LANGUAGE_C, before, before, "");
  /* A swap, other arguments, another receiver, and once more. */
  assert_changes (CYAN_LANGUAGE_C, "f(){ a(); }", "f(){ b(); }", "+b\n-a\n");
  assert_changes (CYAN_LANGUAGE_C, "f(){ a(1); }", "f(){ a(2); }", "+a\n-a\n");
  assert_changes (CYAN_LANGUAGE_C, "f(){ x->a(); }", "f(){ y->a(); }", "+y->a\n-x->a\n");
  assert_changes (CYAN_LANGUAGE_C, "f(){ a(); }", "f(){ a(); a(); }", "+a\n");
  /* Into a loop, out of it, and only elsewhere in the same block. */
  assert_changes (CYAN_LANGUAGE_C, "f(){ a(); }", "f(){ while (x) a(); }", "+loop/a\n-a\n");
  assert_changes (CYAN_LANGUAGE_C, "f(){ for(;;){ a(); } }", "f(){ for(;;); a(); }",
                  "+a\n-loop/a\n");
  assert_changes (CYAN_LANGUAGE_C, "f(){ a(); b(); }", "f(){ b(); /* first */ a(); }", "");
  /* Curly brackets, comments and the name of the function do not count. */
  assert_changes (CYAN_LANGUAGE_C, "f(){ if (x) a(); }", "int g(int x)\n{ if (x) { a(); } }", "");
  assert_changes (CYAN_LANGUAGE_PYTHON, "def f():\n  a()\n", "def f():\n  for x in y:\n    a()\n",
                  "+loop/a\n-a\n");
}

TEST ("/code-call-changes/blocks")
{
  g_autoptr (CyanCodeBody) body =
      code_body_read (CYAN_LANGUAGE_C, "f(){ if (a) x(); else if (b) y(); else z(); if (c) w(); }");

  g_assert_cmpuint (body->blocks->len, ==, 5);
  g_assert_cmpuint (code_body_block (body, 2)->choice, ==, 1);
  g_assert_cmpuint (code_body_block (body, 3)->choice, ==, 1);
  g_assert_cmpuint (code_body_block (body, 4)->choice, ==, 4);
  g_assert_cmpstr (code_body_block (body, 0)->head, ==, "");
  g_assert_cmpstr (code_body_block (body, 2)->head, ==, "else if(b)");
}

/* @expected: for each block after, in the order of the text, its number before, "-" for a new
 * one. */
static void
assert_matches (const char *before, const char *after, const char *expected)
{
  g_autoptr (CyanCodeBody) old = code_body_read (CYAN_LANGUAGE_C, before);
  g_autoptr (CyanCodeBody) new = code_body_read (CYAN_LANGUAGE_C, after);
  g_autofree guint *same = cyan_code_body_match_blocks (old, new);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < new->blocks->len; i++)
    if (same[i] == G_MAXUINT)
      g_string_append_c (out, '-');
    else
      g_string_append_printf (out, "%u", same[i]);
  g_assert_cmpstr (out->str, ==, expected);
}

TEST ("/code-call-changes/match-blocks")
{
  assert_matches ("f(){ if (a) x(); if (b) y(); }", "f(){ if (b) y(); if (a) x(); }", "021");
  /* A head that changed, and one around it. */
  assert_matches ("f(){ while (g(a)) x(); }", "f(){ while (g(a, b)) x(); }", "01");
  assert_matches ("f(){ if (a) for (;;) x(); }", "f(){ if (a || b) for (;;) x(); }", "0-2");
  /* The one with more in common. */
  assert_matches ("f(){ if (a) { x(); y(); } if (b) { y(); } }", "f(){ if (c) { y(); x(); } }",
                  "01");
  /* Into a loop, out of one, another kind; what is still there is not taken. */
  assert_matches ("f(){ if (a) x(); }", "f(){ for (;;) x(); }", "0-");
  assert_matches ("f(){ if (a) x(); }", "f(){ for (;;) if (a) x(); }", "0--");
  assert_matches ("f(){ if (a) x(); }", "f(){ if (a) x(); if (b) x(); }", "01-");
}

TEST ("/code-call-changes/trips")
{
  assert_trips (CYAN_LANGUAGE_C, "f(){ for (int i = 0; i < 10; i++) g(); }", 10);
  assert_trips (CYAN_LANGUAGE_C, "f(){ for (i = 1; i <= 0x10; i += 4) g(); }", 4);
  assert_trips (CYAN_LANGUAGE_C, "f(){ for (i = 9; i > 0; --i) g(); }", 9);
  assert_trips (CYAN_LANGUAGE_C, "f(){ for (i = 0; i < n; i++) g(); }", NAN);
  assert_trips (CYAN_LANGUAGE_C, "f(){ while (x < 10) g(); }", NAN);
  assert_trips (CYAN_LANGUAGE_PYTHON, "def f():\n  for i in range(7):\n    g()\n", 7);
  assert_trips (CYAN_LANGUAGE_PYTHON, "def f():\n  for i in range(1, 8, 2):\n    g()\n", 4);
  assert_trips (CYAN_LANGUAGE_PYTHON, "def f():\n  for i in range(n):\n    g()\n", NAN);
  assert_trips (CYAN_LANGUAGE_PYTHON, "def f():\n  return [g() for i in range(3)]\n", 3);
  assert_trips (CYAN_LANGUAGE_GO, "func f() {\n\tfor i := 0; i < 3; i++ {\n\t}\n}\n", 3);
  assert_trips (CYAN_LANGUAGE_GO, "func f() {\n\tfor range 5 {\n\t}\n}\n", 5);
  assert_trips (CYAN_LANGUAGE_RUST, "fn f() { for i in 2..10 { g(); } }", 8);
  assert_trips (CYAN_LANGUAGE_RUST, "fn f() { for i in 2..=10 { g(); } }", 9);
  assert_trips (CYAN_LANGUAGE_RUBY, "def f\n  10.times do |i|\n    g(i)\n  end\nend\n", 10);
  assert_trips (CYAN_LANGUAGE_RUBY, "def f\n  1.upto(4) { |i| g(i) }\nend\n", 4);
  assert_trips (CYAN_LANGUAGE_JAVASCRIPT, "function f() { for (let i = 0; i < 6; i++) g() }", 6);
}

/* "constant, accessor, arithmetic, logic" */
TEST ("/code-call-changes/fast")
{
  static const struct
  {
    CyanLanguage language;
    const char *text;
    gboolean is_fast;
  } cases[] = {
    { CYAN_LANGUAGE_C, "int f(void) { return 42; }", TRUE },
    { CYAN_LANGUAGE_C, "int f(S *s) { return s->x; }", TRUE },
    { CYAN_LANGUAGE_C, "void f(S *s, int x) { s->x = x; }", TRUE },
    { CYAN_LANGUAGE_C, "int f(int a) { return (a + 1) * sizeof(a) > 3 && !a; }", TRUE },
    { CYAN_LANGUAGE_C, "int f(int a) { return g(a); }", FALSE },
    { CYAN_LANGUAGE_C, "int f(int a) { while (a) a--; return a; }", FALSE },
    { CYAN_LANGUAGE_PYTHON, "def f(self):\n  return self._x\n", TRUE },
    { CYAN_LANGUAGE_PYTHON, "def f(self):\n  return sum(self._x)\n", FALSE },
    { CYAN_LANGUAGE_RUBY, "def f\n  @x\nend\n", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanCodeBody) body = code_body_read (cases[i].language, cases[i].text);

      g_assert_cmpint (cyan_code_body_is_fast (body), ==, cases[i].is_fast);
    }
}

static void
assert_operators (CyanLanguage language, const char *text, const char *operators)
{
  g_autoptr (CyanCodeBody) body = code_body_read (language, text);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < body->operators->len; i++)
    g_string_append_printf (out, "%s ", g_array_index (body->operators, CyanCodeOperator, i).name);
  g_assert_cmpstr (out->str, ==, operators);
}

TEST ("/code-call-changes/operators")
{
  assert_operators (CYAN_LANGUAGE_C, "f(){ T *p = &a; *p = (T *) b * -c + d[1] / 2; }", "* + / ");
  assert_operators (CYAN_LANGUAGE_C, "f(){ a += b & 1; if (!x && y < 3) z = -1; }", "+= & && < ");
  assert_operators (CYAN_LANGUAGE_CPP, "f(){ std::map<A, B> m; a = b * c; }", "* ");
  assert_operators (CYAN_LANGUAGE_PYTHON, "def f(*a):\n  return g(*a) ** 2 // b\n", "** // ");
  assert_operators (CYAN_LANGUAGE_RUST, "fn f() { a.map(|x| x + 1) }", "+ ");
}

/* A second like the first, and one beside other values. */
TEST ("/code-call-changes/added-operators")
{
  g_autoptr (CyanCodeBody) before = code_body_read (CYAN_LANGUAGE_C, "f(){ x = a + b; }");
  g_autoptr (CyanCodeBody) after = code_body_read (
      CYAN_LANGUAGE_C, "f(){ x = a + b; y = a + b; while (z) z = a + b; w = a * 2; }");
  g_autoptr (CyanCodeCallChanges) changes = cyan_code_call_changes_new (before, after);
  g_autoptr (CyanCodeCallChanges) back = cyan_code_call_changes_new (after, before);

  g_assert_cmpuint (changes->added_operators->len, ==, 3);
  g_assert_cmpuint (back->added_operators->len, ==, 0);
}
