/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds renamed functions by the texts of their names only.
 *
 * Names that differ in the hash of a build are one function.  And if the names of a module all got
 * another prefix or suffix, several functions show the same rule: "old_parse" is "new_parse", as
 * "old_lex" is "new_lex".
 */
#include "cyan-assert.h"
#include "cyan-match-names.h"

#include <string.h>

#define MAX_NAMES  4096 /* names of one side only: with more, it is a different program */
#define MAX_SPLITS 8    /* of a name at each end */
#define MAX_ALIKE  8    /* names of a side with the same rest */
#define MIN_HASH   6    /* digits */
#define HASH       "#"  /* stands for all hashes */
#define MIN_REST   3    /* letters */
#define MIN_SHOWN  3    /* functions that show a rule */

/* A name without a part at its beginning or its end. */
typedef struct
{
  guint32 name;
  gboolean at_end;
  char *part; /* owned */
  char *rest; /* owned */
} Split;

/* Two names of which only that part differs. */
typedef struct
{
  guint32 name[2];
  gboolean at_end;
  const char *part[2];
} Couple;

static void
clear_split (gpointer data)
{
  Split *split = data;

  g_free (split->part);
  g_free (split->rest);
}

/* Whether @part is what compilers add to names: "::h" and the digits of a hash. */
static gboolean
is_hash (const char *part)
{
  gsize n;

  if (!g_str_has_prefix (part, "::"))
    return FALSE;
  part += part[2] == 'h' ? 3 : 2;
  n = strspn (part, "0123456789abcdef");
  return n >= MIN_HASH && part[n] == '\0' && strpbrk (part, "0123456789") != NULL;
}

static void
add_split (GArray *splits, guint32 name, const char *text, gsize at, gboolean at_end)
{
  gsize length = strlen (text);
  Split split = { name, at_end, NULL, NULL };

  if ((at_end ? at : length - at) < MIN_REST)
    return;
  split.part = at_end ? g_strdup (text + at) : g_strndup (text, at);
  if (at_end && is_hash (split.part))
    {
      g_free (split.part);
      split.part = g_strdup (HASH);
    }
  split.rest = at_end ? g_strndup (text, at) : g_strdup (text + at);
  g_array_append_val (splits, split);
}

static gboolean
is_separator (char c)
{
  return strchr ("_.:/-", c) != NULL;
}

/* Splits a name behind separators at its beginning and before separators at its end; and into nothing
 * and all of it. */
static void
split_name (GArray *splits, guint32 name, const char *text)
{
  gsize length = strlen (text);
  guint n = 0;

  if (length < MIN_REST)
    return;
  add_split (splits, name, text, 0, FALSE);
  add_split (splits, name, text, length, TRUE);
  for (gsize i = 1; i < length && n < MAX_SPLITS; i++)
    if (is_separator (text[i - 1]) && !is_separator (text[i]))
      {
        add_split (splits, name, text, i, FALSE);
        n++;
      }
  n = 0;
  for (gsize i = length - 1; i > 0 && n < MAX_SPLITS; i--)
    if (is_separator (text[i]) && !is_separator (text[i - 1]))
      {
        add_split (splits, name, text, i, TRUE);
        n++;
      }
}

static int
compare_splits (gconstpointer a, gconstpointer b)
{
  const Split *x = a, *y = b;
  int order = x->at_end - y->at_end;

  return order != 0 ? order : strcmp (x->rest, y->rest);
}

/* The splits of all names that only @side has, by their rests and then by name. */
static GArray *
list_splits (const CyanMatchNames *names, const guint8 *sides, guint side)
{
  GArray *splits = g_array_new (FALSE, FALSE, sizeof (Split));
  guint n = 0;

  g_array_set_clear_func (splits, clear_split);
  for (guint32 name = 0; name < names->n; name++)
    if (sides[name] == 1 << side && names->text[name] != NULL && n++ < MAX_NAMES)
      split_name (splits, name, names->text[name]);
  g_array_sort (splits, compare_splits);
  return splits;
}

/* The end of the splits with the same rest. */
static guint
rest_end (const GArray *splits, guint start)
{
  const Split *first = &g_array_index (splits, Split, start);
  guint end = start + 1;

  while (end < splits->len && g_array_index (splits, Split, end).at_end == first->at_end
         && strcmp (g_array_index (splits, Split, end).rest, first->rest) == 0)
    end++;
  return end;
}

static void
join_rests (const CyanMatchNames *names, GArray *const splits[2], GArray *couples)
{
  for (guint i = 0, j = 0; i < splits[0]->len && j < splits[1]->len;)
    {
      const Split *x = &g_array_index (splits[0], Split, i);
      const Split *y = &g_array_index (splits[1], Split, j);
      int order = x->at_end != y->at_end ? x->at_end - y->at_end : strcmp (x->rest, y->rest);
      guint i_end = order <= 0 ? rest_end (splits[0], i) : i;
      guint j_end = order >= 0 ? rest_end (splits[1], j) : j;

      if (order == 0 && i_end - i <= MAX_ALIKE && j_end - j <= MAX_ALIKE)
        for (guint k = i; k < i_end; k++)
          for (guint m = j; m < j_end; m++)
            {
              const Split *p = &g_array_index (splits[0], Split, k);
              const Split *q = &g_array_index (splits[1], Split, m);
              const Couple couple = { { p->name, q->name }, p->at_end, { p->part, q->part } };

              if ((strcmp (p->part, HASH) == 0) == (strcmp (q->part, HASH) == 0)
                  && cyan_match_names_may_be_one (names, p->name, q->name))
                g_array_append_val (couples, couple);
            }
      i = i_end;
      j = j_end;
    }
}

/* By rule, without regard to which side is before. */
static int
compare_rules (gconstpointer a, gconstpointer b)
{
  const Couple *x = a, *y = b;
  gboolean x_turned = strcmp (x->part[0], x->part[1]) > 0;
  gboolean y_turned = strcmp (y->part[0], y->part[1]) > 0;
  int order = x->at_end - y->at_end;

  if (order == 0)
    order = strcmp (x->part[x_turned], y->part[y_turned]);
  if (order == 0)
    order = strcmp (x->part[!x_turned], y->part[!y_turned]);
  if (order == 0)
    order = x_turned - y_turned;
  if (order == 0)
    order = (x->name[0] > y->name[0]) - (x->name[0] < y->name[0]);
  return order;
}

/* A rule names two parts; that of hashes is one, "#". */
static gboolean
is_same_rule (const Couple *x, const Couple *y)
{
  return x->at_end == y->at_end && strcmp (x->part[0], y->part[0]) == 0
         && strcmp (x->part[1], y->part[1]) == 0;
}

/* Couples of one rule. */
typedef struct
{
  guint first, n;
} Rule;

static int
compare_sizes (gconstpointer a, gconstpointer b)
{
  const Rule *x = a, *y = b;

  if (x->n != y->n)
    return x->n > y->n ? -1 : 1;
  return (x->first > y->first) - (x->first < y->first);
}

static guint
take_rules (GArray *couples, guint n_names, guint32 *new_name)
{
  g_autofree guint8 *is_taken = g_new0 (guint8, n_names);
  g_autoptr (GArray) rules = g_array_new (FALSE, FALSE, sizeof (Rule));
  guint n = 0;

  g_array_sort (couples, compare_rules);
  for (guint i = 0, end; i < couples->len; i = end)
    {
      Rule rule = { i, 0 };

      for (end = i; end < couples->len
                    && is_same_rule (&g_array_index (couples, Couple, i),
                                     &g_array_index (couples, Couple, end));)
        end++;
      rule.n = end - i;
      if (rule.n >= MIN_SHOWN || strcmp (g_array_index (couples, Couple, i).part[0], HASH) == 0)
        g_array_append_val (rules, rule);
    }
  g_array_sort (rules, compare_sizes);
  for (guint r = 0; r < rules->len; r++)
    {
      const Rule *rule = &g_array_index (rules, Rule, r);

      for (guint i = rule->first; i < rule->first + rule->n; i++)
        {
          const Couple *couple = &g_array_index (couples, Couple, i);
          guint32 f = couple->name[0], g = couple->name[1];

          if (is_taken[f] || is_taken[g])
            continue;
          is_taken[f] = is_taken[g] = TRUE;
          new_name[MAX (f, g)] = MIN (f, g);
          n++;
        }
    }
  return n;
}

guint
cyan_match_unify_texts (const CyanMatchNames *names, const guint8 *sides, guint32 *new_name)
{
  GArray *splits[2] = { list_splits (names, sides, 0), list_splits (names, sides, 1) };
  g_autoptr (GArray) couples = g_array_new (FALSE, FALSE, sizeof (Couple));
  guint n;

  for (guint32 name = 0; name < names->n; name++)
    new_name[name] = name;
  join_rests (names, splits, couples);
  n = take_rules (couples, names->n, new_name);
  g_array_unref (splits[0]);
  g_array_unref (splits[1]);
  cyan_assert_slow (cyan_match_are_new_names (new_name, names->n));
  return n;
}
