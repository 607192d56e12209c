/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statement "match" and its patterns. */
#include "cyan-python-parser.h"

static gboolean pattern (CyanPythonParser *self);

/* A number or a sum of a real and an imaginary one, a text, a constant. */
static gboolean
literal_pattern (CyanPythonParser *self)
{
  gboolean is_constant = cyan_python_at (self, "None") || cyan_python_at (self, "True")
                         || cyan_python_at (self, "False");

  if (!cyan_python_sum (self))
    return FALSE;
  cyan_python_put (self, is_constant ? "?is" : "?==");
  return TRUE;
}

/* Items of a sequence up to @close; NULL: up to the end of the pattern. */
static gboolean
sequence_items (CyanPythonParser *self, const char *close, guint *n)
{
  for (; close != NULL ? !cyan_python_at (self, close)
                       : !cyan_python_at (self, ":") && !cyan_python_at (self, "if");
       ++*n)
    {
      if (!pattern (self))
        return FALSE;
      if (!cyan_python_accept (self, ","))
        {
          ++*n;
          break;
        }
    }
  return close == NULL || cyan_python_accept (self, close);
}

/* From "(" or "[". */
static gboolean
sequence (CyanPythonParser *self)
{
  gboolean is_list = cyan_python_at (self, "[");
  const char *close = is_list ? "]" : ")";
  guint n = 0;

  cyan_python_advance (self);
  if (!is_list && !cyan_python_at (self, ")") && !cyan_python_at (self, "*"))
    {
      if (!pattern (self))
        return FALSE;
      if (cyan_python_accept (self, ")"))
        return TRUE;
      if (!cyan_python_accept (self, ","))
        return FALSE;
      n = 1;
    }
  if (!sequence_items (self, close, &n))
    return FALSE;
  cyan_python_put_count (self, "?[", n);
  return TRUE;
}

/* Behind "{". */
static gboolean
mapping (CyanPythonParser *self)
{
  guint n = 0;

  for (; !cyan_python_at (self, "}"); n++)
    {
      if (cyan_python_accept (self, "**"))
        {
          if (!cyan_python_identifier (self))
            return FALSE;
          cyan_python_put (self, "?**");
        }
      else if (!cyan_python_sum (self) || !cyan_python_accept (self, ":") || !pattern (self))
        return FALSE;
      if (!cyan_python_accept (self, ","))
        {
          n++;
          break;
        }
    }
  cyan_python_put_count (self, "?{", n);
  return cyan_python_accept (self, "}");
}

static gboolean
at_keyword (const CyanPythonParser *self)
{
  CyanPythonParser next = *self;

  if (self->kind != CYAN_PYTHON_NAME)
    return FALSE;
  cyan_python_advance (&next);
  return cyan_python_at (&next, "=");
}

/* Behind "CLASS(". */
static gboolean
class_arguments (CyanPythonParser *self)
{
  guint n = 0;

  for (; !cyan_python_at (self, ")"); n++)
    {
      gboolean has_keyword = at_keyword (self);

      if (has_keyword && (!cyan_python_identifier (self) || !cyan_python_accept (self, "=")))
        return FALSE;
      if (!pattern (self))
        return FALSE;
      if (has_keyword)
        cyan_python_put (self, "=k");
      if (!cyan_python_accept (self, ","))
        {
          n++;
          break;
        }
    }
  cyan_python_put_count (self, "?()", n);
  return cyan_python_accept (self, ")");
}

/* A name that is bound, the value of "a.b", or a class with arguments. */
static gboolean
name_pattern (CyanPythonParser *self)
{
  gboolean is_any = cyan_python_at (self, "_");
  CyanPythonParser next = *self;
  gboolean is_dotted;

  cyan_python_advance (&next);
  is_dotted = cyan_python_at (&next, ".");
  if (!cyan_python_dotted_name (self))
    return FALSE;
  if (cyan_python_accept (self, "("))
    return class_arguments (self);
  cyan_python_put (self, is_dotted ? "?==" : is_any ? "?_" : "?=");
  return TRUE;
}

static gboolean
closed_pattern (CyanPythonParser *self)
{
  if (cyan_python_accept (self, "*"))
    {
      gboolean is_any = cyan_python_at (self, "_");

      if (!cyan_python_identifier (self))
        return FALSE;
      cyan_python_put (self, is_any ? "?*_" : "?*");
      return TRUE;
    }
  if (cyan_python_at (self, "(") || cyan_python_at (self, "["))
    return sequence (self);
  if (cyan_python_accept (self, "{"))
    return mapping (self);
  if (self->kind == CYAN_PYTHON_NAME && !cyan_python_is_keyword (self))
    return name_pattern (self);
  return literal_pattern (self);
}

/* With "|" and "as". */
static gboolean
pattern (CyanPythonParser *self)
{
  guint n = 0;

  if (!cyan_python_enter (self))
    return FALSE;
  do
    {
      if (!closed_pattern (self))
        return FALSE;
      n++;
    }
  while (cyan_python_accept (self, "|"));
  if (n > 1)
    cyan_python_put_count (self, "?|", n);
  if (cyan_python_accept (self, "as"))
    {
      if (!cyan_python_identifier (self))
        return FALSE;
      cyan_python_put (self, "?as");
    }
  cyan_python_leave (self);
  return TRUE;
}

/* A sequence needs no brackets here. */
static gboolean
patterns (CyanPythonParser *self)
{
  gboolean starred = cyan_python_at (self, "*");
  guint n = 1;

  if (!pattern (self))
    return FALSE;
  if (!cyan_python_accept (self, ","))
    return !starred;
  if (!sequence_items (self, NULL, &n))
    return FALSE;
  cyan_python_put_count (self, "?[", n);
  return TRUE;
}

static gboolean
case_block (CyanPythonParser *self)
{
  guint column = self->lexer.column;
  gboolean has_guard;

  if (!cyan_python_accept (self, "case") || !patterns (self))
    return FALSE;
  has_guard = cyan_python_accept (self, "if");
  if (has_guard && !cyan_python_named_expression (self))
    return FALSE;
  cyan_python_put (self, has_guard ? "case if" : "case:");
  return cyan_python_block (self, column);
}

gboolean
cyan_python_at_match (const CyanPythonParser *self)
{
  CyanPythonLexer lexer = self->lexer;
  gboolean is_colon = FALSE;

  if (!cyan_python_at (self, "match"))
    return FALSE;
  while (cyan_python_lexer_next (&lexer) > CYAN_PYTHON_LINE_END)
    is_colon = cyan_python_lexer_is (&lexer, ":");
  return is_colon;
}

gboolean
cyan_python_match (CyanPythonParser *self)
{
  guint column = self->lexer.column, inner;

  cyan_python_advance (self);
  if (!cyan_python_star_named_expressions (self) || !cyan_python_accept (self, ":")
      || self->kind != CYAN_PYTHON_LINE_END)
    return FALSE;
  cyan_python_advance (self);
  cyan_python_put (self, "match:");
  cyan_python_put_mark (self, 'I');
  inner = self->lexer.column;
  if (self->kind == CYAN_PYTHON_END || inner <= column)
    return FALSE;
  while (cyan_python_at_clause (self, "case", inner))
    if (!case_block (self))
      return FALSE;
  cyan_python_put_mark (self, 'D');
  return self->kind == CYAN_PYTHON_END || self->lexer.column <= column;
}
