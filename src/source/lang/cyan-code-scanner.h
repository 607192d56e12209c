/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scanner's inside: where it stands, what it saw last, and what is open around it. */
#pragma once

#include "cyan-code-private.h"

#include <string.h>

G_BEGIN_DECLS

typedef enum
{
  CYAN_LEVEL_PAREN,
  CYAN_LEVEL_BRACKET,
  CYAN_LEVEL_TAG,      /* JSX, between "<" and ">" */
  CYAN_LEVEL_CHILDREN, /* JSX, between two tags */
  /* What a "}" ends. */
  CYAN_LEVEL_BRACE,
  CYAN_LEVEL_HOLE,          /* in a string or JSX */
  CYAN_LEVEL_TEMPLATE_HOLE, /* in a literal that goes on behind it */
} CyanScannerLevelKind;

typedef struct
{
  guint8 kind;
  guint8 value;     /* whether what it closes to is a value, as of "(a)" and not of "if (a)" */
  guint8 verbatim;  /* of a literal that goes on: how its text is read */
  char open, close; /* of such a literal in Ruby */
  guint32 nesting;  /* of such brackets, or "<" of TypeScript that are open */
  guint32 opener;   /* byte */
} CyanScannerLevel;

/* Brackets nested deeper than this are not told apart. */
#define CYAN_MAX_LEVELS (1024 * 1024)

struct _CyanScanner
{
  const struct _CyanCurlyRules *rules;
  const char *text, *at, *end;
  const char *line_start;
  guint32 line;
  GArray *levels;   /* of CyanScannerLevel; the innermost last */
  GArray *heredocs; /* Ruby's, whose text begins with the next line */
  guint n_read;     /* of them */
  guint n_braces;   /* levels that a "}" ends */
  gsize regex_fail; /* up to this byte no regular expression ends */

  CyanToken previous; /* its length is 0 at the beginning */
  gboolean value;     /* whether @previous ends a value: then "/" divides */
  gboolean after_dot;
  gboolean condition;   /* whether @previous is "if" and the like: its "(a)" is no value */
  gboolean ends_angle;  /* whether the token that is read is the ">" of "Array<T>" or "</a>" */
  gboolean after_angle; /* and whether @previous is */
  guint32 nesting;      /* as of the levels, outside of all */
  gboolean command;     /* Ruby: whether @previous may be a method whose argument follows */
  gboolean definition;  /* Ruby: a name follows */
  gboolean pending;     /* Go: a semicolon is due */
  gboolean in_directive;
  guint8 outer;     /* kind of the level around the token that is read */
  CyanToken queued; /* behind a line end that counts */
  gboolean has_queued;
};

void cyan_scanner_init (CyanScanner *self, const char *text, gsize length);

/* Moves to @stop over lines that may break. */
void cyan_scanner_pass (CyanScanner *self, const char *stop);

void cyan_scanner_push (CyanScanner *self,
                        CyanScannerLevelKind kind,
                        gboolean value,
                        const char *opener);
CyanScannerLevel *cyan_scanner_top (CyanScanner *self);
void cyan_scanner_pop (CyanScanner *self);

/* Whether a word or punctuator is @word, or one of @words. */
gboolean cyan_scanner_is (const CyanScanner *self, const CyanToken *token, const char *word);
gboolean
cyan_scanner_is_any (const CyanScanner *self, const CyanToken *token, const char *const *words);

/* The next line break from @at on, or the end. */
const char *cyan_scanner_line_end (const CyanScanner *self, const char *at);

/* Closes the level that @bracket ends, and all inside; FALSE if there is none. */
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

/* As of all languages here but Ruby. */
static inline gboolean
cyan_scanner_is_word_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$' || (guchar) c >= 0x80;
}

G_END_DECLS
