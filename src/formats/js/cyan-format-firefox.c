/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Processed profiles of profiler.firefox.com, which it saves and samply writes.
 *
 * The members come in any order.  So the columns are kept (4 bytes per value, 8 per weight), and
 * cyan-firefox.c makes the tree at the end.  Markers and counters are skipped.  The raw profiles
 * that Firefox itself hands out have rows instead, which cyan-gecko.c turns into columns.
 */
#include "cyan-format-entry.h"

#include "cyan-firefox.h"
#include "cyan-i18n.h"
#include "cyan-json-sniff.h"

#include <string.h>

static CyanFirefoxThread *
last_thread (CyanFirefox *self)
{
  return g_ptr_array_index (self->threads, self->threads->len - 1);
}

/* The tables that contain the innermost table on the current path. */
static CyanFirefoxTables *
current_tables (CyanFirefox *self)
{
  return strcmp (self->walk->steps[0].key, "shared") == 0 ? &self->shared
                                                          : &last_thread (self)->tables;
}

static gboolean
read_index (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  GArray *column = data;
  gint32 value;

  if (!cyan_json_walk_index_or_none (walk, token, &value, error))
    return FALSE;
  cyan_json_walk_append (walk, column, value);
  return TRUE;
}

/* The column of the table that the path names at @step, and of the key in its last step. */
static CyanFirefoxColumn
find_column (const CyanJsonWalk *walk, guint step)
{
  const char *table = walk->steps[step].key;
  const char *key = walk->steps[walk->depth - 1].key;
  guint column;

  for (column = 0; column < CYAN_FIREFOX_N_COLUMNS; column++)
    if (strcmp (cyan_firefox_columns[column].key, key) == 0
        && strcmp (cyan_firefox_columns[column].table, table) == 0)
      break;
  g_assert (column < CYAN_FIREFOX_N_COLUMNS);
  return (CyanFirefoxColumn) column;
}

/* Makes *@array, which a file may give in only one of its layouts. */
static gboolean
new_array (CyanJsonWalk *walk, GArray **array, guint size, GError **error)
{
  if (*array != NULL)
    return cyan_json_walk_fail (walk, error, _ ("the same key twice"));
  *array = cyan_scratch_array (&walk->kept, size);
  return TRUE;
}

/* Reads the column that the last two steps of the path name. */
static gboolean
read_column (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  GArray **column = &current_tables (data)->columns[find_column (walk, walk->depth - 2)];

  if (token == CYAN_JSON_NULL)
    return TRUE;
  return new_array (walk, column, sizeof (gint32), error)
         && cyan_json_walk_array (walk, token, read_index, *column, error);
}

/* Reads a field of a schema, which only raw profiles have, as the column that the path names. */
static gboolean
read_position (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefoxTables *tables = current_tables (data);

  return cyan_gecko_read_position (walk, token, &tables->rows,
                                   &tables->columns[find_column (walk, walk->depth - 3)], error);
}

static gboolean
read_data (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_gecko_read_data (walk, token, &current_tables (data)->rows, error);
}

/* Checks that a table had a column in one of its layouts. */
static gboolean
require_column (CyanJsonWalk *walk, const GArray *column, const char *key, GError **error)
{
  return column != NULL || cyan_json_walk_fail (walk, error, _ ("there is no \"%s\" in it"), key);
}

/* Reads a table, whose columns are those of cyan_firefox_columns; in a raw profile, a schema and
 * rows. */
static gboolean
read_table (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  const char *table = walk->steps[walk->depth - 1].key;
  CyanJsonMember columns[CYAN_FIREFOX_N_COLUMNS + 2], schema[CYAN_FIREFOX_N_COLUMNS];
  guint n_columns = 0, n_schema = 0;

  for (guint i = 0; i < CYAN_FIREFOX_N_COLUMNS; i++)
    {
      const CyanFirefoxColumnInfo *info = &cyan_firefox_columns[i];

      if (strcmp (info->table, table) != 0)
        continue;
      if (info->layouts & CYAN_FIREFOX_IN_SCHEMA)
        schema[n_schema++] =
            (CyanJsonMember){ info->key, read_position,
                              .required = (info->layouts & CYAN_FIREFOX_NEEDS_POSITION) != 0 };
      if (info->layouts & CYAN_FIREFOX_IN_TABLE)
        columns[n_columns++] =
            (CyanJsonMember){ info->key, read_column,
                              .required = (info->layouts & CYAN_FIREFOX_NEEDS_COLUMN) != 0 };
    }
  if (n_schema > 0)
    {
      columns[n_columns++] = (CyanJsonMember){ "schema", .members = schema, .n_members = n_schema };
      columns[n_columns++] = (CyanJsonMember){ "data", read_data };
      current_tables (data)->rows = (CyanGeckoRows){ .n = 0 };
    }
  return cyan_json_walk_object (walk, token, columns, n_columns, data, error);
}

static gboolean
read_stack_table (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_table (walk, token, data, error)
         && require_column (walk, current_tables (data)->columns[CYAN_FIREFOX_STACK_FRAME], "frame",
                            error);
}

/* Each frame of a raw profile is a function, whose name is its location. */
static gboolean
read_frame_table (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefoxTables *tables = current_tables (data);
  GArray **funcs = &tables->columns[CYAN_FIREFOX_FRAME_FUNC];
  GArray *locations;

  if (!read_table (walk, token, data, error))
    return FALSE;
  locations = tables->columns[CYAN_FIREFOX_FRAME_LOCATION];
  if (locations == NULL)
    return require_column (walk, *funcs, "func", error);
  if (!new_array (walk, funcs, sizeof (gint32), error))
    return FALSE;
  for (guint i = 0; i < locations->len; i++)
    cyan_json_walk_append (walk, *funcs, i);
  if (tables->columns[CYAN_FIREFOX_FUNC_NAME] != NULL)
    return cyan_json_walk_fail (walk, error, _ ("the same key twice"));
  tables->columns[CYAN_FIREFOX_FUNC_NAME] = locations;
  return TRUE;
}

static gboolean
read_string (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefox *self = data;
  CyanStr string;

  if (!cyan_json_walk_string (walk, token, self->strings, &string, error))
    return FALSE;
  cyan_json_walk_append (walk, current_tables (self)->strings, string);
  return TRUE;
}

static gboolean
read_strings (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return new_array (walk, &current_tables (data)->strings, sizeof (CyanStr), error)
         && cyan_json_walk_array (walk, token, read_string, data, error);
}

static const CyanJsonMember shared[] = {
  { "stackTable", read_stack_table, FALSE }, { "frameTable", read_frame_table, FALSE },
  { "funcTable", read_table, FALSE },        { "resourceTable", read_table, FALSE },
  { "sources", read_table, FALSE },          { "sourceLocationTable", read_table, FALSE },
  { "stringArray", read_strings, FALSE },
};

static gboolean
read_value (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  GArray *column = data;
  double value = 0;

  if (token != CYAN_JSON_NULL && !cyan_json_walk_number (walk, token, &value, error))
    return FALSE;
  cyan_json_walk_append (walk, column, value);
  return TRUE;
}

static gboolean
read_values (CyanJsonWalk *walk, CyanJsonToken token, GArray **column, GError **error)
{
  *column = cyan_scratch_array (&walk->kept, sizeof (double));
  return cyan_json_walk_array (walk, token, read_value, *column, error);
}

static gboolean
read_stack (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefoxSamples *samples = data;

  return new_array (walk, &samples->stack, sizeof (gint32), error)
         && cyan_json_walk_array (walk, token, read_index, samples->stack, error);
}

static gboolean
read_stack_position (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefoxSamples *samples = data;

  return cyan_gecko_read_position (walk, token, &samples->rows, &samples->stack, error);
}

static gboolean
read_sample_rows (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_gecko_read_data (walk, token, &((CyanFirefoxSamples *) data)->rows, error);
}

static gboolean
read_weight (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefoxSamples *samples = data;

  return read_values (walk, token, &samples->weight, error);
}

static gboolean
read_cpu (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefoxSamples *samples = data;

  return read_values (walk, token, &samples->cpu, error);
}

/* Times are wanted only for pieces. */
static gboolean
read_times (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefoxSamples *samples = data;
  gboolean is_time = strcmp (walk->steps[walk->depth - 1].key, "time") == 0;

  return samples->wants_times
             ? read_values (walk, token, is_time ? &samples->times : &samples->deltas, error)
             : cyan_json_skip (walk->json, token, error);
}

static gboolean
read_sample_columns (CyanJsonWalk *walk,
                     CyanJsonToken token,
                     CyanFirefoxSamples *samples,
                     GError **error)
{
  /* As in CyanFirefoxWeight. */
  static const char *const weights[] = { "samples", "tracing-ms", "bytes", NULL };
  static const CyanJsonMember schema[] = { { "stack", read_stack_position, TRUE } };
  static const CyanJsonMember members[] = {
    { "schema", CYAN_JSON_MEMBERS (schema) },
    { "data", read_sample_rows, FALSE },
    { "stack", read_stack, FALSE },
    { "weight", read_weight, .or_null = TRUE },
    { "weightType", .or_null = TRUE, CYAN_JSON_WORD (CyanFirefoxSamples, weight_type, weights),
      .problem = N_ ("not a type of weight that we know") },
    { "threadCPUDelta", read_cpu, .or_null = TRUE },
    { "time", read_times, .or_null = TRUE },
    { "timeDeltas", read_times, .or_null = TRUE },
  };

  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), samples, error)
         && require_column (walk, samples->stack, "stack", error);
}

static gboolean
read_samples (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_sample_columns (walk, token, &last_thread (data)->samples, error);
}

static gboolean
read_js_allocations (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_sample_columns (walk, token, &last_thread (data)->allocations[0], error);
}

static gboolean
read_native_allocations (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_sample_columns (walk, token, &last_thread (data)->allocations[1], error);
}

static gboolean
read_thread_name (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_walk_text (walk, token, &last_thread (data)->name, error);
}

/* Reads a text or a number. */
static gboolean
read_label (CyanJsonWalk *walk, CyanJsonToken token, CyanStr *label, GError **error)
{
  if (token == CYAN_JSON_STRING || token == CYAN_JSON_NUMBER)
    {
      *label = cyan_strings_add (walk->strings, walk->json->text, (gssize) walk->json->length);
      return TRUE;
    }
  return cyan_json_skip (walk->json, token, error);
}

static gboolean
read_process_name (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_label (walk, token, &last_thread (data)->process, error);
}

static gboolean
read_pid (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_label (walk, token, &last_thread (data)->pid, error);
}

static gboolean
read_tid (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_label (walk, token, &last_thread (data)->tid, error);
}

static gboolean
read_thread (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "samples", read_samples, TRUE },
    { "jsAllocations", read_js_allocations, .or_null = TRUE },
    { "nativeAllocations", read_native_allocations, .or_null = TRUE },
    { "stackTable", read_stack_table, FALSE },
    { "frameTable", read_frame_table, FALSE },
    { "funcTable", read_table, FALSE },
    { "resourceTable", read_table, FALSE },
    { "stringArray", read_strings, FALSE },
    { "stringTable", read_strings, FALSE },
    { "name", read_thread_name, .or_null = TRUE },
    { "processName", read_process_name, .or_null = TRUE },
    { "pid", read_pid, .or_null = TRUE },
    { "tid", read_tid, .or_null = TRUE },
  };
  CyanFirefox *self = data;
  CyanFirefoxThread *thread = cyan_scratch_own (&walk->kept, g_new0 (CyanFirefoxThread, 1), g_free);

  thread->samples.wants_times = thread->allocations[0].wants_times =
      thread->allocations[1].wants_times = cyan_profile_builder_pieces (self->builder) != NULL;
  thread->tables.where = g_strdup_printf ("threads[%u]", self->threads->len);
  cyan_scratch_free (&walk->kept, &thread->tables.where);
  cyan_scratch_free (&walk->kept, &thread->name);
  g_ptr_array_add (self->threads, thread);
  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error);
}

static gboolean read_text (CyanJsonWalk *walk, gpointer data, GError **error);

/* Up to version 3, the profile of another process is a text of JSON among the threads. */
static gboolean
read_thread_or_text (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return token == CYAN_JSON_STRING ? read_text (walk, data, error)
                                   : read_thread (walk, token, data, error);
}

static gboolean
read_threads (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  ((CyanFirefox *) data)->has_threads = TRUE;
  return cyan_json_walk_array (walk, token, read_thread_or_text, data, error);
}

static gboolean
read_lib (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = { { "name", CYAN_JSON_STR (CyanFirefox, lib) } };
  CyanFirefox *self = data;

  self->lib = CYAN_STR_EMPTY;
  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  cyan_json_walk_append (walk, self->shared.libs, self->lib);
  return TRUE;
}

static gboolean
read_libs (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefox *self = data;

  /* Older versions of Firefox write them as a string. */
  if (token != CYAN_JSON_ARRAY)
    return cyan_json_skip (walk->json, token, error);
  self->shared.libs = cyan_scratch_array (&walk->kept, sizeof (CyanStr));
  return cyan_json_walk_array (walk, token, read_lib, data, error);
}

/* A raw profile has the threads of its other processes apart. */
static gboolean
read_process (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = { { "threads", read_threads, FALSE } };

  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error);
}

/* Reads the last string as a document.  What it keeps lives as long as @walk. */
static gboolean
read_text (CyanJsonWalk *walk, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = { { "threads", read_threads, FALSE } };
  CyanFirefox *self = data;
  gsize length = walk->json->length;
  char *text = cyan_scratch_own (&walk->kept, cyan_json_dup (walk->json), g_free);
  g_autofree char *name =
      g_strdup_printf ("%s: threads[%u]", cyan_input_name (walk->json->input), self->threads->len);
  CyanInput *input;
  CyanJsonWalk *inner;
  gboolean ok;

  cyan_charge_add (&walk->json->charge, length);
  input = cyan_input_new_for_memory (name, text, length, NULL, error);
  if (input == NULL)
    return FALSE;
  cyan_scratch_own (&walk->kept, input, (GDestroyNotify) cyan_input_free);
  cyan_input_set_budget (input, cyan_input_budget (walk->json->input));
  inner = cyan_scratch_own (&walk->kept, cyan_json_walk_new (input),
                            (GDestroyNotify) cyan_json_walk_free);
  inner->strings = walk->strings;
  self->walk = inner;
  ok = cyan_json_walk_document (inner, members, G_N_ELEMENTS (members), data, error);
  self->walk = walk;
  return ok;
}

/* The raw profile in a recording that the developer tools save. */
static const CyanJsonMember recorded_profile[] = {
  { "meta", cyan_firefox_read_meta, TRUE },
  { "threads", read_threads, TRUE },
  { "processes", read_process, .each = TRUE, .or_null = TRUE },
};

static gboolean
check_members (CyanFirefox *self, GError **error)
{
  const char *missing = !self->has_meta ? "meta" : !self->has_threads ? "threads" : NULL;

  return missing == NULL
         || cyan_json_walk_fail (self->walk, error, _ ("there is no \"%s\" in it"), missing);
}

static gboolean
firefox_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonMember members[] = {
    { "meta", cyan_firefox_read_meta, FALSE },
    { "threads", read_threads, FALSE },
    { "processes", read_process, .each = TRUE, .or_null = TRUE },
    { "profile", CYAN_JSON_MEMBERS (recorded_profile) },
    { "libs", read_libs, FALSE },
    { "shared", CYAN_JSON_MEMBERS (shared) },
  };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  CyanFirefox self = {
    .builder = builder,
    .strings = cyan_profile_builder_strings (builder),
    .walk = walk,
    .idle = -1,
    .categories = cyan_scratch_array (&walk->kept, sizeof (CyanStr)),
    .shared.where = "shared",
    .threads = cyan_scratch_pointers (&walk->kept, NULL),
  };

  walk->strings = self.strings;
  cyan_scratch_free (&walk->kept, &self.product);
  cyan_scratch_free (&walk->kept, &self.misc);
  if (!cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), &self, error)
      || !check_members (&self, error) || !cyan_firefox_build (&self, error))
    return FALSE;
  cyan_firefox_set_producer (&self);
  return TRUE;
}

/* clang-format off */
CYAN_JSON_SNIFF (firefox_sniff,
                 { 95, { "meta.preprocessedProfileVersion" } },
                 { 90, { "threads[].stackTable" } },
                 { 90, { "shared.stackTable" } },
                 { 90, { "shared.stringArray" } },
                 { 90, { "threads[].stringArray" } },
                 { 90, { "threads[].stringTable" } },
                 { 85, { "duration", "markers[].isOffMainThread" } },
                 { 85, { "duration", "profile.libs" } },
                 { 85, { "duration", "profile.meta" } },
                 { 85, { "duration", "profile.threads" } },
                 { 80, { "meta.interval", "meta.stackwalk" } },
                 { 80, { "meta.interval", "meta.processType" } },
                 { 80, { "meta.interval", "meta.product" } })
/* clang-format on */

const CyanFormat cyan_format_firefox = {
  .name = "firefox",
  .label = "Firefox profile",
  .sniff = firefox_sniff,
  .read = firefox_read,
};
