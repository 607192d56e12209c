/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compound statements and their blocks. */
#include "cyan-python-parser.h"

static gboolean statement (CyanPythonParser *self);

/* Statements with the indentation of the first one. */
static gboolean
lines (CyanPythonParser *self)
{
  guint column = self->lexer.column;

  do
    if (!statement (self))
      return FALSE;
  while (self->kind != CYAN_PYTHON_END && self->lexer.column == column);
  return TRUE;
}

static gboolean
indented_lines (CyanPythonParser *self, guint column)
{
  cyan_python_advance (self);
  return self->kind != CYAN_PYTHON_END && self->lexer.column > column && lines (self)
         && (self->kind == CYAN_PYTHON_END || self->lexer.column <= column);
}

gboolean
cyan_python_block (CyanPythonParser *self, guint column)
{
  if (!cyan_python_accept (self, ":") || !cyan_python_enter (self))
    return FALSE;
  cyan_python_put_mark (self, 'I');
  if (!(self->kind == CYAN_PYTHON_LINE_END ? indented_lines (self, column)
                                           : cyan_python_simple_statements (self)))
    return FALSE;
  cyan_python_put_mark (self, 'D');
  cyan_python_leave (self);
  return TRUE;
}

gboolean
cyan_python_at_clause (const CyanPythonParser *self, const char *word, guint column)
{
  return self->kind == CYAN_PYTHON_NAME && self->lexer.first && self->lexer.column == column
         && cyan_python_lexer_is (&self->lexer, word);
}

/* "else:" or "finally:", which may be missing. */
static gboolean
clause (CyanPythonParser *self, const char *word, guint column)
{
  if (!cyan_python_at_clause (self, word, column))
    return TRUE;
  cyan_python_advance (self);
  cyan_python_put (self, word);
  return cyan_python_block (self, column);
}

/* "elif" is an "if" in an "else". */
static gboolean
if_statement (CyanPythonParser *self, guint column)
{
  guint n = 0;

  for (;; n++)
    {
      if (!cyan_python_named_expression (self))
        return FALSE;
      cyan_python_put (self, "if");
      if (!cyan_python_block (self, column))
        return FALSE;
      if (!cyan_python_at_clause (self, "elif", column))
        break;
      cyan_python_advance (self);
      cyan_python_put (self, "else");
      cyan_python_put_mark (self, 'I');
    }
  if (!clause (self, "else", column))
    return FALSE;
  for (; n > 0; n--)
    cyan_python_put_mark (self, 'D');
  return TRUE;
}

static gboolean
while_statement (CyanPythonParser *self, guint column)
{
  if (!cyan_python_named_expression (self))
    return FALSE;
  cyan_python_put (self, "while");
  return cyan_python_block (self, column) && clause (self, "else", column);
}

static gboolean
for_statement (CyanPythonParser *self, guint column, gboolean is_async)
{
  if (!cyan_python_targets (self) || !cyan_python_accept (self, "in")
      || !cyan_python_star_expressions (self))
    return FALSE;
  cyan_python_put (self, is_async ? "async for" : "for");
  return cyan_python_block (self, column) && clause (self, "else", column);
}

/* Only in parentheses a comma may follow the last one. */
static gboolean
with_items (CyanPythonParser *self, const char *stop, guint *n)
{
  *n = 0;
  do
    {
      if (*n > 0 && cyan_python_at (self, ")"))
        break;
      if (!cyan_python_expression (self))
        return FALSE;
      if (cyan_python_accept (self, "as"))
        {
          if (!cyan_python_target (self))
            return FALSE;
          cyan_python_put (self, "as");
        }
      ++*n;
    }
  while (cyan_python_accept (self, ","));
  return cyan_python_at (self, stop);
}

/* Whether ":" follows the bracket that closes the one at the current token. */
static gboolean
brackets_end_head (const CyanPythonParser *self)
{
  CyanPythonParser next = *self;

  while (next.kind != CYAN_PYTHON_END && next.lexer.depth >= self->lexer.depth)
    cyan_python_advance (&next);
  cyan_python_advance (&next);
  return cyan_python_at (&next, ":");
}

/* The items may be in parentheses; but those of "with (yield a):" belong to the expression. */
static gboolean
with_statement (CyanPythonParser *self, guint column, gboolean is_async)
{
  const CyanPythonParser start = *self;
  gsize length = self->out->len;
  gboolean good = FALSE;
  guint n;

  if (cyan_python_at (self, "(") && brackets_end_head (self))
    {
      cyan_python_advance (self);
      good = with_items (self, ")", &n) && cyan_python_accept (self, ")");
    }
  if (!good)
    {
      *self = start;
      g_string_truncate (self->out, length);
      good = with_items (self, ":", &n);
    }
  cyan_python_put_count (self, is_async ? "async with " : "with ", n);
  return good && cyan_python_block (self, column);
}

/* Behind "except": the class and the name of the exception. */
static gboolean
handler (CyanPythonParser *self, guint column)
{
  gboolean is_group = cyan_python_accept (self, "*");
  guint n = 0;

  if (!cyan_python_at (self, ":"))
    {
      n = 1;
      if (!cyan_python_expression (self))
        return FALSE;
      if (cyan_python_accept (self, "as"))
        {
          n = 2;
          if (!cyan_python_identifier (self))
            return FALSE;
        }
    }
  cyan_python_put_count (self, is_group ? "except*" : "except ", n);
  return (n > 0 || !is_group) && cyan_python_block (self, column);
}

static gboolean
try_statement (CyanPythonParser *self, guint column)
{
  gboolean has_handler = FALSE;

  cyan_python_put (self, "try");
  if (!cyan_python_block (self, column))
    return FALSE;
  for (; cyan_python_at_clause (self, "except", column); has_handler = TRUE)
    {
      cyan_python_advance (self);
      if (!handler (self, column))
        return FALSE;
    }
  if (!has_handler)
    return cyan_python_at_clause (self, "finally", column) && clause (self, "finally", column);
  return clause (self, "else", column) && clause (self, "finally", column);
}

gboolean
cyan_python_type_parameters (CyanPythonParser *self)
{
  guint n = 0;

  if (!cyan_python_accept (self, "["))
    return TRUE;
  for (; !cyan_python_at (self, "]"); n++)
    {
      const char *stars = cyan_python_accept (self, "**")  ? "**T"
                          : cyan_python_accept (self, "*") ? "*T"
                                                           : NULL;
      gboolean starred;

      if (!cyan_python_identifier (self)
          || (cyan_python_accept (self, ":") && !cyan_python_expression (self)))
        return FALSE;
      if (stars != NULL)
        cyan_python_put (self, stars);
      if (cyan_python_accept (self, "="))
        {
          if (!cyan_python_element (self, FALSE, &starred))
            return FALSE;
          cyan_python_put (self, "=d");
        }
      if (!cyan_python_accept (self, ","))
        {
          n++;
          break;
        }
    }
  cyan_python_put_count (self, "[T", n);
  return n > 0 && cyan_python_accept (self, "]");
}

static gboolean
function (CyanPythonParser *self, guint column, gboolean is_async)
{
  gsize head;

  cyan_python_put (self, is_async ? "async def" : "def");
  if (!cyan_python_identifier (self) || !cyan_python_type_parameters (self)
      || !cyan_python_accept (self, "(") || !cyan_python_parameters (self, ")", TRUE)
      || !cyan_python_accept (self, ")"))
    return FALSE;
  if (cyan_python_accept (self, "->"))
    {
      if (!cyan_python_expression (self))
        return FALSE;
      cyan_python_put (self, "->");
    }
  head = self->out->len;
  if (!cyan_python_block (self, column))
    return FALSE;
  if (self->omits_functions)
    {
      g_string_truncate (self->out, head);
      cyan_python_put_mark (self, 'N');
    }
  return TRUE;
}

static gboolean
class_statement (CyanPythonParser *self, guint column)
{
  cyan_python_put (self, "class");
  if (!cyan_python_identifier (self) || !cyan_python_type_parameters (self))
    return FALSE;
  if (!cyan_python_at (self, "("))
    cyan_python_put_count (self, "()", 0);
  else if (!cyan_python_arguments (self))
    return FALSE;
  return cyan_python_block (self, column);
}

static gboolean
async_statement (CyanPythonParser *self, guint column)
{
  if (cyan_python_accept (self, "def"))
    return function (self, column, TRUE);
  if (cyan_python_accept (self, "for"))
    return for_statement (self, column, TRUE);
  return cyan_python_accept (self, "with") && with_statement (self, column, TRUE);
}

static gboolean
decorated (CyanPythonParser *self, guint column)
{
  while (self->lexer.column == column && cyan_python_accept (self, "@"))
    {
      if (!cyan_python_named_expression (self) || self->kind != CYAN_PYTHON_LINE_END)
        return FALSE;
      cyan_python_put (self, "@");
      cyan_python_advance (self);
    }
  if (self->kind != CYAN_PYTHON_NAME || self->lexer.column != column)
    return FALSE;
  if (cyan_python_accept (self, "def"))
    return function (self, column, FALSE);
  if (cyan_python_accept (self, "class"))
    return class_statement (self, column);
  return cyan_python_accept (self, "async") && cyan_python_accept (self, "def")
         && function (self, column, TRUE);
}

static gboolean
compound_or_simple (CyanPythonParser *self)
{
  guint column = self->lexer.column;

  if (cyan_python_at (self, "@"))
    return decorated (self, column);
  if (self->kind != CYAN_PYTHON_NAME)
    return cyan_python_simple_statements (self);
  if (cyan_python_accept (self, "if"))
    return if_statement (self, column);
  if (cyan_python_accept (self, "for"))
    return for_statement (self, column, FALSE);
  if (cyan_python_accept (self, "with"))
    return with_statement (self, column, FALSE);
  if (cyan_python_accept (self, "try"))
    return try_statement (self, column);
  if (cyan_python_accept (self, "while"))
    return while_statement (self, column);
  if (cyan_python_accept (self, "def"))
    return function (self, column, FALSE);
  if (cyan_python_accept (self, "class"))
    return class_statement (self, column);
  if (cyan_python_accept (self, "async"))
    return async_statement (self, column);
  if (cyan_python_at_match (self))
    return cyan_python_match (self);
  return cyan_python_simple_statements (self);
}

static gboolean
statement (CyanPythonParser *self)
{
  if (!cyan_python_enter (self) || !compound_or_simple (self))
    return FALSE;
  cyan_python_leave (self);
  return TRUE;
}

gboolean
cyan_python_statements (CyanPythonParser *self)
{
  return self->kind == CYAN_PYTHON_END || lines (self);
}
