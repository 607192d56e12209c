/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From files to paths. */
#include "cyan-paths.h"

char **
cyan_paths_of_files (GSList *files)
{
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();

  for (GSList *l = files; l != NULL; l = l->next)
    {
      g_autofree char *path = g_file_get_path (l->data);

      if (path == NULL)
        return NULL;
      g_strv_builder_add (paths, path);
    }
  return g_strv_builder_end (paths);
}
