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
#include "cyan-http.h"
#include "cyan-i18n.h"
#include "cyan-units.h"

/* Maximum of a count: less than CYAN_NODE_NONE. */
#define MOST (G_MAXUINT32 - 1)

/* The state of reading a file; the data of each CyanJsonRead here. */
typedef struct
{
  CyanSessionFile *file;
  CyanRequest *request; /* of the file */
  char *folder;         /* owned; in which the file lies */
  gint64 version;
  guint side;
  CyanSessionInput *input; /* the last one, in the file */
  GArray *names;           /* of CyanStr, by their index in the document */
  GPtrArray *maps;         /* of char * */
} Reader;

/* A CyanJsonRead of one value, which @call reads. */
#define READ(name, call)                                                                           \
  static gboolean name (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)    \
  {                                                                                                \
    Reader *self = data;                                                                           \
                                                                                                   \
    return call;                                                                                   \
  }

/* ---- inputs ---- */

/* A URL of elsewhere only of a run, and only of HTTP. */
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
  if (self->input->kind == CYAN_SESSION_RUN && cyan_http_is_address (text))
    {
      self->input->path = g_steal_pointer (&text);
      return TRUE;
    }
  self->input->path = g_canonicalize_filename (local != NULL ? local : text, self->folder);
  return TRUE;
}

static gboolean
read_input (CyanJsonWalk *walk,
            CyanJsonToken token,
            CyanSessionInputKind kind,
            Reader *self,
            GError **error)
{
  static const CyanJsonMember members[] = {
    { .key = "path", .read = read_path, .required = TRUE },
    { .key = "size",
      .field = CYAN_JSON_FIELD_INTEGER,
      .offset = G_STRUCT_OFFSET (CyanSessionInput, size),
      .max = G_MAXINT64,
      CYAN_JSON_VIA (Reader, input) },
    { .key = "sha256", CYAN_JSON_TEXT (CyanSessionInput, sha256), CYAN_JSON_VIA (Reader, input) },
    { .key = "slice", CYAN_JSON_TEXT (CyanSessionInput, slice), CYAN_JSON_VIA (Reader, input) },
  };
  static const CyanJsonMember of_sources[] = {
    { .key = "path", .read = read_path, .required = TRUE },
    { .key = "revision",
      CYAN_JSON_TEXT (CyanSessionInput, revision),
      CYAN_JSON_VIA (Reader, input) },
  };

  self->input = cyan_session_file_add_input (self->file, kind,
                                             kind == CYAN_SESSION_RENAMES ? 0 : self->side, NULL);
  if (kind == CYAN_SESSION_SOURCES)
    return cyan_json_walk_object (walk, token, of_sources, G_N_ELEMENTS (of_sources), self, error);
  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), self, error);
}

READ (read_run, read_input (walk, token, CYAN_SESSION_RUN, self, error))
READ (read_sources, read_input (walk, token, CYAN_SESSION_SOURCES, self, error))
READ (read_renames, read_input (walk, token, CYAN_SESSION_RENAMES, self, error))

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

READ (read_before, read_side (walk, token, 0, self, error))
READ (read_after, read_side (walk, token, 1, self, error))

/* ---- options ---- */

static gboolean
read_unit (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  guint unit;

  if (!cyan_json_walk_word (walk, token, cyan_unit_names, &unit, error))
    return FALSE;
  self->request->limits.unit = cyan_unit_names[unit];
  return TRUE;
}

static gboolean
read_metric (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  g_autofree char *metric = NULL;

  if (!cyan_json_walk_text (walk, token, &metric, error))
    return FALSE;
  ((Reader *) data)->request->how.metric = g_intern_string (metric);
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

static gboolean
read_claim (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { .key = "before", CYAN_JSON_TEXT (CyanNameClaim, before) },
    { .key = "after", CYAN_JSON_TEXT (CyanNameClaim, after) },
    { .key = "same", CYAN_JSON_FLAG (CyanNameClaim, same), .required = TRUE },
  };
  CyanRequest *request = ((Reader *) data)->request;
  g_autoptr (CyanNameClaim) claim = g_new0 (CyanNameClaim, 1);

  if (request->claims == NULL)
    request->claims = cyan_name_claims_new ();
  if (request->claims->len == CYAN_SESSION_FILE_MAX_CLAIMS)
    return cyan_json_walk_fail (walk, error, _ ("more than %u claims"),
                                CYAN_SESSION_FILE_MAX_CLAIMS);
  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), claim, error))
    return FALSE;
  if (claim->same ? claim->before == NULL || claim->after == NULL
                  : claim->before == NULL && claim->after == NULL)
    return cyan_json_walk_fail (walk, error, _ ("a function is missing"));
  cyan_name_claims_add (request->claims, claim->before, claim->after, claim->same);
  return TRUE;
}

#define OF_REQUEST CYAN_JSON_VIA (Reader, request)

const CyanJsonMember cyan_session_options[CYAN_SESSION_N_OPTIONS] = {
  { .key = "match", CYAN_JSON_WORD (CyanRequest, how.method, cyan_match_method_names), OF_REQUEST },
  { .key = "raw-names", CYAN_JSON_FLAG (CyanRequest, raw_names), OF_REQUEST },
  { .key = "metric",
    .read = read_metric,
    .field = CYAN_JSON_FIELD_TEXT,
    .offset = G_STRUCT_OFFSET (CyanRequest, how.metric) },
  { .key = "unit",
    .read = read_unit,
    .field = CYAN_JSON_FIELD_TEXT,
    .offset = G_STRUCT_OFFSET (CyanRequest, limits.unit) },
  { .key = "fold-recursion", CYAN_JSON_FLAG (CyanRequest, limits.fold_recursion), OF_REQUEST },
  { .key = "slowest", CYAN_JSON_TEXT (CyanRequest, slowest), OF_REQUEST },
  { .key = "hot",
    CYAN_JSON_REAL_IN (CyanRequest, limits.hot.phi, CYAN_HOT_TREE_LEAST_EPSILON, 1),
    OF_REQUEST },
  { .key = "renames", .read = read_renames },
  { .key = "maps", .read = read_map, .each = TRUE },
  { .key = "claims", .read = read_claim, .each = TRUE },
};

/* ---- what is in view ---- */

const CyanJsonMember cyan_session_view[CYAN_SESSION_N_VIEW] = {
  { .key = "name", CYAN_JSON_TEXT (CyanSessionFile, view) },
  { .key = "basis", CYAN_JSON_WORD (CyanSessionFile, basis, cyan_basis_names) },
  { .key = "width", CYAN_JSON_WORD (CyanSessionFile, width, cyan_width_names) },
  { .key = "sizes", CYAN_JSON_WORD (CyanSessionFile, sizes, cyan_sizes_names) },
  { .key = "table", CYAN_JSON_TEXT (CyanSessionFile, table) },
  { .key = "hot-path", CYAN_JSON_TEXT (CyanSessionFile, hot_path) },
  { .key = "hot-rank", CYAN_JSON_COUNT (CyanSessionFile, hot_rank), .max = MOST },
  { .key = "details", CYAN_JSON_FLAG (CyanSessionFile, panes[0]) },
  { .key = "sources", CYAN_JSON_FLAG (CyanSessionFile, panes[1]) },
  { .key = "legend", CYAN_JSON_FLAG (CyanSessionFile, panes[2]) },
  { .key = "edits", CYAN_JSON_FLAG (CyanSessionFile, panes[3]) },
};

static gboolean
read_criterion (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  guint criterion;

  if (!cyan_json_walk_word (walk, token, cyan_criterion_names, &criterion, error))
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

READ (read_module, read_filter_place (walk, token, FALSE, self, error))
READ (read_file, read_filter_place (walk, token, TRUE, self, error))

static gboolean
read_share (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  double share;

  if (!cyan_json_walk_number (walk, token, &share, error))
    return FALSE;
  if (!(share >= 0 && share <= 1))
    return cyan_json_walk_fail (walk, error, _ ("out of range"));
  cyan_filter_set_share (self->file->filter, share);
  return TRUE;
}

static gboolean
read_filter (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { .key = "criteria", .read = read_criterion, .each = TRUE },
    { .key = "module", .read = read_module },
    { .key = "file", .read = read_file },
    { .key = "share", .read = read_share },
  };

  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error);
}

/* Pixels of a picture are doubles that scrolling and zooming can still tell apart. */
#define FAR 1e9

#define PLACE(name, field, from, to)                                                               \
  {                                                                                                \
    .key = (name), CYAN_JSON_REAL_IN (CyanSessionPlace, field, from, to), .required = TRUE         \
  }

const CyanJsonMember cyan_session_canvas[CYAN_SESSION_N_CANVAS] = {
  { .key = "fitted", CYAN_JSON_FLAG (CyanSessionPlace, is_fitted), .required = TRUE },
  { .key = "keeps-scale", CYAN_JSON_FLAG (CyanSessionPlace, keeps_scale), .required = TRUE },
  PLACE ("width", width, 1, 1e5),
  PLACE ("height", height, 1, 1e5),
  PLACE ("zoom", zoom, 1e-6, 1e3),
  PLACE ("x", x, -FAR, FAR),
  PLACE ("y", y, -FAR, FAR),
  PLACE ("px-per-height", px_per_height, 1e-3, FAR),
  PLACE ("px-per-width", px_per_width, 1e-3, FAR),
  PLACE ("level-gap", level_gap, 0, 1e3),
  PLACE ("part-wide", part_wide, 1e-3, 1),
  PLACE ("part-high", part_high, 1e-3, 1),
};

static gboolean
read_canvas (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSessionPlace *place = &((Reader *) data)->file->place;

  place->is_known = TRUE;
  return cyan_json_walk_object (walk, token, cyan_session_canvas, CYAN_SESSION_N_CANVAS, place,
                                error);
}

/* ---- nodes ---- */

static gboolean
read_set (CyanJsonWalk *walk, CyanJsonToken token, CyanShownNodes **shown, GError **error)
{
#define NODES(field) CYAN_JSON_COUNTS (CyanShownNodes, field), .max = MOST
  static const CyanJsonMember members[] = {
    { .key = "top", CYAN_JSON_COUNT (CyanShownNodes, top), .max = MOST, .required = TRUE },
    { .key = "below", NODES (below), .required = TRUE },
    { .key = "unfolded", NODES (unfolded) },
    { .key = "culprits", NODES (goals) },
    { .key = "fold-threshold", CYAN_JSON_REAL_IN (CyanShownNodes, fold_threshold, 0, 1) },
  };

  *shown = cyan_shown_nodes_new ();
  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), *shown, error);
}

READ (read_shown, read_set (walk, token, &self->file->shown, error))
READ (read_before_focus, read_set (walk, token, &self->file->before_focus, error))
READ (read_before_filter, read_set (walk, token, &self->file->before_filter, error))

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

/* The numbers of a node. */
typedef struct
{
  guint32 at[3];
  guint n;
} Numbers;

static gboolean
read_part (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Numbers *numbers = data;
  gint64 number;

  if (!cyan_json_walk_integer (walk, token, 0, MOST, &number, error))
    return FALSE;
  if (numbers->n < G_N_ELEMENTS (numbers->at))
    numbers->at[numbers->n] = (guint32) number;
  numbers->n++;
  return TRUE;
}

/* [parent, name, ordinal]; its name is the index of a name until all of them are read. */
static gboolean
read_node (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  GArray *nodes = ((Reader *) data)->file->names->nodes;
  Numbers numbers = { .n = 0 };
  CyanNodeName node;

  if (!cyan_json_walk_array (walk, token, read_part, &numbers, error))
    return FALSE;
  if (numbers.n != G_N_ELEMENTS (numbers.at))
    return cyan_json_walk_fail (walk, error, _ ("not three numbers"));
  node = (CyanNodeName){ .parent = numbers.at[0], .name = numbers.at[1], .ordinal = numbers.at[2] };
  if (node.parent >= nodes->len)
    return cyan_json_walk_fail (walk, error, _ ("its parent does not come before it"));
  g_array_append_val (nodes, node);
  return TRUE;
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
             && has_all (self, shown->unfolded) && has_all (self, shown->goals));
}

static gboolean
no_node (const char *path, const char *member, GError **error)
{
  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s: there is no such node"), path, member);
}

/* Replaces indices of names by the names, and checks that all nodes that are referred to are there.
 * @path is for messages. */
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

/* ---- the document ---- */

static const char *const formats[] = { CYAN_SESSION_FILE_FORMAT, NULL };

static gboolean
read_format (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  guint format;

  return cyan_json_walk_word (walk, token, formats, &format, error);
}

static const CyanJsonMember head[] = {
  { .key = "format", .read = read_format, .required = TRUE },
  { .key = "version", CYAN_JSON_INTEGER (Reader, version, 1, G_MAXINT32), .required = TRUE },
};

static const CyanJsonMember document[] = {
  { .key = "before", .read = read_before, .required = TRUE },
  { .key = "after", .read = read_after, .required = TRUE },
  { .key = "options", CYAN_JSON_MEMBERS (cyan_session_options) },
  { .key = "view", CYAN_JSON_MEMBERS (cyan_session_view), CYAN_JSON_VIA (Reader, file) },
  { .key = "filter", .read = read_filter },
  { .key = "canvas", .read = read_canvas },
  { .key = "names", .read = read_name, .each = TRUE },
  { .key = "nodes", .read = read_node, .each = TRUE },
  { .key = "shown", .read = read_shown },
  { .key = "before-focus", .read = read_before_focus },
  { .key = "before-filter", .read = read_before_filter },
  { .key = "selected",
    CYAN_JSON_COUNT (CyanSessionFile, selected),
    .max = MOST,
    CYAN_JSON_VIA (Reader, file) },
  { .key = "reads",
    CYAN_JSON_COUNT (CyanSessionFile, reads),
    .max = MOST,
    CYAN_JSON_VIA (Reader, file) },
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
                    .request = file->request,
                    .folder = g_path_get_dirname (absolute),
                    .names = g_array_new (FALSE, FALSE, sizeof (CyanStr)),
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
