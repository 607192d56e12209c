/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a scanner: its position, the previous token, and the open levels. */
#pragma once

#include "cyan-code-private.h"

#include <string.h>

typedef enum
{
  CYAN_LEVEL_PAREN,
  CYAN_LEVEL_BRACKET,
  CYAN_LEVEL_TAG,      /* JSX, between "<" and ">" */
  CYAN_LEVEL_CHILDREN, /* JSX, between two tags */
  /* Levels that a "}" ends. */
  CYAN_LEVEL_BRACE,
  CYAN_LEVEL_HOLE,          /* in a string or JSX */
  CYAN_LEVEL_TEMPLATE_HOLE, /* in a literal that continues after it */
} CyanScannerLevelKind;

typedef struct
{
  guint8 kind;
  guint8 value;     /* whether the closed level is a value, as for "(a)" but not for "if (a)" */
  guint8 verbatim;  /* of a literal that continues: how its text is read */
  char open, close; /* delimiters of such a literal in Ruby */
  guint32 nesting;  /* nesting of such brackets, or number of open "<" in TypeScript */
  guint32 opener;   /* byte position */
} CyanScannerLevel;

/* Deeper brackets are not matched. */
#define CYAN_MAX_LEVELS (1024 * 1024)

struct _CyanScanner
{
  const struct _CyanCurlyRules *rules;
  const char *text, *at, *end;
  const char *line_start;
  guint32 line;
  GArray *levels;   /* of CyanScannerLevel; the innermost last */
  GArray *heredocs; /* Ruby: heredocs whose text starts on the next line */
  guint n_read;     /* number of heredocs that were read */
  guint n_braces;   /* number of levels that a "}" ends */
  gsize regex_fail; /* no regular expression ends before this byte */

  CyanToken previous; /* length 0 at the start */
  gboolean value;     /* whether @previous ends a value; then "/" is a division */
  gboolean after_dot;
  gboolean condition;   /* whether @previous is "if" or similar: its "(a)" is not a value */
  gboolean ends_angle;  /* whether the current token is the ">" of "Array<T>" or "</a>", or the "!"
                         * of "a!" */
  gboolean after_angle; /* the same for @previous */
  guint32 nesting;      /* like nesting of the levels, outside of all of them */
  gboolean command;     /* Ruby: @previous may be a method whose argument follows */
  gboolean definition;  /* Ruby: a name follows */
  gboolean pending;     /* Go: a semicolon is pending */
  gboolean in_directive;
  guint8 outer;     /* kind of the level around the current token */
  CyanToken queued; /* the token after a significant line end */
  gboolean has_queued;
};

void cyan_scanner_init (CyanScanner *self, const char *text, gsize length);

/* Moves to @stop across lines, counting them. */
void cyan_scanner_pass (CyanScanner *self, const char *stop);

void cyan_scanner_push (CyanScanner *self,
                        CyanScannerLevelKind kind,
                        gboolean value,
                        const char *opener);
CyanScannerLevel *cyan_scanner_top (CyanScanner *self);
void cyan_scanner_pop (CyanScanner *self);

/* Whether a word or punctuator is @word, or one of @words. */
static inline gboolean
cyan_scanner_is (const CyanScanner *self, const CyanToken *token, const char *word)
{
  const char *text = self->text + token->start;

  return (token->kind == CYAN_TOKEN_WORD || token->kind == CYAN_TOKEN_PUNCTUATOR)
         && token->length > 0 && *text == *word && strncmp (text, word, token->length) == 0
         && word[token->length] == '\0';
}

gboolean cyan_scanner_is_any (const CyanScanner *self, const CyanToken *token, const char *words);

/* The next line break from @at on, or the end. */
const char *cyan_scanner_line_end (const CyanScanner *self, const char *at);

/* Closes the level of @bracket and all levels inside.  FALSE if there is none. */
gboolean cyan_scanner_close (CyanScanner *self, char bracket, CyanScannerLevel *closed);

static inline char
cyan_scanner_look (const CyanScanner *self, gsize ahead)
{
  return (gsize) (self->end - self->at) > ahead ? self->at[ahead] : '\0';
}

static inline gboolean
cyan_scanner_starts_with (const CyanScanner *self, const char *word)
{
  gsize length = strlen (word);

  return (gsize) (self->end - self->at) >= length && memcmp (self->at, word, length) == 0;
}
