/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Splits the languages with curly brackets into tokens: Go, Java, Rust, JavaScript, TypeScript, C#.
 *
 * There is one scanner with a table of the features of each language.  "<" and ">" are always
 * tokens of their own, so that type arguments are the same with any spacing; no valid text has ">
 * >" in place of ">>".
 *
 * A line end is significant in Go where the language inserts a semicolon.  In JavaScript and
 * TypeScript it is significant if removing it could give another valid text: not in round and
 * square brackets, not after an operator, and not before one that cannot start a statement.
 */
#include "cyan-code-tokens.h"

#include <string.h>

#define look         cyan_scanner_look
#define is_word_char cyan_code_is_word_char

static void
skip_block_comment (CyanScanner *self)
{
  const char *at = self->at + 2;
  gsize depth = 1;

  while (at < self->end && depth > 0)
    {
      gsize left = (gsize) (self->end - at);

      if (left >= 2 && at[0] == '*' && at[1] == '/')
        {
          depth--;
          at += 2;
        }
      else if (left >= 2 && at[0] == '/' && at[1] == '*'
               && cyan_scanner_has (self, CYAN_CODE_NESTED_COMMENTS))
        {
          depth++;
          at += 2;
        }
      else
        at++;
    }
  cyan_scanner_pass (self, at);
}

/* "//go:noinline" at the start of a line is for the compiler; "//go:generate" is not. */
static gboolean
is_go_directive (const CyanScanner *self)
{
  return cyan_scanner_has (self, CYAN_CODE_GO) && self->at == self->line_start
         && cyan_scanner_starts_with (self, "//go:")
         && !cyan_scanner_starts_with (self, "//go:generate");
}

/* Whether the line is a C# directive without effect on the program. */
static gboolean
is_idle_directive (const CyanScanner *self)
{
  const char *at = self->at + 1;
  gsize length = 0;

  while (at < self->end && (*at == ' ' || *at == '\t'))
    at++;
  while (at + length < self->end && is_word_char (at[length]))
    length++;
  return cyan_code_words_have ("region endregion pragma line", at, length);
}

/* Skips to the next code.  Returns whether a line end was skipped. */
static gboolean
skip_space (CyanScanner *self)
{
  guint32 line = self->line;

  while (self->at < self->end)
    {
      char c = *self->at;

      if (c == '\n')
        {
          if (self->in_directive)
            break;
          cyan_scanner_pass (self, self->at + 1);
        }
      else if (g_ascii_isspace (c) || c == '\v')
        self->at++;
      else if (cyan_scanner_starts_with (self, "\xef\xbb\xbf"))
        self->at += 3;
      else if (c == '/' && look (self, 1) == '/')
        {
          if (is_go_directive (self))
            break;
          self->at = cyan_scanner_line_end (self, self->at);
        }
      else if (c == '/' && look (self, 1) == '*')
        skip_block_comment (self);
      else if (c == '#' && cyan_scanner_has (self, CYAN_CODE_CSHARP) && !self->in_directive
               && (self->previous.length == 0 || self->previous.last_line < self->line)
               && is_idle_directive (self))
        self->at = cyan_scanner_line_end (self, self->at);
      else if (c == '#' && look (self, 1) == '!' && self->at == self->text
               && cyan_scanner_has (self, CYAN_CODE_SCRIPT))
        self->at = cyan_scanner_line_end (self, self->at);
      else
        break;
    }
  return self->line > line;
}

/* Whether "<" starts an element: it is neither a comparison, nor the type parameters of an arrow
 * function. */
static gboolean
starts_element (const CyanScanner *self)
{
  const char *at = self->at + 1;

  if (at >= self->end || (*at != '>' && !g_ascii_isalpha (*at) && *at != '_' && *at != '$'))
    return FALSE;
  while (at < self->end && is_word_char (*at))
    at++;
  if (at < self->end && *at == ',')
    return FALSE;
  if (at + 1 < self->end && at[0] == '>' && at[1] == '('
      && cyan_scanner_is_any (self, &self->previous, ": = | & ; { } ,"))
    return FALSE;
  return self->end - at < 9 || memcmp (at, " extends ", 9) != 0;
}

/* Whether a value follows this word, so that "/" and "<" are not operators. */
static gboolean
expects_value (const CyanScanner *self, const CyanToken *word)
{
  static const char table[] =
      "return typeof instanceof in of new delete void case throw do else yield await default";

  return !self->after_dot && cyan_scanner_is_any (self, word, table);
}

static void
take_bracket (CyanScanner *self, CyanToken *token, char c)
{
  CyanScannerLevel closed;

  if (c == '(' || c == '[')
    {
      cyan_scanner_push (self, c == '(' ? CYAN_LEVEL_PAREN : CYAN_LEVEL_BRACKET, !self->condition,
                         self->at - 1);
      token->opens = (guint8) c;
    }
  else if (c == '{')
    {
      gboolean value = self->previous.kind == CYAN_TOKEN_PUNCTUATOR && self->previous.length > 0
                       && !cyan_scanner_is_any (self, &self->previous, ") ; { } => :");

      if (self->previous.kind == CYAN_TOKEN_WORD)
        value = expects_value (self, &self->previous)
                && !cyan_scanner_is_any (self, &self->previous, "do else");
      cyan_scanner_push (self, CYAN_LEVEL_BRACE, value, self->at - 1);
      token->opens = '{';
    }
  else if (cyan_scanner_close (self, c, &closed))
    {
      token->closes = (guint8) c;
      token->partner = closed.opener;
      self->value = closed.value;
      if (closed.kind == CYAN_LEVEL_TEMPLATE_HOLE)
        {
          cyan_curly_continue_literal (self, token, &closed);
        }
    }
}

/* The counter of open "<" around the cursor that may be those of types. */
static guint32 *
open_angles (CyanScanner *self)
{
  CyanScannerLevel *top = cyan_scanner_top (self);

  return top != NULL ? &top->nesting : &self->nesting;
}

static void
count_angle (CyanScanner *self, char c)
{
  guint32 *angles = open_angles (self);

  if (c == '<')
    ++*angles;
  else if (*angles > 0)
    {
      --*angles;
      self->ends_angle = cyan_scanner_has (self, CYAN_CODE_TYPES);
    }
}

static void
take_punctuator (CyanScanner *self, CyanToken *token)
{
  gboolean value = self->value;
  char c = *self->at;
  gsize length;

  token->kind = CYAN_TOKEN_PUNCTUATOR;
  self->value = FALSE;
  if (strchr ("()[]{}", c) != NULL)
    {
      self->at++;
      self->value = c == ')' || c == ']';
      take_bracket (self, token, c);
      return;
    }
  length = cyan_scanner_longest (self, cyan_code_traits[self->language].punctuators);
  /* "a?.5:1" */
  if (length == 2 && cyan_scanner_starts_with (self, "?.") && g_ascii_isdigit (look (self, 2)))
    length = 0;
  if (length > 0)
    {
      self->value = value && length == 2 && (c == '+' || c == '-') && look (self, 1) == c;
      if (length == 2 && (c == '&' || c == '|') && look (self, 1) == c)
        *open_angles (self) = 0;
      self->at += length;
      return;
    }
  if (c == '<' || c == '>')
    count_angle (self, c);
  else if (c == ';')
    *open_angles (self) = 0;
  self->value = value && c == '!';
  self->ends_angle = self->ends_angle || (self->value && cyan_scanner_has (self, CYAN_CODE_TYPES));
  self->at++;
}

/* In a hole of C#, the text after ":" is a format specifier, not code. */
static gboolean
take_format (CyanScanner *self, CyanToken *token)
{
  const CyanScannerLevel *top = cyan_scanner_top (self);

  if (!cyan_scanner_has (self, CYAN_CODE_CSHARP) || top == NULL
      || top->kind != CYAN_LEVEL_TEMPLATE_HOLE || *self->at != ':' || look (self, 1) == ':'
      || (self->previous.kind == CYAN_TOKEN_PUNCTUATOR
          && self->text[self->previous.start + self->previous.length - 1] == ':'))
    return FALSE;
  token->kind = CYAN_TOKEN_STRING;
  while (self->at < self->end && strchr ("}\"\n", *self->at) == NULL)
    self->at++;
  return TRUE;
}

static void
take_code (CyanScanner *self, CyanToken *token)
{
  if (!cyan_curly_take_literal (self, token) && !take_format (self, token))
    take_punctuator (self, token);
}

/* Takes text, a hole or a tag between two tags.  FALSE if the text is insignificant white space. */
static gboolean
take_child (CyanScanner *self, CyanToken *token)
{
  const char *at = self->at;
  gboolean blank = TRUE, lines = FALSE;

  if (*at == '<')
    {
      token->kind = CYAN_TOKEN_PUNCTUATOR;
      self->at += look (self, 1) == '/' ? 2 : 1;
      cyan_scanner_push (self, CYAN_LEVEL_TAG, look (self, 0) == '/', at);
      cyan_scanner_top (self)->verbatim = self->at - at == 2;
      return TRUE;
    }
  if (*at == '{')
    {
      token->kind = CYAN_TOKEN_PUNCTUATOR;
      token->opens = '{';
      cyan_scanner_push (self, CYAN_LEVEL_HOLE, FALSE, at);
      self->at++;
      self->value = FALSE;
      return TRUE;
    }
  token->kind = CYAN_TOKEN_JSX_TEXT;
  for (; at < self->end && *at != '<' && *at != '{'; at++)
    {
      blank = blank && g_ascii_isspace (*at);
      lines = lines || *at == '\n';
    }
  cyan_scanner_pass (self, at);
  return !(blank && lines);
}

/* Takes a token inside a tag.  The level tells whether it is a closing tag. */
static void
take_tag (CyanScanner *self, CyanToken *token)
{
  CyanScannerLevel *top = cyan_scanner_top (self);
  char c = *self->at;

  token->kind = CYAN_TOKEN_PUNCTUATOR;
  if (c == '"' || c == '\'')
    {
      token->kind = CYAN_TOKEN_STRING;
      cyan_curly_take_verbatim (self, c);
    }
  else if (is_word_char (c))
    {
      token->kind = CYAN_TOKEN_WORD;
      while (self->at < self->end && (is_word_char (*self->at) || *self->at == '-'))
        self->at++;
    }
  else if (c == '{')
    {
      token->opens = '{';
      cyan_scanner_push (self, CYAN_LEVEL_HOLE, FALSE, self->at);
      self->at++;
      self->value = FALSE;
    }
  /* <List<Item> a="b"> */
  else if (c == '<' || (c == '>' && top->nesting > 0))
    {
      top->nesting += c == '<' ? 1 : -1u;
      self->at++;
    }
  else if (c == '>')
    {
      gboolean closing = top->verbatim;

      self->at++;
      if (closing)
        {
          cyan_scanner_pop (self);
          top = cyan_scanner_top (self);
          if (top != NULL && top->kind == CYAN_LEVEL_CHILDREN)
            cyan_scanner_pop (self);
          self->value = self->ends_angle = TRUE;
        }
      else
        top->kind = CYAN_LEVEL_CHILDREN;
    }
  else if (c == '/' && look (self, 1) == '>')
    {
      self->at += 2;
      cyan_scanner_pop (self);
      self->value = self->ends_angle = TRUE;
    }
  else
    self->at++;
}

/* Takes the next token, without checking for significant line ends. */
static gboolean
take_token (CyanScanner *self, CyanToken *token, gboolean *new_line)
{
  *new_line = FALSE;
  for (;;)
    {
      const CyanScannerLevel *top = cyan_scanner_top (self);
      guint level = top != NULL ? top->kind : CYAN_LEVEL_BRACE;
      const char *start;
      gboolean good = TRUE;

      if (level != CYAN_LEVEL_CHILDREN)
        *new_line |= skip_space (self);
      start = self->at;
      if (start >= self->end && !self->in_directive)
        return FALSE;
      *token = (CyanToken){ .start = (guint32) (start - self->text),
                            .line = self->line,
                            .column = (guint32) (start - self->line_start),
                            .partner = CYAN_TOKEN_NONE };
      self->outer = (guint8) level;
      if (level == CYAN_LEVEL_CHILDREN)
        good = take_child (self, token);
      else if (level == CYAN_LEVEL_TAG)
        take_tag (self, token);
      else if (self->in_directive && (start >= self->end || *start == '\n'))
        {
          token->kind = CYAN_TOKEN_LINE_END;
          token->last_line = self->line;
          self->in_directive = FALSE;
          return TRUE;
        }
      else if (*start == '/' && look (self, 1) == '/')
        {
          token->kind = CYAN_TOKEN_DIRECTIVE;
          self->at = cyan_scanner_line_end (self, start);
          while (self->at > start && g_ascii_isspace (self->at[-1]))
            self->at--;
        }
      else if (*start == '<' && cyan_scanner_has (self, CYAN_CODE_JSX) && !self->value
               && starts_element (self))
        {
          token->kind = CYAN_TOKEN_PUNCTUATOR;
          cyan_scanner_push (self, CYAN_LEVEL_TAG, FALSE, start);
          self->at++;
        }
      else
        {
          if (*start == '#' && cyan_scanner_has (self, CYAN_CODE_CSHARP)
              && (self->previous.length == 0 || self->previous.last_line < self->line))
            self->in_directive = TRUE;
          take_code (self, token);
        }
      token->length = (guint32) (self->at - start);
      token->last_line = self->line;
      if (good)
        return TRUE;
    }
}

/* Updates the state for the next token. */
static void
remember (CyanScanner *self, const CyanToken *token)
{
  const CyanScannerLevel *top = cyan_scanner_top (self);

  self->condition = FALSE;
  if (token->kind == CYAN_TOKEN_WORD)
    {
      self->value = !expects_value (self, token);
      self->condition =
          !self->after_dot && cyan_scanner_is_any (self, token, "if while for with switch catch");
    }
  else if (token->kind == CYAN_TOKEN_NUMBER || token->kind == CYAN_TOKEN_STRING
           || token->kind == CYAN_TOKEN_DEDENTED)
    self->value = token->opens == 0;
  self->after_dot = cyan_scanner_is (self, token, ".") || cyan_scanner_is (self, token, "?.");
  if (top != NULL && top->kind == CYAN_LEVEL_TAG)
    self->value = FALSE;
  self->after_angle = self->ends_angle;
  self->ends_angle = FALSE;
  self->previous = *token;
}

/* Whether Go inserts a semicolon at the end of a line here. */
static gboolean
ends_go_statement (const CyanScanner *self)
{
  static const char others[] =
      "case chan const default defer else for func go goto if import interface map package "
      "range select struct switch type var";
  const CyanToken *previous = &self->previous;

  switch ((CyanTokenKind) previous->kind)
    {
    case CYAN_TOKEN_WORD:
      return previous->length > 0 && !cyan_scanner_is_any (self, previous, others);
    case CYAN_TOKEN_NUMBER:
    case CYAN_TOKEN_STRING:
      return TRUE;
    case CYAN_TOKEN_PUNCTUATOR:
      return cyan_scanner_is_any (self, previous, ") ] } ++ --");
    default:
      return FALSE;
    }
}

/* Whether removing the line end between the last token and @next could change the meaning. */
static gboolean
script_line_end_counts (CyanScanner *self, const CyanToken *next)
{
  const CyanToken *previous = &self->previous;

  if (previous->length == 0 || next->closes != 0 || previous->opens != 0
      || self->outer != CYAN_LEVEL_BRACE)
    return FALSE;
  if (previous->kind == CYAN_TOKEN_PUNCTUATOR
      && !cyan_scanner_is_any (self, previous, ") ] } ++ --") && !self->after_angle)
    return FALSE;
  if (next->kind == CYAN_TOKEN_PUNCTUATOR)
    {
      if (cyan_scanner_is (self, next, "{")
          && cyan_scanner_is_any (self, previous, ") else try do finally"))
        return FALSE;
      return cyan_scanner_is_any (self, next, "{ ++ -- ! ~ @ #")
             || cyan_scanner_is_any (self, previous, "return throw break continue yield async");
    }
  return next->kind != CYAN_TOKEN_WORD
         || !cyan_scanner_is_any (self, next, "else catch finally instanceof in");
}

static gboolean
line_end_counts (CyanScanner *self, CyanToken *next, gboolean new_line)
{
  if (cyan_scanner_has (self, CYAN_CODE_SCRIPT))
    return new_line && script_line_end_counts (self, next);
  if (!cyan_scanner_has (self, CYAN_CODE_GO))
    return FALSE;
  self->pending = self->pending || (new_line && ends_go_statement (self));
  /* A semicolon before a closing bracket is optional. */
  if (next->closes == ')' || next->closes == '}')
    self->pending = FALSE;
  return self->pending;
}

gboolean
cyan_scanner_next_curly (CyanScanner *self, CyanToken *token)
{
  for (;;)
    {
      gboolean new_line = FALSE;

      if (self->has_queued)
        {
          *token = self->queued;
          self->has_queued = FALSE;
          return TRUE;
        }
      if (!take_token (self, token, &new_line))
        return FALSE;
      if (token->kind == CYAN_TOKEN_LINE_END)
        {
          remember (self, token);
          return TRUE;
        }
      if (line_end_counts (self, token, new_line))
        {
          self->queued = *token;
          self->has_queued = TRUE;
          token->kind = CYAN_TOKEN_LINE_END;
          token->length = 0;
          if (token->opens == 0)
            *open_angles (self) = 0;
          token->opens = token->closes = 0;
          token->partner = CYAN_TOKEN_NONE;
        }
      self->pending = FALSE;
      remember (self, self->has_queued ? &self->queued : token);
      /* An explicit semicolon of Go is the same as a line end. */
      if (!cyan_scanner_has (self, CYAN_CODE_GO) || !cyan_scanner_is (self, &self->previous, ";"))
        return TRUE;
      self->pending = TRUE;
      if (self->has_queued)
        {
          self->has_queued = FALSE;
          return TRUE;
        }
    }
}
