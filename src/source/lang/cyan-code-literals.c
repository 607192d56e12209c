/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words, numbers and literals of the languages with curly brackets.
 *
 * A string without an end extends to the end of its line, or of the text if it may have several
 * lines.  A literal with holes is split there, since the text in a hole is code.
 */
#include "cyan-code-tokens.h"

#include <string.h>

#define look         cyan_scanner_look
#define is_word_char cyan_code_is_word_char

/* Takes text up to the closing @quote, or to the end of the line or text if that is missing. */
static void
take_quoted (CyanScanner *self, char quote, gboolean lines)
{
  const char *at = self->at + 1;

  while (at < self->end && *at != quote && (lines || *at != '\n'))
    at += *at == '\\' && at + 1 < self->end
                  && (lines || at[1] != '\n' || cyan_scanner_has (self, CYAN_CODE_SCRIPT))
              ? 2
              : 1;
  cyan_scanner_pass (self, at < self->end && *at == quote ? at + 1 : at);
}

void
cyan_curly_take_verbatim (CyanScanner *self, char quote)
{
  const char *stop = self->at + 1 < self->end
                         ? memchr (self->at + 1, quote, (gsize) (self->end - self->at - 1))
                         : NULL;

  cyan_scanner_pass (self, stop != NULL ? stop + 1 : self->end);
}

/* @"a ""b""": two quotes stand for one. */
static void
take_doubled (CyanScanner *self)
{
  do
    cyan_curly_take_verbatim (self, '"');
  while (look (self, 0) == '"');
}

/* The cursor is on three or more quotes; the same number ends it. */
static void
take_text_block (CyanScanner *self)
{
  const char *at = self->at;
  gsize n_open = 0, n = 0;

  for (; at < self->end && *at == '"' && (n_open < 3 || cyan_scanner_has (self, CYAN_CODE_CSHARP));
       at++)
    n_open++;
  while (at < self->end && n < n_open)
    {
      n = *at == '"' ? n + 1 : 0;
      at += *at == '\\' && cyan_scanner_has (self, CYAN_CODE_JAVA) && at + 1 < self->end ? 2 : 1;
    }
  cyan_scanner_pass (self, at);
}

/* Takes the text after the "r" of r#"a"#.  FALSE if it is not a raw string. */
static gboolean
take_rust_raw (CyanScanner *self)
{
  const char *at = self->at;
  gsize n_marks, n = 0;
  gboolean quoted = FALSE;

  while (at < self->end && *at == '#')
    at++;
  n_marks = (gsize) (at - self->at);
  if (at >= self->end || *at != '"')
    return FALSE;
  for (at++; at < self->end; at++)
    {
      if (*at == '"')
        {
          quoted = TRUE;
          n = 0;
        }
      else if (quoted && *at == '#')
        n++;
      else
        quoted = FALSE;
      if (quoted && n == n_marks)
        {
          at++;
          break;
        }
    }
  cyan_scanner_pass (self, at);
  return TRUE;
}

/* 'a' is a character, 'a is a lifetime. */
static CyanTokenKind
take_rust_quote (CyanScanner *self)
{
  const char *at = self->at + 1;

  if (at < self->end && *at != '\\' && *at != '\n')
    {
      const char *next = at + 1;

      while (next < self->end && ((guchar) *next & 0xc0) == 0x80)
        next++;
      if (next >= self->end || *next != '\'')
        {
          while (at < self->end && is_word_char (*at))
            at++;
          self->at = at;
          return CYAN_TOKEN_WORD;
        }
      self->at = next + 1;
      return CYAN_TOKEN_STRING;
    }
  take_quoted (self, '\'', FALSE);
  return CYAN_TOKEN_STRING;
}

static void
open_hole (CyanScanner *self, CyanToken *token, gboolean verbatim)
{
  cyan_scanner_push (self, CYAN_LEVEL_TEMPLATE_HOLE, TRUE, self->text + token->start);
  cyan_scanner_top (self)->verbatim = (guint8) verbatim;
  token->opens = '{';
}

/* `a${: takes text to the end of a template or its next hole. */
static void
take_template (CyanScanner *self, CyanToken *token)
{
  const char *at = self->at;

  while (at < self->end)
    if (*at == '\\' && at + 1 < self->end)
      at += 2;
    else if (*at == '`')
      {
        cyan_scanner_pass (self, at + 1);
        return;
      }
    else if (*at == '$' && at + 1 < self->end && at[1] == '{')
      {
        cyan_scanner_pass (self, at + 2);
        open_hole (self, token, FALSE);
        return;
      }
    else
      at++;
  cyan_scanner_pass (self, at);
}

/* $"a{: the same in C#, where a line end ends the string unless it is verbatim. */
static void
take_interpolated (CyanScanner *self, CyanToken *token, gboolean verbatim)
{
  const char *at = self->at;

  for (; at < self->end && (verbatim || *at != '\n'); at++)
    {
      char next = at + 1 < self->end ? at[1] : '\0';

      if (*at == '{' && next != '{')
        {
          cyan_scanner_pass (self, at + 1);
          open_hole (self, token, verbatim);
          return;
        }
      if (*at == '"' && !(verbatim && next == '"'))
        {
          at++;
          break;
        }
      if (*at == '{' || (*at == '"' && verbatim) || (*at == '\\' && !verbatim && next != '\0'))
        at++;
    }
  cyan_scanner_pass (self, MIN (at, self->end));
}

/* @"", $"", $@"", $$"""""" and @name. */
static void
take_csharp_prefixed (CyanScanner *self, CyanToken *token)
{
  const char *at = self->at;
  gboolean holes = FALSE, verbatim = FALSE;

  for (; at < self->end && (*at == '$' || *at == '@'); at++)
    {
      holes = holes || *at == '$';
      verbatim = verbatim || *at == '@';
    }
  if (at >= self->end || *at != '"')
    {
      token->kind = verbatim && !holes ? CYAN_TOKEN_WORD : CYAN_TOKEN_PUNCTUATOR;
      while (at < self->end && is_word_char (*at) && verbatim && !holes)
        at++;
      self->at = at;
      return;
    }
  self->at = at;
  token->kind = CYAN_TOKEN_STRING;
  if (!verbatim && cyan_scanner_starts_with (self, "\"\"\""))
    {
      token->kind = CYAN_TOKEN_DEDENTED;
      take_text_block (self);
    }
  else if (holes)
    {
      self->at++;
      take_interpolated (self, token, verbatim);
    }
  else
    take_doubled (self);
}

/* Takes a regular expression, which ends on its line.  FALSE if there is none. */
static gboolean
take_regex (CyanScanner *self)
{
  const char *at = self->at + 1;
  gboolean in_class = FALSE;

  if ((gsize) (self->at - self->text) < self->regex_fail)
    return FALSE;
  for (; at < self->end && *at != '\n' && (in_class || *at != '/'); at++)
    if (*at == '[')
      in_class = TRUE;
    else if (*at == ']')
      in_class = FALSE;
    else if (*at == '\\' && at + 1 < self->end && at[1] != '\n')
      at++;
  if (at >= self->end || *at != '/')
    {
      self->regex_fail = (gsize) (at - self->text);
      return FALSE;
    }
  for (at++; at < self->end && is_word_char (*at); at++)
    ;
  self->at = at;
  return TRUE;
}

static void
take_number (CyanScanner *self)
{
  gboolean hex = look (self, 0) == '0' && (look (self, 1) == 'x' || look (self, 1) == 'X');
  gboolean bare_dot = !cyan_scanner_has (self, CYAN_CODE_RUST | CYAN_CODE_CSHARP);

  for (self->at++;; self->at++)
    {
      char c = look (self, 0);
      char last = self->at[-1];
      gboolean sign = (c == '+' || c == '-')
                      && (hex ? last == 'p' || last == 'P' : last == 'e' || last == 'E')
                      && g_ascii_isdigit (look (self, 1));
      gboolean dot = c == '.' && last != '.' && look (self, 1) != '.'
                     && (bare_dot || g_ascii_isdigit (look (self, 1)));

      if (!is_word_char (c) && !sign && !dot)
        return;
    }
}

static CyanTokenKind
take_word (CyanScanner *self)
{
  const char *start = self->at;
  char next;
  gsize length;

  while (self->at < self->end && is_word_char (*self->at))
    self->at++;
  length = (gsize) (self->at - start);
  next = look (self, 0);
  if (!cyan_scanner_has (self, CYAN_CODE_RUST) || length > 2
      || (next != '"' && next != '\'' && next != '#'))
    return CYAN_TOKEN_WORD;
  if (start[length - 1] == 'r' && (length == 1 || start[0] == 'b' || start[0] == 'c')
      && next != '\'')
    {
      if (take_rust_raw (self))
        return CYAN_TOKEN_STRING;
      if (next == '#' && length == 1 && is_word_char (look (self, 1)))
        for (self->at++; self->at < self->end && is_word_char (*self->at); self->at++)
          ;
      return CYAN_TOKEN_WORD;
    }
  if (length == 1
      && ((next == '"' && (*start == 'b' || *start == 'c')) || (next == '\'' && *start == 'b')))
    {
      take_quoted (self, next, next == '"');
      return CYAN_TOKEN_STRING;
    }
  return CYAN_TOKEN_WORD;
}

gboolean
cyan_curly_take_literal (CyanScanner *self, CyanToken *token)
{
  char c = *self->at;
  gboolean csharp = cyan_scanner_has (self, CYAN_CODE_CSHARP);

  token->kind = CYAN_TOKEN_STRING;
  if (is_word_char (c) && !g_ascii_isdigit (c) && !(c == '$' && csharp))
    token->kind = (guint8) take_word (self);
  else if (g_ascii_isdigit (c) || (c == '.' && g_ascii_isdigit (look (self, 1)) && !self->value))
    {
      take_number (self);
      token->kind = CYAN_TOKEN_NUMBER;
    }
  else if (c == '"' && cyan_scanner_has (self, CYAN_CODE_TEXT_BLOCK)
           && cyan_scanner_starts_with (self, "\"\"\""))
    {
      token->kind = CYAN_TOKEN_DEDENTED;
      take_text_block (self);
    }
  else if (c == '"')
    take_quoted (self, c, cyan_scanner_has (self, CYAN_CODE_RUST));
  else if (c == '\'' && cyan_scanner_has (self, CYAN_CODE_RUST))
    token->kind = (guint8) take_rust_quote (self);
  else if (c == '\'')
    take_quoted (self, c, FALSE);
  else if (c == '`' && cyan_scanner_has (self, CYAN_CODE_RAW_BACKTICK))
    cyan_curly_take_verbatim (self, c);
  else if (c == '`' && cyan_scanner_has (self, CYAN_CODE_SCRIPT))
    {
      self->at++;
      take_template (self, token);
    }
  else if ((c == '@' || c == '$') && csharp)
    take_csharp_prefixed (self, token);
  else
    return c == '/' && cyan_scanner_has (self, CYAN_CODE_SCRIPT) && !self->value
           && take_regex (self);
  return TRUE;
}

void
cyan_curly_continue_literal (CyanScanner *self, CyanToken *token, const CyanScannerLevel *hole)
{
  token->kind = CYAN_TOKEN_STRING;
  if (cyan_scanner_has (self, CYAN_CODE_CSHARP))
    take_interpolated (self, token, hole->verbatim);
  else
    take_template (self, token);
}
