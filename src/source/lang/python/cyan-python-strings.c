/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adjacent literals of text, and the fields of f-strings. */
#include "cyan-python-parser.h"

typedef struct
{
  const char *text, *end; /* between the quotes */
  gboolean is_raw, is_bytes, is_format;
  gboolean is_unicode; /* "u", which Python keeps, but not "U" */
} Literal;

/* The parts of a text: runs of plain text, and fields. */
typedef struct
{
  gboolean is_open; /* a run of plain text is at the end of the output */
  gsize start;      /* of that run in the output */
  gsize text;       /* the same, without its mark */
  guint n;          /* parts that are closed */
} Parts;

static void
open_run (CyanPythonParser *self, Parts *parts, const Literal *literal)
{
  if (parts->is_open)
    return;
  parts->is_open = TRUE;
  parts->start = self->out->len;
  g_string_append (self->out, literal->is_bytes ? "b'" : literal->is_unicode ? "u'" : "'");
  parts->text = self->out->len;
}

/* An empty run is no part of an f-string. */
static void
close_run (CyanPythonParser *self, Parts *parts)
{
  if (!parts->is_open)
    return;
  parts->is_open = FALSE;
  if (self->out->len == parts->text)
    g_string_truncate (self->out, parts->start);
  else
    {
      g_string_append_c (self->out, '\0');
      parts->n++;
    }
}

static gboolean
add_text (
    CyanPythonParser *self, Parts *parts, const Literal *literal, const char *text, const char *end)
{
  open_run (self, parts, literal);
  return cyan_python_text (text, end, literal->is_raw, literal->is_bytes, self->out);
}

/* The next brace from @at on that is not in the name of a character. */
static const char *
find_brace (const Literal *literal, const char *at)
{
  for (; at < literal->end && *at != '{' && *at != '}'; at++)
    if (*at == '\\' && !literal->is_raw && literal->end - at > 2)
      {
        if (at[1] == 'N' && at[2] == '{')
          while (at < literal->end - 1 && *at != '}')
            at++;
        else if (at[1] == '\\')
          at++;
      }
  return at;
}

static gboolean
field (CyanPythonParser *self, Parts *parts, const Literal *literal, const char **at);

/* The text of an f-string or of the format of a field, which ends before its "}". */
static gboolean
format_text (CyanPythonParser *self,
             Parts *parts,
             const Literal *literal,
             gboolean in_field,
             const char **at)
{
  while (*at < literal->end)
    {
      const char *start = *at, *brace = find_brace (literal, start);
      gboolean is_double = literal->end - brace > 1 && brace[0] == brace[1];

      *at = brace;
      if (brace < literal->end && !in_field && is_double)
        {
          *at += 2;
          brace++;
        }
      if (brace > start && !add_text (self, parts, literal, start, brace))
        return FALSE;
      if (*at != brace || brace == literal->end)
        continue;
      if (*brace == '}')
        return in_field;
      if (!field (self, parts, literal, at))
        return FALSE;
    }
  return !in_field;
}

static const char *
skip_space (const char *at, const char *end)
{
  while (at < end && (g_ascii_isspace (*at)))
    at++;
  return at;
}

/* "{a = }" also is the text "a = ", before the value, which was written from @written on.  The
 * text belongs to the run @run, which ended at @run_end. */
static void
add_expression_text (CyanPythonParser *self,
                     Parts *parts,
                     const Parts *run,
                     gsize run_end,
                     gsize written,
                     const Literal *text)
{
  gsize length = self->out->len - written;
  g_autofree char *value = g_memdup2 (self->out->str + written, length);

  g_string_truncate (self->out, written);
  if (run_end < written)
    {
      g_string_truncate (self->out, run_end);
      *parts = *run;
    }
  add_text (self, parts, text, text->text, text->end);
  close_run (self, parts);
  g_string_append_len (self->out, value, (gssize) length);
}

/* The expression of a field behind its "{".  Moves *@at to what follows it. */
static gboolean
field_expression (CyanPythonParser *self, const Literal *literal, const char **at)
{
  CyanPythonParser inner = *self;

  cyan_python_lexer_init (&inner.lexer, *at, (gsize) (literal->end - *at));
  inner.lexer.at_line_start = FALSE;
  inner.lexer.depth = 1;
  cyan_python_advance (&inner);
  if (!cyan_python_run (&inner, cyan_python_rule ("value")) || inner.kind != CYAN_PYTHON_OPERATOR)
    return FALSE;
  *at = inner.lexer.token;
  return TRUE;
}

/* Behind "!" and ":", up to "}"; *@conversion is a letter, and *@has_format whether there was a
 * ":". */
static gboolean
field_rest (CyanPythonParser *self,
            const Literal *literal,
            const char **at,
            char *conversion,
            gboolean *has_format)
{
  Parts format = { 0 };

  if (**at == '!')
    {
      if (literal->end - *at < 2 || strchr ("rsa", (*at)[1]) == NULL)
        return FALSE;
      *conversion = (*at)[1];
      *at = skip_space (*at + 2, literal->end);
    }
  *has_format = *at < literal->end && **at == ':';
  if (*has_format)
    {
      ++*at;
      if (!format_text (self, &format, literal, TRUE, at))
        return FALSE;
      close_run (self, &format);
      cyan_python_put_count (self, "f", format.n);
    }
  return *at < literal->end && *(*at)++ == '}';
}

/* From "{" to "}". */
static gboolean
field (CyanPythonParser *self, Parts *parts, const Literal *literal, const char **at)
{
  const Parts run = *parts;
  const char *start = ++*at;
  gsize run_end = self->out->len, written;
  char name[] = "{} \0";
  gboolean has_format, shows_text;

  close_run (self, parts);
  written = self->out->len;
  if (!cyan_python_enter (self) || !field_expression (self, literal, at))
    return FALSE;
  shows_text = **at == '=';
  if (shows_text)
    {
      *at = skip_space (*at + 1, literal->end);
      if (*at == literal->end)
        return FALSE;
      add_expression_text (
          self, parts, &run, run_end, written,
          &(Literal){ start, *at, .is_raw = TRUE, .is_unicode = literal->is_unicode });
    }
  if (!field_rest (self, literal, at, &name[2], &has_format))
    return FALSE;
  if (shows_text && !has_format && name[2] == ' ')
    name[2] = 'r';
  name[3] = has_format ? ':' : '\0';
  cyan_python_put (self, name);
  parts->n++;
  self->depth--;
  return TRUE;
}

/* Splits the current token.  FALSE if it is not closed, or its prefix is wrong. */
static gboolean
split (const CyanPythonParser *self, Literal *literal)
{
  const char *prefix = self->lexer.token, *at = prefix;
  const char *end = prefix + self->lexer.token_length;
  gboolean is_unicode = FALSE;
  gsize n_quotes;

  *literal = (Literal){ 0 };
  for (; *at != '"' && *at != '\''; at++)
    {
      char c = g_ascii_tolower (*at);
      gboolean *flag = c == 'r'   ? &literal->is_raw
                       : c == 'b' ? &literal->is_bytes
                       : c == 'f' ? &literal->is_format
                                  : &is_unicode;

      if (*flag)
        return FALSE;
      *flag = TRUE;
    }
  if (!self->lexer.closed || (literal->is_bytes && literal->is_format)
      || (is_unicode && at - prefix > 1))
    return FALSE;
  literal->is_unicode = *prefix == 'u';
  n_quotes = end - at >= 6 && at[1] == *at && at[2] == *at ? 3 : 1;
  literal->text = at + n_quotes;
  literal->end = end - n_quotes;
  return TRUE;
}

gboolean
cyan_python_text_literals (CyanPythonParser *self)
{
  Parts parts = { 0 };
  gboolean is_format = FALSE, is_bytes = FALSE;

  for (gboolean is_first = TRUE; self->kind == CYAN_PYTHON_STRING; is_first = FALSE)
    {
      Literal literal;
      const char *at;

      if (!split (self, &literal) || (!is_first && literal.is_bytes != is_bytes))
        return FALSE;
      is_bytes = literal.is_bytes;
      is_format |= literal.is_format;
      at = literal.text;
      if (!(literal.is_format ? format_text (self, &parts, &literal, FALSE, &at)
                              : add_text (self, &parts, &literal, at, literal.end)))
        return FALSE;
      cyan_python_advance (self);
    }
  if (is_format)
    {
      close_run (self, &parts);
      cyan_python_put_count (self, "f", parts.n);
    }
  else
    g_string_append_c (self->out, '\0');
  self->shape = CYAN_PYTHON_VALUE;
  return TRUE;
}

gboolean
cyan_python_number_literal (CyanPythonParser *self)
{
  if (!cyan_python_number (self->lexer.token, self->lexer.token_length, self->out))
    return FALSE;
  g_string_append_c (self->out, '\0');
  cyan_python_advance (self);
  self->shape = CYAN_PYTHON_VALUE;
  return TRUE;
}
