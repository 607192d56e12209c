/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Converts tags to extents, by the rules of each language for the start and end of a definition.
 *
 * Current versions of ctags report no ends in Rust, JavaScript and TypeScript and miss many of
 * their functions, and fail in Ruby at "def a = 1".  These languages are scanned without ctags.
 */
#include "cyan-extents-private.h"
#include "cyan-i18n.h"

#include <string.h>

static void
clear_extent (gpointer data)
{
  CyanExtent *extent = data;

  g_free (extent->name);
  g_free (extent->scope);
  g_free (extent->signature);
}

static int
compare_python_line (gconstpointer a, gconstpointer b)
{
  const CyanPythonLine *logical = a;
  guint line = *(const guint *) b;

  return logical->last_line < line ? -1 : logical->first_line > line;
}

/* Includes the decorators above the definition, and all deeper indented lines below. */
static gboolean
find_python_extent (const GArray *lines, CyanExtent *extent)
{
  guint first, last, column;

  /* A line that is blank or a comment is in none. */
  if (!g_array_binary_search ((GArray *) lines, &extent->line, compare_python_line, &first))
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

static void
remove_spaces (char *name)
{
  char *out = name;

  for (const char *in = name; *in != '\0'; in++)
    if (*in != ' ')
      *out++ = *in;
  *out = '\0';
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
  if (strcmp (x->name, y->name) != 0)
    return strcmp (x->name, y->name);
  return g_strcmp0 (x->signature, y->signature);
}

/* The data that some languages need in addition to tags. */
typedef struct
{
  CyanLanguage language;
  guint n_lines;
  GArray *starts; /* C and C++ only */
  GArray *python_lines;
  const CyanFinder *finder;
  const char *last_name; /* of the previous tag, for several of one name on a line */
  guint last_line;
  guint from;
} Scan;

/* FALSE if the end is unknown, or if it is only a declaration. */
static gboolean
find_lines (Scan *scan, const CyanTag *tag, CyanExtent *extent)
{
  if (scan->starts != NULL && tag->line < scan->starts->len)
    extent->first_line = g_array_index (scan->starts, guint, tag->line);
  if (scan->python_lines != NULL && !find_python_extent (scan->python_lines, extent))
    return FALSE;
  if (scan->finder != NULL)
    {
      if (tag->line != scan->last_line || g_strcmp0 (tag->name, scan->last_name) != 0)
        scan->from = 0;
      scan->last_line = tag->line;
      scan->last_name = tag->name;
      return cyan_extents_find_span (scan->finder, &scan->from, extent);
    }
  return extent->last_line >= extent->line && extent->last_line <= scan->n_lines;
}

static void
add_tag (Scan *scan, const CyanTag *tag, GArray *extents)
{
  CyanExtent extent = { .line = tag->line, .first_line = tag->line, .last_line = tag->end };

  if (!cyan_code_words_have (cyan_code_traits[scan->language].kinds, tag->kind, strlen (tag->kind))
      || tag->line > scan->n_lines)
    return;
  extent.name = g_strdup (tag->name);
  extent.scope = g_strdup (tag->scope);
  extent.signature = g_strdup (tag->signature);
  extent.is_class = strcmp (tag->kind, "class") == 0;
  if (find_lines (scan, tag, &extent))
    {
      remove_spaces (extent.name);
      g_array_append_val (extents, extent);
    }
  else
    clear_extent (&extent);
}

GArray *
cyan_extents_scan (CyanLanguage language, const char *text, gsize length, const GArray *tags)
{
  const CyanCodeTraits *traits = &cyan_code_traits[language];
  g_autoptr (GArray) tokens = NULL;
  Scan scan = { .language = language, .n_lines = count_lines (text, length) };
  GArray *extents = g_array_new (FALSE, FALSE, sizeof (CyanExtent));
  CyanFinder finder = { 0 };

  g_array_set_clear_func (extents, clear_extent);
  if (cyan_code_has (language, CYAN_CODE_C))
    scan.starts =
        cyan_code_c_declaration_lines (text, length, cyan_code_has (language, CYAN_CODE_CPP));
  else if (cyan_code_has (language, CYAN_CODE_PYTHON))
    scan.python_lines = cyan_code_python_lines (text, length);
  else if (traits->find_blocks != NULL
           && (tokens = cyan_code_tokens (language, text, length)) != NULL)
    {
      cyan_finder_init (&finder, language, tokens, text, extents);
      scan.finder = &finder;
      if (traits->find_extents != NULL)
        traits->find_extents (&finder);
    }
  for (guint i = 0; tags != NULL && traits->kinds != NULL && i < tags->len; i++)
    add_tag (&scan, &g_array_index (tags, CyanTag, i), extents);

  g_array_sort (extents, compare_extents);
  if (tokens != NULL)
    cyan_finder_clear (&finder);
  g_clear_pointer (&scan.starts, g_array_unref);
  g_clear_pointer (&scan.python_lines, g_array_unref);
  return extents;
}

/* A copy with comments and constraints ("where T : new()") replaced by blanks and literals by a
 * number.  ctags supports only old versions of Java and C#: a text block or a hole in a string
 * confuses its matching of brackets.  Free with g_free(). */
static char *
mask_literals (CyanLanguage language, const char *text, gsize length)
{
  g_autoptr (GArray) tokens = cyan_code_tokens (language, text, length);
  gboolean constraints = FALSE;
  char *copy = g_memdup2 (text, length);

  for (gsize i = 0; tokens != NULL && i < length; i++)
    if (copy[i] != '\n')
      copy[i] = ' ';
  for (guint i = 0; tokens != NULL && i < tokens->len; i++)
    {
      const CyanToken *token = &g_array_index (tokens, CyanToken, i);

      if (cyan_code_has (language, CYAN_CODE_CSHARP) && cyan_token_is (tokens, text, i, "where")
          && cyan_token_is (tokens, text, i + 2, ":"))
        constraints = TRUE;
      else if (cyan_token_is_any (tokens, text, i, "{ => ;"))
        constraints = FALSE;
      if (constraints)
        continue;
      if (token->kind == CYAN_TOKEN_STRING || token->kind == CYAN_TOKEN_DEDENTED)
        copy[token->start] = '0';
      else
        memcpy (copy + token->start, text + token->start, token->length);
    }
  return copy;
}

static GArray *
run_ctags (CyanCtags *ctags,
           CyanLanguage language,
           const char *path,
           const char *text,
           gsize length,
           const CyanTick *tick,
           GError **error)
{
  gboolean masked = cyan_code_has (language, CYAN_CODE_TEXT_BLOCK);
  g_autofree char *copy = masked && length > 0 ? mask_literals (language, text, length) : NULL;

  return cyan_ctags_run (ctags, path, copy != NULL ? copy : text, length, tick, error);
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
  g_autoptr (GArray) tags = NULL;

  if (cyan_code_traits[language].kinds != NULL
      && (tags = run_ctags (ctags, language, path, text, length, tick, error)) == NULL)
    return NULL;
  if (!cyan_tick (tick, 0, N_ ("Reading sources"), error))
    return NULL;
  return cyan_extents_scan (language, text, length, tags);
}

const char *
cyan_extents_separator (CyanLanguage language)
{
  return cyan_code_traits[language].separator;
}
