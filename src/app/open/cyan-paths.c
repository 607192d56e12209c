/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From files to paths, and what is there. */
#include "cyan-paths.h"

#include <string.h>

/* The header of a file of SQLite, and where its application id, "Cyan", is in it. */
#define STORE_MAGIC     "SQLite format 3"
#define STORE_ID_OFFSET 68
#define STORE_ID        "Cyan"
#define STORE_HEADER    100
/* What makes a folder of profiles a store. */
#define STORE_INDEX "index.json"

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

gboolean
cyan_path_is_store (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *index = g_build_filename (path, STORE_INDEX, NULL);
  g_autoptr (GFileInputStream) stream = NULL;
  char header[STORE_HEADER];
  gsize n = 0;

  if (g_file_test (index, G_FILE_TEST_IS_REGULAR))
    return TRUE;
  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) != G_FILE_TYPE_REGULAR)
    return FALSE;
  stream = g_file_read (file, NULL, NULL);
  return stream != NULL
         && g_input_stream_read_all (G_INPUT_STREAM (stream), header, sizeof header, &n, NULL, NULL)
         && n == sizeof header && memcmp (header, STORE_MAGIC, sizeof STORE_MAGIC) == 0
         && memcmp (header + STORE_ID_OFFSET, STORE_ID, strlen (STORE_ID)) == 0;
}

gboolean
cyan_location_is_url (const char *location)
{
  static const char *const schemes[] = { "postgresql://", "postgres://", "https://", "http://" };

  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (g_str_has_prefix (location, schemes[i]))
      return TRUE;
  return FALSE;
}
