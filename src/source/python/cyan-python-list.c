/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions with commas, targets, parameters and arguments. */
#include "cyan-python-parser.h"

gboolean
cyan_python_is_target (CyanPythonShape shape)
{
  return shape != CYAN_PYTHON_VALUE;
}

/* Behind a "*". */
static gboolean
starred_operand (CyanPythonParser *self)
{
  if (!cyan_python_operand (self))
    return FALSE;
  cyan_python_put (self, "*s");
  if (self->shape != CYAN_PYTHON_VALUE)
    self->shape = CYAN_PYTHON_STARRED;
  return TRUE;
}

gboolean
cyan_python_element (CyanPythonParser *self, gboolean named, gboolean *starred)
{
  *starred = cyan_python_accept (self, "*");
  if (*starred)
    return starred_operand (self);
  return named ? cyan_python_named_expression (self) : cyan_python_expression (self);
}

/* Elements behind the first one, if a comma follows: then they are a tuple. */
static gboolean
more_elements (CyanPythonParser *self, gboolean named)
{
  gboolean are_targets = cyan_python_is_target (self->shape);
  gboolean starred;
  guint n = 1;

  if (!cyan_python_at (self, ","))
    return TRUE;
  while (cyan_python_accept (self, ",")
         && (cyan_python_starts_expression (self) || cyan_python_at (self, "*")))
    {
      if (!cyan_python_element (self, named, &starred))
        return FALSE;
      are_targets &= cyan_python_is_target (self->shape);
      n++;
    }
  cyan_python_put_count (self, ",", n);
  self->shape = are_targets ? CYAN_PYTHON_TARGETS : CYAN_PYTHON_VALUE;
  return TRUE;
}

gboolean
cyan_python_star_expressions (CyanPythonParser *self)
{
  gboolean starred;

  return cyan_python_element (self, FALSE, &starred) && more_elements (self, FALSE);
}

gboolean
cyan_python_star_named_expressions (CyanPythonParser *self)
{
  gboolean starred;

  return cyan_python_element (self, TRUE, &starred) && (!starred || cyan_python_at (self, ","))
         && more_elements (self, TRUE);
}

gboolean
cyan_python_target (CyanPythonParser *self)
{
  if (!(cyan_python_accept (self, "*") ? starred_operand (self) : cyan_python_operand (self)))
    return FALSE;
  return cyan_python_is_target (self->shape);
}

gboolean
cyan_python_targets (CyanPythonParser *self)
{
  guint n = 1;

  if (!cyan_python_target (self))
    return FALSE;
  if (!cyan_python_at (self, ","))
    return TRUE;
  for (; cyan_python_accept (self, ",")
         && (cyan_python_starts_expression (self) || cyan_python_at (self, "*"));
       n++)
    if (!cyan_python_target (self))
      return FALSE;
  cyan_python_put_count (self, ",", n);
  return TRUE;
}

/* Behind "yield". */
gboolean
cyan_python_yield (CyanPythonParser *self)
{
  if (!cyan_python_enter (self))
    return FALSE;
  if (cyan_python_accept (self, "from"))
    {
      if (!cyan_python_expression (self))
        return FALSE;
      cyan_python_put (self, "yield from");
    }
  else if (cyan_python_starts_expression (self) || cyan_python_at (self, "*"))
    {
      if (!cyan_python_star_expressions (self))
        return FALSE;
      cyan_python_put (self, "yield 1");
    }
  else
    cyan_python_put (self, "yield");
  cyan_python_leave (self);
  self->shape = CYAN_PYTHON_VALUE;
  return TRUE;
}

gboolean
cyan_python_value (CyanPythonParser *self)
{
  return cyan_python_accept (self, "yield") ? cyan_python_yield (self)
                                            : cyan_python_star_expressions (self);
}

/* What was read of parameters, which decides what may follow. */
typedef struct
{
  gboolean annotated; /* they may have annotations, unlike those of "lambda" */
  guint n;
  gboolean has_slash, has_star, has_mapping, has_default;
} Parameters;

/* A parameter; only the one behind a single "*" may have an annotation with a "*". */
static gboolean
parameter (CyanPythonParser *self, Parameters *parameters, gboolean is_rest)
{
  gboolean starred = FALSE;

  if (!cyan_python_identifier (self))
    return FALSE;
  if (parameters->annotated && cyan_python_accept (self, ":"))
    {
      if (!(is_rest ? cyan_python_element (self, FALSE, &starred) : cyan_python_expression (self)))
        return FALSE;
      cyan_python_put (self, "::");
    }
  if (!cyan_python_accept (self, "="))
    return parameters->has_star || parameters->has_mapping || !parameters->has_default;
  if (is_rest || parameters->has_mapping || !cyan_python_expression (self))
    return FALSE;
  cyan_python_put (self, "=d");
  parameters->has_default = TRUE;
  return TRUE;
}

/* "*", a mark, or the parameter of the remaining arguments. */
static gboolean
star (CyanPythonParser *self, Parameters *parameters)
{
  if (parameters->has_star)
    return FALSE;
  parameters->has_star = TRUE;
  if (!cyan_python_at (self, ","))
    {
      cyan_python_put (self, "*");
      return parameter (self, parameters, TRUE);
    }
  cyan_python_put (self, "*,");
  cyan_python_advance (self);
  return parameter (self, parameters, FALSE);
}

static gboolean
next_parameter (CyanPythonParser *self, Parameters *parameters)
{
  if (parameters->has_mapping)
    return FALSE;
  if (cyan_python_accept (self, "*"))
    return star (self, parameters);
  if (cyan_python_accept (self, "/"))
    {
      if (parameters->n == 0 || parameters->has_slash || parameters->has_star)
        return FALSE;
      parameters->has_slash = TRUE;
      cyan_python_put (self, "/,");
      return TRUE;
    }
  parameters->has_mapping = cyan_python_accept (self, "**");
  if (parameters->has_mapping)
    cyan_python_put (self, "**");
  return parameter (self, parameters, FALSE);
}

gboolean
cyan_python_parameters (CyanPythonParser *self, const char *stop, gboolean annotated)
{
  Parameters parameters = { .annotated = annotated };

  for (; !cyan_python_at (self, stop); parameters.n++)
    {
      if (!next_parameter (self, &parameters))
        return FALSE;
      if (!cyan_python_accept (self, ","))
        break;
    }
  cyan_python_put (self, ")");
  return TRUE;
}

/* Arguments with keywords are written behind the others, which Python keeps apart. */
typedef struct
{
  guint n;
  gsize keywords; /* where those with keywords begin in the output; 0: none yet */
  gboolean has_mapping;
  GString *late; /* "*" arguments behind them; NULL: none */
} Arguments;

/* "*VALUE" */
static gboolean
rest_argument (CyanPythonParser *self, Arguments *arguments)
{
  gsize start = self->out->len;

  if (arguments->has_mapping || !cyan_python_expression (self))
    return FALSE;
  cyan_python_put (self, "*s");
  if (arguments->keywords == 0)
    return TRUE;
  if (arguments->late == NULL)
    arguments->late = g_string_new (NULL);
  g_string_append_len (arguments->late, self->out->str + start, (gssize) (self->out->len - start));
  g_string_truncate (self->out, start);
  return TRUE;
}

static gboolean
argument (CyanPythonParser *self, Arguments *arguments)
{
  gsize start = self->out->len;
  guint n_clauses;

  if (cyan_python_accept (self, "*"))
    return rest_argument (self, arguments);
  if (cyan_python_accept (self, "**"))
    {
      if (!cyan_python_expression (self))
        return FALSE;
      cyan_python_put (self, "**k");
      arguments->has_mapping = TRUE;
    }
  else if (!cyan_python_named_expression (self))
    return FALSE;
  else if (cyan_python_at (self, "=") && self->shape == CYAN_PYTHON_IDENTIFIER)
    {
      cyan_python_advance (self);
      if (!cyan_python_expression (self))
        return FALSE;
      cyan_python_put (self, "=k");
    }
  else
    {
      if (!cyan_python_at (self, "for") && !cyan_python_at (self, "async"))
        return arguments->keywords == 0;
      if (arguments->n > 0 || !cyan_python_clauses (self, &n_clauses))
        return FALSE;
      cyan_python_put_count (self, "(for", n_clauses);
      return cyan_python_at (self, ")");
    }
  if (arguments->keywords == 0)
    arguments->keywords = start;
  return TRUE;
}

gboolean
cyan_python_arguments (CyanPythonParser *self)
{
  Arguments arguments = { 0 };
  gboolean good = cyan_python_accept (self, "(");

  while (good && !cyan_python_at (self, ")"))
    {
      good = argument (self, &arguments);
      arguments.n++;
      if (!good || !cyan_python_accept (self, ","))
        break;
    }
  good = good && cyan_python_accept (self, ")");
  if (arguments.late != NULL)
    {
      g_string_insert_len (self->out, (gssize) arguments.keywords, arguments.late->str,
                           (gssize) arguments.late->len);
      g_string_free (arguments.late, TRUE);
    }
  cyan_python_put_count (self, "()", arguments.n);
  return good;
}
