/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles of a cell as files. */
#include <errno.h>
#include <glib/gstdio.h>

#include "cyan-error.h"
#include "cyan-plan.h"

/* "v1.5.cct.gz" for the first run, "v1.5-2.cct.gz" for the next.  Caller frees. */
static char *
name_run (const char *revision, guint number)
{
  g_autofree char *name = g_strdelimit (g_strdup (revision), G_DIR_SEPARATOR_S, '-');

  return number > 1 ? g_strdup_printf ("%s-%u.cct.gz", name, number)
                    : g_strconcat (name, ".cct.gz", NULL);
}

GStrv
cyan_plan_save_profiles (const CyanPlan *self,
                         const CyanPlanCell *cell,
                         CyanStore *store,
                         const char *folder,
                         const char *name,
                         GError **error)
{
  const CyanPlanRevision *revision = self->revisions->pdata[cell->revision];
  g_autoptr (GArray) runs =
      cyan_store_read_series (store, cell->definition, self->machine_id, CYAN_STORE_UNKNOWN, error);
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  guint n = 0;

  g_assert (cell->revision < self->revisions->len && *name != '\0');
  if (runs == NULL)
    return NULL;
  if (g_mkdir_with_parents (folder, 0700) != 0)
    return cyan_fail_null (error, CYAN_ERROR_IO, "%s: %s", folder, g_strerror (errno));
  for (guint i = 0; i < runs->len; i++)
    {
      const CyanStorePoint *run = &g_array_index (runs, CyanStorePoint, i);
      g_autoptr (GBytes) bytes = NULL;
      g_autofree char *file = NULL, *path = NULL;
      g_autoptr (GError) reason = NULL;

      if (run->revision != revision->id || run->status != CYAN_RUN_OK)
        continue;
      bytes = cyan_store_read_profile (store, run->profile, error);
      if (bytes == NULL)
        return NULL;
      file = name_run (name, ++n);
      path = g_build_filename (folder, file, NULL);
      if (!g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                                (gssize) g_bytes_get_size (bytes), &reason))
        return cyan_fail_null (error, CYAN_ERROR_IO, "%s: %s", path, reason->message);
      g_strv_builder_add (paths, path);
    }
  return g_strv_builder_end (paths);
}
