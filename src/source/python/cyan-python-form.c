/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The normal form of a text. */
#include "cyan-python-form.h"

#include "cyan-python-parser.h"

/* The first token, so that no token form of another text is the same. */
#define OPENING "# tree"

/* An empty text may be NULL. */
static gboolean
contains (const char *text, gsize length, char byte)
{
  return length > 0 && memchr (text, byte, length) != NULL;
}

gboolean
cyan_python_form (const char *text, gsize length, GString *out)
{
  CyanPythonParser parser = { .out = out };
  gsize start = out->len;

  parser.omits_functions = !cyan_python_text_is_function (text, length);
  cyan_python_put (&parser, OPENING);
  cyan_python_lexer_init (&parser.lexer, text, length);
  cyan_python_advance (&parser);
  if (!contains (text, length, '\r') && !contains (text, length, '\v')
      && cyan_python_statements (&parser) && parser.kind == CYAN_PYTHON_END)
    return TRUE;
  g_string_truncate (out, start);
  return FALSE;
}
