/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lexer, without its literals of text. */
#include "cyan-python-lexer.h"

#define look cyan_python_lexer_look

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r';
}

static void
skip_comment (CyanPythonLexer *self)
{
  const char *stop = memchr (self->at, '\n', (gsize) (self->end - self->at));

  self->at = stop != NULL ? stop : self->end;
}

/* Goes to the first code of the next logical line. */
static void
start_line (CyanPythonLexer *self)
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

gboolean
cyan_python_lexer_is_prefix (const char *word, gsize length)
{
  if (length > 2)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (strchr ("rRbBuUfF", word[i]) == NULL)
      return FALSE;
  return TRUE;
}

static void
take_digits (CyanPythonLexer *self)
{
  while (g_ascii_isdigit (look (self, 0)) || look (self, 0) == '_')
    self->at++;
}

/* "1if a else b" is a number and a word. */
static void
take_number (CyanPythonLexer *self)
{
  char base = look (self, 1);

  if (*self->at == '0' && base != '\0' && strchr ("xXoObB", base) != NULL)
    {
      gboolean hex = base == 'x' || base == 'X';

      for (self->at += 2;
           (hex ? g_ascii_isxdigit (look (self, 0)) : g_ascii_isdigit (look (self, 0)))
           || look (self, 0) == '_';)
        self->at++;
      return;
    }
  take_digits (self);
  if (look (self, 0) == '.')
    {
      self->at++;
      take_digits (self);
    }
  if (look (self, 0) == 'e' || look (self, 0) == 'E')
    {
      gboolean sign = look (self, 1) == '+' || look (self, 1) == '-';

      if (g_ascii_isdigit (look (self, 1 + sign)))
        {
          self->at += 1 + sign;
          take_digits (self);
        }
    }
  if (look (self, 0) == 'j' || look (self, 0) == 'J')
    self->at++;
}

static gsize
operator_length (const CyanPythonLexer *self)
{
  char a = look (self, 0), b = look (self, 1), c = look (self, 2);

  switch (a)
    {
    case '.':
      return b == '.' && c == '.' ? 3 : 1;
    case '*':
    case '/':
    case '<':
    case '>':
      if (b == a)
        return c == '=' ? 3 : 2;
      return b == '=' || (a == '<' && b == '>') ? 2 : 1;
    case '-':
      return b == '=' || b == '>' ? 2 : 1;
    case '=':
    case '!':
    case '+':
    case '%':
    case '&':
    case '|':
    case '^':
    case '@':
    case ':':
      return b == '=' ? 2 : 1;
    default:
      return 1;
    }
}

static void
take_operator (CyanPythonLexer *self)
{
  char c = *self->at;

  self->at += operator_length (self);
  if (c == '(' || c == '[' || c == '{')
    self->depth++;
  else if ((c == ')' || c == ']' || c == '}') && self->depth > 0)
    self->depth--;
}

static CyanPythonKind
take_word (CyanPythonLexer *self)
{
  while (cyan_code_is_word_byte (look (self, 0)))
    self->at++;
  if ((look (self, 0) != '"' && look (self, 0) != '\'')
      || !cyan_python_lexer_is_prefix (self->token, (gsize) (self->at - self->token)))
    return CYAN_PYTHON_NAME;
  cyan_python_lexer_take_string (self, self->token);
  return CYAN_PYTHON_STRING;
}

static CyanPythonKind
take_token (CyanPythonLexer *self)
{
  char c = *self->at;

  if (g_ascii_isdigit (c) || (c == '.' && g_ascii_isdigit (look (self, 1))))
    {
      take_number (self);
      return CYAN_PYTHON_NUMBER;
    }
  if (cyan_code_is_word_byte (c))
    return take_word (self);
  if (c == '"' || c == '\'')
    {
      cyan_python_lexer_take_string (self, self->at);
      return CYAN_PYTHON_STRING;
    }
  take_operator (self);
  return CYAN_PYTHON_OPERATOR;
}

CyanPythonKind
cyan_python_lexer_next (CyanPythonLexer *self)
{
  CyanPythonKind kind;

  self->first = FALSE;
  if (self->at_line_start)
    start_line (self);
  for (;;)
    {
      char c = look (self, 0);

      if (self->at >= self->end)
        {
          if (self->at_line_start || self->first)
            return CYAN_PYTHON_END;
          self->at_line_start = TRUE;
          return CYAN_PYTHON_LINE_END;
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
          return CYAN_PYTHON_LINE_END;
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
  kind = take_token (self);
  self->token_length = (gsize) (self->at - self->token);
  return kind;
}

void
cyan_python_lexer_init (CyanPythonLexer *self, const char *text, gsize length)
{
  *self = (CyanPythonLexer){ .at = text, .end = text + length, .line = 1, .at_line_start = TRUE };
}

gboolean
cyan_python_lexer_at_function (const CyanPythonLexer *self)
{
  CyanPythonLexer copy = *self;

  if (cyan_python_lexer_is (self, "def"))
    return TRUE;
  return cyan_python_lexer_is (self, "async") && cyan_python_lexer_next (&copy) == CYAN_PYTHON_NAME
         && cyan_python_lexer_is (&copy, "def");
}

gboolean
cyan_python_text_is_function (const char *text, gsize length)
{
  CyanPythonLexer lexer;
  CyanPythonKind kind;

  cyan_python_lexer_init (&lexer, text, length);
  while ((kind = cyan_python_lexer_next (&lexer)) != CYAN_PYTHON_END)
    if (kind != CYAN_PYTHON_LINE_END && lexer.first && !cyan_python_lexer_is (&lexer, "@"))
      return cyan_python_lexer_at_function (&lexer);
  return FALSE;
}
