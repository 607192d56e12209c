/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Splits Python into tokens and logical lines, as defined in chapter 2 of its language reference.
 *
 * Indentation counts only in comparison with the lines around it.  Strings are code, and so are
 * docstrings.  For a class or a module, the bodies of the functions inside are omitted: they are
 * functions of their own, and the code of the class or module does not include them.
 */
#include "cyan-code-private.h"

#include <string.h>

typedef enum
{
  LEX_END,
  LEX_TOKEN,
  LEX_NEWLINE,
} LexKind;

typedef struct
{
  const char *at, *end;
  guint line;
  guint depth; /* of open brackets */
  gboolean at_line_start;
  guint column;   /* of the logical line; a tab extends to the next multiple of 8 */
  gboolean first; /* the token is the first of its logical line */
  const char *token;
  gsize token_length;
  guint token_line;
} Lexer;

static char
look (const Lexer *self, gsize ahead)
{
  return (gsize) (self->end - self->at) > ahead ? self->at[ahead] : '\0';
}

static gboolean
is_word_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar) c >= 0x80;
}

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r';
}

static void
skip_comment (Lexer *self)
{
  while (self->at < self->end && *self->at != '\n')
    self->at++;
}

/* Goes to the first code of the next logical line. */
static void
start_line (Lexer *self)
{
  for (;;)
    {
      self->column = 0;
      for (; self->at < self->end && is_blank (*self->at); self->at++)
        if (*self->at == '\t')
          self->column = (self->column / 8 + 1) * 8;
        else if (*self->at == '\f')
          self->column = 0;
        else
          self->column++;
      if (look (self, 0) == '#')
        skip_comment (self);
      if (look (self, 0) != '\n')
        break;
      self->at++;
      self->line++;
    }
  self->at_line_start = FALSE;
  self->first = TRUE;
}

/* The cursor is on the quote. */
static void
take_string (Lexer *self)
{
  char quote = *self->at;
  gboolean triple = look (self, 1) == quote && look (self, 2) == quote;

  self->at += triple ? 3 : 1;
  while (self->at < self->end)
    {
      char c = *self->at;

      if (c == '\\' && self->at + 1 < self->end)
        {
          self->line += self->at[1] == '\n';
          self->at += 2;
        }
      else if (c == quote && !triple)
        {
          self->at++;
          return;
        }
      else if (c == quote && look (self, 1) == quote && look (self, 2) == quote)
        {
          self->at += 3;
          return;
        }
      else if (c == '\n' && !triple)
        return;
      else
        {
          self->line += c == '\n';
          self->at++;
        }
    }
}

static gboolean
is_string_prefix (const char *word, gsize length)
{
  if (length > 2)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (strchr ("rRbBuUfF", word[i]) == NULL)
      return FALSE;
  return TRUE;
}

static void
take_number (Lexer *self)
{
  gboolean decimal =
      !(*self->at == '0' && strchr ("xXoObB", look (self, 1)) != NULL && look (self, 1) != '\0');

  for (;;)
    {
      char c = look (self, 0);
      gboolean sign = decimal && (c == '+' || c == '-')
                      && (self->at[-1] == 'e' || self->at[-1] == 'E')
                      && g_ascii_isdigit (look (self, 1));

      if (!is_word_char (c) && c != '.' && !sign)
        return;
      self->at++;
    }
}

static void
take_operator (Lexer *self)
{
  static const char *const table[] = {
    "**=", "//=", ">>=", "<<=", "...", "**", "//", ">>", "<<", "<=", ">=", "==", "!=",
    "->",  "+=",  "-=",  "*=",  "/=",  "%=", "&=", "|=", "^=", "@=", ":=", "<>",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    if ((gsize) (self->end - self->at) >= strlen (table[i])
        && memcmp (self->at, table[i], strlen (table[i])) == 0)
      {
        self->at += strlen (table[i]);
        return;
      }
  if (strchr ("([{", *self->at) != NULL)
    self->depth++;
  else if (strchr (")]}", *self->at) != NULL && self->depth > 0)
    self->depth--;
  self->at++;
}

static LexKind
next_token (Lexer *self)
{
  char c;

  self->first = FALSE;
  if (self->at_line_start)
    start_line (self);
  for (;;)
    {
      c = look (self, 0);
      if (self->at >= self->end)
        {
          if (self->at_line_start || self->first)
            return LEX_END;
          self->at_line_start = TRUE;
          return LEX_NEWLINE;
        }
      if (c == '\n')
        {
          self->at++;
          self->line++;
          if (self->depth > 0)
            continue;
          /* Only a backslash: a blank line that spans two lines. */
          if (self->first)
            {
              start_line (self);
              continue;
            }
          self->at_line_start = TRUE;
          return LEX_NEWLINE;
        }
      if (c == '\\' && look (self, 1) == '\n')
        {
          self->at += 2;
          self->line++;
        }
      else if (c == '#')
        skip_comment (self);
      else if (is_blank (c))
        self->at++;
      else
        break;
    }

  self->token = self->at;
  self->token_line = self->line;
  if (g_ascii_isdigit (c) || (c == '.' && g_ascii_isdigit (look (self, 1))))
    take_number (self);
  else if (is_word_char (c))
    {
      while (is_word_char (look (self, 0)))
        self->at++;
      if ((look (self, 0) == '"' || look (self, 0) == '\'')
          && is_string_prefix (self->token, (gsize) (self->at - self->token)))
        take_string (self);
    }
  else if (c == '"' || c == '\'')
    take_string (self);
  else
    take_operator (self);
  self->token_length = (gsize) (self->at - self->token);
  return LEX_TOKEN;
}

static void
lexer_init (Lexer *self, const char *text, gsize length)
{
  *self = (Lexer){ .at = text, .end = text + length, .line = 1, .at_line_start = TRUE };
}

static gboolean
token_is (const Lexer *self, const char *word)
{
  return self->token_length == strlen (word) && memcmp (self->token, word, strlen (word)) == 0;
}

static gboolean
starts_function (const Lexer *self)
{
  Lexer copy = *self;

  if (token_is (self, "def"))
    return TRUE;
  return token_is (self, "async") && next_token (&copy) == LEX_TOKEN && token_is (&copy, "def");
}

/* Whether the text is a function: decided by the first line that is not a decorator. */
static gboolean
is_function (const char *text, gsize length)
{
  Lexer lexer;
  LexKind kind;

  lexer_init (&lexer, text, length);
  while ((kind = next_token (&lexer)) != LEX_END)
    if (kind == LEX_TOKEN && lexer.first && !token_is (&lexer, "@"))
      return starts_function (&lexer);
  return FALSE;
}

/* Appends marks for the indentation of the next line; @columns are the open ones, the base first.
 */
static void
indent (GArray *columns, guint column, GString *out)
{
  if (columns->len == 0)
    {
      g_array_append_val (columns, column);
      return;
    }
  while (columns->len > 1 && g_array_index (columns, guint, columns->len - 1) > column)
    {
      g_array_set_size (columns, columns->len - 1);
      cyan_code_append_mark (out, 'D');
    }
  if (g_array_index (columns, guint, columns->len - 1) < column)
    {
      g_array_append_val (columns, column);
      cyan_code_append_mark (out, 'I');
    }
}

void
cyan_code_token_form_python (const char *text, gsize length, GString *out)
{
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (guint));
  gboolean whole = is_function (text, length);
  gboolean in_header = FALSE; /* of a function whose body is omitted */
  gboolean skip_line = FALSE;
  gboolean skip_suite = FALSE;
  guint suite_column = 0;
  Lexer lexer;
  LexKind kind;

  lexer_init (&lexer, text, length);
  while ((kind = next_token (&lexer)) != LEX_END)
    {
      if (kind == LEX_NEWLINE)
        {
          if (!skip_line || in_header)
            cyan_code_append_mark (out, 'N');
          skip_line = in_header = FALSE;
          continue;
        }
      if (lexer.first)
        {
          skip_suite = skip_suite && lexer.column > suite_column;
          skip_line = skip_suite;
          if (!skip_line)
            indent (columns, lexer.column, out);
          if (!skip_line && !whole && starts_function (&lexer))
            {
              in_header = skip_suite = TRUE;
              suite_column = lexer.column;
            }
        }
      if (skip_line)
        continue;
      g_string_append_len (out, lexer.token, (gssize) lexer.token_length);
      g_string_append_c (out, '\0');
      if (in_header && lexer.depth == 0 && token_is (&lexer, ":"))
        skip_line = TRUE;
    }
}

GArray *
cyan_code_python_lines (const char *text, gsize length)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (CyanPythonLine));
  CyanPythonLine line = { 0 };
  Lexer lexer;
  LexKind kind;

  lexer_init (&lexer, text, length);
  while ((kind = next_token (&lexer)) != LEX_END)
    if (kind == LEX_NEWLINE)
      g_array_append_val (lines, line);
    else
      {
        if (lexer.first)
          {
            line.first_line = lexer.token_line;
            line.column = lexer.column;
            line.is_decorator = token_is (&lexer, "@");
          }
        line.last_line = lexer.line;
      }
  return lines;
}
