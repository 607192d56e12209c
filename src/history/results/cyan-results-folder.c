/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folders of results: what criterion leaves in target/criterion, and asv in .asv/results. */
#include "cyan-results-private.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cyan-error.h"
#include "cyan-i18n.h"

/* Files and folders below it, and how deep they may be. */
#define MAX_NAMES 100000
#define MAX_DEPTH 16

typedef struct
{
  const char *path;
  GPtrArray *folders; /* of char *, relative; "" is the first */
  GHashTable *files;  /* of char *, likewise: those whose names end with .json */
  char *link;         /* a symbolic link, or NULL */
  guint n_names;
} Folder;

static gboolean
fail_errno (const char *path, int reason, GError **error)
{
  return cyan_fail (error, CYAN_ERROR_IO, "%s: %s", path, g_strerror (reason));
}

/* ---- what there is ---- */

static gboolean
add_name (Folder *self, const char *folder, const char *name, GError **error)
{
  g_autofree char *below =
      *folder != '\0' ? g_build_filename (folder, name, NULL) : g_strdup (name);
  g_autofree char *path = g_build_filename (self->path, below, NULL);
  GStatBuf status;

  if (++self->n_names > MAX_NAMES)
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: the folder has more than %'d files"),
                      self->path, MAX_NAMES);
  if (g_lstat (path, &status) != 0)
    return fail_errno (path, errno, error);
  if (S_ISLNK (status.st_mode) && self->link == NULL)
    self->link = g_steal_pointer (&path);
  else if (S_ISDIR (status.st_mode))
    g_ptr_array_add (self->folders, g_steal_pointer (&below));
  else if (S_ISREG (status.st_mode) && g_str_has_suffix (name, ".json"))
    g_hash_table_add (self->files, g_steal_pointer (&below));
  return TRUE;
}

static guint
depth_of (const char *folder)
{
  guint n = *folder != '\0';

  for (const char *at = folder; (at = strchr (at, G_DIR_SEPARATOR)) != NULL; at++)
    n++;
  return n;
}

static gboolean
list (Folder *self, GError **error)
{
  /* The list grows during the loop. */
  for (guint i = 0; i < self->folders->len; i++)
    {
      const char *below = self->folders->pdata[i], *name;
      g_autofree char *path =
          *below != '\0' ? g_build_filename (self->path, below, NULL) : g_strdup (self->path);
      g_autoptr (GError) reason = NULL;
      g_autoptr (GDir) names = g_dir_open (path, 0, &reason);

      if (names == NULL)
        return cyan_fail (error, CYAN_ERROR_IO, "%s", reason->message);
      if (depth_of (below) > MAX_DEPTH)
        return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: the folder is deeper than %d others"),
                          self->path, MAX_DEPTH);
      while ((name = g_dir_read_name (names)) != NULL)
        if (!add_name (self, below, name, error))
          return FALSE;
    }
  return TRUE;
}

static gboolean
has_file (const Folder *self, const char *folder, const char *name)
{
  g_autofree char *below =
      *folder != '\0' ? g_build_filename (folder, name, NULL) : g_strdup (name);

  return g_hash_table_contains (self->files, below);
}

/* ---- criterion ---- */

static gboolean
is_criterion (const Folder *self, const char *folder)
{
  g_autofree char *name = g_path_get_basename (folder);

  return strcmp (name, "new") == 0
         && (has_file (self, folder, "benchmark.json") || has_file (self, folder, "sample.json")
             || has_file (self, folder, "estimates.json"));
}

/* The folders "new" of @self, sorted. */
static GPtrArray *
find_criterion (const Folder *self)
{
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; i < self->folders->len; i++)
    if (is_criterion (self, self->folders->pdata[i]))
      g_ptr_array_add (found, self->folders->pdata[i]);
  return found;
}

static gboolean
read_criterion (const Folder *self,
                const GPtrArray *folders,
                const CyanTick *tick,
                CyanResults *results,
                GError **error)
{
  for (guint i = 0; i < folders->len; i++)
    {
      g_autofree char *path = g_build_filename (self->path, folders->pdata[i], NULL);

      if (!cyan_results_read_criterion_folder (
              path, has_file (self, folders->pdata[i], "sample.json"), tick, results, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- asv ---- */

/* MACHINE/COMMIT-ENVIRONMENT.json. */
static gboolean
is_asv (const char *file)
{
  const char *slash = strchr (file, G_DIR_SEPARATOR);

  return slash != NULL && strchr (slash + 1, G_DIR_SEPARATOR) == NULL
         && strcmp (slash + 1, "machine.json") != 0;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Its files of results, sorted. */
static GPtrArray *
find_asv (const Folder *self)
{
  GPtrArray *found = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer file;

  g_hash_table_iter_init (&iter, self->files);
  while (has_file (self, "", "benchmarks.json") && g_hash_table_iter_next (&iter, &file, NULL))
    if (is_asv (file))
      g_ptr_array_add (found, file);
  g_ptr_array_sort (found, compare_texts);
  return found;
}

static CyanInput *
open_file (const Folder *self, const char *name, const CyanTick *tick, GError **error)
{
  g_autofree char *path = g_build_filename (self->path, name, NULL);

  return cyan_input_open (path, tick, error);
}

static gboolean
read_asv (const Folder *self,
          const GPtrArray *files,
          const CyanTick *tick,
          CyanResults *results,
          GError **error)
{
  g_autoptr (CyanInput) benchmarks = open_file (self, "benchmarks.json", tick, error);
  g_autoptr (GHashTable) known =
      benchmarks != NULL ? cyan_results_read_asv_benchmarks (benchmarks, error) : NULL;

  for (guint i = 0; known != NULL && i < files->len; i++)
    {
      g_autoptr (CyanInput) input = open_file (self, files->pdata[i], tick, error);
      guint first = results->values->len;

      if (input == NULL || !cyan_results_read_asv (input, known, results, error))
        return FALSE;
      cyan_results_spread (results, first);
    }
  return known != NULL;
}

/* ---- the folder ---- */

static gboolean
read_listed (
    const Folder *self, const CyanTick *tick, CyanResults *results, gboolean *found, GError **error)
{
  g_autoptr (GPtrArray) criterion = find_criterion (self), asv = find_asv (self);

  *found = criterion->len > 0 || asv->len > 0;
  if (*found && self->link != NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: a symbolic link"), self->link);
  return read_criterion (self, criterion, tick, results, error)
         && (asv->len == 0 || read_asv (self, asv, tick, results, error));
}

gboolean
cyan_results_read_folder (
    const char *path, const CyanTick *tick, CyanResults *results, gboolean *found, GError **error)
{
  Folder folder = { .path = path,
                    .folders = g_ptr_array_new_with_free_func (g_free),
                    .files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  gboolean ok;

  *found = FALSE;
  g_ptr_array_add (folder.folders, g_strdup (""));
  ok = list (&folder, error);
  g_ptr_array_sort (folder.folders, compare_texts);
  ok = ok && read_listed (&folder, tick, results, found, error);
  g_ptr_array_unref (folder.folders);
  g_hash_table_unref (folder.files);
  g_free (folder.link);
  return ok;
}
