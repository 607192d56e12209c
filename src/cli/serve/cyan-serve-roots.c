/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths below the roots. */
#include "cyan-serve-roots.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cyan-error.h"

gboolean
cyan_serve_roots_init (CyanServeRoots *self, char *const *folders, GError **error)
{
  self->folders = g_ptr_array_new_with_free_func (free);
  for (guint i = 0; folders[i] != NULL; i++)
    {
      char *real = realpath (folders[i], NULL);
      g_autofree char *name = g_filename_display_name (folders[i]);

      if (real != NULL)
        g_ptr_array_add (self->folders, real);
      if (real == NULL || !g_file_test (real, G_FILE_TEST_IS_DIR))
        return cyan_fail (error, CYAN_ERROR_IO, "%s: is no folder", name);
    }
  return TRUE;
}

void
cyan_serve_roots_clear (CyanServeRoots *self)
{
  g_clear_pointer (&self->folders, g_ptr_array_unref);
}

/* What follows the root that @real is in, "" for itself; NULL: it is in none. */
static const char *
part_below (const CyanServeRoots *self, const char *real)
{
  for (guint i = 0; i < self->folders->len; i++)
    {
      const char *root = self->folders->pdata[i];
      gsize length = strlen (root);

      if (length == 1)
        return real + 1;
      if (strncmp (real, root, length) == 0 && (real[length] == '/' || real[length] == '\0'))
        return real + length;
    }
  return NULL;
}

char *
cyan_serve_roots_find (const CyanServeRoots *self,
                       const char *path,
                       CyanServeKind kind,
                       GError **error)
{
  g_autofree char *whole = g_path_is_absolute (path)
                               ? g_strdup (path)
                               : g_build_filename (self->folders->pdata[0], path, NULL);
  g_autofree char *name = g_filename_display_name (path);
  char *real = *path != '\0' && strlen (whole) < PATH_MAX ? realpath (whole, NULL) : NULL;
  const char *below = real != NULL ? part_below (self, real) : NULL;
  g_autofree char *found = below != NULL ? g_strdup (real) : NULL;
  gboolean has_at = below != NULL && strchr (below, '@') != NULL;
  struct stat status;

  free (real);
  if (found == NULL || stat (found, &status) != 0)
    return cyan_fail_null (error, CYAN_ERROR_IO,
                           "%s: there is no such file below the folders of this server", name);
  if (has_at)
    return cyan_fail_null (error, CYAN_ERROR_UNSUPPORTED, "%s: has an \"@\" in its name", name);
  if (kind == CYAN_SERVE_FOLDER && !S_ISDIR (status.st_mode))
    return cyan_fail_null (error, CYAN_ERROR_INVALID, "%s: is no folder", name);
  if (!S_ISDIR (status.st_mode) && !S_ISREG (status.st_mode))
    return cyan_fail_null (error, CYAN_ERROR_INVALID, "%s: is no plain file", name);
  return g_steal_pointer (&found);
}
