/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds renamed functions regardless of their contexts.
 *
 * Two names, one that occurs only before and one only after, are the same function if they have the
 * same callees and the same callers.  Leaves are the same if several functions call them and these
 * are the same.  Both sides then get one name, so that a function may be renamed and also wrapped,
 * or renamed while its caller was inlined.  A rename with evidence in a single context only is left
 * to the search there.
 *
 * Sources that are similar and names that are similar speak for a rename, too: then less evidence
 * of callers and callees is enough.
 */
#include "cyan-match-shared.h"

#include <string.h>

#include "cyan-assert.h"

#define MAX_NAMES           512 /* names of one side only: with more, it is a different program */
#define BINS                64
#define MIN_CALLERS         0.2 /* fraction of callers in common */
#define MIN_SCORE           0.55 /* fraction of callees in common plus half the fraction of callers */
#define MIN_CALLEES         0.9 /* fraction of callees in common, if only one function calls both */
#define MIN_CALLEES_SIMILAR 0.5 /* the same, if their names or sources are similar */
#define MIN_MOST            0.15 /* of a bound of these fractions, to look at all */
#define MIN_TEXT            0.6  /* similarity of names that counts */
#define MIN_TEXT_SAMPLED    0.7  /* the same if a function may be missing by chance */
#define EQUAL               0.9  /* the same, that counts more than how often they are called */
#define TEXT_WEIGHT         0.3
#define SOURCE_WEIGHT       0.7 /* a similarity of 0.8 is enough without anything else */
#define MIN_LEAF_CALLERS    3   /* callers in common, if there are no callees */
#define LEAF_WEIGHT         0.7 /* a leaf needs nearly all callers in common */
#define MIN_LEAD            1.1 /* factor over the second best */
#define EMPTY               G_MAXUINT32

/* A set of names that both sides have, as minimum hashes. */
typedef struct
{
  guint32 bins[BINS];
  guint n; /* number of nonempty bins */
} Names;

/* A name that occurs on one side only. */
typedef struct
{
  guint32 name;
  Names callees, callers;
  double calls, caller_calls; /* summed over contexts where both are known */
  gboolean is_leaf;           /* TRUE: no context has callees */
} Lone;

typedef struct
{
  const CyanMatchNames *names;
  const CyanMatchSide *const *sides;
  const guint8 *known; /* by name: bit k is set if side k has it */
  guint32 *lone_of;    /* by name: index into the lone names of its side */
  GArray *lones[2];    /* of Lone */
} Unify;

static void
add_name (Names *names, guint32 hash)
{
  guint32 *bin = &names->bins[hash % BINS];

  names->n += *bin == EMPTY;
  *bin = MIN (*bin, hash);
}

/* The fraction of names that both sets have, 0...1.  Sets @n to their approximate number. */
static double
in_common (const Names *x, const Names *y, guint *n)
{
  guint same = 0, empty = 0;

  for (guint k = 0; k < BINS; k++)
    {
      same += x->bins[k] == y->bins[k];
      empty += (x->bins[k] & y->bins[k]) == EMPTY;
    }
  *n = same - empty;
  return empty < BINS ? (double) (same - empty) / (BINS - empty) : 0.0;
}

/* Upper bound of in_common(). */
static double
most_in_common (const Names *x, const Names *y)
{
  return MIN (x->n, y->n) / (double) MAX (MAX (x->n, y->n), 1);
}

/* Collects callees and callers of all lone names of a side. */
static void
collect (gpointer data, guint side)
{
  Unify *self = data;
  const CyanMatchSide *tree = self->sides[side];
  const guint8 *known = self->known;

  for (CyanNode i = 1; i < tree->n_nodes; i++)
    {
      guint32 name = tree->name[i];
      guint32 caller = tree->name[tree->parent[i]];
      Lone *lone;
      guint64 calls, caller_calls;

      if (known[name] == 3 && known[caller] == 3)
        continue;
      if (known[name] == 3)
        {
          lone = &g_array_index (self->lones[side], Lone, self->lone_of[caller]);
          add_name (&lone->callees, self->names->hash_of[name]);
          continue;
        }
      lone = &g_array_index (self->lones[side], Lone, self->lone_of[name]);
      lone->is_leaf &= tree->end[i] == i + 1;
      if (known[caller] != 3)
        continue;
      add_name (&lone->callers, self->names->hash_of[caller]);
      calls = cyan_match_calls (tree, i);
      caller_calls = cyan_match_calls (tree, tree->parent[i]);
      if (calls != CYAN_CALLS_UNKNOWN && caller_calls != CYAN_CALLS_UNKNOWN)
        {
          lone->calls += (double) calls;
          lone->caller_calls += (double) caller_calls;
        }
    }
}

static gboolean
called_as_often (const Lone *x, const Lone *y)
{
  double before, after;

  if (x->calls <= 0.0 || y->calls <= 0.0 || x->caller_calls <= 0.0 || y->caller_calls <= 0.0)
    return TRUE;
  before = x->calls / x->caller_calls;
  after = y->calls / y->caller_calls;
  return cyan_match_rates_agree (before, after);
}

/* By their callees and callers; by callers alone, if they have no callees. */
static double
score_calls (const Lone *x, const Lone *y, gboolean similar)
{
  gboolean leaves = x->is_leaf && y->is_leaf;
  guint n_callers, n_callees;
  double callers = in_common (&x->callers, &y->callers, &n_callers);
  double callees;

  if (callers < MIN_CALLERS)
    return 0.0;
  if (leaves)
    return n_callers >= MIN_LEAF_CALLERS || (similar && n_callers > 0) ? callers * LEAF_WEIGHT
                                                                       : 0.0;
  callees = in_common (&x->callees, &y->callees, &n_callees);
  if (n_callers == 1 && callees < (similar ? MIN_CALLEES_SIMILAR : MIN_CALLEES))
    return 0.0;
  return callees * (0.5 + 0.5 * callers);
}

/* How likely two names are one function, 0...1 and more. */
static double
score (const CyanMatchNames *names, const Lone *x, const Lone *y)
{
  gboolean leaves = x->is_leaf && y->is_leaf;
  double source = cyan_match_names_source_similarity (names, x->name, y->name);
  double most = leaves ? most_in_common (&x->callers, &y->callers)
                       : most_in_common (&x->callees, &y->callees);
  double text, calls;

  if ((source == 0.0 && most < MIN_MOST) || !cyan_match_names_may_be_one (names, x->name, y->name))
    return 0.0;
  text = cyan_match_names_similarity (names, x->name, y->name);
  if (!called_as_often (x, y) && (names->is_sampled || text < EQUAL))
    return 0.0;
  text = text >= (names->is_sampled ? MIN_TEXT_SAMPLED : MIN_TEXT) ? text : 0.0;
  /* In a sampled recording, functions with names that are similar are missing by chance. */
  calls = score_calls (x, y, source > 0 || (text > 0 && !names->is_sampled));
  if (calls == 0.0 && source == 0.0)
    return 0.0;
  return calls + MAX (SOURCE_WEIGHT * source, TEXT_WEIGHT * text);
}

/* Lists the names that occur on one side only.  FALSE if there are none, or too many. */
static gboolean
list_lones (Unify *self)
{
  Lone lone = { .is_leaf = TRUE };

  memset (lone.callees.bins, 0xff, sizeof lone.callees.bins);
  memset (lone.callers.bins, 0xff, sizeof lone.callers.bins);
  g_array_set_size (self->lones[0], 0);
  g_array_set_size (self->lones[1], 0);
  for (guint32 name = 0; name < self->names->n; name++)
    {
      guint8 known = self->known[name];

      if (known != 1 && known != 2)
        continue;
      if (self->lones[known - 1]->len == MAX_NAMES)
        return FALSE;
      lone.name = name;
      self->lone_of[name] = self->lones[known - 1]->len;
      g_array_append_val (self->lones[known - 1], lone);
    }
  return self->lones[0]->len > 0 && self->lones[1]->len > 0;
}

/* Fills @new_name, which is by name.  Returns the number of renames.  Both sides get the smaller of
 * the two names, so that exchanging the sides does not change the result. */
static guint
find_pairs (Unify *self, guint32 *new_name)
{
  guint n_xs = self->lones[0]->len, n_ys = self->lones[1]->len, n = 0;
  g_autofree CyanMatchBest *of_x = g_new0 (CyanMatchBest, n_xs);
  g_autofree CyanMatchBest *of_y = g_new0 (CyanMatchBest, n_ys);

  for (guint i = 0; i < n_xs; i++)
    for (guint j = 0; j < n_ys; j++)
      {
        const Lone *x = &g_array_index (self->lones[0], Lone, i);
        const Lone *y = &g_array_index (self->lones[1], Lone, j);
        double value = score (self->names, x, y);

        cyan_match_best_note (&of_x[i], value, j);
        cyan_match_best_note (&of_y[j], value, i);
      }
  for (guint i = 0; i < n_xs; i++)
    {
      const CyanMatchBest *x = &of_x[i];
      const CyanMatchBest *y = &of_y[x->other];
      guint32 name = g_array_index (self->lones[0], Lone, i).name;
      guint32 other = g_array_index (self->lones[1], Lone, x->other).name;

      if (x->best < MIN_SCORE || y->other != i || x->best < MIN_LEAD * MAX (x->next, y->next))
        continue;
      new_name[MAX (name, other)] = MIN (name, other);
      n++;
    }
  return n;
}

guint
cyan_match_unify_renamed (const CyanMatchNames *names,
                          const CyanMatchSide *const sides[2],
                          const guint8 *known,
                          guint32 *new_name)
{
  Unify self = { .names = names, .sides = sides, .known = known };
  guint n = 0;

  for (guint k = 0; k < 2; k++)
    self.lones[k] = g_array_new (FALSE, FALSE, sizeof (Lone));
  self.lone_of = g_new0 (guint32, names->n);
  for (guint32 name = 0; name < names->n; name++)
    new_name[name] = name;
  if (list_lones (&self))
    {
      cyan_match_both_sides (collect, &self, MIN (sides[0]->n_nodes, sides[1]->n_nodes));
      n = find_pairs (&self, new_name);
    }
  g_array_unref (self.lones[0]);
  g_array_unref (self.lones[1]);
  g_free (self.lone_of);
  cyan_assert_slow (cyan_match_are_new_names (new_name, names->n));
  return n;
}

/*
 * ---- by texts ----
 *
 * Names that differ in the hash of a build are one function.  And if the names of a module all got
 * another prefix or suffix, several functions show the same rule: "old_parse" is "new_parse", as
 * "old_lex" is "new_lex".
 */

#define MAX_SPLIT_NAMES 4096 /* names of one side only: with more, it is a different program */
#define MAX_SPLITS      8    /* of a name at each end */
#define MAX_SAME_REST   8    /* names of a side with the same rest */
#define MIN_HASH        6    /* digits */
#define HASH            "#"  /* stands for all hashes */
#define MIN_REST        3    /* letters */
#define MIN_SHOWN       3    /* functions that show a rule */

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
} TextCouple;

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

/* Splits a name behind separators at its beginning and before separators at its end; and into
 * nothing and all of it. */
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
    if (sides[name] == 1 << side && names->text[name] != NULL && n++ < MAX_SPLIT_NAMES)
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

      if (order == 0 && i_end - i <= MAX_SAME_REST && j_end - j <= MAX_SAME_REST)
        for (guint k = i; k < i_end; k++)
          for (guint m = j; m < j_end; m++)
            {
              const Split *p = &g_array_index (splits[0], Split, k);
              const Split *q = &g_array_index (splits[1], Split, m);
              const TextCouple couple = { { p->name, q->name }, p->at_end, { p->part, q->part } };

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
  const TextCouple *x = a, *y = b;
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
is_same_rule (const TextCouple *x, const TextCouple *y)
{
  return x->at_end == y->at_end && strcmp (x->part[0], y->part[0]) == 0
         && strcmp (x->part[1], y->part[1]) == 0;
}

/* TextCouples of one rule. */
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
                    && is_same_rule (&g_array_index (couples, TextCouple, i),
                                     &g_array_index (couples, TextCouple, end));)
        end++;
      rule.n = end - i;
      if (rule.n >= MIN_SHOWN || strcmp (g_array_index (couples, TextCouple, i).part[0], HASH) == 0)
        g_array_append_val (rules, rule);
    }
  g_array_sort (rules, compare_sizes);
  for (guint r = 0; r < rules->len; r++)
    {
      const Rule *rule = &g_array_index (rules, Rule, r);

      for (guint i = rule->first; i < rule->first + rule->n; i++)
        {
          const TextCouple *couple = &g_array_index (couples, TextCouple, i);
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
  g_autoptr (GArray) couples = g_array_new (FALSE, FALSE, sizeof (TextCouple));
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
