/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slices as text. */
#include "cyan-slice-private.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"

#define NOT   "not:"
#define RANGE ".."

static void
clear_condition (gpointer data)
{
  CyanSliceCondition *condition = data;

  g_free (condition->key);
  g_free (condition->pattern);
}

void
cyan_slice_free (CyanSlice *self)
{
  g_array_unref (self->conditions);
  g_free (self->text);
  g_free (self);
}

/* Reads "10s", "1.5 ms", "50%", "0" or nothing. */
static gboolean
parse_end (const char *text, gsize length, CyanSliceEnd *end)
{
  static const struct
  {
    const char *unit;
    double size;
    CyanSliceEndKind kind;
  } units[] = {
    { "ns", 1, CYAN_SLICE_END_NS },     { "us", 1e3, CYAN_SLICE_END_NS },
    { "ms", 1e6, CYAN_SLICE_END_NS },   { "s", 1e9, CYAN_SLICE_END_NS },
    { "min", 60e9, CYAN_SLICE_END_NS }, { "%", 0.01, CYAN_SLICE_END_SHARE },
  };
  gsize digits = 0;
  double value;

  *end = (CyanSliceEnd){ CYAN_SLICE_END_OPEN, 0 };
  if (length == 0)
    return TRUE;
  while (digits < length && (g_ascii_isdigit (text[digits]) || text[digits] == '.'))
    digits++;
  if (!cyan_parse_double (text, digits, &value))
    return FALSE;
  while (digits < length && text[digits] == ' ')
    digits++;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strlen (units[i].unit) == length - digits
        && memcmp (units[i].unit, text + digits, length - digits) == 0)
      {
        *end = (CyanSliceEnd){ units[i].kind, value * units[i].size };
        return end->kind == CYAN_SLICE_END_SHARE ? end->value <= 1 : end->value < 4e18;
      }
  *end = (CyanSliceEnd){ CYAN_SLICE_END_NS, 0 };
  return digits == length && value == 0;
}

static gboolean
parse_times (CyanSliceCondition *condition, GError **error)
{
  const char *text = condition->pattern, *between = strstr (text, RANGE);
  gboolean same;

  if (between == NULL || !parse_end (text, (gsize) (between - text), &condition->from)
      || !parse_end (between + strlen (RANGE), strlen (between + strlen (RANGE)), &condition->to))
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      _ ("\"%s\" is not a range of times such as 10s..12s or 10%%..20%%"), text);
  /* Zero is the start in each unit. */
  same = condition->from.kind == condition->to.kind || condition->from.value == 0
         || condition->to.value == 0;
  if (condition->from.kind != CYAN_SLICE_END_OPEN && condition->to.kind != CYAN_SLICE_END_OPEN
      && same && condition->from.value >= condition->to.value)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      _ ("the range of times \"%s\" ends before it begins"), text);
  return TRUE;
}

/* Takes the next condition from *@text, up to a comma, without its escapes. */
static char *
take_part (const char **text)
{
  GString *part = g_string_new (NULL);
  const char *at = *text;

  for (; *at != '\0' && *at != ','; at++)
    {
      if (*at == '\\' && (at[1] == ',' || at[1] == '\\'))
        at++;
      g_string_append_c (part, *at);
    }
  *text = *at == ',' ? at + 1 : at;
  return g_string_free (part, FALSE);
}

static gboolean
parse_condition (const char *text, CyanSliceCondition *condition, GError **error)
{
  const char *equals;

  condition->is_negated = g_str_has_prefix (text, NOT);
  if (condition->is_negated)
    text += strlen (NOT);
  equals = strchr (text, '=');
  if (equals == NULL || equals == text || equals[1] == '\0')
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("\"%s\" is not KEY=VALUE such as thread=main"),
                      text);
  condition->key = g_strndup (text, (gsize) (equals - text));
  condition->pattern = g_strdup (equals + 1);
  /* What perf calls the name of a thread. */
  if (g_str_equal (condition->key, "comm"))
    {
      g_free (condition->key);
      condition->key = g_strdup ("thread");
    }
  return !cyan_slice_is_time (condition) || parse_times (condition, error);
}

CyanSlice *
cyan_slice_parse (const char *text, GError **error)
{
  g_autoptr (CyanSlice) self = g_new0 (CyanSlice, 1);

  self->text = g_strdup (text);
  self->conditions = g_array_new (FALSE, TRUE, sizeof (CyanSliceCondition));
  g_array_set_clear_func (self->conditions, clear_condition);
  do
    {
      g_autofree char *part = take_part (&text);

      g_array_set_size (self->conditions, self->conditions->len + 1);
      if (!parse_condition (
              part,
              &g_array_index (self->conditions, CyanSliceCondition, self->conditions->len - 1),
              error))
        return NULL;
    }
  while (*text != '\0');
  return g_steal_pointer (&self);
}

gboolean
cyan_slice_text_has_times (const char *text)
{
  g_autoptr (CyanSlice) slice = cyan_slice_parse (text, NULL);

  for (guint i = 0; slice != NULL && i < slice->conditions->len; i++)
    if (cyan_slice_is_time (&g_array_index (slice->conditions, CyanSliceCondition, i)))
      return TRUE;
  return FALSE;
}

void
cyan_slice_append_condition (GString *slice, const char *key, const char *value)
{
  if (slice->len > 0)
    g_string_append_c (slice, ',');
  for (guint i = 0; i < 2; i++)
    {
      for (const char *at = i == 0 ? key : value; *at != '\0'; at++)
        {
          if (*at == ',' || *at == '\\')
            g_string_append_c (slice, '\\');
          g_string_append_c (slice, *at);
        }
      if (i == 0)
        g_string_append_c (slice, '=');
    }
}

/* ---- files with slices ---- */

/* Whether @text begins like a slice: a key and an equals sign. */
static gboolean
is_slice (const char *text)
{
  gsize length = strcspn (text, "=,@/");

  return length > 0 && text[length] == '=' && text[length + 1] != '\0'
         && (g_ascii_isalpha (text[0]) || text[0] == '_');
}

static gboolean
is_file (const char *path)
{
  return g_str_equal (path, "-") || g_file_test (path, G_FILE_TEST_EXISTS);
}

gboolean
cyan_slice_split (const char *path, char **file, char **slice)
{
  const char *first = NULL, *chosen = NULL;
  /* The server of an address may come after a user, who is no part of a file. */
  const char *server = strstr (path, "://");
  const char *begin = server != NULL ? server + 3 + strcspn (server + 3, "/?#") : path;

  *file = *slice = NULL;
  if (strchr (begin, '@') == NULL || is_file (path))
    return FALSE;
  for (const char *at = strchr (begin, '@'); at != NULL && chosen == NULL;
       at = strchr (at + 1, '@'))
    {
      g_autofree char *before = g_strndup (path, (gsize) (at - path));

      if (at == path || !is_slice (at + 1))
        continue;
      if (first == NULL)
        first = at;
      if (is_file (before))
        chosen = at;
    }
  /* The file is not there: it will be missed by its name. */
  if (chosen == NULL)
    chosen = first;
  if (chosen == NULL)
    return FALSE;
  *file = g_strndup (path, (gsize) (chosen - path));
  *slice = g_strdup (chosen + 1);
  return TRUE;
}

char *
cyan_slice_file (const char *path)
{
  g_autofree char *slice = NULL;
  char *file;

  return cyan_slice_split (path, &file, &slice) ? file : g_strdup (path);
}

char *
cyan_slice_join (const char *path, const char *slice)
{
  g_autofree char *file = NULL, *given = NULL;

  if (slice == NULL)
    return g_strdup (path);
  return g_strconcat (path, cyan_slice_split (path, &file, &given) ? "," : "@", slice, NULL);
}

char *
cyan_slice_with_times (const char *path, const char *times)
{
  g_autofree char *file = NULL, *text = NULL;
  g_autoptr (CyanSlice) slice = NULL;
  g_autoptr (GString) others = g_string_new (NULL);

  if (cyan_slice_split (path, &file, &text))
    slice = cyan_slice_parse (text, NULL);
  for (guint i = 0; slice != NULL && i < slice->conditions->len; i++)
    {
      const CyanSliceCondition *condition =
          &g_array_index (slice->conditions, CyanSliceCondition, i);
      g_autofree char *key = g_strconcat (condition->is_negated ? NOT : "", condition->key, NULL);

      if (!cyan_slice_is_time (condition))
        cyan_slice_append_condition (others, key, condition->pattern);
    }
  if (times != NULL)
    cyan_slice_append_condition (others, CYAN_SLICE_TIME, times);
  return g_strconcat (file != NULL ? file : path, others->len > 0 ? "@" : "", others->str, NULL);
}
