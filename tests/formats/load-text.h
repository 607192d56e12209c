/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loads a file from text and compares its tree in text form, for the tests of readers.
 */
#pragma once

#include "cyan-error.h"
#include "profile-text.h"
#include "cyan-format.h"

#include <string.h>

/* Reads @length bytes, -1 for a string, as the file "t" and checks the profile. */
static inline CyanProfile *
load_text (const char *text, gssize length, GError **error)
{
  gsize size = length < 0 ? strlen (text) : (gsize) length;
  /* A copy of exactly this size, so that sanitizers find reads past the end. */
  g_autofree char *bytes = g_memdup2 (text, size);
  CyanProfile *profile = cyan_profile_load_memory ("t", bytes, size, NULL, NULL, error);

  if (profile != NULL)
    {
      g_autoptr (GError) broken = NULL;

      cyan_profile_check (profile, &broken);
      g_assert_no_error (broken);
    }
  return profile;
}

/* All warnings, one per line; caller frees. */
static inline char *
warnings_of (const CyanProfile *profile)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < profile->warnings->len; i++)
    g_string_append_printf (all, "%s\n", (const char *) g_ptr_array_index (profile->warnings, i));
  return g_string_free (all, FALSE);
}

/* Checks that @profile equals @tree in text form; numbers in @tree may be written in any way. */
static inline void
assert_profile (const CyanProfile *profile, CyanProfileTextFlags flags, const char *tree)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) expected = cyan_profile_from_text (strings, tree, &error);
  g_autofree char *wanted = NULL;
  g_autofree char *got = cyan_profile_to_text (profile, flags);

  g_assert_no_error (error);
  wanted = cyan_profile_to_text (expected, flags);
  g_assert_cmpstr (got, ==, wanted);
}

/* Checks the tree in @length bytes, -1 for a string, and its warnings. */
static inline void
assert_tree_of (const char *text,
                gssize length,
                CyanProfileTextFlags flags,
                const char *tree,
                const char *warnings)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = load_text (text, length, &error);
  g_autofree char *warned = NULL;

  g_assert_no_error (error);
  assert_profile (profile, flags, tree);
  warned = warnings_of (profile);
  g_assert_cmpstr (warned, ==, warnings);
}

static inline void
assert_tree (const char *text, CyanProfileTextFlags flags, const char *tree, const char *warnings)
{
  assert_tree_of (text, -1, flags, tree, warnings);
}

/* Changes a few bits of every 11th byte of @file from @at on: there is a profile, or one line. */
static inline void
assert_survives_damage (GString *file, gsize at)
{
  for (; at < file->len; at += 11)
    for (guint flip = 1; flip < 256; flip += 85)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (CyanProfile) profile = NULL;

        file->str[at] ^= (char) flip;
        profile = load_text (file->str, (gssize) file->len, &error);
        file->str[at] ^= (char) flip;
        g_assert_true ((profile != NULL) == (error == NULL));
        g_assert_true (error == NULL || strchr (error->message, '\n') == NULL);
      }
}

/* Checks that reading @text fails with exactly this message. */
static inline void
assert_fails (const char *text, gssize length, CyanError code, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = load_text (text, length, &error);

  g_assert_null (profile);
  g_assert_error (error, CYAN_ERROR, (gint) code);
  g_assert_cmpstr (error->message, ==, message);
}

/* Loads the file @name of tests/data. */
static inline CyanProfile *
load_data (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", name, NULL);
  g_autoptr (GError) error = NULL;
  CyanProfile *profile = cyan_profile_load (path, NULL, NULL, &error);

  g_assert_no_error (error);
  cyan_profile_check (profile, &error);
  g_assert_no_error (error);
  return profile;
}

/* The bytes of the file @name of tests/data/foreign.  Caller frees. */
static inline char *
read_example (const char *name, gsize *length)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "foreign", name, NULL);
  g_autoptr (GError) error = NULL;
  char *bytes = NULL;

  g_file_get_contents (path, &bytes, length, &error);
  g_assert_no_error (error);
  return bytes;
}

/* Each beginning of the example is read or refused with one line that names the file. */
static inline void
assert_survives_cuts (const char *name)
{
  gsize length;
  g_autofree char *bytes = read_example (name, &length);

  for (gsize size = 1; size < length; size++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (bytes, (gssize) size, &error);

      g_assert_true ((profile != NULL) == (error == NULL));
      if (error != NULL)
        {
          g_assert_true (g_str_has_prefix (error->message, "t: "));
          g_assert_null (strchr (error->message, '\n'));
        }
    }
}
