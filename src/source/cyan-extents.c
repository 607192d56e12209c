/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tags made into extents by what each language says of where a definition begins and ends. */
#include "cyan-extents.h"

#include <string.h>

static void
clear_extent (gpointer data)
{
  CyanExtent *extent = data;

  g_free (extent->name);
  g_free (extent->scope);
}

static gboolean
is_function_kind (CyanLanguage language, const char *kind)
{
  static const char *const c[] = { "function", NULL };
  static const char *const python[] = { "function", "member", "class", NULL };
  static const char *const other[] = { "function", "func", "method", "constructor", NULL };

  switch (language)
    {
    case CYAN_LANGUAGE_C:
    case CYAN_LANGUAGE_CPP:
      return g_strv_contains (c, kind);
    case CYAN_LANGUAGE_PYTHON:
      return g_strv_contains (python, kind);
    case CYAN_LANGUAGE_OTHER:
    default:
      return g_strv_contains (other, kind);
    }
}

/* The logical line that @line belongs to; FALSE if it is blank or a comment. */
static gboolean
find_python_line (const GArray *lines, guint line, guint *index)
{
  guint low = 0, high = lines->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const CyanPythonLine *at = &g_array_index (lines, CyanPythonLine, middle);

      if (line < at->first_line)
        high = middle;
      else if (line > at->last_line)
        low = middle + 1;
      else
        {
          *index = middle;
          return TRUE;
        }
    }
  return FALSE;
}

/* Decorators above belong to the definition, and all that is indented deeper below. */
static gboolean
find_python_extent (const GArray *lines, CyanExtent *extent)
{
  guint first, last, column;

  if (!find_python_line (lines, extent->line, &first))
    return FALSE;
  column = g_array_index (lines, CyanPythonLine, first).column;
  last = first;
  while (first > 0 && g_array_index (lines, CyanPythonLine, first - 1).is_decorator
         && g_array_index (lines, CyanPythonLine, first - 1).column == column)
    first--;
  while (last + 1 < lines->len && g_array_index (lines, CyanPythonLine, last + 1).column > column)
    last++;
  extent->first_line = g_array_index (lines, CyanPythonLine, first).first_line;
  extent->last_line = g_array_index (lines, CyanPythonLine, last).last_line;
  return TRUE;
}

static guint
count_lines (const char *text, gsize length)
{
  guint n = 0;

  for (gsize i = 0; i < length; i++)
    n += text[i] == '\n';
  return n + (length > 0 && text[length - 1] != '\n');
}

static char *
without_spaces (const char *name)
{
  char *copy = g_strdup (name);
  char *out = copy;

  for (const char *in = copy; *in != '\0'; in++)
    if (*in != ' ')
      *out++ = *in;
  *out = '\0';
  return copy;
}

static gint
compare_extents (gconstpointer a, gconstpointer b)
{
  const CyanExtent *x = a;
  const CyanExtent *y = b;

  if (x->first_line != y->first_line)
    return x->first_line < y->first_line ? -1 : 1;
  if (x->last_line != y->last_line)
    return x->last_line > y->last_line ? -1 : 1;
  return strcmp (x->name, y->name);
}

GArray *
cyan_extents_find (CyanCtags *ctags,
                   const char *path,
                   const char *text,
                   gsize length,
                   const CyanTick *tick,
                   GError **error)
{
  CyanLanguage language = cyan_language_of_path (path);
  g_autoptr (GArray) tags = cyan_ctags_run (ctags, path, text, length, tick, error);
  g_autoptr (GArray) starts = NULL;
  g_autoptr (GArray) python_lines = NULL;
  GArray *extents;
  guint n_lines;

  if (tags == NULL)
    return NULL;
  n_lines = count_lines (text, length);
  if (language == CYAN_LANGUAGE_C || language == CYAN_LANGUAGE_CPP)
    starts = cyan_code_c_declaration_lines (text, length, language == CYAN_LANGUAGE_CPP);
  else if (language == CYAN_LANGUAGE_PYTHON)
    python_lines = cyan_code_python_lines (text, length);

  extents = g_array_new (FALSE, FALSE, sizeof (CyanExtent));
  g_array_set_clear_func (extents, clear_extent);
  for (guint i = 0; i < tags->len; i++)
    {
      const CyanTag *tag = &g_array_index (tags, CyanTag, i);
      CyanExtent extent = { .line = tag->line, .first_line = tag->line, .last_line = tag->end };

      if (!is_function_kind (language, tag->kind) || tag->line > n_lines)
        continue;
      if (starts != NULL && tag->line < starts->len)
        extent.first_line = g_array_index (starts, guint, tag->line);
      if (python_lines != NULL && !find_python_extent (python_lines, &extent))
        continue;
      if (extent.last_line < extent.line || extent.last_line > n_lines)
        continue;
      extent.name = without_spaces (tag->name);
      extent.scope = g_strdup (tag->scope);
      g_array_append_val (extents, extent);
    }
  g_array_sort (extents, compare_extents);
  return extents;
}
