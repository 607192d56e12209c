/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions of operators, by precedence climbing. */
#include "cyan-python-parser.h"

/* Of binary operators; a higher one binds more tightly, 0 is no such operator. */
static guint
precedence_of (const CyanPythonParser *self)
{
  const CyanPythonLexer *lexer = &self->lexer;
  char c;

  if (self->kind != CYAN_PYTHON_OPERATOR || lexer->token_length > 2)
    return 0;
  c = lexer->token[0];
  if (lexer->token_length == 2)
    return lexer->token[1] != c ? 0 : c == '<' || c == '>' ? 4 : c == '/' ? 6 : 0;
  switch (c)
    {
    case '|':
      return 1;
    case '^':
      return 2;
    case '&':
      return 3;
    case '+':
    case '-':
      return 5;
    case '*':
    case '/':
    case '%':
    case '@':
      return 6;
    default:
      return 0;
    }
}

static void
put_token (CyanPythonParser *self, const CyanPythonLexer *at)
{
  g_string_append_len (self->out, at->token, (gssize) at->token_length);
  g_string_append_c (self->out, '\0');
}

static gboolean unary (CyanPythonParser *self);

static gboolean
await_primary (CyanPythonParser *self)
{
  gboolean awaits = cyan_python_accept (self, "await");

  if (!cyan_python_primary (self))
    return FALSE;
  if (awaits)
    {
      cyan_python_put (self, "await");
      self->shape = CYAN_PYTHON_VALUE;
    }
  return TRUE;
}

static gboolean
power (CyanPythonParser *self)
{
  if (!await_primary (self))
    return FALSE;
  if (!cyan_python_accept (self, "**"))
    return TRUE;
  if (!cyan_python_enter (self) || !unary (self))
    return FALSE;
  cyan_python_leave (self);
  cyan_python_put (self, "**");
  self->shape = CYAN_PYTHON_VALUE;
  return TRUE;
}

static gboolean
unary (CyanPythonParser *self)
{
  const char *name = cyan_python_at (self, "-")   ? "u-"
                     : cyan_python_at (self, "+") ? "u+"
                     : cyan_python_at (self, "~") ? "~"
                                                  : NULL;

  if (name == NULL)
    return power (self);
  if (!cyan_python_enter (self))
    return FALSE;
  cyan_python_advance (self);
  if (!unary (self))
    return FALSE;
  cyan_python_leave (self);
  cyan_python_put (self, name);
  self->shape = CYAN_PYTHON_VALUE;
  return TRUE;
}

static gboolean
binary (CyanPythonParser *self, guint least)
{
  guint precedence;

  if (!unary (self))
    return FALSE;
  while ((precedence = precedence_of (self)) >= least)
    {
      CyanPythonLexer operation = self->lexer;

      cyan_python_advance (self);
      if (!binary (self, precedence + 1))
        return FALSE;
      put_token (self, &operation);
      self->shape = CYAN_PYTHON_VALUE;
    }
  return TRUE;
}

gboolean
cyan_python_operand (CyanPythonParser *self)
{
  return binary (self, 1);
}

gboolean
cyan_python_sum (CyanPythonParser *self)
{
  return binary (self, 5);
}

/* Passes an operator of a comparison and returns its name; NULL if there is none, "" if it is
 * incomplete. */
static const char *
comparison_operator (CyanPythonParser *self)
{
  static const char *const names[] = { "==", "!=", "<", "<=", ">", ">=" };

  if (self->kind == CYAN_PYTHON_OPERATOR)
    {
      for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
        if (cyan_python_accept (self, names[i]))
          return names[i];
      return NULL;
    }
  if (self->kind != CYAN_PYTHON_NAME)
    return NULL;
  if (cyan_python_accept (self, "in"))
    return "in";
  if (cyan_python_accept (self, "is"))
    return cyan_python_accept (self, "not") ? "is not" : "is";
  if (cyan_python_accept (self, "not"))
    return cyan_python_accept (self, "in") ? "not in" : "";
  return NULL;
}

static gboolean
comparison (CyanPythonParser *self)
{
  const char *name;
  guint n = 0;

  if (!cyan_python_operand (self))
    return FALSE;
  for (; (name = comparison_operator (self)) != NULL; n++)
    {
      if (*name == '\0' || !cyan_python_operand (self))
        return FALSE;
      cyan_python_put (self, name);
    }
  if (n > 0)
    {
      cyan_python_put_count (self, "<>", n);
      self->shape = CYAN_PYTHON_VALUE;
    }
  return TRUE;
}

static gboolean
inversion (CyanPythonParser *self)
{
  guint n = 0;

  while (cyan_python_accept (self, "not"))
    n++;
  if (!comparison (self))
    return FALSE;
  for (; n > 0; n--)
    {
      cyan_python_put (self, "not");
      self->shape = CYAN_PYTHON_VALUE;
    }
  return TRUE;
}

/* One or more operands of "and" or "or". */
static gboolean
chain (CyanPythonParser *self,
       gboolean (*operand) (CyanPythonParser *self),
       const char *word,
       const char *name)
{
  guint n = 1;

  if (!operand (self))
    return FALSE;
  for (; cyan_python_accept (self, word); n++)
    if (!operand (self))
      return FALSE;
  if (n > 1)
    {
      cyan_python_put_count (self, name, n);
      self->shape = CYAN_PYTHON_VALUE;
    }
  return TRUE;
}

static gboolean
conjunction (CyanPythonParser *self)
{
  return chain (self, inversion, "and", "&&");
}

gboolean
cyan_python_disjunction (CyanPythonParser *self)
{
  return chain (self, conjunction, "or", "||");
}

static gboolean
lambda (CyanPythonParser *self)
{
  cyan_python_put (self, "lambda");
  if (!cyan_python_parameters (self, ":", FALSE) || !cyan_python_accept (self, ":")
      || !cyan_python_expression (self))
    return FALSE;
  cyan_python_put (self, "=>");
  self->shape = CYAN_PYTHON_VALUE;
  return TRUE;
}

static gboolean
conditional (CyanPythonParser *self)
{
  if (!cyan_python_disjunction (self))
    return FALSE;
  if (!cyan_python_accept (self, "if"))
    return TRUE;
  if (!cyan_python_disjunction (self) || !cyan_python_accept (self, "else")
      || !cyan_python_expression (self))
    return FALSE;
  cyan_python_put (self, "?:");
  self->shape = CYAN_PYTHON_VALUE;
  return TRUE;
}

gboolean
cyan_python_expression (CyanPythonParser *self)
{
  if (!cyan_python_enter (self)
      || !(cyan_python_accept (self, "lambda") ? lambda (self) : conditional (self)))
    return FALSE;
  cyan_python_leave (self);
  return TRUE;
}

gboolean
cyan_python_named_expression (CyanPythonParser *self)
{
  if (!cyan_python_expression (self))
    return FALSE;
  if (!cyan_python_at (self, ":="))
    return TRUE;
  if (self->shape != CYAN_PYTHON_IDENTIFIER)
    return FALSE;
  cyan_python_advance (self);
  if (!cyan_python_expression (self))
    return FALSE;
  cyan_python_put (self, ":=");
  self->shape = CYAN_PYTHON_VALUE;
  return TRUE;
}
