/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text form of trees, which other tests use. */
#include "cyan-error.h"
#include "cyan-profile.h"
#include "profile-text.h"
#include "tests.h"

#define FULL (CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS | CYAN_PROFILE_TEXT_CALL_SITE)

static CyanProfile *
read_text (const char *text)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  CyanProfile *profile = MUST (cyan_profile_from_text (strings, text, &failure));

  MUST (cyan_profile_check (profile, &failure));
  return profile;
}

TEST ("/text/round-trip")
{
  static const char *const texts[] = {
    "",
    "main:1",
    "main:5*1(parse:30*2@7(lex:0) eval:0.25)",
    "a:1 b:2(c:3) a:4",
    "a:1(a:1(a:1(a:1)))",
    "'f (int, char *)':1('it''s':2 '':3 '@x:y*z':4)",
    "a:-3",
    "a:1000000",
    "a:1*18000000000000000000",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (CyanProfile) profile = read_text (texts[i]);

      ASSERT_TEXT (cyan_profile_to_text (profile, FULL), texts[i]);
    }
}

TEST ("/text/flags")
{
  g_autoptr (CyanProfile) profile = read_text ("main:5@3*1(parse(lex) eval*0)");

  ASSERT_TEXT (cyan_profile_to_text (profile, CYAN_PROFILE_TEXT_NAMES), "main(parse(lex) eval)");
  ASSERT_TEXT (cyan_profile_to_text (profile, CYAN_PROFILE_TEXT_SELF),
               "main:5(parse:1(lex:1) eval:1)");
  ASSERT_TEXT (cyan_profile_to_text (profile, CYAN_PROFILE_TEXT_CALLS),
               "main*1(parse(lex) eval*0)");
  ASSERT_TEXT (cyan_profile_to_text (profile, CYAN_PROFILE_TEXT_CALL_SITE),
               "main@3(parse(lex) eval)");
}

TEST ("/text/totals")
{
  g_autoptr (CyanProfile) profile = read_text ("a:1(b:2(c:4 d:8) e:16) f:32");
  static const double totals[] = { 63, 31, 14, 4, 8, 16, 32 };

  g_assert_cmpuint (profile->n_nodes, ==, G_N_ELEMENTS (totals));
  for (CyanNode i = 0; i < profile->n_nodes; i++)
    g_assert_cmpfloat (profile->metrics[0].total[i], ==, totals[i]);
}

TEST ("/text/errors")
{
  static const char *const cases[][2] = {
    { "a(b", "1 brackets are not closed" },
    { "a)", "no bracket is open at \")\"" },
    { "a:x", "no number at \"x\"" },
    { "a*", "no number at \"\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanStrings) strings = cyan_strings_new ();
      g_autoptr (GError) error = NULL;

      g_assert_null (cyan_profile_from_text (strings, cases[i][0], &error));
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
      g_assert_cmpstr (error->message, ==, cases[i][1]);
    }
}
