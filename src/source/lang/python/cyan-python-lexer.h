/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Splits Python into tokens and logical lines, as defined in chapter 2 of its language reference.
 *
 * The lexer never fails and takes time linear in the text.  A literal that is not closed ends with
 * its line, one in triple quotes with the text.
 */
#pragma once

#include <string.h>

#include "cyan-code.h"

typedef enum
{
  CYAN_PYTHON_END,
  CYAN_PYTHON_LINE_END, /* of a logical line */
  CYAN_PYTHON_NAME,     /* or keyword */
  CYAN_PYTHON_NUMBER,
  CYAN_PYTHON_STRING, /* with its prefix; an f-string with all that is in it */
  CYAN_PYTHON_OPERATOR,
} CyanPythonKind;

typedef struct
{
  const char *at, *end;
  guint line;
  guint depth; /* of open brackets */
  gboolean at_line_start;
  gboolean plain;  /* an f-string before did not end, so the rest is read without nesting */
  guint column;    /* of the logical line; a tab extends to the next multiple of 8 */
  gboolean first;  /* the token is the first of its logical line */
  gboolean closed; /* the token, a string, has its last quote */
  const char *token;
  gsize token_length;
  guint token_line;
} CyanPythonLexer;

/* @text must outlive @self. */
void cyan_python_lexer_init (CyanPythonLexer *self, const char *text, gsize length);
CyanPythonKind cyan_python_lexer_next (CyanPythonLexer *self);

/* Whether @word in front of a quote belongs to the literal: "rb", "F", but not "if". */
gboolean cyan_python_lexer_is_prefix (const char *word, gsize length);
/* Passes the literal whose quote is at the cursor; @prefix are the letters before it. */
void cyan_python_lexer_take_string (CyanPythonLexer *self, const char *prefix);

static inline gboolean
cyan_python_lexer_is (const CyanPythonLexer *self, const char *word)
{
  return self->token_length == strlen (word) && memcmp (self->token, word, strlen (word)) == 0;
}

static inline char
cyan_python_lexer_look (const CyanPythonLexer *self, gsize ahead)
{
  return (gsize) (self->end - self->at) > ahead ? self->at[ahead] : '\0';
}

/* Whether the token, or the one after "async", is "def". */
gboolean cyan_python_lexer_at_function (const CyanPythonLexer *self);
/* Whether a text is a function: decided by the first line that is not a decorator. */
gboolean cyan_python_text_is_function (const char *text, gsize length);
