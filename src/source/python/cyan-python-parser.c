/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all constructs share: names, depth, output. */
#include "cyan-python-parser.h"

static const char *const keywords[] = {
  "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
  "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
  "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
  "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield",
};

void
cyan_python_put_count (CyanPythonParser *self, const char *token, guint n)
{
  char digits[12];
  guint at = sizeof digits;

  digits[--at] = '\0';
  do
    digits[--at] = (char) ('0' + n % 10);
  while ((n /= 10) > 0);
  g_string_append (self->out, token);
  cyan_python_put (self, digits + at);
}

void
cyan_python_put_mark (CyanPythonParser *self, char mark)
{
  const char marked[] = { '\0', mark, '\0' };

  g_string_append_len (self->out, marked, sizeof marked);
}

gboolean
cyan_python_enter (CyanPythonParser *self)
{
  return ++self->depth <= CYAN_PYTHON_MAX_DEPTH;
}

gboolean
cyan_python_is_keyword (const CyanPythonParser *self)
{
  const char *token = self->lexer.token;

  for (gsize i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (keywords[i][0] == *token && cyan_python_lexer_is (&self->lexer, keywords[i]))
      return TRUE;
  return FALSE;
}

gboolean
cyan_python_starts_expression (const CyanPythonParser *self)
{
  static const char *const words[] = { "None", "True", "False", "not", "lambda", "await" };

  switch (self->kind)
    {
    case CYAN_PYTHON_NUMBER:
    case CYAN_PYTHON_STRING:
      return TRUE;
    case CYAN_PYTHON_OPERATOR:
      return cyan_python_at (self, "...")
             || (self->lexer.token_length == 1 && strchr ("([{+-~", *self->lexer.token) != NULL);
    case CYAN_PYTHON_NAME:
      for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
        if (cyan_python_at (self, words[i]))
          return TRUE;
      return !cyan_python_is_keyword (self);
    case CYAN_PYTHON_END:
    case CYAN_PYTHON_LINE_END:
    default:
      return FALSE;
    }
}

/* Names are compared in the normal form NFKC of Unicode. */
static void
put_name (CyanPythonParser *self)
{
  const char *name = self->lexer.token;
  gsize length = self->lexer.token_length, i = 0;

  while (i < length && (guchar) name[i] < 0x80)
    i++;
  if (i < length)
    {
      g_autofree char *normal = g_utf8_normalize (name, (gssize) length, G_NORMALIZE_NFKC);

      if (normal != NULL)
        {
          cyan_python_put (self, normal);
          return;
        }
    }
  g_string_append_len (self->out, name, (gssize) length);
  g_string_append_c (self->out, '\0');
}

gboolean
cyan_python_identifier (CyanPythonParser *self)
{
  if (self->kind != CYAN_PYTHON_NAME || cyan_python_is_keyword (self))
    return FALSE;
  put_name (self);
  cyan_python_advance (self);
  return TRUE;
}

gboolean
cyan_python_dotted_name (CyanPythonParser *self)
{
  if (!cyan_python_identifier (self))
    return FALSE;
  while (cyan_python_accept (self, "."))
    {
      if (!cyan_python_identifier (self))
        return FALSE;
      cyan_python_put (self, ".");
    }
  return TRUE;
}
