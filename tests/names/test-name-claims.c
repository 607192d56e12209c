/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the file of renames says of functions: read, refused with place and reason, written
 * again. */
#include "cyan-names.h"

#include "cyan-error.h"
#include "tests.h"

#include <string.h>

static CyanNameRules *
rules_of (const char *text)
{
  CyanNameRules *rules = cyan_name_rules_new (TRUE);

  MUST (cyan_name_rules_add_renames (rules, text, strlen (text), "renames.txt", &failure));
  return rules;
}

/* @expected: the claims as lines, each with its end. */
static void
assert_claims (const char *text, const char *expected)
{
  g_autoptr (CyanNameRules) rules = rules_of (text);
  const GPtrArray *claims = cyan_name_rules_claims (rules);
  g_autoptr (GString) lines = g_string_new (NULL);

  for (guint i = 0; i < claims->len; i++)
    {
      const CyanNameClaim *claim = g_ptr_array_index (claims, i);
      g_autofree char *line = cyan_name_claim_line (claim->before, claim->after, claim->same);

      g_string_append_printf (lines, "%s\n", line);
    }
  g_assert_cmpstr (lines->str, ==, expected);
}

TEST ("/name-claims/read")
{
  assert_claims ("", "");
  assert_claims ("# said so\r\nsame:  parse_value =>\tparse_json_value \r\n\r\nnot:f(int) => g\n",
                 "same: parse_value => parse_json_value\nnot: f(int) => g\n");
  assert_claims ("not: => wrapper\nnot:=> other\nnot: inlined =>",
                 "not: => wrapper\nnot: => other\n"
                 "not: inlined =>\n");
  /* Names are no patterns, and may have arrows without white space. */
  assert_claims ("same: a=>b (.* => Map.=>", "same: a=>b (.* => Map.=>\n");
  /* Of lines that contradict each other, the last holds. */
  assert_claims ("same: f => g\nnot: f => g", "not: f => g\n");
  assert_claims ("same: f => g\nsame: f => h\nsame: e => h", "same: e => h\n");
}

/* Claims change no label, and patterns may begin with a scope of this name. */
TEST ("/name-claims/labels")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  CyanStr name = cyan_strings_add (strings, "not::f", -1);
  const CyanFunction list[] = { { .name = CYAN_STR_EMPTY }, { .name = name, .normal = name } };
  const CyanFunctions functions = { .at = list, .n = 2, .strings = strings };
  g_autoptr (CyanNameRules) rules = rules_of ("same: not::f => h\nnot::f => g");
  g_autofree CyanStr *labels = NULL;

  labels = cyan_name_rules_labels (rules, 0, &functions, NULL);
  g_assert_cmpstr (cyan_strings_get (strings, labels[1]), ==, "g");
  g_assert_cmpuint (cyan_name_rules_claims (rules)->len, ==, 1);
}

static void
assert_fails (const char *text, const char *expected)
{
  g_autoptr (CyanNameRules) rules = rules_of ("not: kept =>");
  g_autoptr (GError) error = NULL;

  g_assert_false (cyan_name_rules_add_renames (rules, text, strlen (text), "more.txt", &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, expected);
  g_assert_cmpuint (cyan_name_rules_claims (rules)->len, ==, 1);
}

TEST ("/name-claims/broken")
{
  g_autofree char *name = g_strnfill (5000, 'a');
  g_autofree char *wide = g_strconcat ("same: f => ", name, NULL);
  g_autoptr (GString) many = g_string_new (NULL);

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (many, "not: f%u => g\n", i);
  assert_fails ("f => g\nsame: f =>", "more.txt:2: expected same: OLD => NEW");
  assert_fails ("same: => g", "more.txt:1: expected same: OLD => NEW");
  assert_fails ("same: f", "more.txt:1: expected same: OLD => NEW");
  assert_fails ("\nnot: f=>g", "more.txt:2: expected not: OLD => NEW, not: OLD => or not: => NEW");
  assert_fails ("not: =>", "more.txt:1: expected not: OLD => NEW, not: OLD => or not: => NEW");
  assert_fails (wide, "more.txt:1: the line has more than 4096 bytes");
  assert_fails (many->str, "more.txt:1000: more than 1000 renames");
}

/* A name that a line cannot have is not written. */
TEST ("/name-claims/unwritable")
{
  static const char *const names[] = { "", " f", "f ", "a\nb", "a => b", "=>" };
  g_autofree char *wide = g_strnfill (4090, 'a');

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_assert_null (cyan_name_claim_line (names[i], "g", TRUE));
      g_assert_null (cyan_name_claim_line (NULL, names[i], FALSE));
    }
  g_assert_null (cyan_name_claim_line (wide, NULL, FALSE));
}
