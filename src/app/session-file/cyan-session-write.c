/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes session files: one member a line, so that two of them can be compared as text. */
#include "cyan-assert.h"
#include "cyan-session-file-private.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-http.h"
#include "cyan-i18n.h"
#include "cyan-json-writer.h"
#include "cyan-output.h"

typedef struct
{
  CyanJsonWriter json;
  const char *folder; /* in which it lies */
  GArray *named;      /* nodes by index, ascending */
} Writer;

/* ---- inputs ---- */

/* "a.folded" or "../a.folded", if @path is below the folder of the session or beside it; else
 * itself.  A path that is no UTF-8 becomes a file URI.  Caller frees. */
static char *
path_text (const Writer *self, const char *path)
{
  g_autofree char *above = g_path_get_dirname (self->folder);
  const char *const folders[] = { self->folder, above }, *const dots[] = { ".", ".." };

  if (cyan_http_is_address (path))
    return g_strdup (path);
  if (!g_utf8_validate (path, -1, NULL))
    return g_filename_to_uri (path, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      gsize length = strlen (folders[i]);

      /* All is beside a folder of the root. */
      if (length <= 1 || strncmp (path, folders[i], length) != 0)
        continue;
      if (path[length] == '\0')
        return g_strdup (dots[i]);
      if (path[length] == '/' && (i > 0 || g_str_has_prefix (path + length + 1, "file:")))
        return g_build_filename (dots[i], path + length + 1, NULL);
      if (path[length] == '/')
        return g_strdup (path + length + 1);
    }
  return g_strdup (path);
}

static void
write_input (Writer *self, const CyanSessionInput *input)
{
  CyanJsonWriter *json = &self->json;
  g_autofree char *path = path_text (self, input->path);

  cyan_json_writer_text (json, "path", path);
  cyan_json_writer_text (json, "revision", input->revision);
  cyan_json_writer_text (json, "slice", input->slice);
  if (input->sha256 == NULL)
    return;
  cyan_json_writer_count (json, "size", input->size);
  cyan_json_writer_text (json, "sha256", input->sha256);
}

static void
write_side (Writer *self, const CyanSessionFile *file, guint side)
{
  CyanJsonWriter *json = &self->json;

  cyan_json_writer_open_object (json, side == 0 ? "before" : "after");
  cyan_json_writer_open_array (json, "runs");
  for (guint i = 0; i < file->inputs->len; i++)
    {
      const CyanSessionInput *input = g_ptr_array_index (file->inputs, i);

      if (input->kind != CYAN_SESSION_RUN || input->side != side)
        continue;
      cyan_json_writer_open_object (json, NULL);
      write_input (self, input);
      cyan_json_writer_close_object (json);
    }
  cyan_json_writer_close_array (json);
  for (guint i = 0; i < file->inputs->len; i++)
    {
      const CyanSessionInput *input = g_ptr_array_index (file->inputs, i);

      if (input->kind != CYAN_SESSION_SOURCES || input->side != side)
        continue;
      cyan_json_writer_open_object (json, "sources");
      write_input (self, input);
      cyan_json_writer_close_object (json);
    }
  cyan_json_writer_close_object (json);
}

static void
write_claims (CyanJsonWriter *json, const GPtrArray *claims)
{
  if (claims == NULL || claims->len == 0)
    return;
  cyan_json_writer_open_array (json, "claims");
  for (guint i = 0; i < claims->len; i++)
    {
      const CyanNameClaim *claim = g_ptr_array_index (claims, i);

      cyan_json_writer_open_object (json, NULL);
      cyan_json_writer_text (json, "before", claim->before);
      cyan_json_writer_text (json, "after", claim->after);
      cyan_json_writer_flag (json, "same", claim->same);
      cyan_json_writer_close_object (json);
    }
  cyan_json_writer_close_array (json);
}

static void
write_options (Writer *self, const CyanSessionFile *file)
{
  CyanJsonWriter *json = &self->json;
  const CyanRequest *request = file->request;

  cyan_json_writer_open_object (json, "options");
  cyan_json_writer_fields (json, cyan_session_options, CYAN_SESSION_N_OPTIONS, request);
  for (guint i = 0; i < file->inputs->len; i++)
    {
      const CyanSessionInput *input = g_ptr_array_index (file->inputs, i);

      if (input->kind != CYAN_SESSION_RENAMES)
        continue;
      cyan_json_writer_open_object (json, "renames");
      write_input (self, input);
      cyan_json_writer_close_object (json);
    }
  if (request->maps != NULL)
    {
      cyan_json_writer_open_array (json, "maps");
      for (guint i = 0; request->maps[i] != NULL; i++)
        cyan_json_writer_text (json, NULL, request->maps[i]);
      cyan_json_writer_close_array (json);
    }
  write_claims (json, request->claims);
  cyan_json_writer_close_object (json);
}

/* ---- view ---- */

static void
write_view (CyanJsonWriter *json, const CyanSessionFile *file)
{
  cyan_json_writer_open_object (json, "view");
  cyan_json_writer_fields (json, cyan_session_view, CYAN_SESSION_N_VIEW, file);
  cyan_json_writer_close_object (json);
}

/* A place and a share say themselves that they are criteria. */
static void
write_filter (CyanJsonWriter *json, const CyanFilter *filter)
{
  if (filter->criteria == 0)
    return;
  cyan_json_writer_open_object (json, "filter");
  cyan_json_writer_open_array (json, "criteria");
  for (guint i = 0; i < CYAN_CRITERION_PLACE; i++)
    if (cyan_filter_has (filter, (CyanCriterion) i))
      cyan_json_writer_text (json, NULL, cyan_criterion_names[i]);
  cyan_json_writer_close_array (json);
  cyan_json_writer_text (json, filter->is_file ? "file" : "module", filter->place);
  if (cyan_filter_has (filter, CYAN_CRITERION_SHARE))
    cyan_json_writer_number (json, "share", filter->share);
  cyan_json_writer_close_object (json);
}

static void
write_place (CyanJsonWriter *json, const CyanSessionPlace *place)
{
  if (!place->is_known)
    return;
  cyan_json_writer_open_object (json, "canvas");
  cyan_json_writer_fields (json, cyan_session_canvas, CYAN_SESSION_N_CANVAS, place);
  cyan_json_writer_close_object (json);
}

/* ---- nodes ---- */

static guint
index_of (const Writer *self, CyanNode node)
{
  guint index = 0;
  gboolean is_named =
      g_array_binary_search (self->named, &node, cyan_session_compare_nodes, &index);

  g_assert (is_named);
  return index;
}

static void
write_node (Writer *self, const char *key, CyanNode node)
{
  if (node != CYAN_NODE_NONE)
    cyan_json_writer_count (&self->json, key, index_of (self, node));
}

static void
write_nodes (Writer *self, const char *key, const GArray *nodes)
{
  g_autofree guint32 *indices = g_new (guint32, nodes->len);

  for (guint i = 0; i < nodes->len; i++)
    indices[i] = index_of (self, g_array_index (nodes, CyanNode, i));
  cyan_json_writer_counts (&self->json, key, indices, nodes->len);
}

static void
write_shown (Writer *self, const char *key, const CyanShownNodes *shown)
{
  CyanJsonWriter *json = &self->json;

  if (shown == NULL)
    return;
  cyan_json_writer_open_object (json, key);
  write_node (self, "top", shown->top);
  write_nodes (self, "below", shown->below);
  write_nodes (self, "unfolded", shown->unfolded);
  write_nodes (self, "culprits", shown->goals);
  cyan_json_writer_number (json, "fold-threshold", shown->fold_threshold);
  cyan_json_writer_close_object (json);
}

static void
write_names (CyanJsonWriter *json, const CyanNodeNames *names)
{
  cyan_json_writer_open_array (json, "names");
  for (CyanStr id = 0; id < cyan_strings_count (names->strings); id++)
    cyan_json_writer_text (json, NULL, cyan_strings_get (names->strings, id));
  cyan_json_writer_close_array (json);
  cyan_json_writer_open_array (json, "nodes");
  /* The root has no name. */
  for (guint i = 1; i < names->nodes->len; i++)
    {
      const CyanNodeName *name = &g_array_index (names->nodes, CyanNodeName, i);
      const guint32 numbers[] = { name->parent, name->name, name->ordinal };

      cyan_json_writer_counts (json, NULL, numbers, G_N_ELEMENTS (numbers));
    }
  cyan_json_writer_close_array (json);
}

static void
collect_shown (GArray *nodes, const CyanShownNodes *shown)
{
  const GArray *sets[3];

  if (shown == NULL)
    return;
  sets[0] = shown->below;
  sets[1] = shown->unfolded;
  sets[2] = shown->goals;
  g_array_append_val (nodes, shown->top);
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    if (sets[i]->len > 0)
      g_array_append_vals (nodes, sets[i]->data, sets[i]->len);
}

static void
collect (GArray *nodes, CyanNode node)
{
  if (node != CYAN_NODE_NONE)
    g_array_append_val (nodes, node);
}

/* ---- all ---- */

static void
write_all (Writer *self, const CyanSessionFile *file, const CyanNodeNames *names)
{
  CyanJsonWriter *json = &self->json;

  cyan_json_writer_open_object (json, NULL);
  cyan_json_writer_text (json, "format", CYAN_SESSION_FILE_FORMAT);
  cyan_json_writer_count (json, "version", CYAN_SESSION_FILE_VERSION);
  write_side (self, file, 0);
  write_side (self, file, 1);
  write_options (self, file);
  write_view (json, file);
  write_filter (json, file->filter);
  write_place (json, &file->place);
  write_shown (self, "shown", file->shown);
  write_shown (self, "before-focus", file->before_focus);
  write_shown (self, "before-filter", file->before_filter);
  write_node (self, "selected", file->selected);
  write_node (self, "reads", file->reads);
  write_names (json, names);
  cyan_json_writer_close_object (json);
  g_string_append_c (json->text, '\n');
}

/* Text in the file must be UTF-8; a revision or a path map may have another encoding. */
static gboolean
check_texts (const CyanSessionFile *file, const char *path, GError **error)
{
  for (guint i = 0; i < file->inputs->len; i++)
    {
      const CyanSessionInput *input = g_ptr_array_index (file->inputs, i);

      if (input->revision != NULL && !g_utf8_validate (input->revision, -1, NULL))
        return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("%s: the revision %s is not UTF-8"),
                          path, input->revision);
    }
  for (guint i = 0; file->request->maps != NULL && file->request->maps[i] != NULL; i++)
    if (!g_utf8_validate (file->request->maps[i], -1, NULL))
      return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("%s: the recorded path %s is not UTF-8"),
                        path, file->request->maps[i]);
  return TRUE;
}

static gboolean
stamp_inputs (CyanSessionFile *file, const CyanTick *tick, GError **error)
{
  for (guint i = 0; i < file->inputs->len; i++)
    {
      CyanSessionInput *input = g_ptr_array_index (file->inputs, i);
      CyanTick part = cyan_tick_slice (tick, (double) i / file->inputs->len,
                                       (double) (i + 1) / file->inputs->len);
      g_autoptr (GError) stopped = NULL;

      if (input->kind == CYAN_SESSION_SOURCES || cyan_session_input_is_address (input))
        continue;
      g_clear_pointer (&input->sha256, g_free);
      cyan_session_file_stamp (input->path, &input->size, &input->sha256, &part, &stopped);
      if (stopped != NULL)
        return cyan_error_pass (&stopped, error);
    }
  return TRUE;
}

/* Whether @text is read as what was written. */
static gboolean
reads_back (const CyanSessionFile *self, const char *path, const GString *text)
{
  g_autoptr (CyanSessionFile) read =
      cyan_session_file_read_memory (path, text->str, text->len, NULL);

  return read != NULL && read->inputs->len == self->inputs->len && read->basis == self->basis
         && read->width == self->width && read->sizes == self->sizes
         && read->hot_rank == self->hot_rank && cyan_filter_equal (read->filter, self->filter);
}

gboolean
cyan_session_file_write (CyanSessionFile *self,
                         const CyanComparison *comparison,
                         const char *path,
                         const CyanTick *tick,
                         GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (absolute);
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (CyanNodeNames) names = NULL;
  g_autoptr (GArray) named = NULL;
  g_autoptr (CyanOutput) output = NULL;
  Writer writer = { .json = { .text = text }, .folder = folder };

  if (!check_texts (self, path, error) || !stamp_inputs (self, tick, error))
    return FALSE;
  collect_shown (nodes, self->shown);
  collect_shown (nodes, self->before_focus);
  collect_shown (nodes, self->before_filter);
  collect (nodes, self->selected);
  collect (nodes, self->reads);
  names = cyan_node_names_of (comparison, nodes, &named);
  writer.named = named;
  write_all (&writer, self, names);
  if (text->len > CYAN_SESSION_FILE_MAX)
    return cyan_fail (error, CYAN_ERROR_LIMIT,
                      _ ("%s: too much is shown; a session file has at most %d bytes"), path,
                      CYAN_SESSION_FILE_MAX);
  cyan_assert_slow (reads_back (self, path, text));
  output = cyan_output_open (path, error);
  return output != NULL && cyan_output_write (output, text->str, (gssize) text->len, error)
         && cyan_output_close (g_steal_pointer (&output), error);
}
