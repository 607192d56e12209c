/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Splits Ruby into tokens.
 *
 * In Ruby, the meaning of "/", "%", "<<" and "?" depends on which names are variables.  Here they
 * start a literal if a value is expected; after a name, if there is a space before and none after.
 *
 * A line end is significant unless an operator, a comma or an opening bracket precedes it, or a
 * closing bracket or ".name" follows it.  A semicolon is a line end.
 */
#include "cyan-code-tokens.h"

#include <string.h>

#define look         cyan_scanner_look
#define is_word_char cyan_code_is_word_byte

typedef struct
{
  guint32 name, name_length; /* of the word that ends it; name is a byte position */
  gboolean indented;         /* whether that word may be indented */
  gboolean dedented;
} Heredoc;

/* Whether the line at the cursor is @word: followed only by white space if @whole, else starting
 * with it. */
static gboolean
line_is (const CyanScanner *self, const char *word, gboolean whole)
{
  const char *at = self->at + strlen (word);

  if (self->at != self->line_start || !cyan_scanner_starts_with (self, word))
    return FALSE;
  return at >= self->end || *at == '\n' || (!whole && g_ascii_isspace (*at));
}

/* Skips to the line after "=end". */
static void
skip_block_comment (CyanScanner *self)
{
  while (self->at < self->end)
    {
      gboolean last = line_is (self, "=end", FALSE);

      cyan_scanner_pass (self, MIN (cyan_scanner_line_end (self, self->at) + 1, self->end));
      if (last)
        return;
    }
}

/* Skips to the next code.  Returns whether a line end was skipped. */
static gboolean
skip_space (CyanScanner *self)
{
  gboolean new_line = FALSE;

  while (self->at < self->end)
    {
      char c = *self->at;

      if (line_is (self, "=begin", FALSE))
        {
          skip_block_comment (self);
          new_line = TRUE;
        }
      else if (line_is (self, "__END__", TRUE))
        self->at = self->end;
      else if (c == '\n')
        {
          if (self->heredocs != NULL && self->heredocs->len > 0)
            break;
          cyan_scanner_pass (self, self->at + 1);
          new_line = TRUE;
        }
      else if (c == '\\' && look (self, 1) == '\n')
        cyan_scanner_pass (self, self->at + 2);
      else if (g_ascii_isspace (c) || c == '\v')
        self->at++;
      else if (c == '#')
        self->at = cyan_scanner_line_end (self, self->at);
      else
        break;
    }
  return new_line;
}

/* Takes the lines of the first pending heredoc.  The cursor is on the line end before them.  FALSE
 * if there is none. */
static gboolean
take_heredoc (CyanScanner *self, CyanToken *token)
{
  Heredoc heredoc = g_array_index (self->heredocs, Heredoc, self->n_read++);
  const char *last = self->at;
  const char *next = self->end;

  if (self->n_read == self->heredocs->len)
    {
      g_array_set_size (self->heredocs, 0);
      self->n_read = 0;
    }
  for (const char *line = self->at + 1; line < self->end;)
    {
      const char *stop = cyan_scanner_line_end (self, line);
      const char *word = line;

      while (heredoc.indented && word < stop && (*word == ' ' || *word == '\t'))
        word++;
      if ((gsize) (stop - word) == heredoc.name_length
          && memcmp (word, self->text + heredoc.name, heredoc.name_length) == 0)
        {
          next = stop;
          break;
        }
      last = stop;
      line = stop + 1;
    }
  token->kind = heredoc.dedented ? CYAN_TOKEN_DEDENTED : CYAN_TOKEN_STRING;
  token->length = (guint32) (last - self->at);
  cyan_scanner_pass (self, next);
  token->last_line = self->line;
  return token->length > 0;
}

/* Takes a string from after its opening quote, or from after a hole, to its end or its next hole.
 */
static void
take_string (CyanScanner *self, CyanToken *token, CyanScannerLevel how, gboolean holes)
{
  const char *at = self->at;

  token->kind = CYAN_TOKEN_STRING;
  for (; at < self->end; at++)
    if (*at == '\\')
      at++;
    else if (holes && *at == '#' && at + 1 < self->end && at[1] == '{')
      {
        cyan_scanner_pass (self, at + 2);
        cyan_scanner_push (self, CYAN_LEVEL_TEMPLATE_HOLE, TRUE, self->text + token->start);
        how.kind = CYAN_LEVEL_TEMPLATE_HOLE;
        how.value = TRUE;
        how.opener = token->start;
        if (self->levels->len < CYAN_MAX_LEVELS)
          *cyan_scanner_top (self) = how;
        token->opens = '{';
        return;
      }
    else if (*at == how.close && how.nesting-- == 0)
      {
        at++;
        break;
      }
    else if (*at == how.open && how.open != how.close)
      how.nesting++;
  cyan_scanner_pass (self, MIN (at, self->end));
  if (how.verbatim)
    while (g_ascii_islower (look (self, 0)))
      self->at++;
}

static char
closing_of (char open)
{
  switch (open)
    {
    case '(':
      return ')';
    case '[':
      return ']';
    case '{':
      return '}';
    case '<':
      return '>';
    default:
      return open;
    }
}

/* The cursor is on the opening quote. */
static void
take_delimited (CyanScanner *self, CyanToken *token, gboolean holes, gboolean regex)
{
  CyanScannerLevel how = { .verbatim = (guint8) regex,
                           .open = *self->at,
                           .close = closing_of (*self->at) };

  cyan_scanner_pass (self, self->at + 1);
  take_string (self, token, how, holes);
}

/* Takes %w[a b], %(a), %r{a}.  FALSE if it is the operator. */
static gboolean
take_percent (CyanScanner *self, CyanToken *token)
{
  gboolean lettered = look (self, 1) != '\0' && strchr ("qQwWiIrsx", look (self, 1)) != NULL;
  char letter = lettered ? look (self, 1) : 'Q';
  char open = look (self, lettered ? 2 : 1);

  if (!g_ascii_ispunct (open) || (open == '=' && self->value))
    return FALSE;
  self->at += lettered ? 2 : 1;
  take_delimited (self, token, strchr ("QWIrx", letter) != NULL, letter == 'r');
  return TRUE;
}

/* Takes <<~NAME, <<-NAME, <<NAME, with or without quotes.  FALSE if it is the operator. */
static gboolean
take_heredoc_name (CyanScanner *self, CyanToken *token)
{
  char sign = look (self, 2);
  gboolean indented = sign == '~' || sign == '-';
  const char *at = self->at + (indented ? 3 : 2);
  char quote = at < self->end && strchr ("\"'`", *at) != NULL ? *at : '\0';
  const char *name = quote != '\0' ? at + 1 : at;
  const char *stop = name;

  if (at >= self->end || (!indented && quote == '\0' && !g_ascii_isupper (*at))
      || (!indented && self->value && quote != '\0'))
    return FALSE;
  if (quote != '\0')
    while (stop < self->end && *stop != quote && *stop != '\n')
      stop++;
  else if (!g_ascii_isdigit (*at))
    while (stop < self->end && is_word_char (*stop))
      stop++;
  if (stop == name || (quote != '\0' && (stop >= self->end || *stop != quote)))
    return FALSE;
  if (self->heredocs == NULL)
    self->heredocs = g_array_new (FALSE, FALSE, sizeof (Heredoc));
  g_array_append_vals (
      self->heredocs,
      &(Heredoc){ (guint32) (name - self->text), (guint32) (stop - name), indented, sign == '~' },
      1);
  self->at = quote != '\0' ? stop + 1 : stop;
  token->kind = CYAN_TOKEN_STRING;
  return TRUE;
}

/* Takes an operator as a method's name. */
static gboolean
take_operator_name (CyanScanner *self)
{
  gsize length = cyan_scanner_longest (
      self, "[]= <=> === [] == =~ !~ != ** +@ -@ ~@ !@ << >> <= >= + - * / % < > ! & | ^ ~ `");

  self->at += length;
  return length > 0;
}

static gboolean
is_comparison (const char *at, const char *end)
{
  return at + 1 < end && at[0] == '=' && (at[1] == '=' || at[1] == '~' || at[1] == '>');
}

/* Takes a name with its "?", "!" or, in a definition, "=". */
static void
take_name (CyanScanner *self, gboolean defined)
{
  while (self->at < self->end && is_word_char (*self->at))
    self->at++;
  if ((look (self, 0) == '?' || look (self, 0) == '!')
      && (look (self, 1) != '=' || is_comparison (self->at + 1, self->end)))
    self->at++;
  else if (defined && look (self, 0) == '=' && !is_comparison (self->at, self->end))
    self->at++;
}

static void
take_word (CyanScanner *self, CyanToken *token)
{
  token->kind = CYAN_TOKEN_WORD;
  take_name (self, self->definition);
  /* "a: 1", but not "b ? a::C : d" */
  if (look (self, 0) == ':' && look (self, 1) != ':' && !self->definition && !self->after_dot
      && !cyan_scanner_is (self, &self->previous, "?"))
    self->at++;
}

static void
take_symbol (CyanScanner *self, CyanToken *token)
{
  char next = look (self, 1);

  token->kind = CYAN_TOKEN_WORD;
  self->at++;
  if (next == '"' || next == '\'')
    take_delimited (self, token, next == '"', FALSE);
  else if (next == '$' && g_ascii_ispunct (look (self, 1)))
    self->at += 2;
  else if (is_word_char (next) || next == '@' || next == '$')
    {
      while (look (self, 0) == '@' || look (self, 0) == '$')
        self->at++;
      take_name (self, TRUE);
    }
  else if (self->value || !take_operator_name (self))
    token->kind = CYAN_TOKEN_PUNCTUATOR;
}

/* @a, @@a, $a, $! */
static void
take_sigil (CyanScanner *self, CyanToken *token)
{
  token->kind = CYAN_TOKEN_WORD;
  if (*self->at == '$' && g_ascii_ispunct (look (self, 1)) && look (self, 1) != '_')
    {
      self->at += look (self, 1) == '-' && is_word_char (look (self, 2)) ? 3 : 2;
      return;
    }
  self->at += look (self, 1) == '@' ? 2 : 1;
  while (self->at < self->end && is_word_char (*self->at))
    self->at++;
}

static void
take_number (CyanScanner *self, CyanToken *token)
{
  token->kind = CYAN_TOKEN_NUMBER;
  for (self->at++;; self->at++)
    {
      char c = look (self, 0);
      gboolean sign = (c == '+' || c == '-') && (self->at[-1] == 'e' || self->at[-1] == 'E')
                      && g_ascii_isdigit (look (self, 1));

      if (!is_word_char (c) && !sign && !(c == '.' && g_ascii_isdigit (look (self, 1))))
        return;
    }
}

/* Whether a regular expression that starts here would end on this line. */
static gboolean
ends_on_line (CyanScanner *self)
{
  const char *at = self->at + 1;

  if ((gsize) (self->at - self->text) < self->regex_fail)
    return FALSE;
  for (; at < self->end && *at != '\n' && *at != '/'; at++)
    if (*at == '\\' && at + 1 < self->end && at[1] != '\n')
      at++;
  if (at < self->end && *at == '/')
    return TRUE;
  self->regex_fail = (gsize) (at - self->text);
  return FALSE;
}

/* Takes a token that is an operator after a value and starts a literal elsewhere.  FALSE if it is
 * an operator. */
static gboolean
take_doubtful (CyanScanner *self, CyanToken *token, gboolean space)
{
  char c = *self->at;
  char next = look (self, 1);
  gboolean argument = self->value && self->command && space && !g_ascii_isspace (next);

  if (self->value && !argument)
    return FALSE;
  if (c == '/' && (!self->value || (next != '=' && ends_on_line (self))))
    {
      take_delimited (self, token, TRUE, TRUE);
      return TRUE;
    }
  if (c == '%')
    return take_percent (self, token);
  if (c == '<' && next == '<' && !cyan_scanner_is (self, &self->previous, "class"))
    return take_heredoc_name (self, token);
  if (c == '?' && next != '\0' && !g_ascii_isspace (next))
    {
      gsize length = next == '\\' ? 3 : 2;

      while (((guchar) look (self, length) & 0xc0) == 0x80)
        length++;
      if (self->end - self->at < (gssize) length || is_word_char (look (self, length)))
        return FALSE;
      cyan_scanner_pass (self, self->at + length);
      token->kind = CYAN_TOKEN_STRING;
      return TRUE;
    }
  return FALSE;
}

static void
take_operator (CyanScanner *self, CyanToken *token)
{
  static const char table[] =
      "**= <=> === ... <<= >>= &&= ||= &. ** == != >= <= && || =~ !~ .. :: += -= *= /= %= &= "
      "|= ^= << >> -> =>";
  CyanScannerLevel closed;
  gsize length = cyan_scanner_longest (self, table);
  char c = *self->at;

  token->kind = CYAN_TOKEN_PUNCTUATOR;
  self->at += MAX (length, 1);
  if (length > 0)
    return;
  if (strchr ("([{", c) != NULL)
    {
      cyan_scanner_push (self,
                         c == '('   ? CYAN_LEVEL_PAREN
                         : c == '[' ? CYAN_LEVEL_BRACKET
                                    : CYAN_LEVEL_BRACE,
                         TRUE, self->at - 1);
      token->opens = (guint8) c;
    }
  else if (strchr (")]}", c) != NULL && cyan_scanner_close (self, c, &closed))
    {
      token->closes = (guint8) c;
      token->partner = closed.opener;
      if (closed.kind == CYAN_LEVEL_TEMPLATE_HOLE)
        take_string (self, token, closed, TRUE);
    }
}

static void
take_code (CyanScanner *self, CyanToken *token, gboolean space)
{
  char c = *self->at;

  if (self->definition && c != '(' && take_operator_name (self))
    token->kind = CYAN_TOKEN_WORD;
  else if (g_ascii_isdigit (c))
    take_number (self, token);
  else if (is_word_char (c))
    take_word (self, token);
  else if ((c == '@' && (is_word_char (look (self, 1)) || look (self, 1) == '@'))
           || (c == '$' && look (self, 1) != '\0' && !g_ascii_isspace (look (self, 1))))
    take_sigil (self, token);
  else if (c == '"' || c == '`' || c == '\'')
    take_delimited (self, token, c != '\'', FALSE);
  else if (c == ':' && look (self, 1) != ':' && look (self, 1) != '\0'
           && !g_ascii_isspace (look (self, 1)))
    take_symbol (self, token);
  else if (!(strchr ("/%<?", c) != NULL && take_doubtful (self, token, space)))
    take_operator (self, token);
}

/* Whether a line end between the last token and @next ends a statement. */
static gboolean
line_end_counts (const CyanScanner *self, const CyanToken *next)
{
  const CyanToken *previous = &self->previous;

  if (previous->length == 0 || previous->opens != 0 || next->closes != 0)
    return FALSE;
  if (previous->kind == CYAN_TOKEN_PUNCTUATOR && previous->closes == 0)
    return FALSE;
  return !cyan_scanner_is (self, next, ".") && !cyan_scanner_is (self, next, "&.");
}

/* Updates the state for the next token. */
static void
remember (CyanScanner *self, const CyanToken *token)
{
  static const char before_value[] =
      "if unless while until return and or not in when case then do else elsif begin class "
      "yield rescue ensure";
  gboolean was_dot = self->after_dot;
  gboolean word = token->kind == CYAN_TOKEN_WORD;
  char first = self->text[token->start];
  gboolean keyword = word && !was_dot && cyan_scanner_is_any (self, token, before_value);
  gboolean label = word && token->length > 1 && first != ':'
                   && self->text[token->start + token->length - 1] == ':';

  self->value =
      word ? !keyword && !label : token->kind != CYAN_TOKEN_PUNCTUATOR && token->opens == 0;
  if (token->kind == CYAN_TOKEN_PUNCTUATOR)
    self->value = token->closes != 0;
  /* The name of a method whose argument may follow. */
  self->command = word && !label && (g_ascii_islower (first) || first == '_')
                  && !cyan_scanner_is_any (self, token, "end self nil true false");
  self->after_dot = cyan_scanner_is (self, token, ".") || cyan_scanner_is (self, token, "&.");
  if (word && !was_dot && !self->definition && cyan_scanner_is (self, token, "def"))
    self->definition = TRUE;
  else if (!self->after_dot)
    self->definition = self->definition
                       && (look (self, 0) == '.' || cyan_scanner_starts_with (self, "::")
                           || cyan_scanner_is (self, token, "::"));
  self->previous = *token;
}

gboolean
cyan_scanner_next_ruby (CyanScanner *self, CyanToken *token)
{
  if (self->has_queued)
    {
      *token = self->queued;
      self->has_queued = FALSE;
      return TRUE;
    }
  for (;;)
    {
      const char *before = self->at;
      const char *start;

      self->pending |= skip_space (self);
      start = self->at;
      if (start >= self->end)
        return FALSE;
      *token = (CyanToken){ .start = (guint32) (start - self->text),
                            .line = self->line,
                            .column = (guint32) (start - self->line_start),
                            .partner = CYAN_TOKEN_NONE };
      if (*start == '\n')
        {
          if (!take_heredoc (self, token))
            continue;
        }
      else if (*start == ';')
        {
          self->at++;
          self->pending = TRUE;
          self->value = FALSE;
          self->command = FALSE;
          continue;
        }
      else
        {
          if (self->pending)
            self->value = self->value && (*start == '.' || *start == '&');
          take_code (self, token, start > before);
          token->length = (guint32) (self->at - start);
          token->last_line = self->line;
        }
      break;
    }
  if (self->pending && line_end_counts (self, token))
    {
      self->queued = *token;
      self->has_queued = TRUE;
      token->kind = CYAN_TOKEN_LINE_END;
      token->length = 0;
      token->opens = token->closes = 0;
      token->partner = CYAN_TOKEN_NONE;
    }
  self->pending = FALSE;
  remember (self, self->has_queued ? &self->queued : token);
  return TRUE;
}
