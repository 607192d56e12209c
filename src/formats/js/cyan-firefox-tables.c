/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a Firefox profile: their columns, and checks that they fit each other. */
#include "cyan-firefox.h"
#include "cyan-i18n.h"

/* Flags of frames and functions, from versions 71 and 75 on.  They say which values are valid;
 * without its flag a 0 means nothing. */
#define FRAME_HAS_ADDRESS  (1 << 1)
#define FRAME_HAS_CATEGORY (1 << 2)
#define FUNC_HAS_RESOURCE  (1 << 2)
#define FUNC_HAS_SOURCE    (1 << 3)
#define FUNC_HAS_LINE      (1 << 4)

const CyanFirefoxColumnInfo cyan_firefox_columns[CYAN_FIREFOX_N_COLUMNS] = {
  [CYAN_FIREFOX_STACK_FRAME] = { "stackTable", "frame", CYAN_FIREFOX_STACKS, CYAN_FIREFOX_FRAMES },
  [CYAN_FIREFOX_STACK_PREFIX] = { "stackTable", "prefix", CYAN_FIREFOX_STACKS,
                                  CYAN_FIREFOX_STACKS },
  [CYAN_FIREFOX_STACK_OFFSET] = { "stackTable", "prefixOffset", CYAN_FIREFOX_STACKS,
                                  CYAN_FIREFOX_NO_TABLE },
  [CYAN_FIREFOX_STACK_CATEGORY] = { "stackTable", "category", CYAN_FIREFOX_STACKS,
                                    CYAN_FIREFOX_NO_TABLE },
  [CYAN_FIREFOX_FRAME_FUNC] = { "frameTable", "func", CYAN_FIREFOX_FRAMES, CYAN_FIREFOX_FUNCS },
  [CYAN_FIREFOX_FRAME_CATEGORY] = { "frameTable", "category", CYAN_FIREFOX_FRAMES,
                                    CYAN_FIREFOX_NO_TABLE },
  [CYAN_FIREFOX_FRAME_LIB] = { "frameTable", "lib", CYAN_FIREFOX_FRAMES, CYAN_FIREFOX_LIBS },
  [CYAN_FIREFOX_FRAME_LOCATION] = { "frameTable", "location", CYAN_FIREFOX_FRAMES,
                                    CYAN_FIREFOX_STRINGS },
  [CYAN_FIREFOX_FRAME_FLAGS] = { "frameTable", "flags", CYAN_FIREFOX_FRAMES,
                                 CYAN_FIREFOX_NO_TABLE },
  [CYAN_FIREFOX_FUNC_NAME] = { "funcTable", "name", CYAN_FIREFOX_FUNCS, CYAN_FIREFOX_STRINGS },
  [CYAN_FIREFOX_FUNC_RESOURCE] = { "funcTable", "resource", CYAN_FIREFOX_FUNCS,
                                   CYAN_FIREFOX_RESOURCES },
  [CYAN_FIREFOX_FUNC_FILE] = { "funcTable", "fileName", CYAN_FIREFOX_FUNCS, CYAN_FIREFOX_STRINGS },
  [CYAN_FIREFOX_FUNC_SOURCE] = { "funcTable", "source", CYAN_FIREFOX_FUNCS, CYAN_FIREFOX_SOURCES },
  [CYAN_FIREFOX_FUNC_LINE] = { "funcTable", "lineNumber", CYAN_FIREFOX_FUNCS,
                               CYAN_FIREFOX_NO_TABLE },
  [CYAN_FIREFOX_FUNC_LOCATION] = { "funcTable", "originalLocation", CYAN_FIREFOX_FUNCS,
                                   CYAN_FIREFOX_LOCATIONS },
  [CYAN_FIREFOX_FUNC_FLAGS] = { "funcTable", "flags", CYAN_FIREFOX_FUNCS, CYAN_FIREFOX_NO_TABLE },
  [CYAN_FIREFOX_RESOURCE_NAME] = { "resourceTable", "name", CYAN_FIREFOX_RESOURCES,
                                   CYAN_FIREFOX_STRINGS },
  [CYAN_FIREFOX_SOURCE_FILE] = { "sources", "filename", CYAN_FIREFOX_SOURCES,
                                 CYAN_FIREFOX_STRINGS },
  [CYAN_FIREFOX_LOCATION_SOURCE] = { "sourceLocationTable", "source", CYAN_FIREFOX_LOCATIONS,
                                     CYAN_FIREFOX_SOURCES },
  [CYAN_FIREFOX_LOCATION_LINE] = { "sourceLocationTable", "line", CYAN_FIREFOX_LOCATIONS,
                                   CYAN_FIREFOX_NO_TABLE },
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
      prefixes = tables->columns[CYAN_FIREFOX_STACK_PREFIX] = g_array_ref (offsets);
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
