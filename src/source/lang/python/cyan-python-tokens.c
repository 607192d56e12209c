/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The token form and the logical lines of Python.
 *
 * Indentation counts only in comparison with the lines around it.  Strings are code, and so are
 * docstrings.  For a class or a module, the bodies of the functions inside are omitted: they are
 * functions of their own, and the code of the class or module does not include them.
 */
#include "cyan-code.h"
#include "cyan-python-lexer.h"
#include "cyan-python.h"

static void
append_mark (GString *out, char mark)
{
  const char marked[] = { '\0', mark, '\0' };

  g_string_append_len (out, marked, sizeof marked);
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
      append_mark (out, 'D');
    }
  if (g_array_index (columns, guint, columns->len - 1) < column)
    {
      g_array_append_val (columns, column);
      append_mark (out, 'I');
    }
}

void
cyan_python_token_form (const char *text, gsize length, GString *out)
{
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (guint));
  gboolean whole = cyan_python_text_is_function (text, length);
  gboolean in_header = FALSE; /* of a function whose body is omitted */
  gboolean skip_line = FALSE;
  gboolean skip_suite = FALSE;
  guint suite_column = 0;
  CyanPythonLexer lexer;
  CyanPythonKind kind;

  cyan_python_lexer_init (&lexer, text, length);
  while ((kind = cyan_python_lexer_next (&lexer)) != CYAN_PYTHON_END)
    {
      if (kind == CYAN_PYTHON_LINE_END)
        {
          if (!skip_line || in_header)
            append_mark (out, 'N');
          skip_line = in_header = FALSE;
          continue;
        }
      if (lexer.first)
        {
          skip_suite = skip_suite && lexer.column > suite_column;
          skip_line = skip_suite;
          if (!skip_line)
            indent (columns, lexer.column, out);
          if (!skip_line && !whole && cyan_python_lexer_at_function (&lexer))
            {
              in_header = skip_suite = TRUE;
              suite_column = lexer.column;
            }
        }
      if (skip_line)
        continue;
      g_string_append_len (out, lexer.token, (gssize) lexer.token_length);
      g_string_append_c (out, '\0');
      if (in_header && lexer.depth == 0 && cyan_python_lexer_is (&lexer, ":"))
        skip_line = TRUE;
    }
}

GArray *
cyan_code_python_lines (const char *text, gsize length)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (CyanPythonLine));
  CyanPythonLine line = { 0 };
  CyanPythonLexer lexer;
  CyanPythonKind kind;

  cyan_python_lexer_init (&lexer, text, length);
  while ((kind = cyan_python_lexer_next (&lexer)) != CYAN_PYTHON_END)
    if (kind == CYAN_PYTHON_LINE_END)
      g_array_append_val (lines, line);
    else
      {
        if (lexer.first)
          {
            line.first_line = lexer.token_line;
            line.column = lexer.column;
            line.is_decorator = cyan_python_lexer_is (&lexer, "@");
          }
        line.last_line = lexer.line;
      }
  return lines;
}
