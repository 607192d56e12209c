/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-bisect-definitions.h"

#include "cyan-settings.h"

#define KEY "definition-files"
/* Stores that are remembered. */
#define MAX_STORES 20

char *
cyan_bisect_definition_of (const char *store)
{
  GSettings *settings = cyan_settings_get ();
  g_autoptr (GVariant) known = settings != NULL ? g_settings_get_value (settings, KEY) : NULL;
  g_autofree char *folder = g_path_get_dirname (store);
  g_autofree char *beside = g_build_filename (folder, "track.ini", NULL);
  const char *path;

  for (gsize i = 0; known != NULL && i < g_variant_n_children (known); i++)
    {
      const char *of;

      g_variant_get_child (known, i, "(&s^&ay)", &of, &path);
      if (g_str_equal (of, store) && g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_strdup (path);
    }
  return g_file_test (beside, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&beside) : NULL;
}

void
cyan_bisect_remember_definition (const char *store, const char *path)
{
  GSettings *settings = cyan_settings_get ();
  g_autoptr (GVariant) known = settings != NULL ? g_settings_get_value (settings, KEY) : NULL;
  GVariantBuilder builder;

  if (settings == NULL || !g_utf8_validate (store, -1, NULL))
    return;
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(say)"));
  g_variant_builder_add (&builder, "(s^ay)", store, path);
  for (gsize i = 0; i < MIN (g_variant_n_children (known), MAX_STORES - 1); i++)
    {
      const char *of, *other;

      g_variant_get_child (known, i, "(&s^&ay)", &of, &other);
      if (!g_str_equal (of, store))
        g_variant_builder_add (&builder, "(s^ay)", of, other);
    }
  g_settings_set_value (settings, KEY, g_variant_builder_end (&builder));
}
