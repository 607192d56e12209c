/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The definition that a location finds for a function, as a line of text, for tests. */
#pragma once

#include "cyan-source-location.h"

/* Opens a folder; fails the test if that is impossible. */
CyanSourceLocation *find_open (const char *tree);

/* "path:first-last", with " by line" if it was not found by name, or the reason for failure without
 * the folder's name.  Caller frees. */
char *find_function (CyanSourceLocation *location, const char *name, const char *file, guint line);

/* "no", "unknown", or the number of definitions.  Caller frees. */
char *find_defined (CyanSourceLocation *location, const char *name);

#define ASSERT_FIND(location, name, file, line, expected)                                          \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *found_ = find_function (location, name, file, line);                          \
    g_assert_cmpstr (found_, ==, expected);                                                        \
  }                                                                                                \
  G_STMT_END

#define ASSERT_DEFINED(location, name, expected)                                                   \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *found_ = find_defined (location, name);                                       \
    g_assert_cmpstr (found_, ==, expected);                                                        \
  }                                                                                                \
  G_STMT_END
