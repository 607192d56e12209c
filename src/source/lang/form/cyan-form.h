/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tokens of a text while they become its normal form: rules drop and rewrite those that a
 * formatter may write in several ways.
 *
 * A rule is applied only where the tokens alone prove that the meaning stays: two texts of
 * different meanings must keep different normal forms.  Every rule takes linear time.
 */
#pragma once

#include "cyan-code-tokens.h"

#include <string.h>

typedef enum
{
  CYAN_FORM_GLUED = 1 << 0,     /* no space before it */
  CYAN_FORM_MACRO = 1 << 1,     /* opens what may be the arguments of a macro */
  CYAN_FORM_OPAQUE = 1 << 2,    /* in such arguments: the macro may see how it is written */
  CYAN_FORM_DIRECTIVE = 1 << 3, /* in a line of the preprocessor */
  CYAN_FORM_JSX = 1 << 4,       /* in a tag or between two */
} CyanFormFlag;

typedef struct
{
  guint32 start, length; /* in the text of the form */
  guint32 previous, next;
  guint32 partner; /* the matching bracket, or CYAN_TOKEN_NONE */
  guint32 outer;   /* the open bracket around, or CYAN_TOKEN_NONE */
  guint8 kind;     /* CyanTokenKind; a line end holds the letter of its mark */
  guint8 flags;    /* of CyanFormFlag */
  guint8 opens, closes;
} CyanFormToken;

/* A list in an array: a dropped token stays in the array but is no neighbour of any other.  The
 * first and the last one are sentinels of length 0, and neighbours of themselves. */
typedef struct
{
  CyanLanguage language;
  GArray *tokens; /* of CyanFormToken */
  GString *text;
  GArray *open;       /* the open brackets, of a type of its own */
  guint n_braces;     /* number of them that are braces */
  guint n_directives; /* lines of the preprocessor so far */
} CyanForm;

void cyan_form_init (CyanForm *self, CyanLanguage language, gsize length);
void cyan_form_clear (CyanForm *self);

/* Adds a token of @kind: what was appended to the text of @self from the byte @start on. */
CyanFormToken *cyan_form_add (CyanForm *self, CyanTokenKind kind, gsize start, guint flags);

/* The last token opens a bracket at @position of the source, or closes the one opened there. */
void cyan_form_open (CyanForm *self, char bracket, guint32 position);
void cyan_form_close (CyanForm *self, char bracket, guint32 position);

/* The last token closes the nearest open bracket of its kind, as in the scanners of
 * cyan-code-tokens.h. */
void cyan_form_close_nearest (CyanForm *self, char bracket);

/* Adds the tokens of a text: the first in C and C++, the second in the other languages. */
void cyan_form_read_c (CyanForm *self, const char *text, gsize length);
void cyan_form_read_tokens (CyanForm *self, const char *text, gsize length);

/* Adds the last sentinel, then applies the rules of the language. */
void cyan_form_apply_rules (CyanForm *self);

/* Appends the tokens and marks as cyan-code.h describes them. */
void cyan_form_append (const CyanForm *self, GString *out);

static inline CyanFormToken *
cyan_form_token (const CyanForm *self, guint32 index)
{
  return &g_array_index (self->tokens, CyanFormToken, index);
}

static inline guint32
cyan_form_next (const CyanForm *self, guint32 index)
{
  return cyan_form_token (self, index)->next;
}

static inline guint32
cyan_form_previous (const CyanForm *self, guint32 index)
{
  return cyan_form_token (self, index)->previous;
}

static inline guint32
cyan_form_last (const CyanForm *self)
{
  return self->tokens->len - 1;
}

static inline const char *
cyan_form_text (const CyanForm *self, guint32 index)
{
  return self->text->str + cyan_form_token (self, index)->start;
}

/* Whether a word or punctuator is @word. */
static inline gboolean
cyan_form_is (const CyanForm *self, guint32 index, const char *word)
{
  const CyanFormToken *token = cyan_form_token (self, index);
  const char *text = self->text->str + token->start;

  return *text == *word && strncmp (text, word, token->length) == 0 && word[token->length] == '\0'
         && (token->kind == CYAN_TOKEN_WORD || token->kind == CYAN_TOKEN_PUNCTUATOR);
}

gboolean cyan_form_is_any (const CyanForm *self, guint32 index, const char *words);

static inline gboolean
cyan_form_is_kind (const CyanForm *self, guint32 index, CyanTokenKind kind)
{
  return cyan_form_token (self, index)->kind == kind;
}

/* Whether it is an opening bracket @bracket with a partner. */
static inline gboolean
cyan_form_opens (const CyanForm *self, guint32 index, char bracket)
{
  const CyanFormToken *token = cyan_form_token (self, index);

  return token->opens == (guint8) bracket && token->partner != CYAN_TOKEN_NONE
         && token->partner > index;
}

/* The token after this one, or after its closing bracket: walks one level of nesting. */
guint32 cyan_form_skip (const CyanForm *self, guint32 index);

void cyan_form_drop (CyanForm *self, guint32 index);

/* Makes it a bare token of @kind. */
void cyan_form_set (CyanForm *self, guint32 index, CyanTokenKind kind, const char *text);

/* Rewrites it to what was appended to the text of @self from the byte @start on. */
void cyan_form_rewrite (CyanForm *self, guint32 index, gsize start);

static inline gboolean
cyan_form_has (const CyanForm *self, guint flags)
{
  return cyan_code_has (self->language, flags);
}

static inline gboolean
cyan_form_is_script (const CyanForm *self)
{
  return cyan_form_has (self, CYAN_CODE_SCRIPT);
}

static inline gboolean
cyan_form_is_c (const CyanForm *self)
{
  return cyan_form_has (self, CYAN_CODE_C);
}

/* The rules, in this order.  Literals: numbers, quotes, joined strings. */
void cyan_form_literals (CyanForm *self);
void cyan_form_number (CyanForm *self, guint32 index);

/* JavaScript: inserted semicolons, and the quotes of keys. */
void cyan_form_semicolons (CyanForm *self);

/* Rust: match arms and closures. */
void cyan_form_arms (CyanForm *self);

void cyan_form_commas (CyanForm *self);
void cyan_form_parens (CyanForm *self);
void cyan_form_braces (CyanForm *self);

/* JavaScript: semicolons at the end of a block. */
void cyan_form_last_semicolons (CyanForm *self);
