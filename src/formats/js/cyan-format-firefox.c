/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Processed profiles of profiler.firefox.com, which it saves and samply writes.
 *
 * The members come in any order.  So the columns are kept (4 bytes per value, 8 per weight), and
 * cyan-firefox.c makes the tree at the end.  Markers and counters are skipped.  The raw profiles
 * that Firefox itself exports are another format and are refused.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-firefox.h"
#include "cyan-i18n.h"
#include "cyan-json-sniff.h"

#include <string.h>

/* A table of @tables and its members. */
#define COLUMN(key)                                                                                \
  {                                                                                                \
    key, read_column, FALSE                                                                        \
  }

/* The tables that contain the innermost table on the current path. */
static CyanFirefoxTables *
current_tables (CyanFirefox *self)
{
  if (strcmp (self->walk->steps[0].key, "threads") == 0)
    return &((CyanFirefoxThread *) g_ptr_array_index (self->threads, self->threads->len - 1))
                ->tables;
  return &self->shared;
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

/* Reads the column that the last two steps of the path name. */
static gboolean
read_column (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefoxTables *tables = current_tables (data);
  const char *key = walk->steps[walk->depth - 1].key;
  const char *table = walk->steps[walk->depth - 2].key;
  guint column;

  for (column = 0; column < CYAN_FIREFOX_N_COLUMNS; column++)
    if (strcmp (cyan_firefox_columns[column].key, key) == 0
        && strcmp (cyan_firefox_columns[column].table, table) == 0)
      break;
  g_assert (column < CYAN_FIREFOX_N_COLUMNS);
  if (token == CYAN_JSON_NULL)
    return TRUE;
  tables->columns[column] = g_array_new (FALSE, FALSE, sizeof (gint32));
  return cyan_json_walk_array (walk, token, read_index, tables->columns[column], error);
}

/* Refuses a table with a schema, which only raw profiles of Firefox have. */
static gboolean
read_schema (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_walk_propagate (walk,
                                   g_error_new (CYAN_ERROR, CYAN_ERROR_UNSUPPORTED,
                                                _ ("this is as Firefox hands it out; open it at "
                                                   "profiler.firefox.com and save it from there")),
                                   error);
}

static const CyanJsonMember stack_table[] = {
  { "schema", read_schema, FALSE },
  { "frame", read_column, TRUE },
  COLUMN ("prefix"),
  COLUMN ("prefixOffset"),
  COLUMN ("category"),
};

static const CyanJsonMember frame_table[] = {
  { "schema", read_schema, FALSE },
  { "func", read_column, TRUE },
  COLUMN ("category"),
  COLUMN ("lib"),
  COLUMN ("flags"),
};

static const CyanJsonMember function_table[] = {
  { "name", read_column, TRUE },
  COLUMN ("resource"),
  COLUMN ("fileName"),
  COLUMN ("source"),
  COLUMN ("lineNumber"),
  COLUMN ("originalLocation"),
  COLUMN ("flags"),
};

static const CyanJsonMember resource_table[] = { { "name", read_column, TRUE } };

static const CyanJsonMember sources[] = { { "filename", read_column, TRUE } };

static const CyanJsonMember location_table[] = { { "source", read_column, TRUE }, COLUMN ("line") };

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
  current_tables (data)->strings = g_array_new (FALSE, FALSE, sizeof (CyanStr));
  return cyan_json_walk_array (walk, token, read_string, data, error);
}

static const CyanJsonMember shared[] = {
  { "stackTable", CYAN_JSON_MEMBERS (stack_table) },
  { "frameTable", CYAN_JSON_MEMBERS (frame_table) },
  { "funcTable", CYAN_JSON_MEMBERS (function_table) },
  { "resourceTable", CYAN_JSON_MEMBERS (resource_table) },
  { "sources", CYAN_JSON_MEMBERS (sources) },
  { "sourceLocationTable", CYAN_JSON_MEMBERS (location_table) },
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
  *column = g_array_new (FALSE, FALSE, sizeof (double));
  return cyan_json_walk_array (walk, token, read_value, *column, error);
}

static gboolean
read_stack (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefoxSamples *samples = data;

  samples->stack = g_array_new (FALSE, FALSE, sizeof (gint32));
  return cyan_json_walk_array (walk, token, read_index, samples->stack, error);
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

static gboolean
read_weight_type (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefoxSamples *samples = data;

  if (token != CYAN_JSON_STRING)
    return cyan_json_walk_fail (walk, error, _ ("not a string"));
  if (cyan_json_is (walk->json, "samples"))
    samples->weight_type = CYAN_FIREFOX_SAMPLES;
  else if (cyan_json_is (walk->json, "tracing-ms"))
    samples->weight_type = CYAN_FIREFOX_TRACING_MS;
  else if (cyan_json_is (walk->json, "bytes"))
    samples->weight_type = CYAN_FIREFOX_BYTES;
  else
    return cyan_json_walk_fail (walk, error, _ ("not a type of weight that we know"));
  return TRUE;
}

static gboolean
read_sample_columns (CyanJsonWalk *walk,
                     CyanJsonToken token,
                     CyanFirefoxSamples *samples,
                     GError **error)
{
  static const CyanJsonMember members[] = {
    { "schema", read_schema, FALSE },
    { "stack", read_stack, TRUE },
    { "weight", read_weight, .or_null = TRUE },
    { "weightType", read_weight_type, .or_null = TRUE },
    { "threadCPUDelta", read_cpu, .or_null = TRUE },
  };

  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), samples, error);
}

static CyanFirefoxThread *
last_thread (CyanFirefox *self)
{
  return g_ptr_array_index (self->threads, self->threads->len - 1);
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

static void
clear_tables (CyanFirefoxTables *self)
{
  for (guint i = 0; i < CYAN_FIREFOX_N_COLUMNS; i++)
    g_clear_pointer (&self->columns[i], g_array_unref);
  g_clear_pointer (&self->strings, g_array_unref);
  g_clear_pointer (&self->libs, g_array_unref);
  g_free (self->where);
  g_free (self->nodes);
  g_free (self->categories);
  g_free (self->functions);
}

static void
clear_samples (CyanFirefoxSamples *self)
{
  g_clear_pointer (&self->stack, g_array_unref);
  g_clear_pointer (&self->weight, g_array_unref);
  g_clear_pointer (&self->cpu, g_array_unref);
}

static void
free_thread (gpointer data)
{
  CyanFirefoxThread *self = data;

  clear_tables (&self->tables);
  clear_samples (&self->samples);
  for (guint i = 0; i < G_N_ELEMENTS (self->allocations); i++)
    clear_samples (&self->allocations[i]);
  g_free (self->name);
  g_free (self);
}

static gboolean
read_thread (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "samples", read_samples, TRUE },
    { "jsAllocations", read_js_allocations, .or_null = TRUE },
    { "nativeAllocations", read_native_allocations, .or_null = TRUE },
    { "stackTable", CYAN_JSON_MEMBERS (stack_table) },
    { "frameTable", CYAN_JSON_MEMBERS (frame_table) },
    { "funcTable", CYAN_JSON_MEMBERS (function_table) },
    { "resourceTable", CYAN_JSON_MEMBERS (resource_table) },
    { "stringArray", read_strings, FALSE },
    { "name", read_thread_name, .or_null = TRUE },
  };
  CyanFirefox *self = data;
  CyanFirefoxThread *thread = g_new0 (CyanFirefoxThread, 1);

  thread->tables.where = g_strdup_printf ("threads[%u]", self->threads->len);
  g_ptr_array_add (self->threads, thread);
  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error);
}

static gboolean
read_lib_name (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefox *self = data;

  return cyan_json_walk_string (
      walk, token, self->strings,
      &g_array_index (self->shared.libs, CyanStr, self->shared.libs->len - 1), error);
}

static gboolean
read_lib (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = { { "name", read_lib_name, FALSE } };
  CyanFirefox *self = data;
  const CyanStr name = CYAN_STR_EMPTY;

  cyan_json_walk_append (walk, self->shared.libs, name);
  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error);
}

static gboolean
read_libs (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefox *self = data;

  /* Older versions of Firefox write them as a string. */
  if (token != CYAN_JSON_ARRAY)
    return cyan_json_skip (walk->json, token, error);
  self->shared.libs = g_array_new (FALSE, FALSE, sizeof (CyanStr));
  return cyan_json_walk_array (walk, token, read_lib, data, error);
}

static gboolean
read_interval (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefox *self = data;

  if (!cyan_json_walk_number (walk, token, &self->interval, error))
    return FALSE;
  return self->interval >= 0 || cyan_json_walk_fail (walk, error, _ ("out of range"));
}

static gboolean
read_version (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefox *self = data;

  return cyan_json_walk_integer (walk, token, 0, G_MAXINT32, &self->version, error);
}

static gboolean
read_start_time (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefox *self = data;
  double ms;
  g_autoptr (GDateTime) time = NULL;
  g_autofree char *text = NULL;

  if (!cyan_json_walk_number (walk, token, &ms, error))
    return FALSE;
  /* Since 1970.  Unknown (0) and years after 9999 are left out. */
  if (ms > 0 && ms < 253402300800e3)
    time = g_date_time_new_from_unix_utc ((gint64) (ms / 1000));
  if (time != NULL)
    {
      text = g_date_time_format_iso8601 (time);
      cyan_profile_builder_set_meta (self->builder, "recorded", text);
    }
  return TRUE;
}

static gboolean
read_category_name (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefox *self = data;

  if (token == CYAN_JSON_STRING && self->idle < 0 && cyan_json_is (walk->json, "Idle"))
    self->idle = (gint32) walk->steps[walk->depth - 2].index;
  return cyan_json_skip (walk->json, token, error);
}

static gboolean
read_category (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = { { "name", read_category_name, FALSE } };

  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error);
}

static gboolean
read_cpu_unit (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefox *self = data;

  if (token != CYAN_JSON_STRING)
    return cyan_json_walk_fail (walk, error, _ ("not a string"));
  if (cyan_json_is (walk->json, "ns"))
    self->cpu_unit = "ns";
  else if (cyan_json_is (walk->json, "\302\265s") || cyan_json_is (walk->json, "\316\274s"))
    self->cpu_unit = "us";
  else
    self->cpu_unit = "cycles";
  return TRUE;
}

static const CyanJsonMember sample_units[] = { { "threadCPUDelta", read_cpu_unit, FALSE } };

static gboolean
read_product (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefox *self = data;

  return cyan_json_walk_text (walk, token, &self->product, error);
}

static gboolean
read_misc (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefox *self = data;

  return cyan_json_walk_text (walk, token, &self->misc, error);
}

static gboolean
read_arguments (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefox *self = data;
  g_autofree char *text = NULL;

  if (!cyan_json_walk_text (walk, token, &text, error))
    return FALSE;
  cyan_profile_builder_set_meta (self->builder, "command", text);
  return TRUE;
}

static const CyanJsonMember meta[] = {
  { "interval", read_interval, FALSE },
  { "preprocessedProfileVersion", read_version, FALSE },
  { "startTime", read_start_time, .or_null = TRUE },
  { "categories", read_category, .each = TRUE, .or_null = TRUE },
  { "sampleUnits", .or_null = TRUE, CYAN_JSON_MEMBERS (sample_units) },
  { "product", read_product, .or_null = TRUE },
  { "misc", read_misc, .or_null = TRUE },
  { "arguments", read_arguments, .or_null = TRUE },
};

/* Sets "Firefox 134.0" from the number in "rv:134.0". samply writes the name of the program
 * instead. */
static void
set_producer (CyanFirefox *self)
{
  g_autofree char *producer = NULL;

  if (self->product == NULL || *self->product == '\0')
    return;
  if (self->misc != NULL && g_str_has_prefix (self->misc, "rv:"))
    producer = g_strdup_printf ("%s %s", self->product, self->misc + strlen ("rv:"));
  cyan_profile_builder_set_meta (self->builder, "producer",
                                 producer != NULL ? producer : self->product);
}

static gboolean
firefox_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonMember members[] = {
    { "meta", .required = TRUE, CYAN_JSON_MEMBERS (meta) },
    { "threads", read_thread, TRUE, .each = TRUE },
    { "libs", read_libs, FALSE },
    { "shared", CYAN_JSON_MEMBERS (shared) },
  };
  CyanFirefox self = { .builder = builder, .idle = -1 };
  gboolean ok;

  self.strings = cyan_profile_builder_strings (builder);
  self.walk = cyan_json_walk_new (input);
  self.threads = g_ptr_array_new_with_free_func (free_thread);
  self.shared.where = g_strdup ("shared");

  ok = cyan_json_walk_document (self.walk, members, G_N_ELEMENTS (members), &self, error)
       && cyan_firefox_build (&self, error);
  if (ok)
    set_producer (&self);

  cyan_json_walk_free (self.walk);
  clear_tables (&self.shared);
  g_ptr_array_unref (self.threads);
  g_free (self.product);
  g_free (self.misc);
  return ok;
}

static int
firefox_sniff (const char *head, gsize length)
{
  static const char *const paths[] = {
    "meta.preprocessedProfileVersion",
    "threads[].stackTable",
    "shared.stackTable",
    "shared.stringArray",
    "threads[].stringArray",
    "threads[].stringTable",
    "meta.interval",
    "meta.stackwalk",
    "meta.processType",
    "meta.product",
  };
  guint32 found = cyan_json_sniff (head, length, paths, G_N_ELEMENTS (paths));

  if (found & 1)
    return 95;
  if (found & 0x3e)
    return 90;
  return (found & 0x40) && (found & 0x380) ? 80 : 0;
}

static const char *const firefox_extensions[] = { NULL };

const CyanFormat cyan_format_firefox = {
  .name = "firefox",
  .label = "Firefox profile",
  .extensions = firefox_extensions,
  .sniff = firefox_sniff,
  .read = firefox_read,
};
