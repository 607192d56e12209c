/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the methods of Ruby, with the enclosing classes and modules as scopes.
 *
 * Counts the words that need an "end".  If the count does not match, indentation decides: an "end"
 * at the start of its line closes the block that started a line in the same column.
 */
#include "cyan-extents-private.h"

/* Maximum number of open blocks searched for the same column. */
#define MAX_LOOK 64
/* Maximum number of tokens of a method without an end. */
#define MAX_STEPS 1024

typedef struct
{
  guint first; /* first token of its line */
  guint def;   /* "def", or CYAN_TOKEN_NONE if it is not a method */
  guint name;  /* of the method */
  guint parameters;
  guint n_scopes; /* number of open scopes before it */
} Block;

typedef struct
{
  CyanFinder *finder;
  GArray *blocks;     /* of Block: the open ones */
  guint line_first;   /* first token of this line */
  gboolean by_column; /* use indentation */
  gboolean odd;       /* there was an "end" without a block */
  gboolean loop;      /* a "do" on this line belongs to "while" */
} Ruby;

#define is(self, index, word)      cyan_finder_is ((self)->finder, index, word)
#define is_any(self, index, words) cyan_finder_is_any ((self)->finder, index, words)
#define is_kind(self, index, kind) cyan_finder_is_kind ((self)->finder, index, kind)

/* Whether a statement may start at @index; an "if" there needs an "end". */
static gboolean
begins_statement (const Ruby *self, guint index)
{
  static const char words[] =
      "then do else begin ensure and or not when in if unless elsif while until";
  const CyanToken *before;

  if (index == 0 || is_kind (self, index - 1, CYAN_TOKEN_LINE_END))
    return TRUE;
  before = cyan_finder_token (self->finder, index - 1);
  if (before->opens != 0)
    return TRUE;
  if (before->kind == CYAN_TOKEN_PUNCTUATOR)
    return before->closes == 0;
  return is_any (self, index - 1, words);
}

static void
push (Ruby *self, guint def)
{
  Block block = { .first = self->line_first,
                  .def = def,
                  .name = CYAN_TOKEN_NONE,
                  .parameters = CYAN_TOKEN_NONE,
                  .n_scopes = self->finder->scopes->len };

  g_array_append_val (self->blocks, block);
}

static Block *
innermost (const Ruby *self)
{
  return &g_array_index (self->blocks, Block, self->blocks->len - 1);
}

static guint
column (const Ruby *self, guint index)
{
  return cyan_finder_token (self->finder, index)->column;
}

static void
add_method (Ruby *self, guint def, guint name, guint parameters, guint last)
{
  static const char modifiers[] = "private protected public module_function private_class_method";
  guint first = def > 0 && is_any (self, def - 1, modifiers) ? def - 1 : def;

  cyan_finder_add (self->finder, cyan_finder_name (self->finder, name, name), NULL, name,
                   parameters, first, last);
}

static void
pop (Ruby *self, guint end)
{
  Block block = *innermost (self);

  g_array_set_size (self->blocks, self->blocks->len - 1);
  cyan_finder_leave_to (self->finder, block.n_scopes);
  if (block.def != CYAN_TOKEN_NONE && end != CYAN_TOKEN_NONE)
    add_method (self, block.def, block.name, block.parameters, end);
}

static void
find_end (Ruby *self, guint index)
{
  if (self->by_column && index == self->line_first)
    for (guint n = 0; n < MIN (self->blocks->len, MAX_LOOK); n++)
      {
        guint at = self->blocks->len - 1 - n;

        if (column (self, g_array_index (self->blocks, Block, at).first) != column (self, index))
          continue;
        while (self->blocks->len - 1 > at)
          pop (self, CYAN_TOKEN_NONE);
        break;
      }
  if (self->blocks->len > 0)
    pop (self, index);
  else
    self->odd = TRUE;
}

/* "class A::B < C", "class << self", "module A". */
static void
find_class (Ruby *self, guint index)
{
  guint last = index + 1;

  push (self, CYAN_TOKEN_NONE);
  if (is (self, last, "::"))
    last++;
  if (!is_kind (self, last, CYAN_TOKEN_WORD))
    return;
  index = last;
  while (is (self, last + 1, "::") && is_kind (self, last + 2, CYAN_TOKEN_WORD)
         && last < index + 32)
    last += 2;
  {
    char *name = cyan_finder_name (self->finder, index, last);
    char **parts = g_strsplit (name, "::", -1);

    g_free (name);
    cyan_finder_enter (self->finder, G_MAXUINT, g_strjoinv (".", parts));
    g_strfreev (parts);
  }
}

/* "def name", "def self.name", and "def name = value", which has no end.  Returns the next token.
 */
static guint
find_method (Ruby *self, guint index)
{
  guint name = index + 1;
  guint parameters = CYAN_TOKEN_NONE;
  guint behind;

  while ((is (self, name + 1, ".") || is (self, name + 1, "::"))
         && is_kind (self, name + 2, CYAN_TOKEN_WORD) && name < index + 32)
    name += 2;
  if (!is_kind (self, name, CYAN_TOKEN_WORD))
    return index;
  behind = name + 1;
  if (is (self, behind, "("))
    {
      parameters = behind;
      behind = self->finder->after[behind];
    }
  if (is (self, behind, "="))
    {
      guint stop = behind + 1;

      /* A block in it may span several lines. */
      for (guint n = 0; n < MAX_STEPS && stop < self->finder->tokens->len
                        && !is_kind (self, stop, CYAN_TOKEN_LINE_END)
                        && cyan_finder_token (self->finder, stop)->closes == 0;
           n++)
        stop = self->finder->after[stop];
      add_method (self, index, name, parameters, stop - 1);
      return behind;
    }
  push (self, index);
  innermost (self)->name = name;
  innermost (self)->parameters = parameters;
  return behind - 1;
}

static guint
find_at (Ruby *self, guint index)
{
  if (is (self, index, "end"))
    find_end (self, index);
  else if (is (self, index, "class") || is (self, index, "module"))
    find_class (self, index);
  else if (is (self, index, "def"))
    return find_method (self, index);
  else if (is (self, index, "for")
           || (is_any (self, index, "while until") && begins_statement (self, index)))
    {
      push (self, CYAN_TOKEN_NONE);
      self->loop = TRUE;
    }
  else if (is (self, index, "do") && self->loop)
    self->loop = FALSE;
  else if (is_any (self, index, "case begin do")
           || (is_any (self, index, "if unless") && begins_statement (self, index)))
    push (self, CYAN_TOKEN_NONE);
  return index;
}

/* FALSE if a block has no end. */
static gboolean
find_all (CyanFinder *finder, gboolean by_column)
{
  Ruby self = { .finder = finder, .by_column = by_column };
  gboolean even;
  guint line = 0;

  self.blocks = g_array_new (FALSE, FALSE, sizeof (Block));
  for (guint i = 0; i < finder->tokens->len; i++)
    {
      const CyanToken *token = cyan_finder_token (finder, i);

      if (token->kind == CYAN_TOKEN_LINE_END)
        {
          self.loop = FALSE;
          continue;
        }
      if (token->line != line)
        self.line_first = i;
      line = token->last_line;
      if (token->kind == CYAN_TOKEN_WORD
          && !(i > 0 && cyan_finder_is_any (finder, i - 1, ". &. :: alias")))
        i = find_at (&self, i);
    }
  even = self.blocks->len == 0 && !self.odd;
  g_array_unref (self.blocks);
  cyan_finder_leave_to (finder, 0);
  return even;
}

void
cyan_extents_find_ruby (CyanFinder *finder)
{
  guint n = finder->extents->len;

  if (find_all (finder, FALSE))
    return;
  g_array_set_size (finder->extents, n);
  find_all (finder, TRUE);
}
