/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session-text.h"

#include "profile-text.h"

CyanSession *
session_from_text (const char *before_text, const char *after_text, CyanMatchMethod method)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) before = cyan_profile_from_text (strings, before_text, &error);
  g_autoptr (CyanProfile) after = cyan_profile_from_text (strings, after_text, &error);
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (CyanSourceTable) sources = NULL;

  options.method = method;
  comparison = cyan_comparison_new (before, after, &options, NULL, &error);
  g_assert_no_error (error);
  sources = cyan_source_table_new (comparison, NULL, NULL);
  return cyan_session_new (comparison, sources, NULL, NULL, "1.0", "1.1");
}
