/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names, literals, displays, comprehensions, and what follows them: members, elements, calls. */
#include "cyan-python-parser.h"

static gboolean
clause (CyanPythonParser *self)
{
  gboolean is_async = cyan_python_accept (self, "async");
  guint n = 0;

  if (!cyan_python_accept (self, "for") || !cyan_python_targets (self)
      || !cyan_python_accept (self, "in") || !cyan_python_disjunction (self))
    return FALSE;
  for (; cyan_python_accept (self, "if"); n++)
    if (!cyan_python_disjunction (self))
      return FALSE;
  cyan_python_put_count (self, is_async ? "async for " : "for ", n);
  return TRUE;
}

static gboolean
at_clause (const CyanPythonParser *self)
{
  return cyan_python_at (self, "for") || cyan_python_at (self, "async");
}

gboolean
cyan_python_clauses (CyanPythonParser *self, guint *n)
{
  for (*n = 0; at_clause (self); ++*n)
    if (!clause (self))
      return FALSE;
  return TRUE;
}

/* A comprehension behind its element, up to @close. */
static gboolean
comprehension (CyanPythonParser *self, const char *name, const char *close)
{
  guint n;

  if (!cyan_python_clauses (self, &n) || !cyan_python_accept (self, close))
    return FALSE;
  cyan_python_put_count (self, name, n);
  self->shape = CYAN_PYTHON_VALUE;
  return TRUE;
}

/* Elements behind the first one, up to @close; *@n counts them all. */
static gboolean
elements (CyanPythonParser *self, const char *close, guint *n)
{
  gboolean are_targets = cyan_python_is_target (self->shape);
  gboolean starred;

  for (*n = 1; cyan_python_accept (self, ",") && !cyan_python_at (self, close); ++*n)
    {
      if (!cyan_python_element (self, TRUE, &starred))
        return FALSE;
      are_targets &= cyan_python_is_target (self->shape);
    }
  self->shape = are_targets ? CYAN_PYTHON_TARGETS : CYAN_PYTHON_VALUE;
  return cyan_python_accept (self, close);
}

/* Behind "(": a tuple, a generator, or only parentheses. */
static gboolean
parentheses (CyanPythonParser *self)
{
  gboolean starred;
  guint n;

  if (cyan_python_accept (self, ")"))
    {
      cyan_python_put_count (self, ",", 0);
      self->shape = CYAN_PYTHON_TARGETS;
      return TRUE;
    }
  if (cyan_python_accept (self, "yield"))
    return cyan_python_yield (self) && cyan_python_accept (self, ")");
  if (!cyan_python_element (self, TRUE, &starred))
    return FALSE;
  if (cyan_python_at (self, ","))
    {
      if (!elements (self, ")", &n))
        return FALSE;
      cyan_python_put_count (self, ",", n);
      return TRUE;
    }
  if (starred)
    return FALSE;
  if (at_clause (self))
    return comprehension (self, "(for", ")");
  if (self->shape == CYAN_PYTHON_IDENTIFIER || self->shape == CYAN_PYTHON_PLACE)
    self->shape = CYAN_PYTHON_GROUPED;
  return cyan_python_accept (self, ")");
}

/* Behind "[". */
static gboolean
list (CyanPythonParser *self)
{
  gboolean starred;
  guint n = 0;

  self->shape = CYAN_PYTHON_TARGETS;
  if (!cyan_python_accept (self, "]"))
    {
      if (!cyan_python_element (self, TRUE, &starred))
        return FALSE;
      if (at_clause (self))
        return !starred && comprehension (self, "[for", "]");
      if (!elements (self, "]", &n))
        return FALSE;
    }
  cyan_python_put_count (self, "[", n);
  return TRUE;
}

/* "KEY: VALUE" or "**MAPPING", with the key written already if @has_key. */
static gboolean
dict_item (CyanPythonParser *self, gboolean has_key)
{
  if (!has_key && cyan_python_accept (self, "**"))
    {
      if (!cyan_python_operand (self))
        return FALSE;
      cyan_python_put (self, "**{");
      return TRUE;
    }
  return (has_key || cyan_python_expression (self)) && cyan_python_accept (self, ":")
         && cyan_python_expression (self);
}

static gboolean
dict (CyanPythonParser *self, gboolean has_key)
{
  guint n = 1;

  if (!dict_item (self, has_key))
    return FALSE;
  if (has_key && at_clause (self))
    return comprehension (self, "{:for", "}");
  for (; cyan_python_accept (self, ",") && !cyan_python_at (self, "}"); n++)
    if (!dict_item (self, FALSE))
      return FALSE;
  cyan_python_put_count (self, "{:", n);
  return cyan_python_accept (self, "}");
}

/* Behind "{". */
static gboolean
braces (CyanPythonParser *self)
{
  gboolean starred;
  guint n;

  if (cyan_python_accept (self, "}"))
    {
      cyan_python_put_count (self, "{:", 0);
      return TRUE;
    }
  if (cyan_python_at (self, "**"))
    return dict (self, FALSE);
  if (!cyan_python_element (self, TRUE, &starred))
    return FALSE;
  if (!starred && cyan_python_at (self, ":"))
    return dict (self, TRUE);
  if (at_clause (self))
    return !starred && comprehension (self, "{for", "}");
  if (!elements (self, "}", &n))
    return FALSE;
  cyan_python_put_count (self, "{", n);
  return TRUE;
}

/* What stands in brackets, without the shape, which the brackets decide. */
static gboolean
display (CyanPythonParser *self)
{
  char opening = self->lexer.token[0];

  if (!cyan_python_enter (self))
    return FALSE;
  cyan_python_advance (self);
  if (!(opening == '(' ? parentheses (self) : opening == '[' ? list (self) : braces (self)))
    return FALSE;
  if (opening == '{')
    self->shape = CYAN_PYTHON_VALUE;
  cyan_python_leave (self);
  return TRUE;
}

static gboolean
atom (CyanPythonParser *self)
{
  static const char *const constants[] = { "None", "True", "False", "..." };

  switch (self->kind)
    {
    case CYAN_PYTHON_NUMBER:
      return cyan_python_number_literal (self);
    case CYAN_PYTHON_STRING:
      return cyan_python_text_literals (self);
    case CYAN_PYTHON_NAME:
    case CYAN_PYTHON_OPERATOR:
      break;
    case CYAN_PYTHON_END:
    case CYAN_PYTHON_LINE_END:
    default:
      return FALSE;
    }
  if (self->kind == CYAN_PYTHON_OPERATOR && strchr ("([{", self->lexer.token[0]) != NULL)
    return display (self);
  for (gsize i = 0; i < G_N_ELEMENTS (constants); i++)
    if (cyan_python_accept (self, constants[i]))
      {
        cyan_python_put (self, constants[i]);
        self->shape = CYAN_PYTHON_VALUE;
        return TRUE;
      }
  if (!cyan_python_identifier (self))
    return FALSE;
  self->shape = CYAN_PYTHON_IDENTIFIER;
  return TRUE;
}

/* The bound of a slice, if there is one; sets @bit in *@bounds. */
static gboolean
bound (CyanPythonParser *self, guint bit, guint *bounds)
{
  if (!cyan_python_starts_expression (self))
    return TRUE;
  *bounds |= bit;
  return cyan_python_expression (self);
}

/* An index, or a slice: its bounds tell which of the three there are. */
static gboolean
index_or_slice (CyanPythonParser *self, gboolean *starred)
{
  guint bounds = 0;

  *starred = FALSE;
  if (!cyan_python_at (self, ":"))
    {
      if (!cyan_python_element (self, TRUE, starred))
        return FALSE;
      if (*starred || !cyan_python_at (self, ":"))
        return TRUE;
      bounds = 1;
    }
  cyan_python_advance (self);
  if (!bound (self, 2, &bounds) || (cyan_python_accept (self, ":") && !bound (self, 4, &bounds)))
    return FALSE;
  cyan_python_put_count (self, ":", bounds);
  return TRUE;
}

/* Behind the "[" of an element. */
static gboolean
subscript (CyanPythonParser *self)
{
  gboolean starred, is_tuple;
  guint n = 1;

  if (!index_or_slice (self, &starred))
    return FALSE;
  is_tuple = starred || cyan_python_at (self, ",");
  for (; cyan_python_accept (self, ",") && !cyan_python_at (self, "]"); n++)
    if (!index_or_slice (self, &starred))
      return FALSE;
  if (is_tuple)
    cyan_python_put_count (self, ",", n);
  cyan_python_put (self, "[]");
  return cyan_python_accept (self, "]");
}

gboolean
cyan_python_primary (CyanPythonParser *self)
{
  if (!atom (self))
    return FALSE;
  while (self->kind == CYAN_PYTHON_OPERATOR)
    if (cyan_python_accept (self, "."))
      {
        if (!cyan_python_identifier (self))
          return FALSE;
        cyan_python_put (self, ".");
        self->shape = CYAN_PYTHON_PLACE;
      }
    else if (cyan_python_at (self, "("))
      {
        if (!cyan_python_arguments (self))
          return FALSE;
        self->shape = CYAN_PYTHON_VALUE;
      }
    else if (cyan_python_accept (self, "["))
      {
        if (!subscript (self))
          return FALSE;
        self->shape = CYAN_PYTHON_PLACE;
      }
    else
      break;
  return TRUE;
}
