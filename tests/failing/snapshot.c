/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "snapshot.h"

#include <glib/gstdio.h>
#include <string.h>

static void
free_bytes (gpointer data)
{
  g_clear_pointer ((GBytes **) &data, g_bytes_unref);
}

static void
take_folder (Snapshot *self, const char *folder, const char *inside)
{
  g_autofree char *path = g_build_filename (folder, inside, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) names = g_dir_open (path, 0, &error);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (names)) != NULL)
    {
      char *key = *inside != '\0' ? g_build_filename (inside, name, NULL) : g_strdup (name);
      g_autofree char *file = g_build_filename (folder, key, NULL);
      gboolean is_link = g_file_test (file, G_FILE_TEST_IS_SYMLINK);
      gboolean is_folder = !is_link && g_file_test (file, G_FILE_TEST_IS_DIR);
      char *bytes;
      gsize length;

      if (is_folder)
        take_folder (self, folder, key);
      else if (is_link)
        {
          bytes = g_file_read_link (file, &error);
          g_assert_no_error (error);
          length = strlen (bytes);
        }
      else
        {
          g_file_get_contents (file, &bytes, &length, &error);
          g_assert_no_error (error);
        }
      g_hash_table_insert (self, key, is_folder ? NULL : g_bytes_new_take (bytes, length));
    }
}

Snapshot *
snapshot_take (const char *folder)
{
  Snapshot *self = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_bytes);

  take_folder (self, folder, "");
  return self;
}

gboolean
snapshot_same (Snapshot *self, Snapshot *other, const char *path)
{
  gpointer ours = NULL, theirs = NULL;

  if (g_hash_table_lookup_extended (self, path, NULL, &ours)
      != g_hash_table_lookup_extended (other, path, NULL, &theirs))
    return FALSE;
  return ours == theirs || (ours != NULL && theirs != NULL && g_bytes_equal (ours, theirs));
}

/* In reverse, what is in a folder comes before the folder. */
static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(char *const *) a, *(char *const *) b);
}

static GPtrArray *
list_paths (Snapshot *self)
{
  g_autofree gpointer *keys = g_hash_table_get_keys_as_array (self, NULL);
  GPtrArray *paths = g_ptr_array_new ();

  for (guint i = 0; keys[i] != NULL; i++)
    g_ptr_array_add (paths, keys[i]);
  g_ptr_array_sort (paths, compare_paths);
  return paths;
}

void
snapshot_restore (Snapshot *self, Snapshot *now, const char *folder)
{
  g_autoptr (GPtrArray) there = list_paths (now), wanted = list_paths (self);
  g_autoptr (GError) error = NULL;

  for (guint i = there->len; i-- > 0;)
    {
      g_autofree char *path = g_build_filename (folder, there->pdata[i], NULL);

      if (!g_hash_table_contains (self, there->pdata[i]))
        g_assert_cmpint (g_remove (path), ==, 0);
    }
  for (guint i = 0; i < wanted->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, wanted->pdata[i], NULL);
      GBytes *bytes = g_hash_table_lookup (self, wanted->pdata[i]);

      if (snapshot_same (self, now, wanted->pdata[i]))
        continue;
      if (bytes == NULL)
        g_assert_cmpint (g_mkdir (path, 0777), ==, 0);
      else
        g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                             (gssize) g_bytes_get_size (bytes), &error);
      g_assert_no_error (error);
    }
}
