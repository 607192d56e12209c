/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The references of session files: their inputs, and the nodes of a comparison. */
#include "cyan-session-file-private.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cyan-git.h"
#include "cyan-error.h"
#include "cyan-http.h"
#include "cyan-i18n.h"
#include "cyan-slice.h"
#include "cyan-source-files.h"

/* Bytes that a checksum takes at once. */
#define PIECE (1024 * 1024)

static void
input_free (gpointer data)
{
  CyanSessionInput *self = data;

  g_free (self->path);
  g_free (self->revision);
  g_free (self->slice);
  g_free (self->sha256);
  g_free (self);
}

CyanSessionFile *
cyan_session_file_alloc (void)
{
  CyanSessionFile *self = g_new0 (CyanSessionFile, 1);

  cyan_ref_count_init (&self->refs);
  self->request = cyan_request_new (NULL, NULL);
  self->inputs = g_ptr_array_new_with_free_func (input_free);
  self->filter = cyan_filter_new ();
  self->selected = self->reads = CYAN_NODE_NONE;
  /* All but the last. */
  for (guint pane = 0; pane + 1 < G_N_ELEMENTS (self->panes); pane++)
    self->panes[pane] = TRUE;
  return self;
}

CyanSessionInput *
cyan_session_file_add_input (CyanSessionFile *self,
                             CyanSessionInputKind kind,
                             guint side,
                             char *path)
{
  CyanSessionInput *input = g_new0 (CyanSessionInput, 1);

  input->kind = kind;
  input->side = side;
  input->path = path;
  g_ptr_array_add (self->inputs, input);
  return input;
}

static void
add_run (CyanSessionFile *self, guint side, const char *path)
{
  g_autofree char *file = NULL, *slice = NULL;
  CyanSessionInput *input;

  if (!cyan_slice_split (path, &file, &slice))
    file = g_strdup (path);
  input = cyan_session_file_add_input (
      self, CYAN_SESSION_RUN, side,
      cyan_http_is_address (file) ? cyan_http_label (file) : g_canonicalize_filename (file, NULL));
  input->slice = g_steal_pointer (&slice);
}

static void
add_sources (CyanSessionFile *self, guint side, const char *location)
{
  g_autofree char *repository = NULL;
  const char *revision = NULL;
  CyanSessionInput *input;

  if (!cyan_source_files_split (location, &repository, &revision))
    repository = g_strdup (location);
  input = cyan_session_file_add_input (self, CYAN_SESSION_SOURCES, side,
                                       g_canonicalize_filename (repository, NULL));
  input->revision = g_strdup (revision);
}

CyanSessionFile *
cyan_session_file_new (const CyanRequest *request, const CyanComparison *comparison)
{
  CyanSessionFile *self = cyan_session_file_alloc ();
  CyanRequest *how = cyan_request_copy (request);

  cyan_request_free (self->request);
  self->request = how;
  for (guint side = 0; side < 2; side++)
    {
      g_autofree char *sources =
          cyan_request_source (request, side, comparison->compared.side[side].profile);

      for (guint i = 0; request->runs[side][i] != NULL; i++)
        add_run (self, side, request->runs[side][i]);
      if (sources != NULL)
        add_sources (self, side, sources);
      cyan_request_set_runs (how, side, (const char *const[]){ NULL });
      g_clear_pointer (&how->profiles[side], g_ptr_array_unref);
    }
  if (request->rename_file != NULL)
    cyan_session_file_add_input (self, CYAN_SESSION_RENAMES, 0,
                                 g_canonicalize_filename (request->rename_file, NULL));
  cyan_request_set_sources (how, NULL, NULL);
  g_clear_pointer (&how->rename_file, g_free);
  return self;
}

CYAN_DEFINE_REF (CyanSessionFile, cyan_session_file)

void
cyan_session_file_unref (CyanSessionFile *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  cyan_request_free (self->request);
  g_ptr_array_unref (self->inputs);
  g_free (self->view);
  g_free (self->table);
  g_free (self->hot_path);
  g_clear_pointer (&self->names, cyan_node_names_free);
  g_clear_pointer (&self->shown, cyan_shown_nodes_unref);
  g_clear_pointer (&self->before_focus, cyan_shown_nodes_unref);
  g_clear_pointer (&self->before_filter, cyan_shown_nodes_unref);
  cyan_filter_free (self->filter);
  g_free (self);
}

gboolean
cyan_session_file_is_named (const char *path)
{
  return g_str_has_suffix (path, CYAN_SESSION_FILE_SUFFIX);
}

/* ---- inputs ---- */

static gboolean
fail_to_read (const char *path, GError **error)
{
  return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: cannot be read: %s"), path, g_strerror (errno));
}

/* Whether open() failed because of what is at the path, which may well be so. */
static gboolean
is_no_file (int number)
{
  return number == ENOENT || number == ENOTDIR || number == EACCES || number == ELOOP
         || number == ENXIO;
}

gboolean
cyan_session_file_stamp (
    const char *path, guint64 *size, char **sha256, const CyanTick *tick, GError **error)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guchar *piece = g_malloc (PIECE);
  /* A FIFO would make it wait. */
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  gssize n = 0;
  struct stat about;
  gboolean is_file, ok;

  *size = 0;
  if (fd < 0)
    return !is_no_file (errno) && fail_to_read (path, error);
  is_file = ok = fstat (fd, &about) == 0 && S_ISREG (about.st_mode);
  while (ok && ((n = read (fd, piece, PIECE)) > 0 || (n < 0 && errno == EINTR)))
    {
      g_checksum_update (checksum, piece, MAX (n, 0));
      *size += (guint64) MAX (n, 0);
      ok = cyan_tick (tick, MIN ((double) *size / MAX ((double) about.st_size, 1), 1),
                      N_ ("Reading"), error);
    }
  if (is_file && ok && n < 0)
    ok = fail_to_read (path, error);
  close (fd);
  if (ok)
    *sha256 = g_strdup (g_checksum_get_string (checksum));
  return ok;
}

gboolean
cyan_session_input_is_address (const CyanSessionInput *self)
{
  return self->kind == CYAN_SESSION_RUN && cyan_http_is_address (self->path);
}

static gboolean
is_there (const CyanSessionInput *input)
{
  if (cyan_session_input_is_address (input))
    return FALSE;
  if (input->kind == CYAN_SESSION_SOURCES)
    return input->revision != NULL ? cyan_git_is_repository (input->path)
                                   : g_file_test (input->path, G_FILE_TEST_IS_DIR);
  return g_file_test (input->path, G_FILE_TEST_EXISTS);
}

gboolean
cyan_session_file_check (CyanSessionFile *self, const CyanTick *tick, GError **error)
{
  for (guint i = 0; i < self->inputs->len; i++)
    {
      CyanSessionInput *input = g_ptr_array_index (self->inputs, i);
      CyanTick part = cyan_tick_slice (tick, (double) i / self->inputs->len,
                                       (double) (i + 1) / self->inputs->len);
      g_autoptr (GError) stopped = NULL;
      g_autofree char *sha256 = NULL;
      guint64 size;

      input->is_missing = !is_there (input);
      input->has_changed = FALSE;
      if (input->is_missing || input->sha256 == NULL)
        continue;
      if (cyan_session_file_stamp (input->path, &size, &sha256, &part, &stopped))
        input->has_changed = size != input->size || strcmp (sha256, input->sha256) != 0;
      else if (g_error_matches (stopped, CYAN_ERROR, CYAN_ERROR_CANCELLED))
        return cyan_error_pass (&stopped, error);
      else
        /* An input that cannot be read now is reported when it is loaded. */
        input->has_changed = stopped == NULL;
    }
  return TRUE;
}

const CyanSessionInput *
cyan_session_file_missing (const CyanSessionFile *self)
{
  for (guint i = 0; i < self->inputs->len; i++)
    {
      const CyanSessionInput *input = g_ptr_array_index (self->inputs, i);

      if (input->is_missing)
        return input;
    }
  return NULL;
}

static void
set_path (CyanSessionInput *input, const char *path)
{
  g_free (input->path);
  input->path = g_strdup (path);
  input->is_missing = !is_there (input);
}

void
cyan_session_file_replace (CyanSessionFile *self, const CyanSessionInput *missing, const char *path)
{
  g_autofree char *old = g_strdup (missing->path);
  g_autofree char *old_folder = g_path_get_dirname (old);
  g_autofree char *folder = g_path_get_dirname (path);

  for (guint i = 0; i < self->inputs->len; i++)
    {
      CyanSessionInput *input = g_ptr_array_index (self->inputs, i);
      g_autofree char *in = g_path_get_dirname (input->path);
      g_autofree char *name = g_path_get_basename (input->path);
      g_autofree char *beside = g_build_filename (folder, name, NULL);

      if (!input->is_missing)
        continue;
      if (strcmp (input->path, old) == 0)
        {
          /* Instead of a repository there may be a folder. */
          if (input->revision != NULL && !cyan_git_is_repository (path))
            g_clear_pointer (&input->revision, g_free);
          set_path (input, path);
        }
      else if (strcmp (in, old_folder) == 0 && g_file_test (beside, G_FILE_TEST_EXISTS))
        set_path (input, beside);
    }
}

void
cyan_session_file_accept_addresses (CyanSessionFile *self)
{
  for (guint i = 0; i < self->inputs->len; i++)
    {
      CyanSessionInput *input = g_ptr_array_index (self->inputs, i);

      if (cyan_session_input_is_address (input))
        input->is_missing = FALSE;
    }
}

void
cyan_session_file_drop_sources (CyanSessionFile *self)
{
  for (guint i = self->inputs->len; i-- > 0;)
    {
      const CyanSessionInput *input = g_ptr_array_index (self->inputs, i);

      if (input->kind == CYAN_SESSION_SOURCES)
        g_ptr_array_remove_index (self->inputs, i);
    }
}

CyanRequest *
cyan_session_file_new_request (const CyanSessionFile *self)
{
  CyanRequest *request = cyan_request_copy (self->request);
  GPtrArray *runs[2] = { g_ptr_array_new_with_free_func (g_free),
                         g_ptr_array_new_with_free_func (g_free) };

  for (guint i = 0; i < self->inputs->len; i++)
    {
      const CyanSessionInput *input = g_ptr_array_index (self->inputs, i);

      switch (input->kind)
        {
        case CYAN_SESSION_RUN:
          g_ptr_array_add (runs[input->side], cyan_slice_join (input->path, input->slice));
          break;
        case CYAN_SESSION_SOURCES:
          g_free (request->sources[input->side]);
          request->sources[input->side] =
              input->revision != NULL ? cyan_source_files_join (input->path, input->revision)
                                      : g_strdup (input->path);
          break;
        case CYAN_SESSION_RENAMES:
          g_free (request->rename_file);
          request->rename_file = g_strdup (input->path);
          break;
        }
    }
  for (guint side = 0; side < 2; side++)
    {
      g_ptr_array_add (runs[side], NULL);
      cyan_request_set_runs (request, side, (const char *const *) runs[side]->pdata);
      g_ptr_array_unref (runs[side]);
    }
  return request;
}

/* ---- nodes ---- */

static CyanNode
find_node (CyanSessionFile *self, const CyanNode *found, CyanNode index)
{
  if (index == CYAN_NODE_NONE)
    return CYAN_NODE_NONE;
  if (found[index] == CYAN_NODE_NONE)
    self->n_not_found++;
  return found[index];
}

int
cyan_session_compare_nodes (gconstpointer a, gconstpointer b)
{
  const CyanNode *one = a, *other = b;

  return *one < *other ? -1 : *one > *other;
}

static void
find_all (CyanSessionFile *self, const CyanNode *found, GArray *nodes)
{
  guint n = 0;

  for (guint i = 0; i < nodes->len; i++)
    {
      CyanNode node = find_node (self, found, g_array_index (nodes, CyanNode, i));

      if (node != CYAN_NODE_NONE)
        g_array_index (nodes, CyanNode, n++) = node;
    }
  g_array_set_size (nodes, n);
  g_array_sort (nodes, cyan_session_compare_nodes);
}

/* Without its top a set is of no use. */
static void
find_shown (CyanSessionFile *self, const CyanNode *found, CyanShownNodes **shown)
{
  if (*shown == NULL)
    return;
  (*shown)->top = find_node (self, found, (*shown)->top);
  find_all (self, found, (*shown)->below);
  find_all (self, found, (*shown)->unfolded);
  find_all (self, found, (*shown)->goals);
  if ((*shown)->top == CYAN_NODE_NONE)
    g_clear_pointer (shown, cyan_shown_nodes_unref);
}

void
cyan_session_file_find_nodes (CyanSessionFile *self, const CyanComparison *comparison)
{
  g_autofree CyanNode *found = NULL;

  if (self->names == NULL)
    return;
  found = cyan_node_names_find (self->names, comparison);
  self->n_not_found = 0;
  find_shown (self, found, &self->shown);
  find_shown (self, found, &self->before_focus);
  find_shown (self, found, &self->before_filter);
  self->selected = find_node (self, found, self->selected);
  self->reads = find_node (self, found, self->reads);
  g_clear_pointer (&self->names, cyan_node_names_free);
}
