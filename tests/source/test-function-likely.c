/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Likely renames among more functions than can be compared. */
#include "cyan-function-likely.h"

#include "tests.h"
#include "tree.h"

#define MANY 1000

/* Functions with the same body, each in a file of its own. */
static GArray *
make_functions (const char *prefix, const char *text)
{
  GArray *functions = g_array_new (FALSE, FALSE, sizeof (CyanLoneFunction));

  g_array_set_clear_func (functions, cyan_lone_function_clear);
  for (guint i = 0; i < MANY; i++)
    {
      g_autofree char *path = g_strdup_printf ("%u.c", i);
      const CyanLoneFunction lone = { g_strdup_printf ("%s%u", prefix, i),
                                      cyan_function_text_new (path, g_ref_string_new (text), 1,
                                                              2) };

      g_array_append_val (functions, lone);
    }
  return functions;
}

/* Too many: only what is in files of the same path is compared. */
static void
test_many (void)
{
  g_autoptr (GString) text = g_string_new ("int f (void)\n{ return 0");
  g_autoptr (GError) error = NULL;
  char *folder = tree_new ();
  CyanSourceLocation *location = cyan_source_location_open (folder, &error);
  CyanSourceLocation *const locations[2] = { location, location };
  gboolean in_files = FALSE;

  g_assert_no_error (error);
  for (guint i = 0; i < 140; i++)
    g_string_append_printf (text, " + %u", i);
  g_string_append (text, "; }\n");
  {
    g_autoptr (GArray) before = make_functions ("old_", text->str);
    g_autoptr (GArray) after = make_functions ("new_", text->str);
    const GArray *const functions[2] = { before, after };
    g_autoptr (GArray) pairs =
        cyan_function_likely_renames (locations, functions, &in_files, NULL, &error);

    g_assert_no_error (error);
    g_assert_true (in_files);
    g_assert_cmpuint (pairs->len, ==, MANY);
    for (guint i = 0; i < MANY; i++)
      {
        const CyanLikelyRename *pair = &g_array_index (pairs, CyanLikelyRename, i);

        g_assert_cmpuint (pair->index[0], ==, i);
        g_assert_cmpuint (pair->index[1], ==, i);
        g_assert_cmpfloat (pair->likeness, ==, 1);
      }

    /* All that are left can be compared, and any of them may be meant. */
    g_array_set_size (before, MANY / 20);
    g_clear_pointer (&pairs, g_array_unref);
    pairs = cyan_function_likely_renames (locations, functions, &in_files, NULL, &error);
    g_assert_no_error (error);
    g_assert_false (in_files);
    g_assert_cmpuint (pairs->len, ==, 0);
  }
  cyan_source_location_unref (location);
  tree_free (folder);
}

TESTS ("function-likely")
{
  g_test_add_func ("/function-likely/many", test_many);
}
