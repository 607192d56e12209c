/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parser of Python that writes the normal form while it reads.
 *
 * Its functions follow the grammar of the language reference, chapter 10.  Each begins at the first
 * token of its construct, ends at the token behind it, and returns FALSE where the text is not in
 * the grammar; then what it has written is worthless.
 *
 * Expressions are written operands first: "a + b" as "a", "b", "+".  An operator of several operands
 * has their number behind it, so no brackets are needed.  Names and keywords are written as
 * they are; everything else contains a character that no name has.
 */
#pragma once

#include "cyan-python-lexer.h"

/* Of brackets, blocks and operators in each other, as in CPython; a deeper text has no normal form,
 * and the stack suffices. */
#define CYAN_PYTHON_MAX_DEPTH 200

/* What the last expression was, as far as it matters to what may follow. */
typedef enum
{
  CYAN_PYTHON_VALUE,
  CYAN_PYTHON_IDENTIFIER,
  CYAN_PYTHON_GROUPED, /* a name, member or element in parentheses */
  CYAN_PYTHON_PLACE,   /* a member or an element */
  CYAN_PYTHON_STARRED, /* "*" and a target */
  CYAN_PYTHON_TARGETS, /* a tuple or list of targets */
} CyanPythonShape;

typedef struct
{
  CyanPythonLexer lexer; /* at the current token */
  CyanPythonKind kind;   /* of the current token */
  CyanPythonShape shape;
  GString *out;
  guint depth;
  gboolean omits_functions; /* leaves out the bodies of functions */
} CyanPythonParser;

static inline void
cyan_python_advance (CyanPythonParser *self)
{
  self->kind = cyan_python_lexer_next (&self->lexer);
}

/* Whether the current token is the keyword or operator @word. */
static inline gboolean
cyan_python_at (const CyanPythonParser *self, const char *word)
{
  return self->kind >= CYAN_PYTHON_NAME && cyan_python_lexer_is (&self->lexer, word);
}

/* Passes the token @word; FALSE if there is another one. */
static inline gboolean
cyan_python_accept (CyanPythonParser *self, const char *word)
{
  if (!cyan_python_at (self, word))
    return FALSE;
  cyan_python_advance (self);
  return TRUE;
}

static inline void
cyan_python_put (CyanPythonParser *self, const char *token)
{
  g_string_append_len (self->out, token, (gssize) strlen (token) + 1);
}

/* Writes an operator and the number of its operands. */
void cyan_python_put_count (CyanPythonParser *self, const char *token, guint n);
/* Writes the mark @mark: see cyan-code.h. */
void cyan_python_put_mark (CyanPythonParser *self, char mark);

/* Goes one level down; FALSE if it is too deep.  Only a success needs cyan_python_leave(). */
gboolean cyan_python_enter (CyanPythonParser *self);
static inline void
cyan_python_leave (CyanPythonParser *self)
{
  self->depth--;
}

gboolean cyan_python_is_keyword (const CyanPythonParser *self);
gboolean cyan_python_starts_expression (const CyanPythonParser *self);
gboolean cyan_python_is_target (CyanPythonShape shape);

/* Passes and writes a name that is no keyword. */
gboolean cyan_python_identifier (CyanPythonParser *self);
/* Passes and writes "a.b.c", as the expression. */
gboolean cyan_python_dotted_name (CyanPythonParser *self);

/* The grammar's expression, named_expression, disjunction, bitwise_or, sum and primary. */
gboolean cyan_python_expression (CyanPythonParser *self);
gboolean cyan_python_named_expression (CyanPythonParser *self);
gboolean cyan_python_disjunction (CyanPythonParser *self);
gboolean cyan_python_operand (CyanPythonParser *self);
gboolean cyan_python_sum (CyanPythonParser *self);
gboolean cyan_python_primary (CyanPythonParser *self);

/* One or more expressions, a tuple if there is a comma; a "*" may stand before each.  Those of
 * the second one may be named. */
gboolean cyan_python_star_expressions (CyanPythonParser *self);
gboolean cyan_python_star_named_expressions (CyanPythonParser *self);
/* One of these; *@starred tells whether there was a "*". */
gboolean cyan_python_element (CyanPythonParser *self, gboolean named, gboolean *starred);
/* The targets of "for" and "as". */
gboolean cyan_python_targets (CyanPythonParser *self);
gboolean cyan_python_target (CyanPythonParser *self);
/* "yield", or star expressions. */
gboolean cyan_python_value (CyanPythonParser *self);
gboolean cyan_python_yield (CyanPythonParser *self);

/* Parameters up to the token @stop, which is not passed. */
gboolean cyan_python_parameters (CyanPythonParser *self, const char *stop, gboolean annotated);
/* The parts "for ... in ... if ..." of a comprehension; *@n is their number. */
gboolean cyan_python_clauses (CyanPythonParser *self, guint *n);
/* Arguments, from "(" to ")". */
gboolean cyan_python_arguments (CyanPythonParser *self);

/* A number, or adjacent literals of text. */
gboolean cyan_python_number_literal (CyanPythonParser *self);
gboolean cyan_python_text_literals (CyanPythonParser *self);

/* Statements up to one that is indented less. */
gboolean cyan_python_statements (CyanPythonParser *self);
/* ":" and the statements behind it; @column is that of the line of the ":". */
gboolean cyan_python_block (CyanPythonParser *self, guint column);
/* Simple statements on one line, up to the next line. */
gboolean cyan_python_simple_statements (CyanPythonParser *self);
/* Whether the current token is the keyword @word, first in a line at @column. */
gboolean cyan_python_at_clause (const CyanPythonParser *self, const char *word, guint column);
gboolean cyan_python_type_parameters (CyanPythonParser *self);

/* Whether the current line is "match VALUE:"; and that statement. */
gboolean cyan_python_at_match (const CyanPythonParser *self);
gboolean cyan_python_match (CyanPythonParser *self);
