/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Assertions that cost more than a comparison.
 *
 * g_assert() states what a caller must hold and what a function promises, where that is cheap; it
 * is on in every build.  What takes a pass over a structure is asserted with the macros below,
 * which are on where CYAN_CHECKED is defined: in builds for debugging, and so in those of the
 * tests, of the fuzz targets and of the sanitizers, but not in a release.  What a file or a user
 * can cause is an error and never asserted.
 */
#pragma once

#include <glib.h>

#ifdef CYAN_CHECKED
#  define CYAN_IS_CHECKED TRUE
#else
#  define CYAN_IS_CHECKED FALSE
#endif

/* Asserts @condition, which may take long. */
#define cyan_assert_slow(condition)                                                                \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (CYAN_IS_CHECKED)                                                                           \
      g_assert (condition);                                                                        \
  }                                                                                                \
  G_STMT_END

/* Asserts that the checker @check finds nothing in what follows, which are its arguments without
 * the last one, of GError **; says what it finds. */
#define cyan_assert_valid(check, ...)                                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autoptr (GError) found_ = NULL;                                                              \
                                                                                                   \
    if (CYAN_IS_CHECKED && !check (__VA_ARGS__, &found_))                                          \
      g_error ("%s: %s: %s", G_STRLOC, #check, found_->message);                                   \
  }                                                                                                \
  G_STMT_END
