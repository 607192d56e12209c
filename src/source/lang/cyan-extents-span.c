/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the tokens of the definition around a name, in Go, Java and C#.
 *
 * It starts after the end of the previous item, so annotations, attributes and modifiers are
 * included.  Its body is the first group in curly brackets that is not part of a type, or the
 * expression after "=>".
 */
#include "cyan-extents-private.h"

#include <string.h>

#define MAX_STEPS 1024

/* The definition's name on @line.  Of several such words, the one followed by parameters or a body,
 * since a type may have the same name. */
static guint
find_name (const CyanFinder *finder, const char *name, guint line, guint from)
{
  gsize length = strcspn (name, " (<[");
  guint found = CYAN_TOKEN_NONE;

  if (*name == '~')
    {
      name++;
      length--;
    }
  for (guint i = MAX (from, cyan_token_find_line (finder->tokens, line));
       i < finder->tokens->len && cyan_finder_token (finder, i)->line == line; i++)
    {
      const CyanToken *token = cyan_finder_token (finder, i);

      if (token->kind != CYAN_TOKEN_WORD || token->length != length
          || memcmp (finder->text + token->start, name, length) != 0)
        continue;
      if (cyan_finder_is_any (finder, i + 1, "( < [ { =>") || g_str_has_prefix (name, "operator "))
        return i;
      if (found == CYAN_TOKEN_NONE)
        found = i;
    }
  return found;
}

static guint
find_first (const CyanFinder *finder, guint index)
{
  for (guint n = 0; n < MAX_STEPS && index > 0; n++)
    {
      guint last = index - 1;
      const CyanToken *token = cyan_finder_token (finder, last);

      if (token->kind == CYAN_TOKEN_LINE_END || cyan_finder_is_any (finder, last, "; { } ( ["))
        break;
      index = token->closes != 0 && token->partner < last ? token->partner : last;
    }
  return index;
}

/* After "=>": finds the semicolon. */
static guint
find_semicolon (const CyanFinder *finder, guint index)
{
  guint stop = finder->stop[index];

  return cyan_finder_is (finder, stop, ";") ? stop : CYAN_TOKEN_NONE;
}

/* Whether the group in curly brackets at @index is a part of a type or a value. */
static gboolean
is_part (const CyanFinder *finder, guint index)
{
  return (cyan_code_has (finder->language, CYAN_CODE_GO)
          && cyan_finder_is_any (finder, index - 1, "struct interface"))
         || (cyan_code_has (finder->language, CYAN_CODE_JAVA)
             && cyan_finder_is_any (finder, index - 1, "default ="));
}

/* The last token of the definition that continues at @index; CYAN_TOKEN_NONE if it has no body, or
 * if the body is not closed. */
static guint
find_last (const CyanFinder *finder, guint index)
{
  for (guint n = 0; n < MAX_STEPS && index < finder->tokens->len; n++)
    {
      if (cyan_finder_is (finder, index, "{") && !is_part (finder, index))
        {
          guint last = cyan_finder_closing (finder, index);

          /* "public int A { get; } = 1;" */
          return last != CYAN_TOKEN_NONE && cyan_code_has (finder->language, CYAN_CODE_CSHARP)
                         && cyan_finder_is (finder, last + 1, "=")
                     ? find_semicolon (finder, last + 1)
                     : last;
        }
      if (cyan_finder_is (finder, index, "=>"))
        return find_semicolon (finder, index);
      if (cyan_finder_is_kind (finder, index, CYAN_TOKEN_LINE_END)
          || cyan_finder_is (finder, index, ";") || cyan_finder_is (finder, index, "=")
          || cyan_finder_token (finder, index)->closes != 0)
        break;
      index = finder->after[index];
    }
  return CYAN_TOKEN_NONE;
}

/* "p.T" for a method of T in the package p: the type in brackets before the name, without its
 * own parameters. */
static void
set_go_scope (const CyanFinder *finder, guint index, CyanExtent *extent)
{
  const char *scope = extent->scope != NULL ? extent->scope : "";
  guint open = index > 0 && cyan_finder_is (finder, index - 1, ")")
                   ? cyan_finder_token (finder, index - 1)->partner
                   : CYAN_TOKEN_NONE;
  g_autofree char *type = NULL;
  char *joined;

  if (open == CYAN_TOKEN_NONE || open >= index)
    return;
  for (guint i = open + 1; i < index - 1 && i < open + 8; i = finder->after[i])
    if (cyan_finder_is_kind (finder, i, CYAN_TOKEN_WORD))
      {
        g_free (type);
        type = cyan_finder_name (finder, i, i);
      }
  if (type == NULL)
    return;
  joined = g_strdup_printf ("%.*s.%s", (int) strcspn (scope, "."), scope, type);
  g_free (extent->scope);
  extent->scope = joined;
}

/* "IList.Add" implements a method of IList: its name is "Add". */
static void
remove_interface (char *name)
{
  const char *dot = strrchr (name, '.');

  if (dot != NULL && dot[1] != '\0')
    memmove (name, dot + 1, strlen (dot));
}

gboolean
cyan_extents_find_span (const CyanFinder *finder, guint *from, CyanExtent *extent)
{
  guint index;
  guint last, parameters;
  char *signature;

  remove_interface (extent->name);
  index = find_name (finder, extent->name, extent->line, *from);
  if (index == CYAN_TOKEN_NONE)
    return FALSE;
  *from = index + 1;
  /* ctags reports the parameters of a record as a method. */
  if (index > 0 && cyan_finder_is_any (finder, index - 1, "record class struct"))
    return FALSE;
  last = find_last (finder, index + 1);
  if (last == CYAN_TOKEN_NONE)
    return FALSE;
  extent->first_line = cyan_finder_token (finder, find_first (finder, index))->line;
  extent->last_line = cyan_finder_token (finder, last)->last_line;

  parameters = cyan_finder_skip_angles (finder, index + 1);
  if (cyan_code_has (finder->language, CYAN_CODE_GO))
    {
      if (cyan_finder_is (finder, parameters, "["))
        parameters = finder->after[parameters];
      set_go_scope (finder, index, extent);
    }
  signature =
      cyan_finder_is (finder, parameters, "(") ? cyan_finder_signature (finder, parameters) : NULL;
  if (signature != NULL)
    {
      g_free (extent->signature);
      extent->signature = signature;
    }
  return TRUE;
}
