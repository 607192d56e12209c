/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables and locations of raw profiles of Firefox. */
#include "cyan-gecko.h"

#include "cyan-i18n.h"
#include "cyan-number.h"

#include <string.h>

gboolean
cyan_gecko_read_position (
    CyanJsonWalk *walk, CyanJsonToken token, CyanGeckoRows *rows, GArray **column, GError **error)
{
  gint64 position;

  if (!cyan_json_walk_integer (walk, token, 0, CYAN_GECKO_MAX_FIELDS - 1, &position, error))
    return FALSE;
  if (*column != NULL || rows->columns[position] != NULL)
    return cyan_json_walk_fail (walk, error, _ ("the same key twice"));
  *column = rows->columns[position] = g_array_new (FALSE, FALSE, sizeof (gint32));
  return TRUE;
}

static gboolean
read_field (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanGeckoRows *rows = data;
  guint64 position = walk->steps[walk->depth - 1].index;
  gint32 value;

  if (position >= CYAN_GECKO_MAX_FIELDS || rows->columns[position] == NULL)
    return cyan_json_skip (walk->json, token, error);
  if (!cyan_json_walk_index_or_none (walk, token, &value, error))
    return FALSE;
  cyan_json_walk_append (walk, rows->columns[position], value);
  return TRUE;
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
    if (rows->columns[i] != NULL && rows->columns[i]->len == walk->steps[walk->depth - 1].index)
      cyan_json_walk_append (walk, rows->columns[i], none);
  return TRUE;
}

gboolean
cyan_gecko_read_data (CyanJsonWalk *walk, CyanJsonToken token, CyanGeckoRows *rows, GError **error)
{
  gboolean ok = cyan_json_walk_array (walk, token, read_row, rows, error);

  memset (rows, 0, sizeof *rows);
  return ok;
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
