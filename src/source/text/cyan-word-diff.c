/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the words that differ in changed lines.
 *
 * Lines of a change are paired by the alignment with the largest similarity, found with a full
 * table.  libgit2 compares the words of two such lines like lines.
 */
#include "cyan-word-diff.h"

#include <string.h>

#include "cyan-line-diff.h"
#include "cyan-number.h"

/* Maximum product of the lines of both sides of a change for finding the best pairs. */
#define MAX_LINE_PAIRS 10000
/* Maximum product of the words of two lines, for the same purpose. */
#define MAX_WORD_PAIRS 250000
/* Minimum similarity of two lines, in thousandths, to compare their words. */
#define MIN_LIKENESS 400

/* A name or a number, blanks, or one other character. */
typedef enum
{
  WORD,
  BLANK,
  OTHER,
} Kind;

typedef struct
{
  guint start, end; /* in its line */
  guint32 hash;
  Kind kind;
} Token;

typedef struct
{
  const char *text;
  gsize length;
  GArray *tokens; /* of Token */
  guint32 *bag;   /* hashes of the tokens that are not blank, sorted */
  guint n_bag;
} Line;

static Kind
kind_of (gunichar c)
{
  if (g_unichar_isalnum (c) || c == '_' || g_unichar_ismark (c))
    return WORD;
  return g_unichar_isspace (c) ? BLANK : OTHER;
}

static guint
weight_of (const Token *token)
{
  return token->kind == WORD ? 4 : token->kind == OTHER ? 2 : 1;
}

static void
line_init (Line *self, const char *text, gsize length)
{
  const char *p = text;

  *self = (Line){ .text = text, .length = length };
  self->tokens = g_array_new (FALSE, FALSE, sizeof (Token));
  while (p < text + length)
    {
      const char *start = p;
      Kind kind = kind_of (g_utf8_get_char (p));
      Token token = { .start = (guint) (start - text), .kind = kind };

      do
        p = g_utf8_next_char (p);
      while (kind != OTHER && p < text + length && kind_of (g_utf8_get_char (p)) == kind);
      token.end = (guint) (p - text);
      token.hash = (guint32) cyan_hash_bytes (start, (gsize) (p - start));
      g_array_append_val (self->tokens, token);
    }
  self->bag = g_new (guint32, self->tokens->len);
  for (guint i = 0; i < self->tokens->len; i++)
    {
      const Token *token = &g_array_index (self->tokens, Token, i);

      if (token->kind != BLANK)
        self->bag[self->n_bag++] = token->hash;
    }
  if (self->n_bag > 1)
    qsort (self->bag, self->n_bag, sizeof *self->bag, cyan_compare_uint32);
}

static void
line_clear (Line *self)
{
  g_array_unref (self->tokens);
  g_free (self->bag);
}

/* Splits the lines [first, first + count) of @text, which starts at line *@at, into tokens. */
static Line *
lines_new (const char **text, guint *at, guint first, guint count)
{
  Line *lines = g_new (Line, count);

  for (guint i = 0; i < count; i++)
    {
      const char *end;

      for (; *at < first + i && **text != '\0'; ++*at)
        {
          end = strchr (*text, '\n');
          *text = end != NULL ? end + 1 : *text + strlen (*text);
        }
      end = strchrnul (*text, '\n');
      line_init (&lines[i], *text, (gsize) (end - *text));
    }
  return lines;
}

static void
lines_free (Line *lines, guint count)
{
  for (guint i = 0; i < count; i++)
    line_clear (&lines[i]);
  g_free (lines);
}

static gboolean
same_token (const Line *a, guint i, const Line *b, guint j)
{
  const Token *x = &g_array_index (a->tokens, Token, i);
  const Token *y = &g_array_index (b->tokens, Token, j);

  return x->hash == y->hash && x->end - x->start == y->end - y->start
         && memcmp (a->text + x->start, b->text + y->start, x->end - x->start) == 0;
}

/* 0: nothing in common, 1000: the same words in any order. */
static guint
likeness (const Line *a, const Line *b)
{
  guint common = cyan_count_common (a->bag, a->n_bag, b->bag, b->n_bag);

  return a->n_bag + b->n_bag == 0 ? 0 : 2000 * common / (a->n_bag + b->n_bag);
}

/* For each line of @a its partner in @b, or G_MAXUINT; the order is kept on both sides. */
static guint *
pair_lines (const Line *a, guint n, const Line *b, guint m, guint64 *work)
{
  guint *partner = g_new (guint, n);
  g_autofree guint *likes = NULL;
  g_autofree guint *best = NULL; /* [i][j]: for the lines from i and from j on */
  guint64 cost = 0;

  for (guint i = 0; i < n; i++)
    partner[i] = G_MAXUINT;
  for (guint i = 0; i < n; i++)
    cost += (guint64) m * a[i].n_bag;
  for (guint j = 0; j < m; j++)
    cost += (guint64) n * b[j].n_bag;
  if ((guint64) n * m > MAX_LINE_PAIRS || cost > *work)
    {
      /* With the same number of lines on both sides, usually each line of a block was changed. */
      for (guint i = 0; n == m && i < n; i++)
        if (likeness (&a[i], &b[i]) >= MIN_LIKENESS)
          partner[i] = i;
      return partner;
    }
  *work -= cost;
  likes = g_new (guint, (gsize) n * m);
  best = g_new0 (guint, (gsize) (n + 1) * (m + 1));
  for (guint i = n; i-- > 0;)
    for (guint j = m; j-- > 0;)
      {
        guint like = likeness (&a[i], &b[j]);
        guint *here = &best[(gsize) i * (m + 1) + j];

        likes[(gsize) i * m + j] = like >= MIN_LIKENESS ? like : 0;
        *here = MAX (here[1], here[m + 1]);
        if (likes[(gsize) i * m + j] > 0)
          *here = MAX (*here, here[m + 2] + like);
      }
  for (guint i = 0, j = 0; i < n && j < m;)
    {
      const guint *here = &best[(gsize) i * (m + 1) + j];
      guint like = likes[(gsize) i * m + j];

      if (like > 0 && *here == here[m + 2] + like)
        partner[i++] = j++;
      else if (*here == here[m + 1])
        i++;
      else
        j++;
    }
  return partner;
}

/* Marks the tokens [from, to).  Call it in order. */
static void
mark_tokens (GArray *marks, guint number, const Line *line, guint from, guint to)
{
  const Token *tokens = (const Token *) line->tokens->data;
  CyanWordMark *last = marks->len > 0 ? &g_array_index (marks, CyanWordMark, marks->len - 1) : NULL;
  CyanWordMark mark = { .line = number };
  guint near;

  if (from >= to)
    return;
  mark.start = near = tokens[from].start;
  mark.end = tokens[to - 1].end;
  /* Also mark a blank between two marks: one mark is easier to see than two. */
  if (from > 0 && tokens[from - 1].kind == BLANK)
    near = tokens[from - 1].start;
  if (last != NULL && last->line == number && last->end >= near)
    last->end = MAX (last->end, mark.end);
  else
    g_array_append_val (marks, mark);
}

static guint
n_indentation (const Line *line)
{
  return line->tokens->len > 0 && g_array_index (line->tokens, Token, 0).kind == BLANK;
}

/* Marks a whole line except for its indentation and the blanks at its end. */
static void
mark_line (GArray *marks, guint number, const Line *line)
{
  guint n = line->tokens->len;

  n -= n > 0 && g_array_index (line->tokens, Token, n - 1).kind == BLANK;
  mark_tokens (marks, number, line, n_indentation (line), n);
}

static gboolean
same_but_for_indentation (const Line *a, const Line *b)
{
  gsize i = n_indentation (a) > 0 ? g_array_index (a->tokens, Token, 0).end : 0;
  gsize j = n_indentation (b) > 0 ? g_array_index (b->tokens, Token, 0).end : 0;

  return a->length - i == b->length - j && memcmp (a->text + i, b->text + j, a->length - i) == 0;
}

/* The tokens [from, to), which have no line breaks, as lines for the diff: each token as many
 * distinct lines as its weight.  @token_of: the token of each line. */
static char *
tokens_as_lines (const Line *line, guint from, guint to, GArray *token_of)
{
  GString *lines = g_string_new (NULL);

  for (guint i = from; i < to; i++)
    {
      const Token *token = &g_array_index (line->tokens, Token, i);

      for (guint n = weight_of (token); n > 0; n--)
        {
          g_string_append_c (lines, (char) ('0' + n));
          g_string_append_len (lines, line->text + token->start, token->end - token->start);
          g_string_append_c (lines, '\n');
          g_array_append_val (token_of, i);
        }
    }
  return g_string_free (lines, FALSE);
}

/* Marks the tokens of the lines [start, start + count) of tokens_as_lines(). */
static void
mark_lines (
    GArray *marks, guint number, const Line *line, const GArray *token_of, guint start, guint count)
{
  if (count > 0)
    mark_tokens (marks, number, line, g_array_index (token_of, guint, start),
                 g_array_index (token_of, guint, start + count - 1) + 1);
}

static void
diff_lines (
    const Line *a, guint a_number, const Line *b, guint b_number, GArray *marks[2], guint64 *work)
{
  guint n = a->tokens->len, m = b->tokens->len;
  guint i = 0, j = 0; /* the first difference */
  g_autoptr (GArray) a_tokens = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) b_tokens = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) changes = NULL;
  g_autofree char *before = NULL, *after = NULL;
  guint64 n_pairs;

  /* Indentation counts only if nothing else differs. */
  if (!same_but_for_indentation (a, b))
    {
      i = n_indentation (a);
      j = n_indentation (b);
    }
  while (i < n && j < m && same_token (a, i, b, j))
    {
      i++;
      j++;
    }
  while (n > i && m > j && same_token (a, n - 1, b, m - 1))
    {
      n--;
      m--;
    }
  n_pairs = (guint64) (n - i) * (m - j);
  if (n_pairs == 0 || n_pairs > MAX_WORD_PAIRS || n_pairs > *work)
    {
      mark_tokens (marks[0], a_number, a, i, n);
      mark_tokens (marks[1], b_number, b, j, m);
      return;
    }
  *work -= n_pairs;
  before = tokens_as_lines (a, i, n, a_tokens);
  after = tokens_as_lines (b, j, m, b_tokens);
  changes = cyan_line_diff (before, after, NULL);
  for (guint k = 0; changes != NULL && k < changes->len; k++)
    {
      const CyanLineChange *change = &g_array_index (changes, CyanLineChange, k);

      mark_lines (marks[0], a_number, a, a_tokens, change->before_start, change->before_count);
      mark_lines (marks[1], b_number, b, b_tokens, change->after_start, change->after_count);
    }
}

static void
diff_change (const CyanLineChange *change,
             const Line *before,
             const Line *after,
             GArray *marks[2],
             guint64 *work)
{
  g_autofree guint *partner =
      pair_lines (before, change->before_count, after, change->after_count, work);
  guint j = 0;
  gboolean any = FALSE;

  for (guint i = 0; i < change->before_count; i++)
    any = any || partner[i] != G_MAXUINT;
  if (!any)
    return;
  for (guint i = 0; i < change->before_count; i++)
    {
      if (partner[i] == G_MAXUINT)
        {
          mark_line (marks[0], change->before_start + i, &before[i]);
          continue;
        }
      for (; j < partner[i]; j++)
        mark_line (marks[1], change->after_start + j, &after[j]);
      diff_lines (&before[i], change->before_start + i, &after[j], change->after_start + j, marks,
                  work);
      j++;
    }
  for (; j < change->after_count; j++)
    mark_line (marks[1], change->after_start + j, &after[j]);
}

void
cyan_word_diff (const char *before, const char *after, const GArray *changes, GArray *marks[2])
{
  guint64 work = CYAN_WORD_DIFF_MAX_WORK;
  guint before_at = 0, after_at = 0;

  marks[0] = g_array_new (FALSE, FALSE, sizeof (CyanWordMark));
  marks[1] = g_array_new (FALSE, FALSE, sizeof (CyanWordMark));
  for (guint i = 0; i < changes->len; i++)
    {
      const CyanLineChange *change = &g_array_index (changes, CyanLineChange, i);
      Line *old_lines, *new_lines;

      if (change->before_count == 0 || change->after_count == 0)
        continue;
      old_lines = lines_new (&before, &before_at, change->before_start, change->before_count);
      new_lines = lines_new (&after, &after_at, change->after_start, change->after_count);
      diff_change (change, old_lines, new_lines, marks, &work);
      lines_free (old_lines, change->before_count);
      lines_free (new_lines, change->after_count);
    }
}
