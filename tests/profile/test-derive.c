/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles derived from others, which stay unchanged. */
#include "cyan-profile-builder.h"
#include "profile-text.h"
#include "tests.h"

static CyanProfile *
parse (const char *text)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  CyanProfile *self = MUST (cyan_profile_from_text (strings, text, &failure));

  return self;
}

static void
assert_text (const CyanProfile *self, const char *expected)
{
  ASSERT_TEXT (cyan_profile_to_text (self, CYAN_PROFILE_TEXT_SELF), expected);
  MUST (cyan_profile_check (self, &failure));
}

static CyanProfile *
with_strings (const CyanProfile *self, CyanStrings *strings)
{
  return cyan_profile_with_functions (self, strings, cyan_profile_move_functions (self, strings));
}

/* Equal names in two profiles get equal numbers. */
TEST ("/derive/strings")
{
  g_autoptr (CyanStrings) shared = cyan_strings_new ();
  g_autoptr (CyanProfile) a = parse ("main(parse lex)");
  g_autoptr (CyanProfile) b = parse ("main(lex parse)");
  g_autoptr (CyanProfile) one = with_strings (a, shared);
  g_autoptr (CyanProfile) two = with_strings (b, shared);

  /* Each profile in its own pool. */
  g_assert_cmpuint (cyan_profile_function (a, 2)->name, ==, cyan_profile_function (b, 2)->name);
  assert_text (one, "main:1(parse:1 lex:1)");
  assert_text (two, "main:1(lex:1 parse:1)");
  g_assert_cmpuint (cyan_profile_function (one, 2)->name, ==, cyan_profile_function (two, 3)->name);
  g_assert_cmpuint (cyan_profile_function (one, 3)->name, ==, cyan_profile_function (two, 2)->name);
  assert_text (b, "main:1(lex:1 parse:1)");
}

/* Shared arrays live as long as the last profile that uses them. */
TEST ("/derive/order-of-release")
{
  g_autoptr (CyanStrings) shared = cyan_strings_new ();
  CyanProfile *whole = parse ("main:1(parse:2(lex:3) run:4)");
  const guint8 parse_left_out[] = { 0, 0, 1, 0, 0 };
  CyanProfile *less = cyan_profile_without (whole, parse_left_out);
  g_autoptr (CyanProfile) moved = with_strings (less, shared);

  assert_text (whole, "main:1(parse:2(lex:3) run:4)");
  assert_text (less, "main:1(parse:0(lex:0) run:4)");
  g_assert_true (whole->parent == moved->parent);
  cyan_profile_unref (whole);
  assert_text (less, "main:1(parse:0(lex:0) run:4)");
  cyan_profile_unref (less);
  assert_text (moved, "main:1(parse:0(lex:0) run:4)");
  g_assert_cmpfloat (moved->metrics[0].total[CYAN_NODE_ROOT], ==, 5);
}

TEST ("/derive/warnings")
{
  g_autoptr (CyanProfile) self = parse ("main");
  g_autoptr (GPtrArray) more = g_ptr_array_new ();
  g_autoptr (CyanProfile) warned = NULL, again = NULL;

  g_ptr_array_add (more, (char *) "one");
  g_ptr_array_add (more, (char *) "two");
  g_ptr_array_add (more, (char *) "one");
  warned = cyan_profile_with_warnings (self, more);
  again = cyan_profile_with_warnings (warned, more);
  g_assert_cmpuint (self->warnings->len, ==, 0);
  g_assert_cmpuint (warned->warnings->len, ==, 2);
  g_assert_cmpuint (again->warnings->len, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (again->warnings, 1), ==, "two");
}
