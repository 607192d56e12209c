/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by all scanners: lines, levels, and comparing tokens with words. */
#include "cyan-code-private.h"

gboolean
cyan_code_words_have (const char *words, const char *text, gsize length)
{
  for (;; words++)
    {
      const char *start = words;

      while (*words != ' ' && *words != '\0')
        words++;
      if ((gsize) (words - start) == length && memcmp (start, text, length) == 0)
        return length > 0;
      if (*words == '\0')
        return FALSE;
    }
}

gsize
cyan_scanner_longest (const CyanScanner *self, const char *words)
{
  gsize left = (gsize) (self->end - self->at);

  for (gsize length;; words += length + 1)
    {
      length = strcspn (words, " ");
      if (*words == *self->at && left >= length && memcmp (self->at, words, length) == 0)
        return length;
      if (words[length] == '\0')
        return 0;
    }
}

void
cyan_scanner_init (CyanScanner *self, const char *text, gsize length)
{
  self->text = self->at = self->line_start = text;
  self->end = text + length;
  self->line = 1;
  self->levels = g_array_new (FALSE, FALSE, sizeof (CyanScannerLevel));
}

void
cyan_scanner_free (CyanScanner *self)
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
