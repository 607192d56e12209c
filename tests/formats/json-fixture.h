/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checks for all readers of JSON documents.
 */
#pragma once

#include "load-text.h"

typedef struct
{
  const char *id;     /* number in the list of bad inputs */
  const char *text;   /* of the file */
  const char *reason; /* the end of the message, after the file and the byte */
} JsonCase;

/* Checks that reading each case fails with one line that has the file, the position and the
 * reason. */
static inline void
assert_bad_json (const JsonCase *cases, guint n_cases)
{
  for (guint i = 0; i < n_cases; i++)
    {
      g_autofree char *ending = g_strconcat (": ", cases[i].reason, NULL);
      g_autofree char *shown = g_strescape (cases[i].text, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (cases[i].text, -1, &error);

      g_test_message ("bad input %s: %s", cases[i].id, shown);
      g_assert_null (profile);
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
      g_assert_true (g_str_has_prefix (error->message, "t: "));
      g_assert_null (strchr (error->message, '\n'));
      if (!g_str_has_suffix (error->message, ending))
        g_assert_cmpstr (error->message, ==, ending);
    }
}

/* Checks that a million brackets after @head are refused as nested too deeply. */
static inline void
assert_deep_json (const char *head)
{
  g_autofree char *brackets = g_strnfill (1000000, '[');
  g_autofree char *text = g_strconcat (head, brackets, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = load_text (text, -1, &error);

  g_assert_null (profile);
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
  g_assert_true (g_str_has_suffix (error->message, "nested more than 20000 deep"));
}

/* Checks that @text can be read and that @text cut at any byte is an error. */
static inline void
assert_cut_fails (const char *text)
{
  g_autoptr (GError) whole_error = NULL;
  g_autoptr (CyanProfile) whole = load_text (text, -1, &whole_error);

  g_assert_no_error (whole_error);
  for (gsize length = 0; length < strlen (text); length++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (text, (gssize) length, &error);

      g_assert_null (profile);
      g_assert_nonnull (error);
      g_assert_true (g_str_has_prefix (error->message, "t: "));
      g_assert_null (strchr (error->message, '\n'));
    }
}
