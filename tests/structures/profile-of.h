/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles of text forms. */
#pragma once

#include "profile-text.h"
#include "cyan-profile-builder.h"

static inline CyanProfile *
profile_of (const char *text)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (GError) error = NULL;
  CyanProfile *profile = cyan_profile_from_text (strings, text, &error);

  g_assert_no_error (error);
  return profile;
}
