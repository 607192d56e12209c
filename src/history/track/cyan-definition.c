/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What makes two runs comparable: the definition of a benchmark with its inputs, the recipe of a
 * build.
 *
 * Each is a text of lines NAME=VALUE and its SHA-256.  The text is kept, so that a chart can say
 * what differs.  Inputs are files and folders of the user, the same for all revisions; links are
 * followed, so that a copy does not depend on where they lead.
 */
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-git.h"
#include "cyan-i18n.h"
#include "cyan-output.h"
#include "cyan-plan.h"
#include "cyan-track-private.h"

static void
add_line (GString *text, const char *name, const char *value)
{
  if (value != NULL)
    g_string_append_printf (text, "%s=%s\n", name, value);
}

static char *
hash_text (const char *text)
{
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

char *
cyan_recipe_hash (const CyanTrack *track)
{
  g_autoptr (GString) text = g_string_new (NULL);

  add_line (text, "build", track->build);
  add_line (text, "checkout", track->checkout == CYAN_CHECKOUT_WORKTREE ? "worktree" : "export");
  add_line (text, "reuse", track->reuse ? "yes" : "no");
  return hash_text (text->str);
}

char *
cyan_definition_hash (const CyanTrack *track,
                      const CyanTrackBenchmark *benchmark,
                      const char *oid,
                      const char *inputs,
                      char **text,
                      GError **error)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autoptr (CyanGitTree) files = NULL;

  g_assert (strlen (inputs) == 64);
  add_line (lines, "version", benchmark->version);
  if (benchmark->version != NULL)
    {
      g_autofree char *hash = hash_text (lines->str);

      /* For people only. */
      add_line (lines, "run", benchmark->run);
      *text = g_string_free (g_steal_pointer (&lines), FALSE);
      return g_steal_pointer (&hash);
    }
  add_line (lines, "run", benchmark->run);
  add_line (lines, "measure", benchmark->measure);
  add_line (lines, "profile", benchmark->profile);
  add_line (lines, "results", benchmark->results);
  add_line (lines, "build", track->build);
  if (benchmark->inputs != NULL)
    add_line (lines, "inputs", inputs);
  for (GStrv path = benchmark->follows; path != NULL && *path != NULL; path++)
    {
      g_autofree char *name = g_strconcat ("follows ", *path, NULL);
      g_autofree char *found = NULL;

      if (files == NULL)
        files = cyan_git_tree_open (track->repository, oid, error);
      if (files == NULL)
        return NULL;
      found = cyan_git_tree_object (files, *path);
      add_line (lines, name, found != NULL ? found : "");
    }
  *text = g_string_free (g_steal_pointer (&lines), FALSE);
  return hash_text (*text);
}

/* ---- inputs ---- */

#define MAX_FILES 100000
#define MAX_DEPTH 64

typedef struct
{
  char *from;
  char *name; /* below the folder of the inputs */
  guint depth;
} Item;

typedef struct
{
  const char *folder;  /* where copies go, or NULL */
  GChecksum *checksum; /* or NULL */
  GQueue items;        /* of Item, to be visited */
  guint n_visited;
} Inputs;

static void
free_item (gpointer data)
{
  Item *self = data;

  g_free (self->from);
  g_free (self->name);
  g_free (self);
}

static void
inputs_clear (Inputs *self)
{
  g_queue_clear_full (&self->items, free_item);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Inputs, inputs_clear)

static void
push (Inputs *self, char *from, char *name, guint depth)
{
  Item *item = g_new (Item, 1);

  *item = (Item){ from, name, depth };
  g_queue_push_tail (&self->items, item);
}

void
cyan_track_hash (GChecksum *checksum, const char *bytes, gsize length)
{
  guint64 n = GUINT64_TO_LE ((guint64) length);

  g_checksum_update (checksum, (const guchar *) &n, sizeof n);
  g_checksum_update (checksum, (const guchar *) bytes, (gssize) length);
}

static void
hash_word (Inputs *self, const char *text)
{
  if (self->checksum != NULL)
    cyan_track_hash (self->checksum, text, strlen (text));
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
visit_folder (Inputs *self, const Item *item, GError **error)
{
  g_autoptr (GDir) folder = g_dir_open (item->from, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *to =
      self->folder != NULL ? g_build_filename (self->folder, item->name, NULL) : NULL;
  const char *name;

  if (item->depth > MAX_DEPTH)
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: more than %d folders deep"), item->from,
                      MAX_DEPTH);
  if (folder == NULL)
    return cyan_track_fail_errno (item->from, error);
  if (to != NULL && g_mkdir (to, 0777) < 0)
    return cyan_track_fail_errno (to, error);
  hash_word (self, "folder");
  while ((name = g_dir_read_name (folder)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    push (self, g_build_filename (item->from, names->pdata[i], NULL),
          g_build_filename (item->name, names->pdata[i], NULL), item->depth + 1);
  return TRUE;
}

/* Hashes and copies the bytes of an open file; @out is -1 if there is no copy. */
static gboolean
pass_bytes (Inputs *self, int in, int out)
{
  char bytes[64 * 1024];
  gssize n;

  while ((n = read (in, bytes, sizeof bytes)) != 0)
    {
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0 || (out >= 0 && !cyan_output_write_to (out, bytes, (gsize) n)))
        return FALSE;
      if (self->checksum != NULL)
        g_checksum_update (self->checksum, (const guchar *) bytes, n);
    }
  return TRUE;
}

static gboolean
visit_file (Inputs *self, const Item *item, const struct stat *status, GError **error)
{
  g_autofree char *to =
      self->folder != NULL ? g_build_filename (self->folder, item->name, NULL) : NULL;
  int in = g_open (item->from, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0), out = -1;
  gboolean is_program = (status->st_mode & S_IXUSR) != 0, ok;
  g_autofree char *size = g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64) status->st_size);

  if (in < 0)
    return cyan_track_fail_errno (item->from, error);
  if (to != NULL)
    out = g_open (to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, is_program ? 0777 : 0666);
  hash_word (self, is_program ? "program" : "file");
  hash_word (self, size);
  ok = (to == NULL || out >= 0) && pass_bytes (self, in, out);
  if (!ok)
    cyan_track_fail_errno (to != NULL ? to : item->from, error);
  close (in);
  if (out >= 0 && close (out) < 0 && ok)
    ok = cyan_track_fail_errno (to, error);
  return ok;
}

static gboolean
visit (Inputs *self, const Item *item, GError **error)
{
  struct stat status;

  if (++self->n_visited > MAX_FILES)
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: more than %d input files"), item->from,
                      MAX_FILES);
  if (stat (item->from, &status) < 0)
    return cyan_track_fail_errno (item->from, error);
  hash_word (self, item->name);
  if (S_ISDIR (status.st_mode))
    return visit_folder (self, item, error);
  if (S_ISREG (status.st_mode))
    return visit_file (self, item, &status, error);
  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: neither a file nor a folder"), item->from);
}

static gboolean
visit_all (Inputs *self, const CyanTrackBenchmark *benchmark, GError **error)
{
  Item *item;

  for (GStrv path = benchmark->inputs; path != NULL && *path != NULL; path++)
    push (self, g_strdup (*path), g_path_get_basename (*path), 0);
  while ((item = g_queue_pop_head (&self->items)) != NULL)
    {
      gboolean ok = visit (self, item, error);

      free_item (item);
      if (!ok)
        return FALSE;
    }
  return TRUE;
}

char *
cyan_inputs_hash (const CyanTrackBenchmark *benchmark, GError **error)
{
  g_auto (Inputs) self = { .items = G_QUEUE_INIT };
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  self.checksum = checksum;
  if (!visit_all (&self, benchmark, error))
    return NULL;
  return g_strdup (g_checksum_get_string (checksum));
}

gboolean
cyan_inputs_copy (const CyanTrackBenchmark *benchmark, const char *folder, GError **error)
{
  g_auto (Inputs) self = { .folder = folder, .items = G_QUEUE_INIT };

  return visit_all (&self, benchmark, error);
}
