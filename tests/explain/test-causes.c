/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each explanation as a line of text, for small trees; and for random trees, what the numbers of an
 * explanation are by definition. */
#include "parcs-fixture.h"

#include "random-trees.h"
#include "tests.h"

static void
append_pair (GString *text, const CyanComparison *comparison, const char *word, guint32 pair)
{
  g_string_append_printf (text, " %s %s", word, pair_name (comparison, pair));
}

/* "reason name +change in contexts/nodes, before>after calls", what to read, and the suspects. */
static char *
describe (const CyanExplanations *list, const CyanComparison *comparison)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < list->n; i++)
    {
      const CyanExplanation *found = &list->at[i];

      g_string_append_printf (text, "%s%s%s %s %+g in %u/%u", i > 0 ? "; " : "",
                              cyan_reason_names[found->reason], found->source_known ? "" : "?",
                              cyan_comparison_name (comparison, found->node), found->change,
                              found->n_contexts, found->n_nodes);
      if (found->by_calls)
        g_string_append (text, " by calls");
      if (found->caller != CYAN_NODE_NONE)
        g_string_append_printf (text, " from %s", cyan_comparison_name (comparison, found->caller));
      if (found->read != G_MAXUINT32)
        append_pair (text, comparison, "read", found->read);
      for (guint s = 0; s < found->n_suspects; s++)
        append_pair (text, comparison, s == 0 ? "then" : "and", found->suspects[s]);
    }
  return g_string_free (text, FALSE);
}

static void
assert_causes (const char *before, const char *after, const Sources *sources, const char *expected)
{
  g_auto (Case) self = { NULL };
  g_autoptr (CyanExplanations) list = NULL;

  case_init (&self, compare (before, after, CYAN_MATCH_CONTEXT), sources);
  list = explain (&self);
  ASSERT_TEXT (describe (list, self.comparison), expected);
}

/* A subtree counts for the function that was cut out above it, unless a modified function stands
 * between. */
TEST ("/causes/subtrees")
{
  assert_causes ("m:1(p:1(a:1))", "m:1(p:1(a:1 x:4(y:5(z:6))))", &(Sources){ .modified = " p " },
                 "modified-above x +15 in 1/3 read p");
  assert_causes ("m:1(q:9(s:9))", "m:1(x:4(q:9(s:9 r:2)))", &(Sources){ NULL },
                 "side-effect x +6 in 1/2");
  assert_causes ("m:1(q:9(s:9))", "m:1(x:4(q:9(s:9 r:2)))", &(Sources){ .modified = " m " },
                 "modified-above x +6 in 1/2 read m");
  assert_causes ("m:1(q:9(s:9))", "m:1(x:4(q:9(s:9 r:2)))", &(Sources){ .modified = " q " },
                 "side-effect x +4 in 1/1; modified-above r +2 in 1/1 read q");
  assert_causes ("m:1(q:9(s:9))", "m:1(x:4(q:9(s:9 r:2)))", &(Sources){ .added = " r " },
                 "side-effect x +4 in 1/1; added r +2 in 1/1 read r then q");
  assert_causes ("m:1(x:4(q:9(s:9 r:2)))", "m:1(q:9(s:9))", &(Sources){ .deleted = " x " },
                 "deleted x -6 in 1/2 read m");
}

/* Subtrees of one function with different causes are different explanations. */
TEST ("/causes/kinds")
{
  const char *without = "m:1(p:1 q:1 n:1)", *with = "m:1(p:1(n:5) q:1(n:7) n:1)";

  assert_causes (without, with, &(Sources){ .modified = " p " },
                 "side-effect n +7 in 1/1; modified-above n +5 in 1/1 read p");
  assert_causes (with, without, &(Sources){ .modified = " p " },
                 "side-effect n -7 in 1/1; modified-above n -5 in 1/1 read p");
  /* What moved is one of both sides. */
  assert_causes ("m:1(p:1(n:5) q:1 n:1)", "m:1(p:1 q:1(n:7) n:1)",
                 &(Sources){ .modified = " m p q " }, "modified-above n +2 in 1/1 read q then m");
}

/* Only functions of one version have their callers as suspects, and a whole program has no
 * caller. */
TEST ("/causes/callers")
{
  assert_causes ("a:9", "a:9 n:1", &(Sources){ .added = " n " }, "added n +1 in 1/1 read n");
  assert_causes ("m:1(p:1 q:1)", "m:1(p:1(n:5) q:1(n:7))", &(Sources){ .added = " n " },
                 "added n +12 in 2/2 read n then q and p");
  assert_causes ("m:1(p:1(n:5) q:1(n:7))", "m:1(p:1 q:1)", &(Sources){ .deleted = " n " },
                 "deleted n -12 in 2/2 read q then p");
  assert_causes ("m:1(p:1(k:1) q:1(k:1))", "m:1(p:1(k:1 n:5) q:1(k:1 n:7))",
                 &(Sources){ .modified = " m " }, "modified-above n +12 in 2/2 read m");
  assert_causes ("m:1(p:1)", "m:1(p:1(n:5))", &(Sources){ .modified = " m p " },
                 "modified-above n +5 in 1/1 read p then m");
}

/* What is missing on one side though nothing around it was modified. */
TEST ("/causes/side-effects")
{
  const char *before = "m:1(p:1 n:1)", *after = "m:1(p:1(n:5) n:1)";

  assert_causes (before, after, &(Sources){ NULL }, "side-effect n +5 in 1/1");
  assert_causes (before, after, &(Sources){ .unknown = " p " }, "unknown? n +5 in 1/1 read p");
  assert_causes (before, after, &(Sources){ .modified = " n ", .unknown = " p " },
                 "side-effect? n +5 in 1/1 read n");
  assert_causes (after, before, &(Sources){ .unknown = " p " }, "unknown? n -5 in 1/1 read p");
  assert_causes ("n:1(m:9) m:9(n:1)", "n:1(m:9 n:3) m:9(n:1) n:3", &(Sources){ .unknown = " n " },
                 "unknown? n +6 in 2/2 read n");
}

/* A function whose own time differs: modified itself, above it or below it. */
TEST ("/causes/weights")
{
  const char *before = "m:1(p:1(h:1(f:10(g:1))))", *after = "m:1(p:1(h:1(f:30(g:1))))";

  assert_causes (before, after, &(Sources){ NULL }, "side-effect f +20 in 1/1");
  assert_causes (before, after, NULL, "unknown? f +20 in 1/1 read f");
  assert_causes (before, after, &(Sources){ .modified = " f p " },
                 "modified f +20 in 1/1 read f then p");
  assert_causes (before, after, &(Sources){ .modified = " g " },
                 "modified-below f +20 in 1/1 read g");
  assert_causes (before, after, &(Sources){ .modified = " p g " },
                 "modified-below f +20 in 1/1 read g then p");
  assert_causes (before, after, &(Sources){ .modified = " h g " },
                 "modified-above f +20 in 1/1 read h then g");
  assert_causes (before, after, &(Sources){ .modified = " m p " },
                 "modified-above f +20 in 1/1 read p then m");
}

/* More calls, more time for each call, or both. */
TEST ("/causes/calls")
{
  const Sources none = { NULL };

  assert_causes ("m:1*1(f:10*2)", "m:1*1(f:40*8)", &none,
                 "side-effect f +30 in 1/1 by calls from m");
  assert_causes ("m:1*1(f:40*8)", "m:1*1(f:10*2)", &none,
                 "side-effect f -30 in 1/1 by calls from m");
  assert_causes ("m:1*1(f:10*1)", "m:1*1(f:80*2)", &none, "side-effect f +70 in 1/1 from m");
  assert_causes ("m:1*1(f:10*1)", "m:1*1(f:60*4)", &none,
                 "side-effect f +50 in 1/1 by calls from m");
  /* Fewer calls are not why it takes longer. */
  assert_causes ("m:1*1(f:10*4)", "m:1*1(f:60*1)", &none, "side-effect f +50 in 1/1 from m");
  /* The caller is called more often, too; its own caller makes the calls. */
  assert_causes ("m:1*1(p:1*2(f:10*2))", "m:1*1(p:1*8(f:40*8))", &none,
                 "side-effect f +30 in 1/1 by calls from m");
  assert_causes ("m:1*1(f:10*2)", "m:1*1(w:0*4(f:40*8))", &(Sources){ .added = " w " },
                 "side-effect f +30 in 1/1 by calls from m; added w +0 in 1/1 read w then m");
  assert_causes ("m:1*1(w:0*4(f:40*8))", "m:1*1(f:10*2)", &(Sources){ .deleted = " w " },
                 "side-effect f -30 in 1/1 by calls from m; deleted w +0 in 1/1 read m");
  /* As often as before, or nobody knows. */
  assert_causes ("m:1*1(f:10*2)", "m:1*1(f:40*2)", &none, "side-effect f +30 in 1/1");
  assert_causes ("m:1*1(f:10*2)", "m:1*1(f:40)", &none, "side-effect f +30 in 1/1");
  assert_causes ("m:1*1(f:10)", "m:1*1(f:40*8)", &none, "side-effect f +30 in 1/1");
  assert_causes ("m:1*1(p:1*0(f:10*2))", "m:1*1(p:1*0(f:40*8))", &none,
                 "side-effect f +30 in 1/1 by calls");
  assert_causes ("m:1*1(p:1*1(f:10*1) q:1*1(f:10*2))", "m:1*1(p:1*1(f:40*4) q:1*1(f:10))", &none,
                 "side-effect f +30 in 1/1 from p");
  assert_causes ("m:1*1(f:10*0)", "m:1*1(f:40*8)", &none, "side-effect f +30 in 1/1");
  assert_causes ("m:1*1(f:10*2)", "m:1*1(f:40*0)", &none, "side-effect f +30 in 1/1");
  /* A modified callee does not make the calls. */
  assert_causes ("m:1*1(f:10*2(g:1*1))", "m:1*1(f:40*8(g:1*1))", &(Sources){ .modified = " g " },
                 "side-effect f +30 in 1/1 by calls from m");
  /* Without the source of the function, the caller comes first. */
  assert_causes ("m:1*1(f:10*2)", "m:1*1(f:40*8)", NULL,
                 "unknown? f +30 in 1/1 by calls from m read m then f");
  assert_causes ("m:1*1(f:10*1)", "m:1*1(f:80*2)", NULL, "unknown? f +70 in 1/1 from m read f");
}

/* What goes the way of the whole comes first, the largest first; the rest by size. */
TEST ("/causes/order")
{
  const Sources none = { NULL };

  assert_causes ("m:1(e:1(k:1) f:10 g:50 h:5)", "m:1(k:0 e:1(k:1) f:60 g:40 h:25)", &none,
                 "side-effect f +50 in 1/1; side-effect h +20 in 1/1; side-effect g -10 in 1/1; "
                 "side-effect k +0 in 1/1");
  assert_causes ("m:1(f:10 g:50 h:5 e:1(k:1))", "m:1(f:60 g:40 h:25 e:1(k:1) k:0)", &none,
                 "side-effect f +50 in 1/1; side-effect h +20 in 1/1; side-effect g -10 in 1/1; "
                 "side-effect k +0 in 1/1");
  assert_causes ("m:1(f:60 g:40 h:25)", "m:1(f:10 g:50 h:5)", &none,
                 "side-effect f -50 in 1/1; side-effect h -20 in 1/1; side-effect g +10 in 1/1");
  /* Of equal size, the one whose main context comes first. */
  assert_causes ("m:1(f:1 h:10 e:1(f:10))", "m:1(f:1 h:20 e:1(f:20))", &none,
                 "side-effect h +10 in 1/1; side-effect f +10 in 1/1");
  /* What cancels out has no direction. */
  assert_causes ("m:1(f:60 g:10 h:25)", "m:1(f:10 g:57 h:25)", &none,
                 "side-effect f -50 in 1/1; side-effect g +47 in 1/1");
  assert_causes ("m:1(f:10 g:57 h:25)", "m:1(f:60 g:10 h:25)", &none,
                 "side-effect f +50 in 1/1; side-effect g -47 in 1/1");
}

/* A change that is tiny beside its function is no rounding error; one that is tiny beside the
 * changes that cancel out is. */
TEST ("/causes/rounding")
{
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  static const char *const pairs[][3] = {
    { "m:1(f:1000000000000)", "m:1(f:1000000000100)", "side-effect f +100 in 1/1" },
    { "m:1(p:1(f:0.3) q:1(f:0.1))", "m:1(p:1(f:0.1) q:1(f:0.3))", "" },
  };

  options.threshold = 0;
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autoptr (CyanProfile) before = profile (pairs[i][0]);
      g_autoptr (CyanProfile) after = profile (pairs[i][1]);
      g_auto (Case) self = { NULL };
      g_autoptr (CyanExplanations) list = NULL;

      case_init (&self, cyan_comparison_new (before, after, &options, NULL, NULL),
                 &(Sources){ NULL });
      list = explain (&self);
      ASSERT_TEXT (describe (list, self.comparison), pairs[i][2]);
    }
}

/* As many suspects as asked for, the nearest. */
TEST ("/causes/how-many")
{
  g_auto (Case) self = { NULL };
  CyanNode node;

  case_init (&self, compare ("m(p(q(f)))", "m(p(q(f x)))", CYAN_MATCH_CONTEXT),
             &(Sources){ .modified = " m p q " });
  node = self.comparison->compared.tree->after[find (self.comparison, "x")];
  for (guint n = 0; n <= 4; n++)
    {
      g_autoptr (GArray) above = cyan_parcs_suspects (self.parcs, 1, node, CYAN_CAUSE_MODIFIED, n);
      g_autoptr (GArray) caller = cyan_parcs_suspects (self.parcs, 1, node, CYAN_CAUSE_ADDED, n);

      g_assert_cmpuint (above->len, ==, MIN (n, 3));
      g_assert_cmpuint (caller->len, ==, MIN (n, 1));
    }
}

/* More calls than a number can hold are unknown. */
TEST ("/causes/too-many-calls")
{
  g_auto (Case) self = { NULL };
  g_autoptr (CyanExplanations) list = NULL;

  case_init (&self,
             compare ("m:1*1(p:1*1(f:1*9223372036854775808) q:1*1(f:1*9223372036854775808))",
                      "m:1*1(p:1*1(f:9*4611686018427387904) q:1*1(f:9*4611686018427387904))",
                      CYAN_MATCH_CONTEXT),
             NULL);
  list = explain (&self);
  g_assert_cmpuint (list->n, ==, 1);
  g_assert_cmpuint (list->at[0].calls[0], ==, CYAN_CALLS_UNKNOWN);
  g_assert_cmpuint (list->at[0].calls[1], ==, G_GUINT64_CONSTANT (1) << 63);
}

/* No version lacks the whole program. */
TEST ("/causes/root")
{
  g_auto (Case) self = { NULL };
  CyanCause cause;
  gboolean known;

  case_init (&self, compare ("a", "b", CYAN_MATCH_CONTEXT), NULL);
  for (guint side = 0; side < 2; side++)
    {
      cyan_parcs_judge (self.parcs, side, CYAN_NODE_ROOT, &cause, &known);
      g_assert_cmpint (cause, ==, CYAN_CAUSE_SIDE_EFFECT);
      g_assert_false (known);
    }
}

typedef struct
{
  CyanNode before;
  CyanNode after;
  double a;
  double b;
} Ends;

/* What a merged node stands for: a moved one for both of its places. */
static Ends
ends_of (const CyanComparison *comparison, CyanNode node)
{
  const CyanCompared *compared = &comparison->compared;
  Ends ends = { .before = compared->tree->before[node], .after = compared->tree->after[node] };
  CyanNode from = ends.before == CYAN_NODE_NONE ? cyan_comparison_moved_from (comparison, node)
                                                : CYAN_NODE_NONE;

  if (from != CYAN_NODE_NONE)
    ends.before = compared->tree->before[from];
  if (ends.before != CYAN_NODE_NONE)
    ends.a = compared->side[0].profile->metrics[0].self[ends.before];
  if (ends.after != CYAN_NODE_NONE)
    ends.b = compared->side[1].profile->metrics[0].self[ends.after];
  return ends;
}

static guint64
add_calls (guint64 sum, const CyanProfile *profile, CyanNode node)
{
  guint64 calls = node == CYAN_NODE_NONE ? 0 : cyan_profile_calls (profile, node);

  return sum == CYAN_CALLS_UNKNOWN || calls == CYAN_CALLS_UNKNOWN ? CYAN_CALLS_UNKNOWN
                                                                  : sum + calls;
}

/* Sums the nodes that count for explanation @i. */
static void
check_numbers (const CyanExplanations *list, guint i, const CyanComparison *comparison)
{
  const CyanExplanation *found = &list->at[i];
  guint n_nodes = 0, n_changed = 0;
  double before = 0, after = 0, most = -G_MAXDOUBLE;
  guint64 calls[2] = { 0, 0 };
  CyanNode main_node = CYAN_NODE_NONE;

  for (CyanNode node = 1; node < comparison->compared.n_nodes; node++)
    {
      Ends ends;
      double value;

      if (list->of_node[node] != i)
        continue;
      ends = ends_of (comparison, node);
      value = found->structural ? cyan_compared_total (&comparison->compared, found->side, node)
                                : (ends.b - ends.a) * (found->change < 0 ? -1 : 1);
      if (value > most)
        {
          most = value;
          main_node = node;
        }
      n_nodes++;
      n_changed += ends.a != ends.b;
      before += ends.a;
      after += ends.b;
      calls[0] = add_calls (calls[0], comparison->compared.side[0].profile, ends.before);
      calls[1] = add_calls (calls[1], comparison->compared.side[1].profile, ends.after);
    }
  assert_near (found->before, before);
  assert_near (found->after, after);
  assert_near (found->change, after - before);
  g_assert_cmpuint (found->n_nodes, ==, found->structural ? n_nodes : n_changed);
  g_assert_cmpuint (found->node, ==, main_node);
  g_assert_cmpuint (found->pair, ==, comparison->compared.pairs->of_node[main_node]);
  if (found->structural)
    return;
  g_assert_cmpuint (found->n_contexts, ==, n_changed);
  for (guint side = 0; side < 2; side++)
    g_assert_cmpuint (found->calls[side], ==, calls[side]);
}

static void
check_ranks (const CyanExplanations *list, const CyanComparison *comparison)
{
  double all = 0,
         larger = MAX (comparison->compared.side[0].total, comparison->compared.side[1].total);
  double last = G_MAXDOUBLE;
  gboolean against = FALSE;

  for (guint i = 0; i < list->n; i++)
    all += fabs (list->at[i].change);
  g_assert_cmpint (list->ranked_by_size, ==,
                   fabs (list->difference) <= MAX (comparison->threshold * larger, 0.2 * all));
  for (guint i = 0; i < list->n; i++)
    {
      double change = list->at[i].change;
      gboolean turned = !list->ranked_by_size && change * list->difference <= 0;

      assert_near (list->at[i].part, fabs (change) / all);
      if (list->difference != 0)
        assert_near (list->at[i].explains, change / list->difference);
      g_assert_true (turned || !against);
      if (turned && !against)
        last = G_MAXDOUBLE;
      against = turned;
      g_assert_cmpfloat (fabs (change), <=, last);
      last = fabs (change);
    }
}

TEST ("/causes/numbers")
{
  for (guint seed = 1; seed <= 60; seed++)
    {
      const RandomOptions options = { .seed = seed,
                                      .n_nodes = 20 + seed * 9,
                                      .n_functions = 6 + seed / 2,
                                      .n_edits = seed % 7,
                                      .jitter = seed % 2 == 0 ? 0.3 : 0,
                                      .calls = seed % 3 != 0 };
      RandomPair pair = random_pair_new (&options);
      g_autoptr (CyanComparison) comparison =
          compare_profiles (pair.before, pair.after, (CyanMatchMethod) (seed % 3));
      g_auto (Case) self = { NULL };
      g_autoptr (CyanExplanations) list = NULL;

      case_init (&self, cyan_comparison_ref (comparison), NULL);
      list = explain (&self);
      for (guint i = 0; i < list->n; i++)
        check_numbers (list, i, comparison);
      check_ranks (list, comparison);
      random_pair_clear (&pair);
    }
}
