/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Callers of a function, before and after. */
#include "cyan-callers.h"
#include "comparison-fixture.h"
#include "random-trees.h"
#include "tests.h"

static CyanCallers *
callers_of (CyanComparison *comparison, const char *name)
{
  return cyan_callers_new (comparison,
                           cyan_compared_function (&comparison->compared, find (comparison, name)));
}

static char *
calls_text (const CyanSide *side)
{
  return !side->present                      ? g_strdup ("-")
         : side->calls == CYAN_CALLS_UNKNOWN ? g_strdup ("?")
                                             : g_strdup_printf ("%u", (guint) side->calls);
}

typedef struct
{
  const CyanComparison *comparison;
  CyanCallers *callers;
  guint depth;
} Shown;

static void append_entry (GString *text, const Shown *shown, guint32 entry);

/* "(A*2/3 M*2/3)", opened down to the depth. */
static void
append_callers (GString *text, const Shown *shown, guint32 entry)
{
  guint n = cyan_callers_at (shown->callers, entry)->depth < shown->depth
                ? cyan_callers_open (shown->callers, entry)
                : 0;

  for (guint i = 0; i < n; i++)
    {
      g_string_append (text, i == 0 ? "(" : " ");
      append_entry (text, shown, cyan_callers_at (shown->callers, entry)->first + i);
    }
  if (n > 0)
    g_string_append_c (text, ')');
}

static void
append_entry (GString *text, const Shown *shown, guint32 entry)
{
  const CyanCaller *at = cyan_callers_at (shown->callers, entry);
  g_autofree char *before = calls_text (&at->sum.side[0]), *after = calls_text (&at->sum.side[1]);

  g_string_append_printf (text, "%s*%s/%s", cyan_comparison_name (shown->comparison, at->sum.node),
                          before, after);
  append_callers (text, shown, entry);
}

static void
assert_callers (CyanComparison *comparison, const char *name, guint depth, const char *expected)
{
  g_autoptr (CyanCallers) callers = callers_of (comparison, name);
  g_autoptr (GString) text = g_string_new (NULL);

  append_entry (text, &(Shown){ comparison, callers, depth }, 0);
  g_assert_cmpstr (text->str, ==, expected);
}

/* Table 4.6 of the study, against itself. */
TEST ("/callers/table")
{
  const char *text = "M*1(A*2(B*2(count*2) C*2) B*2(D*2))";
  g_autoptr (CyanComparison) comparison = compare (text, text, CYAN_MATCH_CONTEXT);

  assert_callers (comparison, "B", 0, "B*4/4");
  assert_callers (comparison, "B", 1, "B*4/4(M*2/2 A*2/2)");
  assert_callers (comparison, "B", 2, "B*4/4(M*2/2 A*2/2(M*2/2))");
  assert_callers (comparison, "count", 2, "count*2/2(B*2/2(A*2/2))");
  assert_callers (comparison, "D", 9, "D*2/2(B*2/2(M*2/2))");
  assert_callers (comparison, "M", 9, "M*1/1");
}

/* The callers of h in figure 1.3 of the study, against itself. */
TEST ("/callers/figure-itself")
{
  const char *text = "main*1(f*20(g*20(h*10(i*10) g*10(h*10(i*10))) h*20(i*20)) "
                     "g*20(h*10(i*10) g*10(h*10(i*10))) h*72(i*72))";
  g_autoptr (CyanComparison) comparison = compare (text, text, CYAN_MATCH_CONTEXT);

  assert_callers (comparison, "h", 1, "h*132/132(g*40/40 main*72/72 f*20/20)");
  assert_callers (comparison, "h", 2,
                  "h*132/132(g*40/40(g*20/20 main*10/10 f*10/10) main*72/72 "
                  "f*20/20(main*20/20))");
}

/* A like program, of which g calls h more often and f no longer does. */
TEST ("/callers/figure")
{
  g_autoptr (CyanComparison) comparison =
      compare ("main*1(f*20(g*20(h*10) h*20) g*20(h*10) h*72)",
               "main*1(f*20(g*20(h*20)) g*20(h*25) h*72)", CYAN_MATCH_CONTEXT);

  assert_callers (comparison, "h", 2,
                  "h*112/117(g*20/45(main*10/25 f*10/20) main*72/72 f*20/-(main*20/-))");
}

/* A new wrapper does not part what it wraps; what it calls anew, it calls. */
TEST ("/callers/wrapper")
{
  g_autoptr (CyanComparison) comparison =
      compare ("main*1(a*1(f*5(leaf*5)) b*2(f*7(leaf*7)))",
               "main*1(a*1(wrap*1(f*5(leaf*5) new*3)) b*2(f*7(leaf*7)))", CYAN_MATCH_CONTEXT);

  assert_callers (comparison, "f", 2, "f*12/12(a*5/5(main*5/5) b*7/7(main*7/7))");
  assert_callers (comparison, "leaf", 2, "leaf*12/12(f*12/12(a*5/5 b*7/7))");
  assert_callers (comparison, "new", 2, "new*-/3(wrap*-/3(a*-/3))");
  assert_callers (comparison, "wrap", 1, "wrap*-/1(a*-/1)");
}

/* Those who call more often come first; those who call less often, if the callee is called less
 * often. */
TEST ("/callers/order")
{
  g_autoptr (CyanComparison) more = compare (
      "m*1(a*1(f*9) b*1(f*2) c*1(f*2))", "m*1(a*1(f*2) b*1(f*4) c*1(f*90))", CYAN_MATCH_CONTEXT);
  g_autoptr (CyanComparison) less = compare ("m*1(a*1(f*2) b*1(f*4) c*1(f*90))",
                                             "m*1(a*1(f*9) b*1(f*2) c*1(f*2))", CYAN_MATCH_CONTEXT);
  g_autoptr (CyanComparison) unknown =
      compare ("m(a(f:3) b(f:4))", "m(a(f:3) b(f:9))", CYAN_MATCH_CONTEXT);

  assert_callers (more, "f", 1, "f*13/96(c*2/90 b*2/4 a*9/2)");
  assert_callers (less, "f", 1, "f*96/13(c*90/2 b*4/2 a*2/9)");
  assert_callers (unknown, "f", 1, "f*?/?(b*?/? a*?/?)");
}

/* A context that is below another one of the same sequence is part of its total. */
TEST ("/callers/recursion")
{
  const char *text = "main:1*1(f:2*1(f:4*3(f:8*9)) g:16*1(f:32*2))";
  g_autoptr (CyanComparison) comparison = compare (text, text, CYAN_MATCH_CONTEXT);
  g_autoptr (CyanCallers) callers = callers_of (comparison, "f");

  assert_callers (comparison, "f", 2, "f*15/15(g*2/2(main*2/2) main*1/1 f*12/12(main*3/3 f*9/9))");
  cyan_callers_open_all (callers, 2, NULL, NULL);
  for (guint32 i = 0; i < cyan_callers_n (callers); i++)
    {
      static const double totals[] = { 46, 32, 14, 12, 32, 12, 8 };
      static const double selves[] = { 46, 32, 2, 12, 32, 4, 8 };
      const CyanSide *side = &cyan_callers_at (callers, i)->sum.side[1];

      g_assert_cmpfloat (side->total, ==, totals[i]);
      g_assert_cmpfloat (side->self, ==, selves[i]);
    }
}

static void
assert_sentence (const char *before, const char *after, const char *name, const char *expected)
{
  g_autoptr (CyanComparison) comparison = compare (before, after, CYAN_MATCH_CONTEXT);
  g_autoptr (CyanCallers) callers = callers_of (comparison, name);

  ASSERT_TEXT (cyan_callers_to_sentence (callers), expected);
}

TEST ("/callers/sentence")
{
  assert_sentence ("m*1(a*1(f*9) b*1(f*1))", "m*1(a*1(f*127) b*1(f*3))", "f",
                   "f is called 130 times instead of 10: 120 more, 118 of them by a");
  assert_sentence ("m*1(a*1(f*9))", "m*1(a*1(f*1))", "f",
                   "f is called 1 time instead of 9: 8 fewer, all by a");
  assert_sentence ("m*1(a*1(f*9) b*1(f*9))", "m*1(a*1(f*2) b*1(f*20))", "f",
                   "f is called 22 times instead of 18: 4 more");
  assert_sentence ("m*1(a*1(f*9))", "m*1(a*1(f*9))", "f",
                   "f is called 9 times, as often as before");
  assert_sentence ("m*1(a*1)", "m*1(a*2)", "m", "m has no callers");
  assert_sentence ("m(a(f))", "m(a(f))", "f",
                   "How often f is called is not known: its callers are ordered by totals");
}

/* ---- laws ---- */

static guint8
sides_of (const CyanCompared *compared, CyanNode node)
{
  return (guint8) ((cyan_compared_node (compared, 0, node) != CYAN_NODE_NONE ? 1 : 0)
                   | (cyan_compared_node (compared, 1, node) != CYAN_NODE_NONE ? 2 : 0));
}

/* Whether the context ends with the sequence of @entry. */
static gboolean
ends_with (const CyanCompared *compared, CyanCallers *callers, guint32 entry, CyanNode context)
{
  guint8 sides = sides_of (compared, context);
  guint32 path[16];
  guint n = 0;

  for (guint32 at = entry;; at = cyan_callers_at (callers, at)->parent)
    {
      path[n++] = cyan_callers_at (callers, at)->function;
      if (at == 0)
        break;
    }
  for (CyanNode at = context; n > 0; at = compared->tree->parent[at])
    {
      if (at == CYAN_NODE_ROOT)
        return FALSE;
      if ((sides & ~sides_of (compared, at)) != 0)
        continue;
      if (cyan_compared_function (compared, at) != path[--n])
        return FALSE;
    }
  return TRUE;
}

/* The sums of an entry are those of the contexts that end with it, by definition. */
static void
assert_defined (const CyanComparison *comparison, CyanCallers *callers, guint32 entry)
{
  const CyanCompared *compared = &comparison->compared;
  const CyanCaller *at = cyan_callers_at (callers, entry);
  double total[2] = { 0, 0 }, self[2] = { 0, 0 }, calls[2] = { 0, 0 };
  guint n = 0;

  for (CyanNode node = 1; node < compared->n_nodes; node++)
    if (ends_with (compared, callers, entry, node))
      {
        CyanSide side[2];

        n++;
        cyan_comparison_sides (comparison, node, &side[0], &side[1]);
        for (guint i = 0; i < 2; i++)
          {
            CyanNode up = compared->tree->parent[node];

            if (!side[i].present)
              continue;
            calls[i] += (double) side[i].calls;
            self[i] += side[i].self;
            while (up != CYAN_NODE_ROOT
                   && (cyan_compared_node (compared, i, up) == CYAN_NODE_NONE
                       || !ends_with (compared, callers, entry, up)))
              up = compared->tree->parent[up];
            total[i] += up == CYAN_NODE_ROOT ? side[i].total : 0;
          }
      }
  g_assert_cmpuint (at->sum.n_contexts, ==, n);
  for (guint i = 0; i < 2; i++)
    {
      const CyanSide *side = &at->sum.side[i];

      assert_near (side->total, total[i]);
      assert_near (side->self, self[i]);
      assert_near (side->present ? (double) side->calls : 0, calls[i]);
    }
}

/* Calls and self values of the callers and of the contexts without one are those of the callee. */
static void
assert_conserved (const CyanComparison *comparison, CyanCallers *callers, guint32 entry)
{
  const CyanCaller *at = cyan_callers_at (callers, entry);
  guint n_contexts = 0;
  double self[2] = { 0, 0 };

  g_assert_cmpint (at->n > 0, ==, cyan_callers_has_callers (callers, entry));
  for (guint32 i = at->first; i < at->first + at->n; i++)
    {
      const CyanCaller *caller = cyan_callers_at (callers, i);

      n_contexts += caller->sum.n_contexts;
      for (guint side = 0; side < 2; side++)
        self[side] += caller->sum.side[side].self;
      g_assert_cmpuint (caller->parent, ==, entry);
      g_assert_cmpuint (cyan_compared_function (&comparison->compared, caller->sum.node), ==,
                        caller->function);
    }
  g_assert_cmpuint (n_contexts, <=, at->sum.n_contexts);
  for (guint side = 0; side < 2; side++)
    if (n_contexts == at->sum.n_contexts)
      assert_near (self[side], at->sum.side[side].self);
    else
      g_assert_cmpfloat (self[side], <=, at->sum.side[side].self * (1 + 1e-9));
}

TEST ("/callers/laws")
{
  for (guint64 seed = 1; seed <= 20; seed++)
    {
      RandomOptions options = {
        .calls = TRUE, .seed = seed, .n_nodes = 300, .n_functions = 20, .n_edits = 5
      };
      RandomPair pair = random_pair_new (&options);
      g_autoptr (CyanComparison) comparison =
          compare_profiles (pair.before, pair.after, CYAN_MATCH_CONTEXT);
      g_autofree CyanFunctionSum *sums = cyan_function_sums_new (comparison, NULL, NULL);

      for (guint32 function = 0; function < comparison->compared.pairs->n_functions; function++)
        {
          g_autoptr (CyanCallers) callers = cyan_callers_new (comparison, function);
          const CyanFunctionSum *sum = &cyan_callers_at (callers, 0)->sum;

          for (guint side = 0; side < 2; side++)
            {
              g_assert_cmpfloat (sum->side[side].total, ==, sums[function].side[side].total);
              g_assert_cmpuint (sum->side[side].calls, ==, sums[function].side[side].calls);
            }
          cyan_callers_open_all (callers, 3, NULL, NULL);
          for (guint32 i = 0; i < cyan_callers_n (callers); i++)
            {
              assert_defined (comparison, callers, i);
              if (cyan_callers_at (callers, i)->depth < 3)
                assert_conserved (comparison, callers, i);
            }
        }
      random_pair_clear (&pair);
    }
}

/* The caller of @entry with this function, or 0. */
static guint32
find_caller (const CyanComparison *comparison,
             CyanCallers *callers,
             guint32 entry,
             const char *name)
{
  guint n = cyan_callers_open (callers, entry);

  for (guint32 i = 0; i < n; i++)
    {
      guint32 caller = cyan_callers_at (callers, entry)->first + i;

      if (strcmp (cyan_comparison_name (comparison, cyan_callers_at (callers, caller)->sum.node),
                  name)
          == 0)
        return caller;
    }
  return 0;
}

/* Asserts that the callers of @name are the same in both, with sides swapped. */
static void
assert_swapped (CyanComparison *forth, CyanComparison *back, const char *name)
{
  g_autoptr (CyanCallers) a = callers_of (forth, name), b = callers_of (back, name);
  g_autofree guint32 *to = NULL;

  cyan_callers_open_all (a, 3, NULL, NULL);
  to = g_new0 (guint32, cyan_callers_n (a));
  for (guint32 i = 0; i < cyan_callers_n (a); i++)
    {
      const CyanCaller *at = cyan_callers_at (a, i);

      if (i > 0)
        {
          to[i] = find_caller (back, b, to[at->parent], cyan_comparison_name (forth, at->sum.node));
          g_assert_cmpuint (to[i], !=, 0);
        }
      for (guint side = 0; side < 2; side++)
        {
          const CyanSide *x = &at->sum.side[side];
          const CyanSide *y = &cyan_callers_at (b, to[i])->sum.side[1 - side];

          g_assert_cmpint (x->present, ==, y->present);
          g_assert_cmpuint (x->calls, ==, y->calls);
          assert_near (x->self, y->self);
          assert_near (x->total, y->total);
        }
    }
}

static void
assert_same_calls (const CyanSide side[2])
{
  g_assert_true (side[0].present && side[1].present);
  g_assert_cmpuint (side[0].calls, ==, side[1].calls);
}

/* Swapping the sides of a matching that has no sides swaps the sums; against itself nothing
 * changed. */
TEST ("/callers/swap")
{
  for (guint64 seed = 1; seed <= 10; seed++)
    {
      RandomOptions options = { .calls = TRUE,
                                .seed = seed,
                                .n_nodes = 300,
                                .n_functions = 25,
                                .n_edits = 4,
                                .jitter = 0.3,
                                .kinds = 1u << RANDOM_EDIT_ADD | 1u << RANDOM_EDIT_REMOVE
                                         | 1u << RANDOM_EDIT_WRAP };
      RandomPair pair = random_pair_new (&options);
      g_autoptr (CyanComparison) forth =
          compare_profiles (pair.before, pair.after, CYAN_MATCH_PATH);
      g_autoptr (CyanComparison) back = compare_profiles (pair.after, pair.before, CYAN_MATCH_PATH);
      g_autoptr (CyanComparison) same =
          compare_profiles (pair.after, pair.after, CYAN_MATCH_CONTEXT);

      for (CyanNode node = 1; node < forth->compared.n_nodes; node++)
        assert_swapped (forth, back, cyan_comparison_name (forth, node));
      for (CyanNode node = 1; node < same->compared.n_nodes; node++)
        {
          g_autoptr (CyanCallers) a = callers_of (same, cyan_comparison_name (same, node));

          cyan_callers_open_all (a, 3, NULL, NULL);
          for (guint32 i = 0; i < cyan_callers_n (a); i++)
            {
              const CyanFunctionSum *sum = &cyan_callers_at (a, i)->sum;

              assert_same_calls (sum->side);
              g_assert_cmpfloat (sum->side[0].total, ==, sum->side[1].total);
            }
        }
      random_pair_clear (&pair);
    }
}

/* Wrapping calls on one side leaves all callers as they were. */
TEST ("/callers/wrapped")
{
  guint n_wrapped = 0;

  for (guint64 seed = 1; seed <= 20; seed++)
    {
      RandomOptions options = { .calls = TRUE,
                                .seed = seed,
                                .n_nodes = 300,
                                .n_functions = 60,
                                .n_edits = 2,
                                .kinds = 1u << RANDOM_EDIT_WRAP };
      RandomPair pair = random_pair_new (&options);
      g_autoptr (CyanComparison) comparison =
          compare_profiles (pair.before, pair.after, CYAN_MATCH_CONTEXT);
      g_autoptr (CyanComparison) before =
          compare_profiles (pair.before, pair.before, CYAN_MATCH_CONTEXT);
      CyanStatusCounts counts = cyan_comparison_count (comparison);

      n_wrapped += counts.of[CYAN_STATUS_ADDED];
      g_assert_cmpuint (counts.of[CYAN_STATUS_REMOVED], ==, 0);
      for (CyanNode node = 1; node < before->compared.n_nodes; node++)
        {
          const char *name = cyan_comparison_name (before, node);
          g_autoptr (CyanCallers) a = callers_of (before, name), b = callers_of (comparison, name);

          cyan_callers_open_all (a, 3, NULL, NULL);
          cyan_callers_open_all (b, 3, NULL, NULL);
          g_assert_cmpuint (cyan_callers_n (a), ==, cyan_callers_n (b));
          for (guint32 i = 0; i < cyan_callers_n (b); i++)
            assert_same_calls (cyan_callers_at (b, i)->sum.side);
        }
      random_pair_clear (&pair);
    }
  g_assert_cmpuint (n_wrapped, >, 20);
}
