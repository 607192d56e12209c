/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Splits C and C++ into tokens, like translation phases 2 and 3 of the standards: lines that end in
 * a backslash are joined, comments are white space, the longest punctuator wins.
 *
 * There is one difference: ">>" is two tokens.  Since C++11, "vector<vector<int>>" is the same text
 * as "vector<vector<int> >", and no other valid text has two of them side by side.
 */
#include "cyan-code-tokens.h"
#include "form/cyan-form.h"

#include <string.h>

#define is_word_char cyan_code_is_word_char

typedef enum
{
  LEX_END,
  LEX_TOKEN,
  LEX_DIRECTIVE_END,
} LexKind;

typedef struct
{
  const char *at, *end;
  guint line; /* of *at, from 1 */
  gboolean cpp;
  gboolean at_line_start; /* only white space on this line so far */
  gboolean in_directive;
  GString *token;     /* the last token, with lines joined */
  CyanTokenKind kind; /* of it */
  guint token_line;   /* line where it starts */
} Lexer;

/* The character at the cursor, after skipping joined line ends; '\0' at the end. */
static char
peek (Lexer *self)
{
  while (self->end - self->at >= 2 && self->at[0] == '\\' && self->at[1] == '\n')
    {
      self->at += 2;
      self->line++;
    }
  return self->at < self->end ? *self->at : '\0';
}

/* A joined line end may be the end of the text. */
static gboolean
has_more (Lexer *self)
{
  peek (self);
  return self->at < self->end;
}

static void
advance (Lexer *self)
{
  if (peek (self) == '\n')
    self->line++;
  if (self->at < self->end)
    self->at++;
}

/* The character after the cursor. */
static char
peek_second (Lexer *self)
{
  Lexer copy = *self;

  advance (&copy);
  return peek (&copy);
}

static void
take (Lexer *self)
{
  g_string_append_c (self->token, peek (self));
  advance (self);
}

static gboolean
skip_comment (Lexer *self)
{
  char second;

  if (peek (self) != '/')
    return FALSE;
  second = peek_second (self);
  if (second == '/')
    {
      while (has_more (self) && peek (self) != '\n')
        advance (self);
      return TRUE;
    }
  if (second != '*')
    return FALSE;
  advance (self);
  advance (self);
  while (self->at < self->end)
    {
      if (peek (self) == '*' && peek_second (self) == '/')
        {
          advance (self);
          advance (self);
          break;
        }
      advance (self);
    }
  return TRUE;
}

/* Takes a literal from its opening quote to the closing one, or to the end of the line if that is
 * missing, as in "#error don't". */
static void
take_quoted (Lexer *self)
{
  char quote = peek (self);

  take (self);
  while (has_more (self) && peek (self) != '\n')
    {
      char c = peek (self);

      take (self);
      if (c == quote)
        return;
      if (c == '\\' && has_more (self) && peek (self) != '\n')
        take (self);
    }
}

/* Takes R"mark( ... )mark", whose text is verbatim: no joined lines, no escapes.  The cursor is on
 * the quote. */
static void
take_raw_string (Lexer *self)
{
  const char *open = self->at + 1;
  gsize length = 0;

  while (open + length < self->end && length <= 16 && open[length] != '(' && open[length] != '\n')
    length++;
  if (open + length >= self->end || open[length] != '(')
    {
      take_quoted (self);
      return;
    }
  for (const char *at = open + length + 1; at < self->end; at++)
    if (*at == ')' && (gsize) (self->end - at) >= length + 2 && memcmp (at + 1, open, length) == 0
        && at[length + 1] == '"')
      {
        const char *stop = at + length + 2;

        for (const char *c = self->at; c < stop; c++)
          self->line += *c == '\n';
        g_string_append_len (self->token, self->at, stop - self->at);
        self->at = stop;
        return;
      }
  /* Searching for the end of each of many unterminated ones would take too long. */
  while (has_more (self))
    take (self);
}

/* "abc"_s is one token in C++, but "%"PRIu64 is two in C and in older C++. */
static void
take_literal_suffix (Lexer *self)
{
  if (self->cpp && (peek (self) == '_' || g_ascii_islower (peek (self))))
    while (is_word_char (peek (self)))
      take (self);
}

static void
take_word (Lexer *self)
{
  static const char *const prefixes[] = { "u8", "u", "U", "L", "R", "u8R", "uR", "UR", "LR" };
  char next;

  self->kind = CYAN_TOKEN_WORD;
  while (is_word_char (peek (self)))
    take (self);
  next = peek (self);
  if (next != '"' && next != '\'')
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (strcmp (self->token->str, prefixes[i]) == 0)
      {
        gboolean raw = strchr (prefixes[i], 'R') != NULL;

        if (raw && (!self->cpp || next != '"'))
          return;
        self->kind = CYAN_TOKEN_STRING;
        if (raw)
          take_raw_string (self);
        else
          take_quoted (self);
        take_literal_suffix (self);
        return;
      }
}

static void
take_number (Lexer *self)
{
  char last = '\0';

  for (;;)
    {
      char c = peek (self);
      gboolean exponent_sign = (c == '+' || c == '-') && last != '\0' && strchr ("eEpP", last);
      gboolean separator = c == '\'' && is_word_char (peek_second (self));

      if (!is_word_char (c) && c != '.' && !exponent_sign && !separator)
        return;
      last = c;
      take (self);
    }
}

static void
take_punctuator (Lexer *self)
{
  static const char *const table[] = {
    "<=>", "<<=", "->*", "...", "++", "--", "->", "<<", "<=", ">=", "==", "!=", "&&",
    "||",  "+=",  "-=",  "*=",  "/=", "%=", "&=", "^=", "|=", "##", "::", ".*",
  };
  char ahead[4] = { 0 };
  Lexer copy = *self;

  for (int i = 0; i < 3; i++)
    {
      ahead[i] = peek (&copy);
      advance (&copy);
    }
  /* Most searches end here: no longer punctuator has such a second character. */
  if (ahead[1] == '\0' || strchr ("=>*+-<&|#:.", ahead[1]) == NULL)
    {
      take (self);
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    if (strncmp (ahead, table[i], strlen (table[i])) == 0)
      {
        for (gsize n = strlen (table[i]); n > 0; n--)
          take (self);
        return;
      }
  take (self);
}

static LexKind
next_token (Lexer *self)
{
  char c;

  for (;;)
    {
      c = peek (self);
      if (self->at >= self->end)
        {
          if (!self->in_directive)
            return LEX_END;
          self->in_directive = FALSE;
          return LEX_DIRECTIVE_END;
        }
      if (c == '\n')
        {
          advance (self);
          self->at_line_start = TRUE;
          if (self->in_directive)
            {
              self->in_directive = FALSE;
              return LEX_DIRECTIVE_END;
            }
        }
      else if (g_ascii_isspace (c) || c == '\v')
        advance (self);
      else if (!skip_comment (self))
        break;
    }

  g_string_truncate (self->token, 0);
  self->token_line = self->line;
  if (c == '#' && self->at_line_start)
    self->in_directive = TRUE;
  self->at_line_start = FALSE;
  self->kind = CYAN_TOKEN_PUNCTUATOR;
  if (g_ascii_isdigit (c) || (c == '.' && g_ascii_isdigit (peek_second (self))))
    {
      self->kind = CYAN_TOKEN_NUMBER;
      take_number (self);
    }
  else if (is_word_char (c))
    take_word (self);
  else if (c == '"' || c == '\'')
    {
      self->kind = CYAN_TOKEN_STRING;
      take_quoted (self);
      take_literal_suffix (self);
    }
  else
    take_punctuator (self);
  return LEX_TOKEN;
}

static void
lexer_init (Lexer *self, const char *text, gsize length, gboolean cpp)
{
  *self = (Lexer){ .at = text, .end = text + length, .line = 1, .cpp = cpp, .at_line_start = TRUE };
  self->token = g_string_new (NULL);
}

static void
append_mark (CyanForm *form, char mark)
{
  gsize at = form->text->len;

  g_string_append_c (form->text, mark);
  cyan_form_add (form, CYAN_TOKEN_LINE_END, at, CYAN_FORM_DIRECTIVE);
}

static void
append_to_form (CyanForm *form, const Lexer *lexer)
{
  gsize at = form->text->len;
  char c = lexer->token->str[0];

  g_string_append_len (form->text, lexer->token->str, (gssize) lexer->token->len);
  cyan_form_add (form, lexer->kind, at, lexer->in_directive ? CYAN_FORM_DIRECTIVE : 0);
  if (lexer->kind != CYAN_TOKEN_PUNCTUATOR || lexer->token->len > 1 || lexer->in_directive)
    return;
  if (c == '(' || c == '[' || c == '{')
    cyan_form_open (form, c, (guint32) at);
  else if (c == ')' || c == ']' || c == '}')
    cyan_form_close_nearest (form, c);
}

void
cyan_form_read_c (CyanForm *self, const char *text, gsize length)
{
  Lexer lexer;
  LexKind kind;
  guint directive_tokens = 0;
  gboolean is_define = FALSE;

  lexer_init (&lexer, text, length, cyan_code_has (self->language, CYAN_CODE_CPP));
  while ((kind = next_token (&lexer)) != LEX_END)
    {
      if (kind == LEX_DIRECTIVE_END)
        {
          append_mark (self, 'N');
          self->n_directives++;
          directive_tokens = 0;
          continue;
        }
      /* The "#" that starts a directive differs from a "#" inside of one. */
      if (lexer.in_directive && directive_tokens == 0)
        append_mark (self, '#');
      append_to_form (self, &lexer);
      if (!lexer.in_directive)
        continue;
      directive_tokens++;
      if (directive_tokens == 2)
        is_define = strcmp (lexer.token->str, "define") == 0;
      /* "#define F(x)" and "#define F (x)" differ only in white space but have different meanings.
       */
      if (directive_tokens == 3 && is_define && peek (&lexer) == '(')
        append_mark (self, '(');
    }
  g_string_free (lexer.token, TRUE);
}

GArray *
cyan_code_c_declaration_lines (const char *text, gsize length, gboolean cpp)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (guint));
  Lexer lexer;
  LexKind kind;
  guint start = 0;    /* first line of the open declaration, 0 between declarations */
  guint last_end = 0; /* line where the last token ended */
  gboolean after_access = FALSE;

  lexer_init (&lexer, text, length, cpp);
  while ((kind = next_token (&lexer)) != LEX_END)
    {
      const char *token = lexer.token->str;

      if (kind == LEX_DIRECTIVE_END)
        {
          start = 0;
          continue;
        }
      /* A macro call above a function needs no semicolon, but is usually followed by a blank line.
       */
      if (start == 0 || lexer.token_line > last_end + 1)
        start = lexer.token_line;
      while (lines->len < lexer.token_line)
        g_array_append_vals (lines, &(guint){ lines->len }, 1);
      if (lines->len == lexer.token_line)
        g_array_append_val (lines, start);
      last_end = lexer.line;
      if (strcmp (token, ";") == 0 || strcmp (token, "{") == 0 || strcmp (token, "}") == 0
          || (after_access && strcmp (token, ":") == 0))
        start = 0;
      after_access = strcmp (token, "public") == 0 || strcmp (token, "protected") == 0
                     || strcmp (token, "private") == 0;
    }
  while (lines->len <= lexer.line)
    g_array_append_vals (lines, &(guint){ lines->len }, 1);
  g_string_free (lexer.token, TRUE);
  return lines;
}

gboolean
cyan_code_block_around_c (
    const char *text, gsize length, gboolean cpp, guint line, guint *first_line, guint *last_line)
{
  Lexer lexer;
  LexKind kind;
  guint start = 0;    /* first line of the open declaration or block, 0 outside of any */
  guint depth = 0;    /* of braces in the block, 0 outside of any */
  guint last_end = 0; /* line where the last token ended */
  gboolean has_call = FALSE, found = FALSE;

  lexer_init (&lexer, text, length, cpp);
  while (!found && (start != 0 || lexer.line <= line) && (kind = next_token (&lexer)) != LEX_END)
    {
      const char *token = lexer.token->str;
      gboolean opens = strcmp (token, "{") == 0, closes = strcmp (token, "}") == 0;

      if (kind == LEX_DIRECTIVE_END || lexer.in_directive)
        continue;
      if (depth > 0)
        {
          depth = depth + opens - closes;
          if (depth > 0)
            continue;
          *first_line = start;
          *last_line = lexer.token_line;
          found = line >= *first_line && line <= *last_line;
          start = 0;
        }
      else if (opens && start != 0 && has_call)
        depth = 1;
      else if (opens || closes || strcmp (token, ";") == 0)
        start = 0;
      else if (start == 0 || lexer.token_line > last_end + 1)
        {
          start = lexer.token_line;
          has_call = FALSE;
        }
      if (strcmp (token, "(") == 0)
        has_call = TRUE;
      last_end = lexer.line;
    }
  g_string_free (lexer.token, TRUE);
  return found;
}
