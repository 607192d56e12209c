/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes session files: one member a line, so that two of them can be compared as text. */
#include "cyan-session-file-private.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"
#include "cyan-output.h"

typedef struct
{
  GString *text;
  const char *folder;  /* in which it lies */
  const GArray *named; /* nodes by index, ascending */
  guint depth;
  gboolean is_first; /* of its object or array */
} Writer;

/* ---- JSON ---- */

static void
begin (Writer *self, const char *key)
{
  g_string_append (self->text, self->is_first ? "\n" : ",\n");
  for (guint i = 0; i < self->depth; i++)
    g_string_append (self->text, "  ");
  if (key != NULL)
    g_string_append_printf (self->text, "\"%s\": ", key);
  self->is_first = FALSE;
}

static void
open_object (Writer *self, const char *key)
{
  begin (self, key);
  g_string_append_c (self->text, '{');
  self->depth++;
  self->is_first = TRUE;
}

static void
open_array (Writer *self, const char *key)
{
  begin (self, key);
  g_string_append_c (self->text, '[');
  self->depth++;
  self->is_first = TRUE;
}

static void
close_with (Writer *self, char bracket)
{
  gboolean is_empty = self->is_first;

  self->depth--;
  self->is_first = TRUE;
  if (!is_empty)
    begin (self, NULL);
  self->is_first = FALSE;
  g_string_append_c (self->text, bracket);
}

static void
append_string (GString *to, const char *text)
{
  g_string_append_c (to, '"');
  for (; *text != '\0'; text++)
    if (*text == '"' || *text == '\\')
      g_string_append_printf (to, "\\%c", *text);
    else if ((guchar) *text < ' ')
      g_string_append_printf (to, "\\u%04x", *text);
    else
      g_string_append_c (to, *text);
  g_string_append_c (to, '"');
}

/* Nothing for NULL. */
static void
write_text (Writer *self, const char *key, const char *text)
{
  if (text == NULL)
    return;
  begin (self, key);
  append_string (self->text, text);
}

static void
write_flag (Writer *self, const char *key, gboolean value)
{
  begin (self, key);
  g_string_append (self->text, value ? "true" : "false");
}

static void
write_count (Writer *self, const char *key, guint64 value)
{
  begin (self, key);
  g_string_append_printf (self->text, "%" G_GUINT64_FORMAT, value);
}

static void
write_number (Writer *self, const char *key, double value)
{
  g_autofree char *text = cyan_double_to_text (value);

  begin (self, key);
  g_string_append (self->text, text);
}

/* ---- inputs ---- */

/* "a.folded" or "../a.folded", if @path is below the folder of the session or beside it; else
 * itself.  A path that is no UTF-8 becomes a file URI.  Caller frees. */
static char *
path_text (const Writer *self, const char *path)
{
  g_autofree char *above = g_path_get_dirname (self->folder);
  const char *const folders[] = { self->folder, above }, *const dots[] = { ".", ".." };

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
  g_autofree char *path = path_text (self, input->path);

  write_text (self, "path", path);
  write_text (self, "revision", input->revision);
  if (input->sha256 == NULL)
    return;
  write_count (self, "size", input->size);
  write_text (self, "sha256", input->sha256);
}

static void
write_side (Writer *self, const CyanSessionFile *file, guint side)
{
  open_object (self, side == 0 ? "before" : "after");
  open_array (self, "runs");
  for (guint i = 0; i < file->inputs->len; i++)
    {
      const CyanSessionInput *input = g_ptr_array_index (file->inputs, i);

      if (input->kind != CYAN_SESSION_RUN || input->side != side)
        continue;
      open_object (self, NULL);
      write_input (self, input);
      close_with (self, '}');
    }
  close_with (self, ']');
  for (guint i = 0; i < file->inputs->len; i++)
    {
      const CyanSessionInput *input = g_ptr_array_index (file->inputs, i);

      if (input->kind != CYAN_SESSION_SOURCES || input->side != side)
        continue;
      open_object (self, "sources");
      write_input (self, input);
      close_with (self, '}');
    }
  close_with (self, '}');
}

static void
write_options (Writer *self, const CyanSessionFile *file)
{
  const CyanRequest *request = file->request;

  open_object (self, "options");
  write_text (self, "match", cyan_match_method_names[request->match]);
  write_flag (self, "raw-names", request->raw_names);
  write_text (self, "metric", request->metric);
  write_text (self, "unit", request->limits.unit);
  for (guint i = 0; i < file->inputs->len; i++)
    {
      const CyanSessionInput *input = g_ptr_array_index (file->inputs, i);

      if (input->kind != CYAN_SESSION_RENAMES)
        continue;
      open_object (self, "renames");
      write_input (self, input);
      close_with (self, '}');
    }
  if (request->maps != NULL)
    {
      open_array (self, "maps");
      for (guint i = 0; request->maps[i] != NULL; i++)
        write_text (self, NULL, request->maps[i]);
      close_with (self, ']');
    }
  close_with (self, '}');
}

/* ---- view ---- */

static void
write_view (Writer *self, const CyanSessionFile *file)
{
  open_object (self, "view");
  write_text (self, "name", file->view);
  write_text (self, "basis", file->basis == CYAN_BASIS_SHARE ? "share" : "absolute");
  write_text (self, "width", cyan_width_names[file->width]);
  write_text (self, "table", file->table);
  write_text (self, "hot-path", file->hot_path);
  write_count (self, "hot-rank", file->hot_rank);
  for (guint pane = 0; pane < G_N_ELEMENTS (file->panes); pane++)
    write_flag (self, cyan_session_panes[pane], file->panes[pane]);
  close_with (self, '}');
}

/* A place and a share say themselves that they are criteria. */
static void
write_filter (Writer *self, const CyanFilter *filter)
{
  if (filter->criteria == 0)
    return;
  open_object (self, "filter");
  open_array (self, "criteria");
  for (guint i = 0; i < CYAN_CRITERION_PLACE; i++)
    if (cyan_filter_has (filter, (CyanCriterion) i))
      write_text (self, NULL, cyan_criterion_names[i]);
  close_with (self, ']');
  write_text (self, filter->is_file ? "file" : "module", filter->place);
  if (cyan_filter_has (filter, CYAN_CRITERION_SHARE))
    write_number (self, "share", filter->share);
  close_with (self, '}');
}

static void
write_place (Writer *self, const CyanSessionPlace *place)
{
  if (!place->is_known)
    return;
  open_object (self, "canvas");
  write_flag (self, "fitted", place->is_fitted);
  write_flag (self, "keeps-scale", place->keeps_scale);
  write_number (self, "width", place->width);
  write_number (self, "height", place->height);
  write_number (self, "zoom", place->zoom);
  write_number (self, "x", place->x);
  write_number (self, "y", place->y);
  write_number (self, "px-per-height", place->px_per_height);
  write_number (self, "px-per-width", place->px_per_width);
  write_number (self, "level-gap", place->level_gap);
  write_number (self, "part-wide", place->part_wide);
  write_number (self, "part-high", place->part_high);
  close_with (self, '}');
}

/* ---- nodes ---- */

static int
compare_nodes (gconstpointer a, gconstpointer b)
{
  const CyanNode *one = a, *other = b;

  return *one < *other ? -1 : *one > *other;
}

static guint
index_of (const Writer *self, CyanNode node)
{
  guint index = 0;

  g_array_binary_search ((GArray *) self->named, &node, compare_nodes, &index);
  return index;
}

static void
write_node (Writer *self, const char *key, CyanNode node)
{
  if (node != CYAN_NODE_NONE)
    write_count (self, key, index_of (self, node));
}

static void
write_nodes (Writer *self, const char *key, const GArray *nodes)
{
  begin (self, key);
  g_string_append_c (self->text, '[');
  for (guint i = 0; i < nodes->len; i++)
    g_string_append_printf (self->text, i > 0 ? ", %u" : "%u",
                            index_of (self, g_array_index (nodes, CyanNode, i)));
  g_string_append_c (self->text, ']');
}

static void
write_shown (Writer *self, const char *key, const CyanShownNodes *shown)
{
  if (shown == NULL)
    return;
  open_object (self, key);
  write_node (self, "top", shown->top);
  write_nodes (self, "below", shown->below);
  write_nodes (self, "unfolded", shown->unfolded);
  write_nodes (self, "culprits", shown->culprits);
  write_number (self, "fold-threshold", shown->fold_threshold);
  close_with (self, '}');
}

static void
write_names (Writer *self, const CyanNodeNames *names)
{
  open_array (self, "names");
  for (CyanStr id = 0; id < cyan_strings_count (names->strings); id++)
    write_text (self, NULL, cyan_strings_get (names->strings, id));
  close_with (self, ']');
  open_array (self, "nodes");
  /* The root has no name. */
  for (guint i = 1; i < names->nodes->len; i++)
    {
      const CyanNodeName *name = &g_array_index (names->nodes, CyanNodeName, i);

      begin (self, NULL);
      g_string_append_printf (self->text, "[%u, %u, %u]", name->parent, name->name, name->ordinal);
    }
  close_with (self, ']');
}

static void
collect_shown (GArray *nodes, const CyanShownNodes *shown)
{
  const GArray *sets[3];

  if (shown == NULL)
    return;
  sets[0] = shown->below;
  sets[1] = shown->unfolded;
  sets[2] = shown->culprits;
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
  g_string_append_c (self->text, '{');
  self->depth = 1;
  self->is_first = TRUE;
  write_text (self, "format", CYAN_SESSION_FILE_FORMAT);
  write_count (self, "version", CYAN_SESSION_FILE_VERSION);
  write_side (self, file, 0);
  write_side (self, file, 1);
  write_options (self, file);
  write_view (self, file);
  write_filter (self, file->filter);
  write_place (self, &file->place);
  write_shown (self, "shown", file->shown);
  write_shown (self, "before-focus", file->before_focus);
  write_shown (self, "before-filter", file->before_filter);
  write_node (self, "selected", file->selected);
  write_node (self, "reads", file->reads);
  write_names (self, names);
  close_with (self, '}');
  g_string_append_c (self->text, '\n');
}

/* What is text in the file must be UTF-8: a revision or a path map of another encoding is not. */
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

      if (input->kind == CYAN_SESSION_SOURCES)
        continue;
      g_clear_pointer (&input->sha256, g_free);
      cyan_session_stamp (input->path, &input->size, &input->sha256, &part, &stopped);
      if (stopped != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&stopped));
          return FALSE;
        }
    }
  return TRUE;
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
  Writer writer = { .text = text, .folder = folder };

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
  output = cyan_output_open (path, error);
  return output != NULL && cyan_output_write (output, text->str, (gssize) text->len, error)
         && cyan_output_close (g_steal_pointer (&output), error);
}
