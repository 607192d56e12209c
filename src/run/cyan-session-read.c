/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads session files.
 *
 * Members may come in any order, and members that are not known are skipped, so that later versions
 * can add some.  The version is read before all else: what a newer version means nobody knows.
 */
#include "cyan-session-file-private.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-json-walk.h"
#include "cyan-units.h"

/* What is read, for the functions below. */
typedef struct
{
  CyanSessionFile *file;
  char *folder; /* owned; in which the file lies */
  gint64 version;
  guint side;
  CyanSessionInput *input; /* the last one, in the file */
  CyanShownNodes *shown;   /* the last one, in the file */
  GArray *names;           /* of CyanStr, by their index in the document */
  GArray *numbers;         /* of guint32: those of one node */
  GPtrArray *maps;         /* of char * */
} Reader;

/* ---- values ---- */

static gboolean
read_flag (CyanJsonWalk *walk, CyanJsonToken token, gboolean *value, GError **error)
{
  if (token != CYAN_JSON_TRUE && token != CYAN_JSON_FALSE)
    return cyan_json_walk_fail (walk, error, _ ("neither true nor false"));
  *value = token == CYAN_JSON_TRUE;
  return TRUE;
}

static gboolean
read_range (CyanJsonWalk *walk,
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

static gboolean
read_count (CyanJsonWalk *walk, CyanJsonToken token, guint32 *value, GError **error)
{
  gint64 count;

  if (!cyan_json_walk_integer (walk, token, 0, G_MAXUINT32 - 1, &count, error))
    return FALSE;
  *value = (guint32) count;
  return TRUE;
}

/* One of @words, which end in NULL. */
static gboolean
read_word (
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

/* A reader of one field of CyanSessionFile. */
#define READ_FIELD(name, call)                                                                     \
  static gboolean name (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)    \
  {                                                                                                \
    Reader *self = data;                                                                           \
                                                                                                   \
    return call;                                                                                   \
  }

/* ---- inputs ---- */

/* Never a URL of elsewhere. */
static gboolean
read_path (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
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
  Reader *self = data;
  gint64 size;

  if (!cyan_json_walk_integer (walk, token, 0, G_MAXINT64, &size, error))
    return FALSE;
  self->input->size = (guint64) size;
  return TRUE;
}

READ_FIELD (read_revision, cyan_json_walk_text (walk, token, &self->input->revision, error))
READ_FIELD (read_sha256, cyan_json_walk_text (walk, token, &self->input->sha256, error))

static gboolean
read_input (CyanJsonWalk *walk,
            CyanJsonToken token,
            CyanSessionInputKind kind,
            Reader *self,
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

READ_FIELD (read_run, read_input (walk, token, CYAN_SESSION_RUN, self, error))
READ_FIELD (read_sources, read_input (walk, token, CYAN_SESSION_SOURCES, self, error))
READ_FIELD (read_renames, read_input (walk, token, CYAN_SESSION_RENAMES, self, error))

static gboolean
read_side (CyanJsonWalk *walk, CyanJsonToken token, guint side, Reader *self, GError **error)
{
  static const CyanJsonMember members[] = {
    { .key = "runs", .read = read_run, .required = TRUE, .each = TRUE },
    { .key = "sources", .read = read_sources },
  };

  self->side = side;
  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), self, error);
}

READ_FIELD (read_before, read_side (walk, token, 0, self, error))
READ_FIELD (read_after, read_side (walk, token, 1, self, error))

/* ---- options ---- */

static gboolean
read_match (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  guint match;

  if (!read_word (walk, token, cyan_match_method_names, &match, error))
    return FALSE;
  self->file->request->match = (CyanMatchMethod) match;
  return TRUE;
}

static gboolean
read_unit (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  guint unit;

  if (!read_word (walk, token, cyan_unit_names, &unit, error))
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
  g_ptr_array_add (((Reader *) data)->maps, map);
  if (strchr (map, '=') == NULL || *map == '=')
    return cyan_json_walk_fail (walk, error, _ ("\"%s\" is not FROM=TO"), map);
  return TRUE;
}

READ_FIELD (read_raw_names, read_flag (walk, token, &self->file->request->raw_names, error))
READ_FIELD (read_metric, cyan_json_walk_text (walk, token, &self->file->request->metric, error))

static const CyanJsonMember options[] = {
  { .key = "match", .read = read_match },     { .key = "raw-names", .read = read_raw_names },
  { .key = "metric", .read = read_metric },   { .key = "unit", .read = read_unit },
  { .key = "renames", .read = read_renames }, { .key = "maps", .read = read_map, .each = TRUE },
};

/* ---- view ---- */

static gboolean
read_basis (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const char *const words[] = { "share", "absolute", NULL };
  Reader *self = data;
  guint basis;

  if (!read_word (walk, token, words, &basis, error))
    return FALSE;
  self->file->basis = (CyanBasis) basis;
  return TRUE;
}

static gboolean
read_width (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  guint width;

  if (!read_word (walk, token, cyan_width_names, &width, error))
    return FALSE;
  self->file->width = (CyanWidth) width;
  return TRUE;
}

READ_FIELD (read_view_name, cyan_json_walk_text (walk, token, &self->file->view, error))
READ_FIELD (read_table, cyan_json_walk_text (walk, token, &self->file->table, error))
READ_FIELD (read_hot_path, cyan_json_walk_text (walk, token, &self->file->hot_path, error))
READ_FIELD (read_hot_rank, read_count (walk, token, &self->file->hot_rank, error))
READ_FIELD (read_details, read_flag (walk, token, &self->file->panes[0], error))
READ_FIELD (read_sources_pane, read_flag (walk, token, &self->file->panes[1], error))
READ_FIELD (read_legend, read_flag (walk, token, &self->file->panes[2], error))

static const CyanJsonMember view[] = {
  { .key = "name", .read = read_view_name },    { .key = "basis", .read = read_basis },
  { .key = "width", .read = read_width },       { .key = "table", .read = read_table },
  { .key = "hot-path", .read = read_hot_path }, { .key = "hot-rank", .read = read_hot_rank },
  { .key = "details", .read = read_details },   { .key = "sources", .read = read_sources_pane },
  { .key = "legend", .read = read_legend },
};

static gboolean
read_criterion (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  guint criterion;

  if (!read_word (walk, token, cyan_criterion_names, &criterion, error))
    return FALSE;
  /* A place and a share have members of their own. */
  if (criterion < CYAN_CRITERION_PLACE)
    cyan_filter_set (self->file->filter, (CyanCriterion) criterion, TRUE);
  return TRUE;
}

static gboolean
read_filter_place (
    CyanJsonWalk *walk, CyanJsonToken token, gboolean is_file, Reader *self, GError **error)
{
  g_autofree char *place = NULL;

  if (!cyan_json_walk_text (walk, token, &place, error))
    return FALSE;
  cyan_filter_set_place (self->file->filter, place, is_file);
  return TRUE;
}

READ_FIELD (read_module, read_filter_place (walk, token, FALSE, self, error))
READ_FIELD (read_file, read_filter_place (walk, token, TRUE, self, error))

static gboolean
read_share (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  double share;

  if (!read_range (walk, token, 0, 1, &share, error))
    return FALSE;
  cyan_filter_set_share (self->file->filter, share);
  return TRUE;
}

static const CyanJsonMember filter[] = {
  { .key = "criteria", .read = read_criterion, .each = TRUE },
  { .key = "module", .read = read_module },
  { .key = "file", .read = read_file },
  { .key = "share", .read = read_share },
};

/* Pixels of a picture are doubles that scrolling and zooming can still tell apart. */
#define FAR 1e9

#define READ_PLACE(field, least, most)                                                             \
  READ_FIELD (place_##field, read_range (walk, token, least, most, &self->file->place.field, error))

READ_FIELD (read_fitted, read_flag (walk, token, &self->file->place.is_fitted, error))
READ_FIELD (read_keeps_scale, read_flag (walk, token, &self->file->place.keeps_scale, error))
READ_PLACE (width, 1, 1e5)
READ_PLACE (height, 1, 1e5)
READ_PLACE (zoom, 1e-6, 1e3)
READ_PLACE (x, -FAR, FAR)
READ_PLACE (y, -FAR, FAR)
READ_PLACE (px_per_height, 1e-3, FAR)
READ_PLACE (px_per_width, 1e-3, FAR)
READ_PLACE (level_gap, 0, 1e3)
READ_PLACE (part_wide, 1e-3, 1)
READ_PLACE (part_high, 1e-3, 1)

static gboolean
read_place (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { .key = "fitted", .read = read_fitted, .required = TRUE },
    { .key = "keeps-scale", .read = read_keeps_scale, .required = TRUE },
    { .key = "width", .read = place_width, .required = TRUE },
    { .key = "height", .read = place_height, .required = TRUE },
    { .key = "zoom", .read = place_zoom, .required = TRUE },
    { .key = "x", .read = place_x, .required = TRUE },
    { .key = "y", .read = place_y, .required = TRUE },
    { .key = "px-per-height", .read = place_px_per_height, .required = TRUE },
    { .key = "px-per-width", .read = place_px_per_width, .required = TRUE },
    { .key = "level-gap", .read = place_level_gap, .required = TRUE },
    { .key = "part-wide", .read = place_part_wide, .required = TRUE },
    { .key = "part-high", .read = place_part_high, .required = TRUE },
  };
  Reader *self = data;

  self->file->place.is_known = TRUE;
  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error);
}

/* ---- nodes ---- */

static gboolean
append_index (CyanJsonWalk *walk, CyanJsonToken token, GArray *nodes, GError **error)
{
  guint32 index;

  if (!read_count (walk, token, &index, error))
    return FALSE;
  g_array_append_val (nodes, index);
  return TRUE;
}

READ_FIELD (read_top, read_count (walk, token, &self->shown->top, error))
READ_FIELD (read_below, append_index (walk, token, self->shown->below, error))
READ_FIELD (read_unfolded, append_index (walk, token, self->shown->unfolded, error))
READ_FIELD (read_culprits, append_index (walk, token, self->shown->culprits, error))
READ_FIELD (read_threshold, read_range (walk, token, 0, 1, &self->shown->fold_threshold, error))

static gboolean
read_set (
    CyanJsonWalk *walk, CyanJsonToken token, CyanShownNodes **shown, Reader *self, GError **error)
{
  static const CyanJsonMember members[] = {
    { .key = "top", .read = read_top, .required = TRUE },
    { .key = "below", .read = read_below, .required = TRUE, .each = TRUE },
    { .key = "unfolded", .read = read_unfolded, .each = TRUE },
    { .key = "culprits", .read = read_culprits, .each = TRUE },
    { .key = "fold-threshold", .read = read_threshold },
  };

  *shown = self->shown = cyan_shown_nodes_new ();
  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), self, error);
}

READ_FIELD (read_shown, read_set (walk, token, &self->file->shown, self, error))
READ_FIELD (read_before_focus, read_set (walk, token, &self->file->before_focus, self, error))
READ_FIELD (read_before_filter, read_set (walk, token, &self->file->before_filter, self, error))
READ_FIELD (read_selected, read_count (walk, token, &self->file->selected, error))
READ_FIELD (read_reads, read_count (walk, token, &self->file->reads, error))

static gboolean
read_name (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  CyanStr name;

  if (!cyan_json_walk_string (walk, token, self->file->names->strings, &name, error))
    return FALSE;
  g_array_append_val (self->names, name);
  return TRUE;
}

READ_FIELD (read_part, append_index (walk, token, self->numbers, error))

/* [parent, name, ordinal]; its name is the index of a name until all of them are read. */
static gboolean
read_node (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  GArray *nodes = self->file->names->nodes;
  CyanNodeName node;

  g_array_set_size (self->numbers, 0);
  if (!cyan_json_walk_array (walk, token, read_part, self, error))
    return FALSE;
  if (self->numbers->len != 3)
    return cyan_json_walk_fail (walk, error, _ ("not three numbers"));
  node.parent = g_array_index (self->numbers, guint32, 0);
  node.name = g_array_index (self->numbers, guint32, 1);
  node.ordinal = g_array_index (self->numbers, guint32, 2);
  if (node.parent >= nodes->len)
    return cyan_json_walk_fail (walk, error, _ ("its parent does not come before it"));
  g_array_append_val (nodes, node);
  return TRUE;
}

/* ---- the document ---- */

static const char *const formats[] = { CYAN_SESSION_FILE_FORMAT, NULL };

static gboolean
read_format (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  guint format;

  return read_word (walk, token, formats, &format, error);
}

static gboolean
read_version (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_walk_integer (walk, token, 1, G_MAXINT32, &((Reader *) data)->version, error);
}

static const CyanJsonMember head[] = {
  { .key = "format", .read = read_format, .required = TRUE },
  { .key = "version", .read = read_version, .required = TRUE },
};

static const CyanJsonMember document[] = {
  { .key = "before", .read = read_before, .required = TRUE },
  { .key = "after", .read = read_after, .required = TRUE },
  { .key = "options", CYAN_JSON_MEMBERS (options) },
  { .key = "view", CYAN_JSON_MEMBERS (view) },
  { .key = "filter", CYAN_JSON_MEMBERS (filter) },
  { .key = "canvas", .read = read_place },
  { .key = "names", .read = read_name, .each = TRUE },
  { .key = "nodes", .read = read_node, .each = TRUE },
  { .key = "shown", .read = read_shown },
  { .key = "before-focus", .read = read_before_focus },
  { .key = "before-filter", .read = read_before_filter },
  { .key = "selected", .read = read_selected },
  { .key = "reads", .read = read_reads },
};

static gboolean
walk_bytes (Reader *self,
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

/* ---- references ---- */

static gboolean
has_index (const Reader *self, CyanNode index)
{
  return index == CYAN_NODE_NONE || index < self->file->names->nodes->len;
}

static gboolean
has_all (const Reader *self, const GArray *nodes)
{
  for (guint i = 0; i < nodes->len; i++)
    if (!has_index (self, g_array_index (nodes, CyanNode, i)))
      return FALSE;
  return TRUE;
}

static gboolean
has_set (const Reader *self, const CyanShownNodes *shown)
{
  return shown == NULL
         || (has_index (self, shown->top) && has_all (self, shown->below)
             && has_all (self, shown->unfolded) && has_all (self, shown->culprits));
}

static gboolean
no_node (const char *path, const char *member, GError **error)
{
  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s: there is no such node"), path, member);
}

/* Replaces indices of names by the names, and checks that all nodes that are referred to are there.
 */
static gboolean
link_nodes (Reader *self, const char *path, GError **error)
{
  CyanSessionFile *file = self->file;

  for (guint i = 1; i < file->names->nodes->len; i++)
    {
      CyanNodeName *node = &g_array_index (file->names->nodes, CyanNodeName, i);

      if (node->name >= self->names->len)
        return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: nodes[%u]: there is no name %u"), path,
                          i - 1, node->name);
      node->name = g_array_index (self->names, CyanStr, node->name);
    }
  return (has_set (self, file->shown) || no_node (path, "shown", error))
         && (has_set (self, file->before_focus) || no_node (path, "before-focus", error))
         && (has_set (self, file->before_filter) || no_node (path, "before-filter", error))
         && (has_index (self, file->selected) || no_node (path, "selected", error))
         && (has_index (self, file->reads) || no_node (path, "reads", error));
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
read_all (Reader *self, const char *path, GBytes *bytes, GError **error)
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
  return link_nodes (self, path, error);
}

static CyanSessionFile *
read_bytes (const char *path, GBytes *bytes, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autoptr (CyanSessionFile) file = cyan_session_file_alloc ();
  Reader reader = { .file = file,
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
    {
      cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: a session file has at most %d bytes"), path,
                 CYAN_SESSION_FILE_MAX);
      return NULL;
    }
  all = g_bytes_new (bytes, length);
  return read_bytes (path, all, error);
}
