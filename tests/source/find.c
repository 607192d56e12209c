/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The definition that a location finds for a function, as a line of text, for tests. */
#include "find.h"

#include <string.h>

#include "cyan-error.h"
#include "tests.h"

CyanSourceLocation *
find_open (const char *tree)
{
  CyanSourceLocation *location = MUST (cyan_source_location_open (tree, &failure));

  return location;
}

char *
find_function (CyanSourceLocation *location, const char *name, const char *file, guint line)
{
  g_autoptr (GError) error = NULL;
  CyanFunctionQuery query = { name, file, line };
  g_autoptr (CyanFunctionText) text = cyan_source_location_find (location, &query, NULL, &error);
  g_autofree char *folder =
      g_strconcat ("the source folder ", cyan_source_location_label (location), NULL);
  GString *message;

  if (text == NULL)
    {
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_UNSUPPORTED);
      g_assert_null (strchr (error->message, '\n'));
      message = g_string_new (error->message);
      g_string_replace (message, folder, "the source folder", 0);
      return g_string_free (message, FALSE);
    }
  g_assert_no_error (error);
  return g_strdup_printf ("%s:%u-%u%s", text->path, text->first_line, text->last_line,
                          text->by_line != 0 ? " by line" : "");
}

char *
find_defined (CyanSourceLocation *location, const char *name)
{
  CyanDefined defined;
  guint n;

  g_assert_true (cyan_source_location_defines (location, name, &defined, &n, NULL, NULL));
  if (defined == CYAN_DEFINED_YES)
    return g_strdup_printf ("%u", n);
  g_assert_cmpuint (n, ==, 0);
  return g_strdup (defined == CYAN_DEFINED_NO ? "no" : "unknown");
}
