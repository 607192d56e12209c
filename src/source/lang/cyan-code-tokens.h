/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the scanners of the languages: tokens with their positions and matching brackets.
 *
 * A scanner never fails and takes time linear in the text.  Constructs that are open at the end of
 * the text end there.  A closing bracket closes the nearest open one of its kind and all that are
 * open inside.
 */
#pragma once

#include <string.h>

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

/* ---- how languages differ ---- */

typedef enum
{
  CYAN_CODE_C = 1 << 0, /* a preprocessor, and macros that may be anything; "->" */
  CYAN_CODE_CPP = 1 << 1,
  CYAN_CODE_PYTHON = 1 << 2,
  CYAN_CODE_RUBY = 1 << 3,
  CYAN_CODE_GO = 1 << 4,   /* a line end may be a semicolon; comments may be directives */
  CYAN_CODE_RUST = 1 << 5, /* lifetimes, raw literals, match arms */
  CYAN_CODE_JAVA = 1 << 6, /* annotations; a backslash in a text block escapes the next character */
  CYAN_CODE_CSHARP = 1 << 7, /* @"", $"", and preprocessor lines */
  CYAN_CODE_SCRIPT = 1 << 8, /* line ends, regular expressions and templates as in JavaScript */
  CYAN_CODE_TYPES = 1 << 9,  /* TypeScript: a line may end with the ">" of a type */
  CYAN_CODE_JSX = 1 << 10,   /* <a>text</a> */
  CYAN_CODE_RAW_BACKTICK = 1 << 11, /* `verbatim` */
  CYAN_CODE_TEXT_BLOCK = 1 << 12,   /* """, with as many quotes at its end; ctags knows none */
  CYAN_CODE_NESTED_COMMENTS = 1 << 13,
  CYAN_CODE_BARE_HEADS = 1 << 14,     /* "if a {" */
  CYAN_CODE_LOOSE_BRACES = 1 << 15,   /* one statement needs none */
  CYAN_CODE_TYPED_NAMES = 1 << 16,    /* "T name (a)" declares something */
  CYAN_CODE_TYPE_ARGUMENTS = 1 << 17, /* "name<T> (a)" is a call */
  CYAN_CODE_COMPARES = 1 << 18,       /* "<" is always a comparison */
  CYAN_CODE_BARS = 1 << 19,           /* "|a|" are parameters */
  CYAN_CODE_INLINED = 1 << 20,        /* see cyan_code_is_inlined() */
} CyanCodeTrait;

struct _CyanCodeParts;
struct _CyanFinder;

typedef struct
{
  guint flags;             /* of CyanCodeTrait */
  const char *punctuators; /* of more than one character; longer ones come first; or NULL */
  const char *keywords;    /* words that are never called, although "(" may follow */
  const char *suffixes;    /* of numbers, in small letters, that only say the type */
  const char *arrow;       /* between parameters and a body, or NULL */
  const char *separator;   /* between scopes */
  const char *kinds; /* those of ctags that are functions; NULL: its tags are not good enough */
  void (*find_blocks) (struct _CyanCodeParts *parts); /* see cyan-code-parts.h; NULL: unknown */
  void (*find_extents) (struct _CyanFinder *finder);  /* see cyan-extents-private.h; or NULL */
} CyanCodeTraits;

extern const CyanCodeTraits cyan_code_traits[CYAN_N_LANGUAGES];

/* Whether it has any of these. */
static inline gboolean
cyan_code_has (CyanLanguage language, guint flags)
{
  return (cyan_code_traits[language].flags & flags) != 0;
}

/* The same in all languages except Python and Ruby. */
static inline gboolean
cyan_code_is_word_char (char c)
{
  return cyan_code_is_word_byte (c) || c == '$';
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

typedef struct _CyanScanner CyanScanner;

/* The scanners: of the languages with curly brackets, and of Ruby. */
gboolean cyan_scanner_next_curly (CyanScanner *self, CyanToken *token);
gboolean cyan_scanner_next_ruby (CyanScanner *self, CyanToken *token);

/* cyan_code_block_around() for C and C++. */
gboolean cyan_code_block_around_c (
    const char *text, gsize length, gboolean cpp, guint line, guint *first_line, guint *last_line);

/* ---- the state of a scanner: its position, the previous token, and the open levels ---- */

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
  CyanLanguage language;
  const char *text, *at, *end;
  const char *line_start;
  guint32 line;
  GArray *levels;   /* of CyanScannerLevel; the innermost last */
  GArray *heredocs; /* Ruby: heredocs whose text starts on the next line; NULL: none yet */
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

static inline gboolean
cyan_scanner_has (const CyanScanner *self, guint flags)
{
  return cyan_code_has (self->language, flags);
}

/* The length of the first of @words that the text at the cursor begins with; 0: none. */
gsize cyan_scanner_longest (const CyanScanner *self, const char *words);

/* ---- literals of the languages with curly brackets ---- */

/* Takes the word, number or literal at the cursor.  FALSE if there is none. */
gboolean cyan_curly_take_literal (CyanScanner *self, CyanToken *token);

/* Takes the rest of a literal after a hole. */
void
cyan_curly_continue_literal (CyanScanner *self, CyanToken *token, const CyanScannerLevel *hole);

/* Takes all text up to the next @quote. */
void cyan_curly_take_verbatim (CyanScanner *self, char quote);
