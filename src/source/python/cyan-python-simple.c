/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simple statements: those of one line. */
#include "cyan-python-parser.h"

/* Targets of an assignment and what is assigned. */
static gboolean
assignment (CyanPythonParser *self)
{
  guint n = 0;

  for (; cyan_python_at (self, "="); n++)
    {
      if (!cyan_python_is_target (self->shape))
        return FALSE;
      cyan_python_advance (self);
      if (!cyan_python_value (self))
        return FALSE;
    }
  cyan_python_put_count (self, "=", n);
  return TRUE;
}

/* "a: int = 1"; Python keeps whether the target is only a name. */
static gboolean
annotation (CyanPythonParser *self)
{
  guint facts = self->shape == CYAN_PYTHON_IDENTIFIER;

  cyan_python_advance (self);
  if (!cyan_python_expression (self))
    return FALSE;
  if (cyan_python_accept (self, "="))
    {
      facts |= 2;
      if (!cyan_python_value (self))
        return FALSE;
    }
  cyan_python_put_count (self, "::", facts);
  return TRUE;
}

/* "a += 1" */
static gboolean
augmented (CyanPythonParser *self)
{
  const CyanPythonLexer operation = self->lexer;

  cyan_python_advance (self);
  if (!cyan_python_value (self))
    return FALSE;
  g_string_append_len (self->out, operation.token, (gssize) operation.token_length);
  g_string_append_c (self->out, '\0');
  return TRUE;
}

static gboolean
at_augmented (const CyanPythonParser *self)
{
  gsize length = self->lexer.token_length;

  return self->kind == CYAN_PYTHON_OPERATOR && length >= 2 && self->lexer.token[length - 1] == '='
         && strchr ("=!:", self->lexer.token[0]) == NULL
         && (length == 3 || strchr ("<>", self->lexer.token[0]) == NULL);
}

static gboolean
expression_statement (CyanPythonParser *self)
{
  gboolean is_single;

  if (!cyan_python_value (self))
    return FALSE;
  is_single = self->shape == CYAN_PYTHON_IDENTIFIER || self->shape == CYAN_PYTHON_GROUPED
              || self->shape == CYAN_PYTHON_PLACE;
  if (cyan_python_at (self, "="))
    return assignment (self);
  if (is_single && cyan_python_at (self, ":"))
    return annotation (self);
  if (is_single && at_augmented (self))
    return augmented (self);
  return TRUE;
}

static gboolean
return_statement (CyanPythonParser *self)
{
  gboolean has_value = self->kind != CYAN_PYTHON_LINE_END && !cyan_python_at (self, ";");

  if (has_value && !cyan_python_star_expressions (self))
    return FALSE;
  cyan_python_put (self, has_value ? "return 1" : "return");
  return TRUE;
}

static gboolean
raise_statement (CyanPythonParser *self)
{
  guint n = 0;

  if (cyan_python_starts_expression (self))
    {
      n = 1;
      if (!cyan_python_expression (self))
        return FALSE;
      if (cyan_python_accept (self, "from"))
        {
          n = 2;
          if (!cyan_python_expression (self))
            return FALSE;
        }
    }
  cyan_python_put_count (self, "raise ", n);
  return TRUE;
}

static gboolean
assert_statement (CyanPythonParser *self)
{
  guint n = 1;

  if (!cyan_python_expression (self))
    return FALSE;
  if (cyan_python_accept (self, ","))
    {
      n = 2;
      if (!cyan_python_expression (self))
        return FALSE;
    }
  cyan_python_put_count (self, "assert ", n);
  return TRUE;
}

static gboolean
del_statement (CyanPythonParser *self)
{
  guint n = 0;

  do
    {
      if (n > 0 && !cyan_python_starts_expression (self))
        break;
      if (!cyan_python_primary (self) || !cyan_python_is_target (self->shape))
        return FALSE;
      n++;
    }
  while (cyan_python_accept (self, ","));
  cyan_python_put_count (self, "del ", n);
  return TRUE;
}

/* "global" and "nonlocal" */
static gboolean
names_statement (CyanPythonParser *self, const char *name)
{
  guint n = 0;

  do
    {
      if (!cyan_python_identifier (self))
        return FALSE;
      n++;
    }
  while (cyan_python_accept (self, ","));
  cyan_python_put_count (self, name, n);
  return TRUE;
}

static gboolean
imported_name (CyanPythonParser *self, gboolean dotted)
{
  if (!(dotted ? cyan_python_dotted_name (self) : cyan_python_identifier (self)))
    return FALSE;
  if (!cyan_python_accept (self, "as"))
    return TRUE;
  if (!cyan_python_identifier (self))
    return FALSE;
  cyan_python_put (self, "as");
  return TRUE;
}

static gboolean
import_statement (CyanPythonParser *self)
{
  guint n = 0;

  do
    {
      if (!imported_name (self, TRUE))
        return FALSE;
      n++;
    }
  while (cyan_python_accept (self, ","));
  cyan_python_put_count (self, "import ", n);
  return TRUE;
}

/* What follows "import" in "from a import b, c". */
static gboolean
imported_names (CyanPythonParser *self)
{
  gboolean in_parentheses = cyan_python_accept (self, "(");
  guint n = 0;

  if (!in_parentheses && cyan_python_accept (self, "*"))
    {
      cyan_python_put (self, "import *");
      return TRUE;
    }
  do
    {
      if (n > 0 && in_parentheses && cyan_python_at (self, ")"))
        break;
      if (!imported_name (self, FALSE))
        return FALSE;
      n++;
    }
  while (cyan_python_accept (self, ","));
  cyan_python_put_count (self, "import ", n);
  return !in_parentheses || cyan_python_accept (self, ")");
}

static gboolean
from_statement (CyanPythonParser *self)
{
  guint n_dots = 0;
  gboolean has_module;

  for (; cyan_python_at (self, ".") || cyan_python_at (self, "..."); cyan_python_advance (self))
    n_dots += (guint) self->lexer.token_length;
  has_module = !cyan_python_at (self, "import");
  if ((!has_module && n_dots == 0) || (has_module && !cyan_python_dotted_name (self)))
    return FALSE;
  cyan_python_put_count (self, has_module ? "from " : "from .", n_dots);
  return cyan_python_accept (self, "import") && imported_names (self);
}

/* Python 3.12: "type A[T] = b" */
static gboolean
at_type (const CyanPythonParser *self)
{
  CyanPythonParser next = *self;

  if (!cyan_python_at (self, "type"))
    return FALSE;
  cyan_python_advance (&next);
  return next.kind == CYAN_PYTHON_NAME && !cyan_python_is_keyword (&next);
}

static gboolean
type_statement (CyanPythonParser *self)
{
  cyan_python_advance (self);
  if (!cyan_python_identifier (self) || !cyan_python_type_parameters (self)
      || !cyan_python_accept (self, "=") || !cyan_python_expression (self))
    return FALSE;
  cyan_python_put (self, "type =");
  return TRUE;
}

/* One without operands. */
static gboolean
plain_statement (CyanPythonParser *self, const char *word)
{
  if (!cyan_python_accept (self, word))
    return FALSE;
  cyan_python_put (self, word);
  return TRUE;
}

static gboolean
simple_statement (CyanPythonParser *self)
{
  if (self->kind != CYAN_PYTHON_NAME)
    return expression_statement (self);
  if (at_type (self))
    return type_statement (self);
  if (!cyan_python_is_keyword (self))
    return expression_statement (self);
  if (cyan_python_accept (self, "return"))
    return return_statement (self);
  if (plain_statement (self, "pass") || plain_statement (self, "break")
      || plain_statement (self, "continue"))
    return TRUE;
  if (cyan_python_accept (self, "raise"))
    return raise_statement (self);
  if (cyan_python_accept (self, "assert"))
    return assert_statement (self);
  if (cyan_python_accept (self, "import"))
    return import_statement (self);
  if (cyan_python_accept (self, "from"))
    return from_statement (self);
  if (cyan_python_accept (self, "del"))
    return del_statement (self);
  if (cyan_python_accept (self, "global"))
    return names_statement (self, "global ");
  if (cyan_python_accept (self, "nonlocal"))
    return names_statement (self, "nonlocal ");
  return expression_statement (self);
}

gboolean
cyan_python_simple_statements (CyanPythonParser *self)
{
  do
    {
      if (!simple_statement (self))
        return FALSE;
      cyan_python_put_mark (self, 'N');
    }
  while (cyan_python_accept (self, ";") && self->kind != CYAN_PYTHON_LINE_END);
  if (self->kind != CYAN_PYTHON_LINE_END)
    return FALSE;
  cyan_python_advance (self);
  return TRUE;
}
