/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the scanners of the languages: tokens with their positions and matching brackets.
 *
 * A scanner never fails and takes time linear in the text.  Constructs that are open at the end of
 * the text end there.  A closing bracket closes the nearest open one of its kind and all that are
 * open inside.
 */
#pragma once

#include "cyan-code.h"

typedef enum
{
  CYAN_TOKEN_WORD,
  CYAN_TOKEN_NUMBER,
  CYAN_TOKEN_STRING,   /* any literal with text inside, or the part of one next to a hole */
  CYAN_TOKEN_DEDENTED, /* a string of several lines whose common indentation does not count */
  CYAN_TOKEN_JSX_TEXT, /* text of several lines, joined by the rules of JSX */
  CYAN_TOKEN_PUNCTUATOR,
  CYAN_TOKEN_LINE_END,  /* a significant line end, of length 0 */
  CYAN_TOKEN_DIRECTIVE, /* a comment with a meaning to the compiler */
} CyanTokenKind;

#define CYAN_TOKEN_NONE G_MAXUINT32

typedef struct
{
  guint32 start, length;   /* in bytes */
  guint32 line, last_line; /* from 1 */
  guint32 column;          /* bytes from the beginning of the line, from 0 */
  guint32 partner;         /* index of the matching bracket, or CYAN_TOKEN_NONE */
  guint8 kind;
  guint8 opens, closes; /* the bracket; also set at the end of a literal's part before a hole and at
                         * its start after one */
} CyanToken;

/* The same in all languages except Python and Ruby. */
static inline gboolean
cyan_code_is_word_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$' || (guchar) c >= 0x80;
}

/* Whether @words, a text of words with a space between two, has the word of @length bytes. */
gboolean cyan_code_words_have (const char *words, const char *text, gsize length);

/* Maximum number of tokens of a text. */
#define CYAN_MAX_TOKENS (4 * 1024 * 1024)

/* The tokens of a text in Go, Java, Rust, JavaScript, TypeScript, Ruby or C#, as a GArray of
 * CyanToken; NULL if there are more than CYAN_MAX_TOKENS. */
GArray *cyan_code_tokens (CyanLanguage language, const char *text, gsize length);

/* Whether the token at @index is @word; FALSE for literals and for an index out of range. */
gboolean cyan_token_is (const GArray *tokens, const char *text, guint index, const char *word);
gboolean cyan_token_is_any (const GArray *tokens, const char *text, guint index, const char *words);
gboolean cyan_token_is_kind (const GArray *tokens, guint index, CyanTokenKind kind);

/* The index of the first token on @line or a later line. */
guint cyan_token_find_line (const GArray *tokens, guint line);

/* A scanner, one for the languages with curly brackets and one for Ruby: reads the next token,
 * FALSE at the end.  The partner of a closing bracket is the byte position of the opening one. */
typedef struct _CyanScanner CyanScanner;

CyanScanner *cyan_scanner_new_curly (CyanLanguage language, const char *text, gsize length);
gboolean cyan_scanner_next_curly (CyanScanner *self, CyanToken *token);
CyanScanner *cyan_scanner_new_ruby (const char *text, gsize length);
gboolean cyan_scanner_next_ruby (CyanScanner *self, CyanToken *token);
void cyan_scanner_free (CyanScanner *self);

/* cyan_code_block_around() for C and C++. */
gboolean cyan_code_block_around_c (
    const char *text, gsize length, gboolean cpp, guint line, guint *first_line, guint *last_line);
