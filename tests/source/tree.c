/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small trees of source files in a temporary folder. */
#include "tree.h"

#include <glib/gstdio.h>

char *
tree_new (void)
{
  g_autoptr (GError) error = NULL;
  char *tree = g_dir_make_tmp ("cyan-source-XXXXXX", &error);

  g_assert_no_error (error);
  return tree;
}

static void
remove_all (const char *path)
{
  if (!g_file_test (path, G_FILE_TEST_IS_SYMLINK) && g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
      const char *name;

      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *child = g_build_filename (path, name, NULL);

          remove_all (child);
        }
    }
  g_remove (path);
}

void
tree_free (char *tree)
{
  remove_all (tree);
  g_free (tree);
}

char *
tree_path (const char *tree, const char *path)
{
  return g_build_filename (tree, path, NULL);
}

void
tree_write (const char *tree, const char *path, const char *bytes, gssize length)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *full = tree_path (tree, path);
  g_autofree char *folder = g_path_get_dirname (full);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (full, bytes, length, &error);
  g_assert_no_error (error);
}
