/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by all scanners: lines, levels, and comparing tokens with words. */
#include "cyan-code-tokens.h"
#include "form/cyan-form.h"

#include <string.h>

#include "cyan-number.h"

gboolean
cyan_code_words_have (const char *words, const char *text, gsize length)
{
  if (length == 0 || *text == '\0')
    return FALSE;
  for (const char *at = words; (at = strchr (at, *text)) != NULL; at++)
    if ((at == words || at[-1] == ' ') && strncmp (at, text, length) == 0
        && (at[length] == ' ' || at[length] == '\0'))
      return TRUE;
  return FALSE;
}

gsize
cyan_scanner_longest (const CyanScanner *self, const char *words)
{
  for (;; words++)
    {
      gsize length = *words == *self->at ? strcspn (words, " ") : 0;

      if (length > 0 && (gsize) (self->end - self->at) >= length
          && memcmp (self->at, words, length) == 0)
        return length;
      while (*words > ' ')
        words++;
      if (*words == '\0')
        return 0;
    }
}

static CyanScanner *
scanner_new (CyanLanguage language, const char *text, gsize length)
{
  CyanScanner *self = g_new0 (CyanScanner, 1);

  self->language = language;
  self->text = self->at = self->line_start = text;
  self->end = text + length;
  self->line = 1;
  self->levels = g_array_new (FALSE, FALSE, sizeof (CyanScannerLevel));
  return self;
}

static void
scanner_free (CyanScanner *self)
{
  g_array_unref (self->levels);
  if (self->heredocs != NULL)
    g_array_unref (self->heredocs);
  g_free (self);
}

void
cyan_scanner_pass (CyanScanner *self, const char *stop)
{
  const char *at = self->at;

  while (at < stop && (at = memchr (at, '\n', (gsize) (stop - at))) != NULL)
    {
      self->line++;
      self->line_start = ++at;
    }
  self->at = stop;
}

void
cyan_scanner_push (CyanScanner *self, CyanScannerLevelKind kind, gboolean value, const char *opener)
{
  CyanScannerLevel level = { .kind = (guint8) kind,
                             .value = (guint8) value,
                             .opener = (guint32) (opener - self->text) };

  if (self->levels->len >= CYAN_MAX_LEVELS)
    return;
  g_array_append_val (self->levels, level);
  self->n_braces += kind >= CYAN_LEVEL_BRACE;
}

CyanScannerLevel *
cyan_scanner_top (CyanScanner *self)
{
  return self->levels->len == 0
             ? NULL
             : &g_array_index (self->levels, CyanScannerLevel, self->levels->len - 1);
}

void
cyan_scanner_pop (CyanScanner *self)
{
  self->n_braces -= cyan_scanner_top (self)->kind >= CYAN_LEVEL_BRACE;
  g_array_set_size (self->levels, self->levels->len - 1);
}

gboolean
cyan_scanner_is_any (const CyanScanner *self, const CyanToken *token, const char *words)
{
  return (token->kind == CYAN_TOKEN_WORD || token->kind == CYAN_TOKEN_PUNCTUATOR)
         && cyan_code_words_have (words, self->text + token->start, token->length);
}

const char *
cyan_scanner_line_end (const CyanScanner *self, const char *at)
{
  const char *stop = at < self->end ? memchr (at, '\n', (gsize) (self->end - at)) : NULL;

  return stop != NULL ? stop : self->end;
}

gboolean
cyan_scanner_close (CyanScanner *self, char bracket, CyanScannerLevel *closed)
{
  CyanScannerLevel *top = cyan_scanner_top (self);

  if (bracket == '}')
    {
      if (self->n_braces == 0)
        return FALSE;
      while ((top = cyan_scanner_top (self))->kind < CYAN_LEVEL_BRACE)
        cyan_scanner_pop (self);
    }
  else if (top == NULL || top->kind != (bracket == ')' ? CYAN_LEVEL_PAREN : CYAN_LEVEL_BRACKET))
    return FALSE;
  *closed = *top;
  cyan_scanner_pop (self);
  return TRUE;
}

/* ---- tokens become a normal form, or an array with matching brackets ---- */

/* Reads the next token, FALSE at the end.  The partner of a closing bracket is the byte position of
 * the opening one. */
static gboolean
next_token (CyanScanner *self, CyanToken *token)
{
  return cyan_scanner_has (self, CYAN_CODE_RUBY) ? cyan_scanner_next_ruby (self, token)
                                                 : cyan_scanner_next_curly (self, token);
}

static gsize
count_indent (const char *line, const char *end)
{
  gsize n = 0;

  while (line + n < end && (line[n] == ' ' || line[n] == '\t'))
    n++;
  return n;
}

/* Appends the lines after the first without their common indentation; blank lines do not count. */
static void
append_dedented (GString *out, const char *text, gsize length)
{
  const char *end = text + length;
  const char *body = memchr (text, '\n', length);
  gsize common = G_MAXSIZE;

  if (body == NULL)
    body = end;
  for (const char *at = body; at < end;)
    {
      const char *line = at + 1;
      const char *stop = memchr (line, '\n', (gsize) (end - line));
      gsize indent;

      at = stop != NULL ? stop : end;
      indent = count_indent (line, at);
      if (line + indent < at)
        common = MIN (common, indent);
    }
  g_string_append_len (out, text, body - text);
  for (const char *at = body; at < end;)
    {
      const char *line = at + 1;
      const char *stop = memchr (line, '\n', (gsize) (end - line));

      at = stop != NULL ? stop : end;
      line += MIN (common, count_indent (line, at));
      g_string_append_c (out, '\n');
      g_string_append_len (out, line, at - line);
    }
}

/* Appends lines without the white space around their ends, except at the ends of the whole. */
static void
append_jsx_text (GString *out, const char *text, gsize length)
{
  const char *end = text + length;
  const char *at = text;
  gboolean any = FALSE;

  while (at <= end)
    {
      const char *stop = at < end ? memchr (at, '\n', (gsize) (end - at)) : NULL;
      const char *last = stop != NULL ? stop : end;
      const char *next = last + 1;

      if (at > text)
        while (at < last && g_ascii_isspace (*at))
          at++;
      if (stop != NULL)
        while (at < last && g_ascii_isspace (last[-1]))
          last--;
      if (at < last)
        {
          if (any)
            g_string_append_c (out, ' ');
          g_string_append_len (out, at, last - at);
          any = TRUE;
        }
      at = next;
    }
}

static guint
flags_of (CyanLanguage language, const CyanScanner *scanner, const CyanToken *token, guint32 end)
{
  const CyanScannerLevel *top =
      scanner->levels->len > 0
          ? &g_array_index (scanner->levels, CyanScannerLevel, scanner->levels->len - 1)
          : NULL;
  guint flags = token->start == end ? CYAN_FORM_GLUED : 0;

  if (cyan_code_has (language, CYAN_CODE_RUBY))
    return flags;
  if (scanner->outer == CYAN_LEVEL_TAG || scanner->outer == CYAN_LEVEL_CHILDREN
      || (top != NULL && top->kind == CYAN_LEVEL_TAG && top->opener == token->start))
    flags |= CYAN_FORM_JSX;
  if (scanner->in_directive
      || (cyan_code_has (language, CYAN_CODE_CSHARP) && token->kind == CYAN_TOKEN_LINE_END))
    flags |= CYAN_FORM_DIRECTIVE;
  return flags;
}

static void
append_to_form (CyanForm *form, const char *text, const CyanToken *token, guint flags)
{
  const char *start = text + token->start;
  gsize at = form->text->len;

  if (token->kind == CYAN_TOKEN_LINE_END)
    g_string_append_c (form->text, 'N');
  else if (token->kind == CYAN_TOKEN_DEDENTED)
    append_dedented (form->text, start, token->length);
  else if (token->kind == CYAN_TOKEN_JSX_TEXT)
    append_jsx_text (form->text, start, token->length);
  else
    g_string_append_len (form->text, start, token->length);
  cyan_form_add (form, (CyanTokenKind) token->kind, at, flags);
  if ((flags & CYAN_FORM_DIRECTIVE) != 0)
    {
      form->n_directives += token->kind == CYAN_TOKEN_LINE_END;
      return;
    }
  if (token->closes != 0)
    cyan_form_close (form, (char) token->closes, token->partner);
  if (token->opens != 0)
    cyan_form_open (form, (char) token->opens, token->start);
}

void
cyan_form_read_tokens (CyanForm *self, const char *text, gsize length)
{
  CyanScanner *scanner = scanner_new (self->language, text, length);
  CyanToken token;
  guint32 end = 0; /* of the last token */

  while (next_token (scanner, &token))
    {
      append_to_form (self, text, &token, flags_of (self->language, scanner, &token, end));
      end = token.start + token.length;
    }
  scanner_free (scanner);
}

/* The token that starts at the byte @start. */
static guint
find_start (const GArray *tokens, guint32 start)
{
  guint index =
      CYAN_FIND_FIRST (tokens->len, i, g_array_index (tokens, CyanToken, i).start < start);

  /* A significant line end has the position of the next token. */
  while (index < tokens->len
         && g_array_index (tokens, CyanToken, index).kind == CYAN_TOKEN_LINE_END)
    index++;
  return index;
}

GArray *
cyan_code_tokens (CyanLanguage language, const char *text, gsize length)
{
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (CyanToken));
  CyanScanner *scanner = scanner_new (language, text, length);
  CyanToken token;

  while (next_token (scanner, &token))
    {
      if (tokens->len >= CYAN_MAX_TOKENS)
        {
          g_clear_pointer (&tokens, g_array_unref);
          break;
        }
      if (token.partner != CYAN_TOKEN_NONE)
        {
          guint partner = find_start (tokens, token.partner);

          g_array_index (tokens, CyanToken, partner).partner = tokens->len;
          token.partner = partner;
        }
      g_array_append_val (tokens, token);
    }
  scanner_free (scanner);
  return tokens;
}

gboolean
cyan_token_is (const GArray *tokens, const char *text, guint index, const char *word)
{
  return cyan_token_is_any (tokens, text, index, word);
}

gboolean
cyan_token_is_any (const GArray *tokens, const char *text, guint index, const char *words)
{
  const CyanToken *token;

  if (index >= tokens->len)
    return FALSE;
  token = &g_array_index (tokens, CyanToken, index);
  return (token->kind == CYAN_TOKEN_WORD || token->kind == CYAN_TOKEN_PUNCTUATOR)
         && cyan_code_words_have (words, text + token->start, token->length);
}

gboolean
cyan_token_is_kind (const GArray *tokens, guint index, CyanTokenKind kind)
{
  return index < tokens->len && g_array_index (tokens, CyanToken, index).kind == kind;
}

guint
cyan_token_find_line (const GArray *tokens, guint line)
{
  return CYAN_FIND_FIRST (tokens->len, i, g_array_index (tokens, CyanToken, i).line < line);
}
