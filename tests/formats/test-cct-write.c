/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a .cct cannot hold is refused when it is written and when it is read. */
#include "cyan-error.h"
#include "cyan-format.h"
#include "cyan-profile-builder.h"
#include "tests.h"

#include <glib/gstdio.h>
#include <string.h>

/* What could not be read again is not written. */
TEST ("/cct-write/not-written")
{
  static const struct
  {
    const char *first;
    guint n_more;
    const char *message;
  } cases[] = {
    { "time", 64, "more than 64 metrics" },
    { "m1", 1, "a second metric of the same name" },
    { "", 1, "a metric without a name" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanStrings) strings = cyan_strings_new ();
      g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
      g_autofree char *folder = g_dir_make_tmp (NULL, NULL);
      g_autofree char *path = g_build_filename (folder, "p.cct", NULL);
      g_autoptr (CyanProfile) profile = NULL;
      g_autoptr (GError) error = NULL;

      cyan_profile_builder_metric (builder, cases[i].first, "ms");
      for (guint m = 1; m <= cases[i].n_more; m++)
        {
          g_autofree char *name = g_strdup_printf ("m%u", m);

          cyan_profile_builder_metric (builder, name, "count");
        }
      profile = cyan_profile_builder_finish (builder);
      g_assert_false (cyan_profile_save (profile, path, &error));
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_UNSUPPORTED);
      g_assert_true (g_str_has_suffix (error->message, cases[i].message));
      /* No file is left. */
      g_assert_cmpint (g_rmdir (folder), ==, 0);
    }
}

/* A flat profile has the metrics of the tree, so these come first. */
TEST ("/cct-write/flat")
{
  static const char *const cases[][2] = {
    { "cct 1\nhot\t0.1\t0.1\t0\nmetric\tm\nfunction\tf\nflat\t1\t-\t5\nmetric\tn\n",
      "x: line 6: a metric behind the first node" },
    { "cct 1\nhot\t0.1\t0.1\t0\nfunction\tf\nflat\t1\t-\n",
      "x: line 4: a node before the first metric" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile =
          cyan_profile_load_memory ("x", cases[i][0], strlen (cases[i][0]), NULL, NULL, &error);

      g_assert_null (profile);
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
      g_assert_cmpstr (error->message, ==, cases[i][1]);
    }
}
