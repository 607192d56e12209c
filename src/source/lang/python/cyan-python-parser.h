/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parser of Python that writes the normal form while it reads, by the rules of
 * cyan-python-grammar.c.
 *
 * A rule begins at the first token of its construct, ends at the token behind it, and fails where
 * the text is not in the grammar; then what it has written is worthless.
 *
 * Expressions are written operands first: "a + b" as "a", "b", "+".  An operator of several
 * operands has their number behind it, so no brackets are needed.  Names and keywords are written
 * as they are; everything else contains a character that no name has.
 */
#pragma once

#include "cyan-python-lexer.h"

/* The kind of the last expression, as far as it limits what may follow. */
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
  gboolean starred; /* the last element had a "*" */
  guint count;      /* of the last rule that ended */
  GString *out;
  guint depth;
  gboolean omits_functions; /* leaves out the bodies of functions */
} CyanPythonParser;

/* ---- the grammar ---- */

typedef enum
{
  CYAN_PYTHON_NODE_ALTERNATIVE,
  CYAN_PYTHON_NODE_WORDS,
  CYAN_PYTHON_NODE_TEST,
  CYAN_PYTHON_NODE_FLAG,
  CYAN_PYTHON_NODE_RULE,
  CYAN_PYTHON_NODE_GROUP,
  CYAN_PYTHON_NODE_LIST,
  CYAN_PYTHON_NODE_PUT,
  CYAN_PYTHON_NODE_MARK,
  CYAN_PYTHON_NODE_COUNT,
  CYAN_PYTHON_NODE_ACTION,
} CyanPythonNodeKind;

typedef struct _CyanPythonNode CyanPythonNode;
typedef struct _CyanPythonRule CyanPythonRule;

/* An item of a rule; see the grammar for their kinds. */
struct _CyanPythonNode
{
  CyanPythonNodeKind kind;
  char how; /* the character in front of it or behind it, or NUL */
  guint value;
  char **words, *text;
  const CyanPythonRule *rule;
  CyanPythonNode *inner; /* the first alternative of a group or a list, or its first item */
  CyanPythonNode *next;
};

struct _CyanPythonRule
{
  const char *name, *text;
  gboolean (*read) (CyanPythonParser *self); /* in place of a text */
  CyanPythonNode *alternatives;
  gboolean is_deep;
};

/* The names of tests and actions, NULL-terminated, by their numbers. */
extern const char *const cyan_python_tests[], *const cyan_python_actions[];

/* Call it before any rule is asked for. */
void cyan_python_read_grammar (void);
const CyanPythonRule *cyan_python_rule (const char *name);

/* ---- reading a text ---- */

gboolean cyan_python_run (CyanPythonParser *self, const CyanPythonRule *rule);

static inline void
cyan_python_advance (CyanPythonParser *self)
{
  self->kind = cyan_python_lexer_next (&self->lexer);
}

/* Whether the current token is the keyword or operator @word. */
static inline gboolean
cyan_python_at (const CyanPythonParser *self, const char *word)
{
  return self->kind >= CYAN_PYTHON_NAME && *word == *self->lexer.token
         && cyan_python_lexer_is (&self->lexer, word);
}

static inline void
cyan_python_put (CyanPythonParser *self, const char *token)
{
  g_string_append_len (self->out, token, (gssize) strlen (token) + 1);
}

/* Writes an operator and the number of its operands. */
void cyan_python_put_count (CyanPythonParser *self, const char *token, guint n);

/* Goes one level down; FALSE if it is too deep.  Only a success needs "depth--". */
gboolean cyan_python_enter (CyanPythonParser *self);

/* The rules that are written in C.  A name that is no keyword; a number; adjacent literals of
 * text; the end of a line. */
gboolean cyan_python_name (CyanPythonParser *self);
gboolean cyan_python_number_literal (CyanPythonParser *self);
gboolean cyan_python_text_literals (CyanPythonParser *self);
gboolean cyan_python_newline (CyanPythonParser *self);
/* ":" and the statements behind it; of a function, which may be omitted; the cases of "match". */
gboolean cyan_python_block (CyanPythonParser *self);
gboolean cyan_python_body (CyanPythonParser *self);
gboolean cyan_python_match_block (CyanPythonParser *self);
/* The items of "with". */
gboolean cyan_python_with_head (CyanPythonParser *self);

/* ---- the values of literals, in a form without NUL bytes ---- */

/* Appends the value of a number: "0x" and hexadecimal digits for an integer, "." and the shortest
 * text for a float, "j" before it for an imaginary one.  FALSE if it is no number of Python 3. */
gboolean cyan_python_number (const char *text, gsize length, GString *out);

/* Appends what a part of a literal stands for, in UTF-8 or, with @is_bytes, as bytes.  Bytes 0 and
 * 1 become 1 and a digit; a character by its name remains a name, since its code depends on the
 * version of Unicode.  FALSE if an escape is wrong. */
gboolean cyan_python_text (
    const char *text, const char *end, gboolean is_raw, gboolean is_bytes, GString *out);
