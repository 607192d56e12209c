/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the index of a folder: BENCHMARK/MACHINE/REVISION/RUN.pb.gz, with RUN.json beside it. */
#include "cyan-store-copy.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-files.h"
#include "cyan-i18n.h"
#include "cyan-output.h"
#include "cyan-store.h"

/* Bytes of what stands beside a profile. */
#define NOTE_MAX (1024 * 1024)
/* Folders above a profile: benchmark, machine, revision. */
#define DEPTH 3

typedef struct
{
  CyanFiles *files;
  const CyanLoadOptions *options;
  const CyanTick *tick;
  CyanIndex *index;
} Maker;

/* ---- one run ---- */

/* The value of the comment "KEY=VALUE" of a pprof file, or NULL. */
static const char *
find_comment (const CyanProfile *profile, const char *key)
{
  for (guint i = 0; i < profile->n_meta; i++)
    {
      const char *value = profile->meta[i].value;

      if (g_str_has_prefix (profile->meta[i].key, "comment") && g_str_has_prefix (value, key)
          && value[strlen (key)] == '=')
        return value + strlen (key) + 1;
    }
  return NULL;
}

/* Completes *@value, which is what stands beside the profile or NULL: by what is in the profile,
 * else by the name of the folder. */
static gboolean
settle (
    char **value, const CyanProfile *profile, const char *key, const char *folder, GError **error)
{
  const char *comment = find_comment (profile, key);

  if (*value != NULL && comment != NULL && strcmp (*value, comment) != 0)
    return cyan_fail (error, CYAN_ERROR_MISMATCH,
                      _ ("%s is \"%s\" in the profile and \"%s\" beside it"), key, comment, *value);
  if (*value == NULL)
    *value = g_strdup (comment != NULL ? comment : folder);
  if (strlen (*value) <= CYAN_STORE_NAME_MAX && g_utf8_validate (*value, -1, NULL))
    return TRUE;
  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s is too long, or not UTF-8"), key);
}

static gboolean
has_value (const CyanIndexRun *run, const char *metric, const char *unit)
{
  for (guint i = 0; i < run->values->len; i++)
    {
      const CyanIndexValue *value = run->values->pdata[i];

      if (strcmp (value->metric, metric) == 0 && strcmp (value->unit, unit) == 0)
        return TRUE;
    }
  return FALSE;
}

/* The note beside the profile @path, or an empty run. */
static CyanIndexRun *
read_note (Maker *self, const char *path, GError **error)
{
  g_autofree char *stem = g_strndup (path, strlen (path) - strlen (CYAN_INDEX_PROFILE));
  g_autofree char *note = g_strconcat (stem, CYAN_INDEX_NOTE, NULL);
  g_autofree char *file = g_strconcat (self->files->name, note, NULL);
  g_autoptr (GBytes) json = NULL;

  if (!g_file_test (file, G_FILE_TEST_EXISTS) && !g_file_test (file, G_FILE_TEST_IS_SYMLINK))
    return cyan_index_run_new ();
  json = self->files->fetch (self->files, note, NOTE_MAX, error);
  return json != NULL ? cyan_index_read_note (file, json, error) : NULL;
}

static gboolean
complete_run (CyanIndexRun *run, const CyanProfile *profile, const char *path, GError **error)
{
  g_auto (GStrv) folders = g_strsplit (path, "/", -1);

  if (!settle (&run->benchmark, profile, "benchmark", folders[0], error)
      || !settle (&run->machine, profile, "machine", folders[1], error)
      || !settle (&run->revision, profile, "vcs.revision", folders[2], error))
    return FALSE;
  for (guint i = 0; i < profile->n_metrics; i++)
    {
      const CyanMetric *metric = &profile->metrics[i];

      if (!has_value (run, metric->name, metric->unit))
        cyan_index_run_add_value (run, metric->name, metric->unit, metric->total[CYAN_NODE_ROOT]);
    }
  return TRUE;
}

static gboolean
add_run (Maker *self, const char *path, GError **error)
{
  g_autofree char *file = g_strconcat (self->files->name, path, NULL);
  g_autoptr (GBytes) bytes = self->files->fetch (self->files, path, CYAN_STORE_PROFILE_MAX, error);
  g_autoptr (CyanIndexRun) run = bytes != NULL ? read_note (self, path, error) : NULL;
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (GError) reason = NULL;
  const char *data;
  gsize length;

  if (run == NULL)
    return FALSE;
  data = g_bytes_get_data (bytes, &length);
  profile = cyan_profile_load_memory (file, data, length, self->options, self->tick, error);
  if (profile == NULL)
    return FALSE;
  if (!complete_run (run, profile, path, &reason))
    return cyan_fail_at (error, reason, "%s", file);
  run->path = g_strdup (path);
  run->bytes = (gint64) length;
  run->sha256 = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  g_ptr_array_add (self->index->runs, g_steal_pointer (&run));
  return TRUE;
}

/* ---- folders ---- */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* The names in the folder @path within that of @self, in an order that does not change. */
static GPtrArray *
list_names (Maker *self, const char *path, GError **error)
{
  g_autofree char *folder = g_strconcat (self->files->name, path, NULL);
  g_autoptr (GError) reason = NULL;
  g_autoptr (GDir) names = g_dir_open (folder, 0, &reason);
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (names == NULL)
    {
      cyan_fail (error, CYAN_ERROR_IO, "%s", reason->message);
      g_ptr_array_unref (list);
      return NULL;
    }
  while ((name = g_dir_read_name (names)) != NULL)
    g_ptr_array_add (list, g_strdup (name));
  g_ptr_array_sort (list, compare_names);
  return list;
}

/* Adds the runs in the folder @path, which is "" or ends in "/"; @depth folders are above them. */
static gboolean
add_runs (Maker *self, const char *path, guint depth, GError **error)
{
  g_autoptr (GPtrArray) names = list_names (self, path, error);

  for (guint i = 0; names != NULL && i < names->len; i++)
    {
      const char *name = names->pdata[i];
      g_autofree char *inside = g_strconcat (path, name, depth > 0 ? "/" : "", NULL);
      g_autofree char *file = g_strconcat (self->files->name, path, name, NULL);
      gboolean is_profile = depth == 0 && g_str_has_suffix (name, CYAN_INDEX_PROFILE);

      if (is_profile && !add_run (self, inside, error))
        return FALSE;
      /* Hidden folders are those of other programs. */
      if (depth == 0 || *name == '.' || !g_file_test (file, G_FILE_TEST_IS_DIR))
        continue;
      if (g_file_test (file, G_FILE_TEST_IS_SYMLINK))
        return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: a link"), file);
      if (!add_runs (self, inside, depth - 1, error))
        return FALSE;
    }
  return names != NULL;
}

/* Whether @text can be read as the index @path. */
static gboolean
check_text (const char *path, const char *text, GError **error)
{
  gsize length = strlen (text);
  g_autoptr (GBytes) json = g_bytes_new_static (text, length);
  g_autoptr (CyanIndex) index = NULL;

  if (length > CYAN_INDEX_MAX)
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: larger than %d bytes"), path,
                      CYAN_INDEX_MAX);
  index = cyan_index_read (path, json, error);
  return index != NULL;
}

gboolean
cyan_index_make (const char *folder,
                 const char *project,
                 const CyanLoadOptions *options,
                 const CyanTick *tick,
                 guint *n_runs,
                 GError **error)
{
  g_autoptr (CyanFiles) files = cyan_files_open_folder (folder, error);
  g_autoptr (CyanIndex) index = cyan_index_new ();
  g_autofree char *path = g_build_filename (folder, CYAN_INDEX_NAME, NULL), *text = NULL;
  Maker maker = { files, options, tick, index };
  CyanOutput *output;

  index->project = g_strdup (project);
  if (!add_runs (&maker, "", DEPTH, error))
    return FALSE;
  *n_runs = index->runs->len;
  text = cyan_index_write (index);
  if (!check_text (path, text, error))
    return FALSE;
  output = cyan_output_open (path, error);
  if (output == NULL)
    return FALSE;
  if (!cyan_output_write (output, text, -1, error))
    {
      cyan_output_discard (output);
      return FALSE;
    }
  return cyan_output_close (output, error);
}
