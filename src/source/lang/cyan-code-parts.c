/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tokens of a body: brackets, chains of members, hashes of ranges. */
#include "cyan-code-parts.h"

#include <math.h>
#include <string.h>

#include "cyan-number.h"

/* Of a text for people. */
#define MAX_TEXT 80
/* Tokens that change their block at once: a longer statement keeps that of its last tokens only. */
#define MAX_MOVE 256
/* Odd, so that no token is lost. */
#define BASE G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

static CyanPartKind
kind_of (const char *text)
{
  gsize length = strlen (text);
  char last = text[length - 1];

  if (g_ascii_isdigit (text[0]) || (text[0] == '.' && g_ascii_isdigit (text[1])))
    return CYAN_PART_NUMBER;
  if (strchr ("\"'`", text[0]) != NULL || last == '"' || last == '\'' || last == '`')
    return CYAN_PART_STRING;
  if (cyan_code_is_word_char (text[0])
      || ((text[0] == '@' || text[0] == ':') && cyan_code_is_word_char (text[length - 1])))
    return text[0] == ':' ? CYAN_PART_STRING : CYAN_PART_WORD;
  if (length > 4
      || (length > 1 && strchr ("}%/", text[0]) != NULL && last != '=' && strcmp (text, "//") != 0))
    return CYAN_PART_STRING;
  return CYAN_PART_PUNCTUATOR;
}

static guint64
hash_text (const char *text)
{
  guint64 hash = cyan_hash_bytes (text, strlen (text));

  return hash ^ hash >> 29;
}

static void
split (CyanCodeParts *self)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (CyanPart));
  guint64 hash = 0;

  for (gsize at = 0; at < self->form->len;)
    {
      CyanPart part = { .partner = CYAN_PART_NONE, .body = CYAN_PART_NONE, .chain = parts->len };
      gboolean is_mark = self->form->str[at] == '\0';

      part.text = self->form->str + at + is_mark;
      part.kind = (guint8) (is_mark ? CYAN_PART_MARK : kind_of (part.text));
      at += is_mark + strlen (part.text) + 1;
      hash = hash * BASE + hash_text (part.text) + is_mark;
      part.hash = hash;
      g_array_append_val (parts, part);
    }
  self->n = parts->len;
  self->parts = (CyanPart *) g_array_steal (parts, NULL);
}

static char
closing_of (char opening)
{
  return opening == '(' ? ')' : opening == '[' ? ']' : '}';
}

/* A closing bracket closes the nearest open one of its kind and all that are open inside; those of
 * directives do not count. */
static void
match_brackets (CyanCodeParts *self)
{
  gboolean in_directive = FALSE;
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n_open[256] = { 0 };

  for (guint i = 0; i < self->n; i++)
    {
      CyanPart *part = &self->parts[i];
      char c = part->text[0];

      if (part->kind == CYAN_PART_MARK)
        in_directive = c == '#' || (in_directive && c != 'N');
      if (in_directive || part->kind != CYAN_PART_PUNCTUATOR || part->text[1] != '\0')
        continue;
      if (strchr ("([{", c) != NULL)
        {
          g_array_append_val (open, i);
          n_open[(guchar) closing_of (c)]++;
        }
      else if (strchr (")]}", c) != NULL && n_open[(guchar) c] > 0)
        {
          guint opener;
          char closing;

          do
            {
              opener = g_array_index (open, guint, open->len - 1);
              closing = closing_of (self->parts[opener].text[0]);
              g_array_set_size (open, open->len - 1);
              n_open[(guchar) closing]--;
            }
          while (closing != c);
          self->parts[opener].partner = i;
          part->partner = opener;
        }
    }
}

gboolean
cyan_code_part_is_member (const CyanCodeParts *self, guint index)
{
  return index > 0
         && (cyan_code_part_is_any (self, index - 1, ". :: ?. &.")
             || (cyan_code_has (self->language, CYAN_CODE_C)
                 && cyan_code_part_is (self, index - 1, "->")));
}

/* The last token of what the member at @index belongs to: in front of the connector, and of the "?"
 * of Rust and the "!" of TypeScript. */
static guint
owner_of (const CyanCodeParts *self, guint index)
{
  guint owner = index - 2;

  return owner > 0 && cyan_code_part_is_any (self, owner, "? !") ? owner - 1 : owner;
}

static guint
chain_of (const CyanCodeParts *self, guint index)
{
  const CyanPart *part = &self->parts[index];
  guint before;

  if (part->partner != CYAN_PART_NONE && part->partner < index)
    {
      before = part->partner - 1;
      return part->partner > 0 && part->text[0] != '}' && cyan_code_part_ends_value (self, before)
                 ? self->parts[before].chain
                 : part->partner;
    }
  if (index < 2 || part->kind != CYAN_PART_WORD || !cyan_code_part_is_member (self, index))
    return index;
  before = owner_of (self, index);
  return cyan_code_part_ends_value (self, before) ? self->parts[before].chain : index - 1;
}

static void
find_chains (CyanCodeParts *self)
{
  for (guint i = 1; i < self->n; i++)
    self->parts[i].chain = chain_of (self, i);
}

CyanCodeParts *
cyan_code_parts_new (CyanLanguage language, const char *text, gsize length)
{
  CyanCodeParts *self = g_new0 (CyanCodeParts, 1);

  self->language = language;
  self->form = cyan_code_token_form (language, text, length);
  self->blocks = g_array_new (FALSE, TRUE, sizeof (CyanPartBlock));
  cyan_code_parts_add_block (self, CYAN_BLOCK_BODY, 0, 0, 0);
  if (cyan_code_traits[language].find_blocks == NULL)
    return self;
  split (self);
  match_brackets (self);
  find_chains (self);
  cyan_code_traits[language].find_blocks (self);
  for (guint i = 0; i < self->first; i++)
    self->parts[i].no_call = TRUE;
  return self;
}

void
cyan_code_parts_free (CyanCodeParts *self)
{
  g_string_free (self->form, TRUE);
  g_array_unref (self->blocks);
  g_free (self->parts);
  g_free (self);
}

gboolean
cyan_code_part_is_kind (const CyanCodeParts *self, guint index, CyanPartKind kind)
{
  return index < self->n && self->parts[index].kind == kind;
}

gboolean
cyan_code_part_is (const CyanCodeParts *self, guint index, const char *text)
{
  return index < self->n
         && (self->parts[index].kind == CYAN_PART_WORD
             || self->parts[index].kind == CYAN_PART_PUNCTUATOR)
         && strcmp (self->parts[index].text, text) == 0;
}

gboolean
cyan_code_part_is_any (const CyanCodeParts *self, guint index, const char *texts)
{
  return index < self->n
         && (self->parts[index].kind == CYAN_PART_WORD
             || self->parts[index].kind == CYAN_PART_PUNCTUATOR)
         && cyan_code_words_have (texts, self->parts[index].text, strlen (self->parts[index].text));
}

gboolean
cyan_code_part_is_keyword (const CyanCodeParts *self, guint index)
{
  const char *keywords = cyan_code_traits[self->language].keywords;

  return keywords != NULL && cyan_code_part_is_any (self, index, keywords);
}

gboolean
cyan_code_part_is_mark (const CyanCodeParts *self, guint index, char mark)
{
  return cyan_code_part_is_kind (self, index, CYAN_PART_MARK) && self->parts[index].text[0] == mark;
}

gboolean
cyan_code_part_ends_value (const CyanCodeParts *self, guint index)
{
  if (index >= self->n)
    return FALSE;
  switch ((CyanPartKind) self->parts[index].kind)
    {
    case CYAN_PART_WORD:
      return !cyan_code_part_is_keyword (self, index) || cyan_code_part_is_member (self, index);
    case CYAN_PART_NUMBER:
    case CYAN_PART_STRING:
      return TRUE;
    case CYAN_PART_PUNCTUATOR:
      return cyan_code_part_is_any (self, index, ") ]");
    default:
      return FALSE;
    }
}

/* BASE to the power of @n. */
static guint64
power (guint n)
{
  guint64 result = 1;

  for (guint64 factor = BASE; n > 0; n >>= 1, factor *= factor)
    if (n & 1)
      result *= factor;
  return result;
}

guint64
cyan_code_parts_hash (const CyanCodeParts *self, guint first, guint end)
{
  if (first >= end)
    return 0;
  if (first == 0)
    return self->parts[end - 1].hash;
  return self->parts[end - 1].hash - self->parts[first - 1].hash * power (end - first);
}

static gboolean
needs_space (const CyanPart *before, const CyanPart *part)
{
  gboolean word_before = before->kind <= CYAN_PART_STRING;

  return strcmp (before->text, ",") == 0 || strcmp (before->text, ";") == 0
         || before->kind == CYAN_PART_MARK || (word_before && part->kind <= CYAN_PART_STRING);
}

char *
cyan_code_parts_text (const CyanCodeParts *self, guint first, guint end)
{
  GString *text = g_string_new (NULL);

  for (guint i = first; i < end && text->len <= MAX_TEXT; i++)
    {
      const CyanPart *part = &self->parts[i];

      if (part->kind == CYAN_PART_MARK)
        {
          if (text->len > 0)
            g_string_append_c (text, ';');
          continue;
        }
      if (i > first && needs_space (part - 1, part))
        g_string_append_c (text, ' ');
      g_string_append (text, part->text);
    }
  if (text->len > MAX_TEXT)
    {
      const char *stop = g_utf8_find_prev_char (text->str, text->str + MAX_TEXT);

      g_string_truncate (text, stop != NULL ? (gsize) (stop - text->str) : 0);
      g_string_append (text, "…");
    }
  return g_string_free (text, FALSE);
}

guint
cyan_code_parts_add_block (
    CyanCodeParts *self, CyanCodeBlockKind kind, guint parent, guint first, guint last)
{
  CyanPartBlock block = {
    .kind = kind, .parent = parent, .choice = self->blocks->len, .first = first, .last = last
  };

  g_array_append_val (self->blocks, block);
  return self->blocks->len - 1;
}

void
cyan_code_parts_move (CyanCodeParts *self, guint first, guint end, guint from, guint to)
{
  for (guint i = end, n = 0; i-- > first && n < MAX_MOVE; n++)
    if (self->parts[i].block == from)
      self->parts[i].block = to;
}
