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
