/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads session files.
 *
 * Members may come in any order, and members that are not known are skipped, so that later versions
 * can add some.  The version is read before all else: what a newer version means nobody knows.
 */
#include "cyan-session-read.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-units.h"

/* ---- values ---- */

gboolean
cyan_session_read_flag (CyanJsonWalk *walk, CyanJsonToken token, gboolean *value, GError **error)
{
  if (token != CYAN_JSON_TRUE && token != CYAN_JSON_FALSE)
    return cyan_json_walk_fail (walk, error, _ ("neither true nor false"));
  *value = token == CYAN_JSON_TRUE;
  return TRUE;
}

gboolean
cyan_session_read_range (CyanJsonWalk *walk,
                         CyanJsonToken token,
                         double least,
                         double most,
                         double *value,
                         GError **error)
{
  return cyan_json_walk_number (walk, token, value, error)
         && ((*value >= least && *value <= most)
             || cyan_json_walk_fail (walk, error, _ ("out of range")));
}

gboolean
cyan_session_read_count (CyanJsonWalk *walk, CyanJsonToken token, guint32 *value, GError **error)
{
  gint64 count;

  if (!cyan_json_walk_integer (walk, token, 0, G_MAXUINT32 - 1, &count, error))
    return FALSE;
  *value = (guint32) count;
  return TRUE;
}

gboolean
cyan_session_read_word (
    CyanJsonWalk *walk, CyanJsonToken token, const char *const *words, guint *value, GError **error)
{
  g_autofree char *text = NULL;

  if (!cyan_json_walk_text (walk, token, &text, error))
    return FALSE;
  for (*value = 0; words[*value] != NULL; (*value)++)
    if (strcmp (words[*value], text) == 0)
      return TRUE;
  return cyan_json_walk_fail (walk, error, _ ("\"%s\" is not known"), text);
}

/* ---- inputs ---- */

/* Never a URL of elsewhere. */
static gboolean
read_path (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSessionReader *self = data;
  g_autofree char *text = NULL;
  g_autofree char *local = NULL;

  if (!cyan_json_walk_text (walk, token, &text, error))
    return FALSE;
  if (*text == '\0')
    return cyan_json_walk_fail (walk, error, _ ("empty"));
  if (g_str_has_prefix (text, "file:"))
    {
      g_autofree char *host = NULL;

      local = g_filename_from_uri (text, &host, NULL);
      if (local == NULL || host != NULL)
        return cyan_json_walk_fail (walk, error, _ ("not a file on this computer"));
    }
  g_free (self->input->path);
  self->input->path = g_canonicalize_filename (local != NULL ? local : text, self->folder);
  return TRUE;
}

static gboolean
read_size (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSessionReader *self = data;
  gint64 size;

  if (!cyan_json_walk_integer (walk, token, 0, G_MAXINT64, &size, error))
    return FALSE;
  self->input->size = (guint64) size;
  return TRUE;
}

CYAN_SESSION_READ (read_revision, cyan_json_walk_text (walk, token, &self->input->revision, error))
CYAN_SESSION_READ (read_sha256, cyan_json_walk_text (walk, token, &self->input->sha256, error))

static gboolean
read_input (CyanJsonWalk *walk,
            CyanJsonToken token,
            CyanSessionInputKind kind,
            CyanSessionReader *self,
            GError **error)
{
  static const CyanJsonMember members[] = {
    { .key = "path", .read = read_path, .required = TRUE },
    { .key = "size", .read = read_size },
    { .key = "sha256", .read = read_sha256 },
  };
  static const CyanJsonMember of_sources[] = {
    { .key = "path", .read = read_path, .required = TRUE },
    { .key = "revision", .read = read_revision },
  };

  self->input = cyan_session_file_add_input (self->file, kind,
                                             kind == CYAN_SESSION_RENAMES ? 0 : self->side, NULL);
  if (kind == CYAN_SESSION_SOURCES)
    return cyan_json_walk_object (walk, token, of_sources, G_N_ELEMENTS (of_sources), self, error);
  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), self, error);
}

CYAN_SESSION_READ (read_run, read_input (walk, token, CYAN_SESSION_RUN, self, error))
CYAN_SESSION_READ (read_sources, read_input (walk, token, CYAN_SESSION_SOURCES, self, error))
CYAN_SESSION_READ (read_renames, read_input (walk, token, CYAN_SESSION_RENAMES, self, error))

static gboolean
read_side (
    CyanJsonWalk *walk, CyanJsonToken token, guint side, CyanSessionReader *self, GError **error)
{
  static const CyanJsonMember members[] = {
    { .key = "runs", .read = read_run, .required = TRUE, .each = TRUE },
    { .key = "sources", .read = read_sources },
  };

  self->side = side;
  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), self, error);
}

CYAN_SESSION_READ (read_before, read_side (walk, token, 0, self, error))
CYAN_SESSION_READ (read_after, read_side (walk, token, 1, self, error))

/* ---- options ---- */

static gboolean
read_match (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSessionReader *self = data;
  guint match;

  if (!cyan_session_read_word (walk, token, cyan_match_method_names, &match, error))
    return FALSE;
  self->file->request->how.method = (CyanMatchMethod) match;
  return TRUE;
}

static gboolean
read_unit (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSessionReader *self = data;
  guint unit;

  if (!cyan_session_read_word (walk, token, cyan_unit_names, &unit, error))
    return FALSE;
  self->file->request->limits.unit = cyan_unit_names[unit];
  return TRUE;
}

static gboolean
read_map (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  char *map = NULL;

  if (!cyan_json_walk_text (walk, token, &map, error))
    return FALSE;
  g_ptr_array_add (((CyanSessionReader *) data)->maps, map);
  if (strchr (map, '=') == NULL || *map == '=')
    return cyan_json_walk_fail (walk, error, _ ("\"%s\" is not FROM=TO"), map);
  return TRUE;
}

CYAN_SESSION_READ (read_raw_names,
                   cyan_session_read_flag (walk, token, &self->file->request->raw_names, error))
CYAN_SESSION_READ (
    read_fold_recursion,
    cyan_session_read_flag (walk, token, &self->file->request->limits.fold_recursion, error))

static gboolean
read_metric (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSessionReader *self = data;
  g_autofree char *metric = NULL;

  if (!cyan_json_walk_text (walk, token, &metric, error))
    return FALSE;
  self->file->request->how.metric = g_intern_string (metric);
  return TRUE;
}

CYAN_SESSION_READ (read_hot,
                   cyan_session_read_range (walk,
                                            token,
                                            CYAN_HOT_TREE_LEAST_EPSILON,
                                            1,
                                            &self->file->request->limits.hot.phi,
                                            error))

CYAN_SESSION_READ (read_claim_before,
                   cyan_json_walk_text (walk, token, &self->claim->before, error))
CYAN_SESSION_READ (read_claim_after, cyan_json_walk_text (walk, token, &self->claim->after, error))
CYAN_SESSION_READ (read_claim_same, cyan_session_read_flag (walk, token, &self->claim->same, error))

static gboolean
read_claim (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { .key = "before", .read = read_claim_before },
    { .key = "after", .read = read_claim_after },
    { .key = "same", .read = read_claim_same, .required = TRUE },
  };
  CyanSessionReader *self = data;
  CyanRequest *request = self->file->request;
  g_autoptr (CyanNameClaim) claim = self->claim = g_new0 (CyanNameClaim, 1);

  if (request->claims == NULL)
    request->claims = cyan_name_claims_new ();
  if (request->claims->len == CYAN_SESSION_FILE_MAX_CLAIMS)
    return cyan_json_walk_fail (walk, error, _ ("more than %u claims"),
                                CYAN_SESSION_FILE_MAX_CLAIMS);
  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), self, error))
    return FALSE;
  if (claim->same ? claim->before == NULL || claim->after == NULL
                  : claim->before == NULL && claim->after == NULL)
    return cyan_json_walk_fail (walk, error, _ ("a function is missing"));
  cyan_name_claims_add (request->claims, claim->before, claim->after, claim->same);
  return TRUE;
}

static const CyanJsonMember options[] = {
  { .key = "match", .read = read_match },
  { .key = "raw-names", .read = read_raw_names },
  { .key = "metric", .read = read_metric },
  { .key = "unit", .read = read_unit },
  { .key = "renames", .read = read_renames },
  { .key = "maps", .read = read_map, .each = TRUE },
  { .key = "fold-recursion", .read = read_fold_recursion },
  { .key = "hot", .read = read_hot },
  { .key = "claims", .read = read_claim, .each = TRUE },
};

/* ---- the document ---- */

CYAN_SESSION_READ (read_selected,
                   cyan_session_read_count (walk, token, &self->file->selected, error))
CYAN_SESSION_READ (read_reads, cyan_session_read_count (walk, token, &self->file->reads, error))

static const char *const formats[] = { CYAN_SESSION_FILE_FORMAT, NULL };

static gboolean
read_format (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  guint format;

  return cyan_session_read_word (walk, token, formats, &format, error);
}

static gboolean
read_version (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_walk_integer (walk, token, 1, G_MAXINT32, &((CyanSessionReader *) data)->version,
                                 error);
}

static const CyanJsonMember head[] = {
  { .key = "format", .read = read_format, .required = TRUE },
  { .key = "version", .read = read_version, .required = TRUE },
};

static const CyanJsonMember document[] = {
  { .key = "before", .read = read_before, .required = TRUE },
  { .key = "after", .read = read_after, .required = TRUE },
  { .key = "options", CYAN_JSON_MEMBERS (options) },
  { .key = "view", .read = cyan_session_read_view },
  { .key = "filter", .read = cyan_session_read_filter },
  { .key = "canvas", .read = cyan_session_read_canvas },
  { .key = "names", .read = cyan_session_read_name, .each = TRUE },
  { .key = "nodes", .read = cyan_session_read_node, .each = TRUE },
  { .key = "shown", .read = cyan_session_read_shown },
  { .key = "before-focus", .read = cyan_session_read_before_focus },
  { .key = "before-filter", .read = cyan_session_read_before_filter },
  { .key = "selected", .read = read_selected },
  { .key = "reads", .read = read_reads },
};

static gboolean
walk_bytes (CyanSessionReader *self,
            const char *path,
            GBytes *bytes,
            const CyanJsonMember *members,
            guint n_members,
            GError **error)
{
  gsize length;
  gconstpointer text = g_bytes_get_data (bytes, &length);
  CyanInput *input = cyan_input_new_for_memory (path, text, length, NULL, error);
  CyanJsonWalk *walk = input != NULL ? cyan_json_walk_new (input) : NULL;
  gboolean ok = walk != NULL && cyan_json_walk_document (walk, members, n_members, self, error);

  g_clear_pointer (&walk, cyan_json_walk_free);
  g_clear_pointer (&input, cyan_input_free);
  return ok;
}

static guint
n_runs (const CyanSessionFile *file, guint side)
{
  guint n = 0;

  for (guint i = 0; i < file->inputs->len; i++)
    {
      const CyanSessionInput *input = g_ptr_array_index (file->inputs, i);

      n += input->kind == CYAN_SESSION_RUN && input->side == side;
    }
  return n;
}

static gboolean
read_all (CyanSessionReader *self, const char *path, GBytes *bytes, GError **error)
{
  if (!walk_bytes (self, path, bytes, head, G_N_ELEMENTS (head), error))
    return FALSE;
  if (self->version > CYAN_SESSION_FILE_VERSION)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: a session of version %d; this program reads up to version %d"), path,
                      (int) self->version, CYAN_SESSION_FILE_VERSION);
  if (!walk_bytes (self, path, bytes, document, G_N_ELEMENTS (document), error))
    return FALSE;
  if (n_runs (self->file, 0) == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: before.runs: empty"), path);
  return cyan_session_link_nodes (self, path, error);
}

static CyanSessionFile *
read_bytes (const char *path, GBytes *bytes, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autoptr (CyanSessionFile) file = cyan_session_file_alloc ();
  CyanSessionReader reader = { .file = file,
                               .folder = g_path_get_dirname (absolute),
                               .names = g_array_new (FALSE, FALSE, sizeof (CyanStr)),
                               .numbers = g_array_new (FALSE, FALSE, sizeof (guint32)),
                               .maps = g_ptr_array_new_with_free_func (g_free) };
  gboolean ok;

  file->names = cyan_node_names_new ();
  ok = read_all (&reader, path, bytes, error);
  if (ok && reader.maps->len > 0)
    {
      g_ptr_array_add (reader.maps, NULL);
      file->request->maps = g_strdupv ((char **) reader.maps->pdata);
    }
  g_free (reader.folder);
  g_array_unref (reader.names);
  g_array_unref (reader.numbers);
  g_ptr_array_unref (reader.maps);
  return ok ? g_steal_pointer (&file) : NULL;
}

CyanSessionFile *
cyan_session_file_read_memory (const char *path, gconstpointer bytes, gsize length, GError **error)
{
  g_autoptr (GBytes) all = g_bytes_new_static (bytes, length);

  return read_bytes (path, all, error);
}

CyanSessionFile *
cyan_session_file_read (const char *path, GError **error)
{
  g_autoptr (CyanInput) input = cyan_input_open (path, NULL, error);
  g_autoptr (GBytes) all = NULL;
  const char *bytes;
  gsize length;

  if (input == NULL || !cyan_input_peek (input, CYAN_SESSION_FILE_MAX + 1, &bytes, &length, error))
    return NULL;
  if (length > CYAN_SESSION_FILE_MAX)
    return cyan_fail_null (error, CYAN_ERROR_LIMIT, _ ("%s: a session file has at most %d bytes"),
                           path, CYAN_SESSION_FILE_MAX);
  all = g_bytes_new (bytes, length);
  return read_bytes (path, all, error);
}
