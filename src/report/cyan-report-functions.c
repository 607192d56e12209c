/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The changed functions, one a line, row or object. */
#include "cyan-report-functions.h"

#include <jansson.h>

#include "cyan-report-private.h"
#include "cyan-text.h"

/* Names are aligned up to this. */
#define NAME_WIDTH 40
/* Files that were not read are named up to this. */
#define MAX_UNREAD 10

const char *const cyan_report_functions_columns[] = {
  "fate",      "source",           "name",        "file",        "line",
  "last_line", "before_name",      "before_file", "before_line", "before_last_line",
  "body_hash", "before_body_hash", NULL
};

/* Where a function is now, or was if it is gone. */
static guint
shown_side (const CyanFunctionChange *change)
{
  return change->path[1] != NULL ? 1 : 0;
}

static guint
count (const CyanFunctionChanges *changes, CyanFunctionFate fate)
{
  guint n = 0;

  for (guint i = 0; i < changes->changes->len; i++)
    n += ((CyanFunctionChange *) g_ptr_array_index (changes->changes, i))->fate == fate;
  return n;
}

static void
append_summary (GString *text, const CyanFunctionChanges *changes)
{
  guint n_listed = count (changes, CYAN_FUNCTION_UNMODIFIED);
  guint n_changed = 0;

  for (guint fate = 0; fate < CYAN_FUNCTION_UNMODIFIED; fate++)
    {
      guint n = count (changes, (CyanFunctionFate) fate);

      if (n > 0)
        g_string_append_printf (text, "%s%u %s", n_changed > 0 ? ", " : "", n,
                                cyan_function_fate_names[fate]);
      n_changed += n;
    }
  if (n_changed == 0)
    g_string_append (text, "no function changed");
  if (n_listed > 0)
    g_string_append_printf (text, ", %u unmodified\n", n_listed);
  else if (changes->n_unmodified > 0)
    g_string_append_printf (text, ", %u unmodified in the files that differ\n",
                            changes->n_unmodified);
  else
    g_string_append_c (text, '\n');
  if (changes->n_equal_files > 0)
    g_string_append_printf (text, "%u %s equal\n", changes->n_equal_files,
                            changes->n_equal_files == 1 ? "file is" : "files are");
}

static guint
find_name_width (const CyanFunctionChanges *changes)
{
  guint width = 0;

  for (guint i = 0; i < changes->changes->len; i++)
    {
      const CyanFunctionChange *change = g_ptr_array_index (changes->changes, i);
      g_autofree char *name = cyan_text_for_terminal (change->name[shown_side (change)]);

      width = MAX (width, (guint) g_utf8_strlen (name, -1));
    }
  return MIN (width, NAME_WIDTH);
}

/* "modified    parse   src/parse.c:12", and where it was if that was elsewhere. */
static void
append_line (GString *text, const CyanFunctionChange *change, guint width)
{
  guint side = shown_side (change);
  g_autofree char *name = cyan_text_for_terminal (change->name[side]);
  g_autofree char *path = cyan_text_for_terminal (change->path[side]);
  int pad = (int) width - (int) g_utf8_strlen (name, -1);

  g_string_append_printf (text, "%-10s  %s%*s  %s:%u", cyan_function_fate_names[change->fate], name,
                          MAX (pad, 0), "", path, change->first_line[side]);
  if (change->fate == CYAN_FUNCTION_RENAMED || change->fate == CYAN_FUNCTION_MOVED)
    {
      g_autofree char *old_name = cyan_text_for_terminal (change->name[0]);
      g_autofree char *old_path = cyan_text_for_terminal (change->path[0]);
      gboolean renamed = change->fate == CYAN_FUNCTION_RENAMED;

      g_string_append_printf (text, "  from %s%s%s:%u%s", renamed ? old_name : "",
                              renamed ? "  " : "", old_path, change->first_line[0],
                              change->change == CYAN_CHANGE_MODIFIED ? ", and modified" : "");
    }
  g_string_append_c (text, '\n');
}

gboolean
cyan_report_functions_text (const CyanFunctionChanges *changes,
                            const CyanReportFunctions *options,
                            CyanReportWriteFunc write,
                            gpointer data,
                            GError **error)
{
  g_auto (CyanReportSink) sink = { 0 };
  g_autofree char *before = cyan_text_for_terminal (options->before_name);
  g_autofree char *after = cyan_text_for_terminal (options->after_name);
  guint width = 0;

  cyan_report_sink_init (&sink, write, data);
  g_string_append_printf (sink.buffer, "%s to %s: ", before, after);
  append_summary (sink.buffer, changes);
  if (changes->changes->len > 0)
    {
      width = find_name_width (changes);
      g_string_append_c (sink.buffer, '\n');
    }
  for (guint i = 0; i < changes->changes->len; i++)
    {
      append_line (sink.buffer, g_ptr_array_index (changes->changes, i), width);
      if (!cyan_report_sink_flush (&sink, FALSE, error))
        return FALSE;
    }
  for (guint i = 0; i < MIN (changes->unread->len, MAX_UNREAD); i++)
    {
      g_autofree char *line = cyan_text_for_terminal (g_ptr_array_index (changes->unread, i));

      g_string_append_printf (sink.buffer, "%snot read: %s\n", i == 0 ? "\n" : "", line);
    }
  if (changes->unread->len > MAX_UNREAD)
    g_string_append_printf (sink.buffer, "not read: %u more files\n",
                            changes->unread->len - MAX_UNREAD);
  return cyan_report_sink_flush (&sink, TRUE, error);
}

static void
append_place (GString *line, const CyanFunctionChange *change, guint side, gboolean escape)
{
  gboolean exists = change->path[side] != NULL;

  cyan_report_csv_text (line, exists ? change->name[side] : "", escape);
  cyan_report_csv_text (line, exists ? change->path[side] : "", escape);
  if (exists)
    g_string_append_printf (line, ",%u,%u", change->first_line[side], change->last_line[side]);
  else
    g_string_append (line, ",,");
}

static const char *
source_word (const CyanFunctionChange *change)
{
  return change->path[0] != NULL && change->path[1] != NULL ? cyan_change_names[change->change]
                                                            : "";
}

gboolean
cyan_report_functions_csv (const CyanFunctionChanges *changes,
                           const CyanReportFunctions *options,
                           CyanReportWriteFunc write,
                           gpointer data,
                           GError **error)
{
  g_auto (CyanReportSink) sink = { 0 };
  g_autofree char *before = cyan_text_for_terminal (options->before_name);
  g_autofree char *after = cyan_text_for_terminal (options->after_name);

  cyan_report_sink_init (&sink, write, data);
  g_string_append_printf (sink.buffer, "# functions; before %s; after %s\r\n", before, after);
  for (guint i = 0; cyan_report_functions_columns[i] != NULL; i++)
    g_string_append_printf (sink.buffer, "%s%s", i > 0 ? "," : "",
                            cyan_report_functions_columns[i]);
  g_string_append (sink.buffer, "\r\n");
  for (guint i = 0; i < changes->changes->len; i++)
    {
      const CyanFunctionChange *change = g_ptr_array_index (changes->changes, i);

      g_string_append_printf (sink.buffer, "%s,%s", cyan_function_fate_names[change->fate],
                              source_word (change));
      append_place (sink.buffer, change, 1, options->escape_cells);
      append_place (sink.buffer, change, 0, options->escape_cells);
      for (guint side = 2; side-- > 0;)
        {
          g_string_append_c (sink.buffer, ',');
          if (change->hash[side] != 0)
            g_string_append_printf (sink.buffer, "%016" G_GINT64_MODIFIER "x", change->hash[side]);
        }
      g_string_append (sink.buffer, "\r\n");
      if (!cyan_report_sink_flush (&sink, FALSE, error))
        return FALSE;
    }
  return cyan_report_sink_flush (&sink, TRUE, error);
}

static void
set_place (json_t *json, const CyanFunctionChange *change, guint side)
{
  const char *const *columns = cyan_report_functions_columns + (side == 1 ? 2 : 6);
  const char *hash_column = cyan_report_functions_columns[side == 1 ? 10 : 11];
  gboolean exists = change->path[side] != NULL;
  char hash[17];

  g_snprintf (hash, sizeof hash, "%016" G_GINT64_MODIFIER "x", change->hash[side]);
  json_object_set_new (json, columns[0], exists ? json_string (change->name[side]) : json_null ());
  json_object_set_new (json, columns[1], exists ? json_string (change->path[side]) : json_null ());
  json_object_set_new (json, columns[2],
                       exists ? json_integer (change->first_line[side]) : json_null ());
  json_object_set_new (json, columns[3],
                       exists ? json_integer (change->last_line[side]) : json_null ());
  json_object_set_new (json, hash_column, exists ? json_string (hash) : json_null ());
}

static json_t *
change_to_json (const CyanFunctionChange *change)
{
  const char *source = source_word (change);
  json_t *json = json_object ();

  json_object_set_new (json, cyan_report_functions_columns[0],
                       json_string (cyan_function_fate_names[change->fate]));
  json_object_set_new (json, cyan_report_functions_columns[1],
                       source[0] != '\0' ? json_string (source) : json_null ());
  set_place (json, change, 1);
  set_place (json, change, 0);
  return json;
}

gboolean
cyan_report_functions_json (const CyanFunctionChanges *changes,
                            const CyanReportFunctions *options,
                            CyanReportWriteFunc write,
                            gpointer data,
                            GError **error)
{
  g_auto (CyanReportSink) sink = { 0 };
  json_t *json = json_object (), *rows = json_array (), *unread = json_array ();
  char *text;

  for (guint i = 0; i < changes->changes->len; i++)
    json_array_append_new (rows, change_to_json (g_ptr_array_index (changes->changes, i)));
  for (guint i = 0; i < changes->unread->len; i++)
    json_array_append_new (unread, json_string (g_ptr_array_index (changes->unread, i)));
  json_object_set_new (json, "before", json_string (options->before_name));
  json_object_set_new (json, "after", json_string (options->after_name));
  json_object_set_new (json, "functions", rows);
  json_object_set_new (json, "unmodified", json_integer (changes->n_unmodified));
  json_object_set_new (json, "equal_files", json_integer (changes->n_equal_files));
  json_object_set_new (json, "unread", unread);

  text = json_dumps (json, JSON_INDENT (2));
  cyan_report_sink_init (&sink, write, data);
  g_string_append (sink.buffer, text);
  g_string_append_c (sink.buffer, '\n');
  free (text);
  json_decref (json);
  return cyan_report_sink_flush (&sink, TRUE, error);
}
