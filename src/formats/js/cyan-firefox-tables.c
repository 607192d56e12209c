/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tables of a Firefox profile: the rows and locations of raw profiles, columns, and checks that
 * they fit each other; and its meta data.
 */
#include "cyan-firefox.h"

#include "cyan-i18n.h"
#include "cyan-json-tree.h"
#include "cyan-number.h"

#include <string.h>

gboolean
cyan_gecko_read_position (
    CyanJsonWalk *walk, CyanJsonToken token, CyanGeckoRows *rows, GArray **column, GError **error)
{
  gint64 position;

  if (!cyan_json_walk_integer (walk, token, 0, CYAN_GECKO_MAX_FIELDS - 1, &position, error))
    return FALSE;
  if (*column != NULL || (rows->named & 1u << position) != 0)
    return cyan_json_walk_fail (walk, error, _ ("the same key twice"));
  rows->named |= 1u << position;
  if (rows->columns[position] == NULL)
    rows->columns[position] = cyan_scratch_array (&walk->kept, sizeof (gint32));
  *column = rows->columns[position];
  for (gint32 none = -1; (*column)->len < rows->n;)
    cyan_json_walk_append (walk, *column, none);
  return TRUE;
}

/* Reads a field of rows whose schema comes behind them: an index, or anything else, which is -1. */
static gint32
read_any_field (const CyanJson *json, CyanJsonToken token)
{
  guint64 value;

  return token == CYAN_JSON_NUMBER && cyan_parse_uint64 (json->text, json->length, &value)
                 && value <= G_MAXINT32
             ? (gint32) value
             : -1;
}

static gboolean
read_field (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanGeckoRows *rows = data;
  guint64 position = walk->steps[walk->depth - 1].index;
  const gint32 none = -1;
  gint32 value;

  if (position >= CYAN_GECKO_MAX_FIELDS || (rows->named != 0 && rows->columns[position] == NULL))
    return cyan_json_skip (walk->json, token, error);
  if (rows->named != 0)
    {
      if (!cyan_json_walk_index_or_none (walk, token, &value, error))
        return FALSE;
      cyan_json_walk_append (walk, rows->columns[position], value);
      return TRUE;
    }
  if (rows->columns[position] == NULL)
    rows->columns[position] = cyan_scratch_array (&walk->kept, sizeof (gint32));
  while (rows->columns[position]->len < rows->n)
    cyan_json_walk_append (walk, rows->columns[position], none);
  value = read_any_field (walk->json, token);
  cyan_json_walk_append (walk, rows->columns[position], value);
  return cyan_json_skip (walk->json, token, error);
}

/* Reads a row; nulls at its end may be missing. */
static gboolean
read_row (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanGeckoRows *rows = data;
  const gint32 none = -1;

  if (!cyan_json_walk_array (walk, token, read_field, data, error))
    return FALSE;
  for (guint i = 0; i < CYAN_GECKO_MAX_FIELDS; i++)
    if (rows->columns[i] != NULL && rows->columns[i]->len == rows->n)
      cyan_json_walk_append (walk, rows->columns[i], none);
  rows->n++;
  return TRUE;
}

gboolean
cyan_gecko_read_data (CyanJsonWalk *walk, CyanJsonToken token, CyanGeckoRows *rows, GError **error)
{
  return cyan_json_walk_array (walk, token, read_row, rows, error);
}

/* Cuts ":DIGITS" off the end of @text.  Returns FALSE if there is none. */
static gboolean
cut_number (char *text, guint64 *number)
{
  char *colon = strrchr (text, ':');

  if (colon == NULL || !cyan_parse_uint64 (colon + 1, strlen (colon + 1), number))
    return FALSE;
  *colon = '\0';
  return TRUE;
}

void
cyan_gecko_split_location (
    CyanStrings *strings, CyanStr location, CyanStr *name, CyanStr *url, gint32 *line)
{
  g_autofree char *text = g_strdup (cyan_strings_get (strings, location));
  char *start = strstr (text, " (");
  char *arrow;
  guint64 last, number;

  *name = location;
  *url = CYAN_STR_EMPTY;
  *line = -1;
  if (start == NULL || start == text || !g_str_has_suffix (text, ")"))
    return;
  text[strlen (text) - 1] = '\0';
  *start = '\0';
  start += strlen (" (");
  if (!cut_number (start, &last))
    return;
  /* Of two numbers, the second is the column. */
  if (!cut_number (start, &number))
    number = last;
  arrow = g_strrstr (start, " -> ");
  *name = cyan_strings_add (strings, text, -1);
  *url = cyan_strings_add (strings, arrow != NULL ? arrow + strlen (" -> ") : start, -1);
  *line = number <= G_MAXINT32 ? (gint32) number : -1;
}

/* Flags of frames and functions, from versions 71 and 75 on.  They say which values are valid;
 * without its flag a 0 means nothing. */
#define FRAME_HAS_ADDRESS  (1 << 1)
#define FRAME_HAS_CATEGORY (1 << 2)
#define FUNC_HAS_RESOURCE  (1 << 2)
#define FUNC_HAS_SOURCE    (1 << 3)
#define FUNC_HAS_LINE      (1 << 4)

#define COLUMN(name, table, key, of, target, layouts)                                              \
  [CYAN_FIREFOX_##name] = { table, key, CYAN_FIREFOX_##of, CYAN_FIREFOX_##target, layouts }
#define TABLE    CYAN_FIREFOX_IN_TABLE
#define SCHEMA   CYAN_FIREFOX_IN_SCHEMA
#define REQUIRED CYAN_FIREFOX_NEEDS_COLUMN
#define POSITION CYAN_FIREFOX_NEEDS_POSITION

const CyanFirefoxColumnInfo cyan_firefox_columns[CYAN_FIREFOX_N_COLUMNS] = {
  COLUMN (STACK_FRAME, "stackTable", "frame", STACKS, FRAMES, TABLE | SCHEMA | POSITION),
  COLUMN (STACK_PREFIX, "stackTable", "prefix", STACKS, STACKS, TABLE | SCHEMA | POSITION),
  COLUMN (STACK_OFFSET, "stackTable", "prefixOffset", STACKS, NO_TABLE, TABLE),
  COLUMN (STACK_CATEGORY, "stackTable", "category", STACKS, NO_TABLE, TABLE),
  COLUMN (FRAME_FUNC, "frameTable", "func", FRAMES, FUNCS, TABLE),
  COLUMN (FRAME_CATEGORY, "frameTable", "category", FRAMES, NO_TABLE, TABLE | SCHEMA),
  COLUMN (FRAME_LIB, "frameTable", "lib", FRAMES, LIBS, TABLE),
  COLUMN (FRAME_LOCATION, "frameTable", "location", FRAMES, STRINGS, SCHEMA | POSITION),
  COLUMN (FRAME_FLAGS, "frameTable", "flags", FRAMES, NO_TABLE, TABLE),
  COLUMN (FUNC_NAME, "funcTable", "name", FUNCS, STRINGS, TABLE | REQUIRED),
  COLUMN (FUNC_RESOURCE, "funcTable", "resource", FUNCS, RESOURCES, TABLE),
  COLUMN (FUNC_FILE, "funcTable", "fileName", FUNCS, STRINGS, TABLE),
  COLUMN (FUNC_SOURCE, "funcTable", "source", FUNCS, SOURCES, TABLE),
  COLUMN (FUNC_LINE, "funcTable", "lineNumber", FUNCS, NO_TABLE, TABLE),
  COLUMN (FUNC_LOCATION, "funcTable", "originalLocation", FUNCS, LOCATIONS, TABLE),
  COLUMN (FUNC_FLAGS, "funcTable", "flags", FUNCS, NO_TABLE, TABLE),
  COLUMN (RESOURCE_NAME, "resourceTable", "name", RESOURCES, STRINGS, TABLE | REQUIRED),
  COLUMN (SOURCE_FILE, "sources", "filename", SOURCES, STRINGS, TABLE | REQUIRED),
  COLUMN (LOCATION_SOURCE, "sourceLocationTable", "source", LOCATIONS, SOURCES, TABLE | REQUIRED),
  COLUMN (LOCATION_LINE, "sourceLocationTable", "line", LOCATIONS, NO_TABLE, TABLE),
};

static const CyanFirefoxColumn first_columns[] = {
  [CYAN_FIREFOX_STACKS] = CYAN_FIREFOX_STACK_FRAME,
  [CYAN_FIREFOX_FRAMES] = CYAN_FIREFOX_FRAME_FUNC,
  [CYAN_FIREFOX_FUNCS] = CYAN_FIREFOX_FUNC_NAME,
  [CYAN_FIREFOX_RESOURCES] = CYAN_FIREFOX_RESOURCE_NAME,
  [CYAN_FIREFOX_SOURCES] = CYAN_FIREFOX_SOURCE_FILE,
  [CYAN_FIREFOX_LOCATIONS] = CYAN_FIREFOX_LOCATION_SOURCE,
};

/* The table itself, in @tables or shared, by its first column; NULL if there is none. */
static const GArray *
get_table (const CyanFirefoxTables *tables, CyanFirefoxTable table)
{
  if (table == CYAN_FIREFOX_STRINGS)
    return tables->strings;
  if (table == CYAN_FIREFOX_LIBS)
    return tables->libs;
  return tables->columns[first_columns[table]];
}

CyanFirefoxTables *
cyan_firefox_owner (CyanFirefox *self, CyanFirefoxTables *tables, CyanFirefoxTable table)
{
  return get_table (tables, table) != NULL ? tables : &self->shared;
}

guint
cyan_firefox_n_rows (CyanFirefox *self, CyanFirefoxTables *tables, CyanFirefoxTable table)
{
  const GArray *rows = get_table (cyan_firefox_owner (self, tables, table), table);

  return rows != NULL ? rows->len : 0;
}

/* Marks the values in @column as missing that the flags say are missing. */
static void
apply_flags (CyanFirefoxTables *tables,
             CyanFirefoxColumn flags,
             CyanFirefoxColumn column,
             gint32 bit)
{
  if (tables->columns[flags] == NULL || tables->columns[column] == NULL)
    return;
  for (guint i = 0; i < tables->columns[column]->len; i++)
    if (bit == 0 || !(cyan_firefox_value (tables, flags, i) & bit))
      g_array_index (tables->columns[column], gint32, i) = -1;
}

/* Checks that all columns of a table are as long as its first one. */
static gboolean
check_length (CyanFirefox *self,
              CyanFirefoxTables *tables,
              CyanFirefoxColumn column,
              GError **error)
{
  const CyanFirefoxColumnInfo *info = &cyan_firefox_columns[column];
  const GArray *values = tables->columns[column];
  const GArray *first = tables->columns[first_columns[info->of]];
  guint n = first != NULL ? first->len : 0;

  return values == NULL || values->len == n
         || cyan_json_walk_refuse (self->walk, error, _ ("%s.%s.%s: %u values for %u rows"),
                                   tables->where, info->table, info->key, values->len, n);
}

static gboolean
check_values (CyanFirefox *self,
              CyanFirefoxTables *tables,
              CyanFirefoxColumn column,
              GError **error)
{
  const CyanFirefoxColumnInfo *info = &cyan_firefox_columns[column];
  const GArray *values = tables->columns[column];
  gboolean needed = column == CYAN_FIREFOX_STACK_FRAME || column == CYAN_FIREFOX_FRAME_FUNC;
  guint limit;

  if (values == NULL || info->target == CYAN_FIREFOX_NO_TABLE)
    return TRUE;
  limit = cyan_firefox_n_rows (self, tables, info->target);
  for (guint i = 0; i < values->len; i++)
    {
      gint32 value = g_array_index (values, gint32, i);

      if (value < 0 ? needed : (guint) value >= limit)
        return cyan_json_walk_refuse (self->walk, error, _ ("%s.%s.%s[%u]: %d is not in 0...%d"),
                                      tables->where, info->table, info->key, i, value,
                                      (gint) limit - 1);
    }
  return TRUE;
}

/* Turns offsets into prefixes, and checks that each prefix comes before the stacks that have it. */
static gboolean
check_prefixes (CyanFirefox *self, CyanFirefoxTables *tables, GError **error)
{
  GArray *offsets = tables->columns[CYAN_FIREFOX_STACK_OFFSET];
  GArray *prefixes = tables->columns[CYAN_FIREFOX_STACK_PREFIX];
  gboolean has_offsets = prefixes == NULL;
  const char *key = has_offsets ? "prefixOffset" : "prefix";

  if (has_offsets)
    {
      if (offsets == NULL)
        return cyan_json_walk_refuse (
            self->walk, error, _ ("%s.stackTable: there is no \"prefix\" in it"), tables->where);
      prefixes = tables->columns[CYAN_FIREFOX_STACK_PREFIX] = offsets;
    }
  for (guint i = 0; i < prefixes->len; i++)
    {
      gint32 *prefix = &g_array_index (prefixes, gint32, i);
      gint32 value = *prefix;

      if (has_offsets)
        *prefix = value == 0 ? -1 : value < 0 ? (gint32) i : (gint32) i - value;
      if (*prefix < -1 || *prefix >= (gint32) i || (has_offsets && value > 0 && *prefix < 0))
        return cyan_json_walk_refuse (self->walk, error,
                                      _ ("%s.stackTable.%s[%u]: %d is no stack ahead of it"),
                                      tables->where, key, i, value);
    }
  return TRUE;
}

gboolean
cyan_firefox_check (CyanFirefox *self, CyanFirefoxTables *tables, GError **error)
{
  if (tables->checked)
    return TRUE;
  tables->checked = TRUE;
  for (guint column = 0; column < CYAN_FIREFOX_N_COLUMNS; column++)
    if (!check_length (self, tables, column, error))
      return FALSE;
  apply_flags (tables, CYAN_FIREFOX_FRAME_FLAGS, CYAN_FIREFOX_FRAME_LIB, FRAME_HAS_ADDRESS);
  apply_flags (tables, CYAN_FIREFOX_FRAME_FLAGS, CYAN_FIREFOX_FRAME_CATEGORY, FRAME_HAS_CATEGORY);
  apply_flags (tables, CYAN_FIREFOX_FUNC_FLAGS, CYAN_FIREFOX_FUNC_RESOURCE, FUNC_HAS_RESOURCE);
  apply_flags (tables, CYAN_FIREFOX_FUNC_FLAGS, CYAN_FIREFOX_FUNC_SOURCE, FUNC_HAS_SOURCE);
  apply_flags (tables, CYAN_FIREFOX_FUNC_FLAGS, CYAN_FIREFOX_FUNC_LINE, FUNC_HAS_LINE);
  apply_flags (tables, CYAN_FIREFOX_FUNC_FLAGS, CYAN_FIREFOX_FUNC_LOCATION, 0);
  for (guint column = 0; column < CYAN_FIREFOX_N_COLUMNS; column++)
    if (!check_values (self, tables, column, error))
      return FALSE;
  return get_table (tables, CYAN_FIREFOX_STACKS) == NULL || check_prefixes (self, tables, error);
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

  if (token == CYAN_JSON_STRING)
    {
      guint64 index = walk->steps[walk->depth - 2].index;
      CyanStr name =
          cyan_strings_add (self->strings, walk->json->text, (gssize) walk->json->length);

      if (self->idle < 0 && cyan_json_is (walk->json, "Idle"))
        self->idle = (gint32) index;
      if (index == self->categories->len)
        cyan_json_walk_append (walk, self->categories, name);
    }
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

CYAN_JSON_META (read_arguments, CyanFirefox, builder, "command")

static const CyanJsonMember meta_members[] = {
  { "interval", CYAN_JSON_REAL_IN (CyanFirefox, interval, 0, G_MAXDOUBLE) },
  { "preprocessedProfileVersion", CYAN_JSON_INTEGER (CyanFirefox, version, 0, G_MAXINT32) },
  { "startTime", read_start_time, .or_null = TRUE },
  { "categories", read_category, .each = TRUE, .or_null = TRUE },
  { "sampleUnits", .or_null = TRUE, CYAN_JSON_MEMBERS (sample_units) },
  { "product", .or_null = TRUE, CYAN_JSON_TEXT (CyanFirefox, product) },
  { "misc", .or_null = TRUE, CYAN_JSON_TEXT (CyanFirefox, misc) },
  { "arguments", read_arguments, .or_null = TRUE },
};

gboolean
cyan_firefox_read_meta (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  ((CyanFirefox *) data)->has_meta = TRUE;
  return cyan_json_walk_object (walk, token, meta_members, G_N_ELEMENTS (meta_members), data,
                                error);
}

void
cyan_firefox_set_producer (CyanFirefox *self)
{
  g_autofree char *producer = NULL;

  if (self->product == NULL || *self->product == '\0')
    return;
  if (self->misc != NULL && g_str_has_prefix (self->misc, "rv:"))
    producer = g_strdup_printf ("%s %s", self->product, self->misc + strlen ("rv:"));
  cyan_profile_builder_set_meta (self->builder, "producer",
                                 producer != NULL ? producer : self->product);
}
