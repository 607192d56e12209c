/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where a literal of text ends.
 *
 * In an f-string, code in braces may have any quotes (PEP 701).  What is open is on a stack: the
 * texts of f-strings, and the fields in braces in them.
 */
#include "cyan-python-lexer.h"

/* Of f-strings and fields in each other; deeper ones are read without nesting. */
#define MAX_OPEN 32

#define look cyan_python_lexer_look

typedef struct
{
  gboolean is_field;
  char quote; /* of a text */
  gboolean is_triple, is_raw;
  guint brackets;     /* open in a field */
  gboolean in_format; /* of a field: behind its ":" */
} Open;

typedef struct
{
  CyanPythonLexer *lexer;
  Open open[MAX_OPEN];
  guint n;
} Nesting;

static gboolean
at_quotes (const CyanPythonLexer *self, char quote, gboolean is_triple)
{
  return look (self, 0) == quote
         && (!is_triple || (look (self, 1) == quote && look (self, 2) == quote));
}

static void
pass (CyanPythonLexer *self, gsize length)
{
  for (; length > 0 && self->at < self->end; length--)
    self->line += *self->at++ == '\n';
}

static void
take_plain (CyanPythonLexer *self)
{
  char quote = *self->at;
  gboolean is_triple = at_quotes (self, quote, TRUE);

  self->closed = FALSE;
  self->at += is_triple ? 3 : 1;
  while (self->at < self->end)
    if (at_quotes (self, quote, is_triple))
      {
        self->at += is_triple ? 3 : 1;
        self->closed = TRUE;
        return;
      }
    else if (*self->at == '\n' && !is_triple)
      return;
    else
      pass (self, *self->at == '\\' ? 2 : 1);
}

static gboolean
has_letter (const char *prefix, const char *quote, char letter)
{
  for (; prefix < quote; prefix++)
    if (g_ascii_tolower (*prefix) == letter)
      return TRUE;
  return FALSE;
}

static gboolean
push_field (Nesting *self)
{
  if (self->n == MAX_OPEN)
    return FALSE;
  self->open[self->n++] = (Open){ .is_field = TRUE };
  pass (self->lexer, 1);
  return TRUE;
}

static gboolean
push_text (Nesting *self, const char *prefix)
{
  CyanPythonLexer *lexer = self->lexer;
  char quote = *lexer->at;
  gboolean is_triple = at_quotes (lexer, quote, TRUE);

  if (self->n == MAX_OPEN)
    return FALSE;
  self->open[self->n++] = (Open){ .quote = quote,
                                  .is_triple = is_triple,
                                  .is_raw = has_letter (prefix, lexer->at, 'r') };
  lexer->at += is_triple ? 3 : 1;
  return TRUE;
}

/* One step in the text @text of an f-string, or in the format of a field there. */
static gboolean
step_text (Nesting *self, const Open *text, gboolean in_format)
{
  CyanPythonLexer *lexer = self->lexer;
  char c = *lexer->at, next = look (lexer, 1);

  if (at_quotes (lexer, text->quote, text->is_triple))
    {
      if (in_format)
        return FALSE;
      lexer->at += text->is_triple ? 3 : 1;
      self->n--;
    }
  else if (c == '\n' && !text->is_triple)
    return FALSE;
  else if (c == '{' && (in_format || next != '{'))
    return push_field (self);
  else if (c == '}' && in_format)
    {
      lexer->at++;
      self->n--;
    }
  else if (c == '\\' && !text->is_raw && next == 'N' && look (lexer, 2) == '{')
    pass (lexer, 3);
  else if (c == '\\' && next != '{' && next != '}')
    pass (lexer, 2);
  else
    pass (lexer, c == '{' ? 2 : 1);
  return TRUE;
}

/* A literal in the code of a field. */
static gboolean
enter_string (Nesting *self)
{
  CyanPythonLexer *lexer = self->lexer;
  const char *prefix = lexer->at;

  while (prefix > lexer->token && cyan_code_is_word_byte (prefix[-1]))
    prefix--;
  if (cyan_python_lexer_is_prefix (prefix, (gsize) (lexer->at - prefix))
      && has_letter (prefix, lexer->at, 'f'))
    return push_text (self, prefix);
  take_plain (lexer);
  return lexer->closed;
}

static gboolean
step_field (Nesting *self, Open *field)
{
  CyanPythonLexer *lexer = self->lexer;
  char c = *lexer->at;

  if (c == '"' || c == '\'')
    return enter_string (self);
  if (c == '(' || c == '[' || c == '{')
    field->brackets++;
  else if (c == '}' && field->brackets == 0)
    self->n--;
  else if ((c == ')' || c == ']' || c == '}') && field->brackets > 0)
    field->brackets--;
  else if (c == ':' && field->brackets == 0)
    field->in_format = TRUE;
  pass (lexer, 1);
  return TRUE;
}

/* The text that the field on top of the stack is in. */
static const Open *
text_around (const Nesting *self)
{
  guint i = self->n;

  while (self->open[i - 1].is_field)
    i--;
  return &self->open[i - 1];
}

/* FALSE if the f-string does not end. */
static gboolean
take_nested (CyanPythonLexer *self, const char *prefix)
{
  Nesting nesting = { .lexer = self };

  push_text (&nesting, prefix);
  while (nesting.n > 0)
    {
      Open *top = &nesting.open[nesting.n - 1];

      if (self->at >= self->end)
        return FALSE;
      if (!(top->is_field && !top->in_format
                ? step_field (&nesting, top)
                : step_text (&nesting, text_around (&nesting), top->is_field)))
        return FALSE;
    }
  self->closed = TRUE;
  return TRUE;
}

void
cyan_python_lexer_take_string (CyanPythonLexer *self, const char *prefix)
{
  CyanPythonLexer start = *self;

  if (!self->plain && has_letter (prefix, self->at, 'f'))
    {
      if (take_nested (self, prefix))
        return;
      *self = start;
      self->plain = TRUE;
    }
  take_plain (self);
}
