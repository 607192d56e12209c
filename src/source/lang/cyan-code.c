/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The token form and the normal form of a text in its language. */
#include "cyan-code.h"

#include <string.h>

#include "form/cyan-form.h"
#include "python/cyan-python.h"
#include "cyan-code-tokens.h"

static void
normalise_other (const char *text, gsize length, GString *out)
{
  const char *end = text + length;

  while (text < end)
    {
      const char *stop = memchr (text, '\n', (gsize) (end - text));
      const char *last = stop != NULL ? stop : end;
      const char *next = stop != NULL ? stop + 1 : end;

      while (last > text && (last[-1] == ' ' || last[-1] == '\t'))
        last--;
      g_string_append_len (out, text, last - text);
      g_string_append_c (out, '\0');
      text = next;
    }
}

/* @rules: apply those of formatters. */
static void
append_form (CyanLanguage language, const char *text, gsize length, gboolean rules, GString *out)
{
  CyanForm form;

  cyan_form_init (&form, language, length);
  if (cyan_form_is_c (&form))
    cyan_form_read_c (&form, text, length);
  else
    cyan_form_read_tokens (&form, text, length);
  if (rules)
    cyan_form_apply_rules (&form);
  cyan_form_append (&form, out);
  cyan_form_clear (&form);
}

static void
append_token_form (
    CyanLanguage language, const char *text, gsize length, gboolean rules, GString *out)
{
  if (cyan_code_has (language, CYAN_CODE_PYTHON))
    cyan_python_token_form (text, length, out);
  else if (cyan_code_traits[language].find_blocks != NULL)
    append_form (language, text, length, rules, out);
  else
    normalise_other (text, length, out);
}

GString *
cyan_code_token_form (CyanLanguage language, const char *text, gsize length)
{
  GString *out = g_string_sized_new (length + length / 4 + 16);

  append_token_form (language, text, length, FALSE, out);
  return out;
}

GString *
cyan_code_normalise (CyanLanguage language, const char *text, gsize length)
{
  GString *out = g_string_sized_new (length + length / 4 + 16);

  if (!cyan_code_has (language, CYAN_CODE_PYTHON) || !cyan_python_form (text, length, out))
    {
      g_string_truncate (out, 0);
      append_token_form (language, text, length, TRUE, out);
    }
  return out;
}

/* ---- the block around a line, for code that belongs to no definition ---- */

static gboolean
find_in_tokens (CyanLanguage language,
                const char *text,
                gsize length,
                guint line,
                guint *first_line,
                guint *last_line)
{
  static const char containers[] = "class interface enum record struct module namespace trait impl";
  g_autoptr (GArray) tokens = cyan_code_tokens (language, text, length);
  guint head = CYAN_TOKEN_NONE; /* first token of the open statement */
  gboolean has_call = FALSE, is_container = FALSE;

  for (guint i = 0; tokens != NULL && i < tokens->len; i++)
    {
      const CyanToken *token = &g_array_index (tokens, CyanToken, i);
      gboolean opens = cyan_token_is (tokens, text, i, "{");

      if (token->line > line && head == CYAN_TOKEN_NONE)
        break;
      if (opens && has_call && !is_container && token->partner != CYAN_TOKEN_NONE)
        {
          *first_line = g_array_index (tokens, CyanToken, head).line;
          *last_line = g_array_index (tokens, CyanToken, token->partner).last_line;
          if (line >= *first_line && line <= *last_line)
            return TRUE;
          i = token->partner;
        }
      if (opens || token->kind == CYAN_TOKEN_LINE_END || cyan_token_is (tokens, text, i, ";")
          || cyan_token_is (tokens, text, i, "}"))
        {
          head = CYAN_TOKEN_NONE;
          has_call = is_container = FALSE;
          continue;
        }
      if (head == CYAN_TOKEN_NONE)
        head = i;
      has_call |= cyan_token_is (tokens, text, i, "(");
      is_container |= cyan_token_is_any (tokens, text, i, containers);
    }
  return FALSE;
}

static gboolean
find_in_python (const char *text, gsize length, guint line, guint *first_line, guint *last_line)
{
  g_autoptr (GArray) lines = cyan_code_python_lines (text, length);

  for (guint i = 0; i < lines->len;)
    {
      guint first = i++;

      while (i < lines->len && g_array_index (lines, CyanPythonLine, i).column > 0)
        i++;
      *first_line = g_array_index (lines, CyanPythonLine, first).first_line;
      *last_line = g_array_index (lines, CyanPythonLine, i - 1).last_line;
      if (line >= *first_line && line <= *last_line)
        return i - first > 1;
    }
  return FALSE;
}

gboolean
cyan_code_block_around (CyanLanguage language,
                        const char *text,
                        gsize length,
                        guint line,
                        guint *first_line,
                        guint *last_line)
{
  if (cyan_code_has (language, CYAN_CODE_C))
    return cyan_code_block_around_c (text, length, cyan_code_has (language, CYAN_CODE_CPP), line,
                                     first_line, last_line);
  if (cyan_code_has (language, CYAN_CODE_PYTHON))
    return find_in_python (text, length, line, first_line, last_line);
  return cyan_code_traits[language].find_blocks != NULL
         && find_in_tokens (language, text, length, line, first_line, last_line);
}

gboolean
cyan_code_is_inlined (CyanLanguage language)
{
  return cyan_code_has (language, CYAN_CODE_INLINED);
}
