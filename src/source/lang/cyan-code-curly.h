/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The differences between the languages with curly brackets, and the scanner of their literals. */
#pragma once

#include "cyan-code-scanner.h"

typedef enum
{
  RULE_GO_SEMICOLONS = 1 << 0, /* a line end may be a semicolon; comments may be directives */
  RULE_LINE_ENDS = 1 << 1,     /* line ends as in JavaScript */
  RULE_REGEX = 1 << 2,         /* and template literals */
  RULE_JSX = 1 << 3,           /* <a>text</a> */
  RULE_RAW_BACKTICK = 1 << 4,  /* `verbatim` */
  RULE_TEXT_BLOCK = 1 << 5,    /* """, with as many quotes at its end */
  RULE_ESCAPED_BLOCK = 1 << 6, /* a backslash in a text block escapes the next character */
  RULE_NESTED_COMMENTS = 1 << 7,
  RULE_LIFETIMES = 1 << 8, /* and the other literals of Rust */
  RULE_VERBATIM = 1 << 9,  /* @"", $"", and preprocessor lines */
  RULE_TYPES = 1 << 10,    /* a line may end with the ">" of a type */
} CyanCurlyRule;

typedef struct _CyanCurlyRules
{
  guint flags;                    /* of CyanCurlyRule */
  const char *const *punctuators; /* of more than one character; longer ones come first */
} CyanCurlyRules;

static inline gboolean
cyan_curly_has (const CyanScanner *self, guint flags)
{
  return (self->rules->flags & flags) != 0;
}

/* Takes the word, number or literal at the cursor.  FALSE if there is none. */
gboolean cyan_curly_take_literal (CyanScanner *self, CyanToken *token);

/* Takes the rest of a literal after a hole. */
void
cyan_curly_continue_literal (CyanScanner *self, CyanToken *token, const CyanScannerLevel *hole);

/* Takes all text up to the next @quote. */
void cyan_curly_take_verbatim (CyanScanner *self, char quote);
