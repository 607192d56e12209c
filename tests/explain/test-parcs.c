/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The three stages of PARCS. */
#include "parcs-fixture.h"

#include "cyan-error.h"
#include "tests.h"

/* The result as text: stage, cause, root, nodes, suspects, and "?" if it is not known from a
 * source. "1 deleted x:2 by main; 3 side-effect y:1?; common 4". */
static char *
describe (const CyanParcs *parcs)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < parcs->n_differences; i++)
    {
      const CyanDifference *difference = &parcs->differences[i];
      g_autoptr (GArray) suspects =
          cyan_parcs_suspects (parcs, difference->side, difference->root, difference->cause, 8);

      g_string_append_printf (text, "%u %s %s:%u%s", difference->stage,
                              cyan_cause_names[difference->cause],
                              cyan_comparison_name (parcs->comparison, difference->node),
                              difference->n_nodes, difference->source_known ? "" : "?");
      for (guint s = 0; s < suspects->len; s++)
        g_string_append_printf (
            text, "%s%s", s == 0 ? " by " : " ",
            pair_name (parcs->comparison, g_array_index (suspects, guint32, s)));
      g_string_append (text, "; ");
    }
  g_string_append_printf (text, "common %u", parcs->n_common);
  return g_string_free (text, FALSE);
}

static void
assert_parcs (const char *before, const char *after, const Sources *sources, const char *expected)
{
  g_auto (Case) self = { NULL };

  case_init (&self, compare (before, after, CYAN_MATCH_CONTEXT), sources);
  ASSERT_TEXT (describe (self.parcs), expected);
}

/* Figure 3 of the paper: a call inserted before another. */
TEST ("/parcs/definitions")
{
  assert_parcs ("A(B(D) C(E))", "A(B(D) F C(E))", &(Sources){ .added = " F " },
                "1 added F:1 by A; common 5");
  /* A subtree that was cut out in stage 1 no longer counts as a sibling. */
  assert_parcs ("A(B(D) C(E))", "A(B(D) F C(E))", &(Sources){ .added = " F ", .strict = TRUE },
                "1 added F:1 by A; common 5");
  assert_parcs ("A(B(D) C(E) F)", "A(B(D) F C(E) F)", &(Sources){ .strict = FALSE },
                "3 side-effect F:1; common 6");
  assert_parcs ("A(B(D) C(E) F)", "A(B(D) F C(E) F)", &(Sources){ .strict = TRUE },
                "3 side-effect C:2; 3 side-effect F:1; 3 side-effect F:1; 3 side-effect C:2; "
                "3 side-effect F:1; common 3");
}

/* Stage 1 follows the sources, not the recordings. */
TEST ("/parcs/one-version")
{
  assert_parcs ("main(old(a b) c(old))", "main(c(d(x(y))))",
                &(Sources){ .deleted = " old ", .added = " x " },
                "1 deleted old:3 by main; 1 deleted old:1 by c; 1 added x:2 by d; "
                "3 side-effect d:1; common 2");
  assert_parcs ("old(a) b", "new(c) b", &(Sources){ .deleted = " old ", .added = " new " },
                "1 deleted old:2; 1 added new:2; common 1");
  /* It did not run after but still exists: a caller no longer calls it. */
  assert_parcs ("main(emph(insert(unlink) free))", "main(emph(free))",
                &(Sources){ .modified = " emph " }, "2 below-modified insert:2 by emph; common 3");
}

/* Without sources, a function that ran in one version only counts as added or deleted, and the
 * cause says that this is not certain. */
TEST ("/parcs/no-sources")
{
  assert_parcs ("main(old(a) b)", "main(b(c) d(b))", NULL,
                "1 deleted old:2? by main; 1 added c:1? by b; 1 added d:2? by main; common 2");
  assert_parcs ("main(a(b) b)", "main(a b)", NULL, "3 side-effect b:1?; common 3");
  assert_parcs ("main(lib(x) a)", "main(a(y))", &(Sources){ .unknown = " lib ", .added = " y " },
                "1 deleted lib:2? by main; 1 added y:1 by a; common 2");
}

/* Figure 6: below two modified functions, the nearest is the first suspect. */
TEST ("/parcs/suspects")
{
  assert_parcs ("main(analyze(visit(set(store))))",
                "main(analyze(visit(set(store init(x) make equals))))",
                &(Sources){ .modified = " analyze set " },
                "2 below-modified init:2 by set analyze; 2 below-modified make:1 by set analyze; "
                "2 below-modified equals:1 by set analyze; common 5");
  /* Recursion: each function is listed once. */
  assert_parcs ("m(n(m(n(m(a b)))))", "m(n(m(n(m(a)))))", &(Sources){ .modified = " m n " },
                "2 below-modified b:1 by m n; common 6");
}

/* Stage 2 matches the highest dominators by calling context, in any order; their order matters only
 * in stage 3. */
TEST ("/parcs/dominators")
{
  assert_parcs ("main(p(x v) q(y z))", "main(q(y) p(x v w))", &(Sources){ .modified = " p q " },
                "2 below-modified z:1 by q; 2 below-modified w:1 by p; "
                "3 side-effect q:2; 3 side-effect q:2; common 4");
  /* What is not below them is left to stage 3, wherever it stands. */
  assert_parcs ("main(a(u) p(x))", "main(a p(x y))", &(Sources){ .modified = " p " },
                "2 below-modified y:1 by p; 3 side-effect u:1; common 4");
  /* A dominator that ran in one version only is left to stage 3. */
  assert_parcs ("main(a b)", "main(a(p(x)) b)", &(Sources){ .modified = " p " },
                "3 side-effect p:2; common 3");
}

TEST ("/parcs/side-effect")
{
  assert_parcs ("main(p(x) q(y z))", "main(p(x) q(y))", &(Sources){ .modified = " p " },
                "3 side-effect z:1; common 5");
  assert_parcs ("main(p(x) q(y z))", "main(p(x) q(y))",
                &(Sources){ .modified = " p ", .unknown = " q " }, "3 side-effect z:1?; common 5");
}

/* A renamed function is neither added nor deleted. */
TEST ("/parcs/renamed")
{
  g_auto (Case) self = { NULL };

  case_init (&self,
             compare ("main:1(load:9(read:30 split:20(cut:5)) save:4)",
                      "main:1(fetch:9(read:30 split:20(cut:5)) save:4)", CYAN_MATCH_CONTEXT),
             NULL);
  g_assert_cmpint (cyan_comparison_status (self.comparison, find (self.comparison, "fetch")), ==,
                   CYAN_STATUS_RENAMED);
  ASSERT_TEXT (describe (self.parcs), "common 6");
  assert_parcs ("load:9(read:30 split:20(cut:5))", "fetch:9(read:30 split:20(cut:5))", NULL,
                "common 4");
}

static CyanProfile *
sampled (const char *text)
{
  CyanProfile *self = profile (text);

  self->recording = CYAN_RECORDING_SAMPLED;
  self->period = 1;
  return self;
}

/* A subtree that sampling may have missed is no difference. */
TEST ("/parcs/not-seen")
{
  g_autoptr (CyanProfile) before = sampled ("main:100(a:500 b:400(rare:2))");
  g_autoptr (CyanProfile) after = sampled ("main:100(a:500 b:400 c:300)");
  g_auto (Case) self = { NULL };

  case_init (&self, compare_profiles (before, after, CYAN_MATCH_CONTEXT), NULL);
  ASSERT_TEXT (describe (self.parcs), "1 added c:1? by main; 3 not-seen rare:1?; common 3");
  g_assert_cmpuint (self.parcs->counts[CYAN_CAUSE_UNSEEN][0].nodes, ==, 1);
  g_assert_cmpuint (self.parcs->counts[CYAN_CAUSE_SIDE_EFFECT][0].subtrees, ==, 0);
}

/* Without an order of siblings the third condition is dropped, and the result says so. */
TEST ("/parcs/unordered")
{
  g_autoptr (CyanProfile) before = profile ("main(a b(x))");
  g_autoptr (CyanProfile) after = profile ("main(b(x) a)");
  g_auto (Case) unordered = { NULL };

  assert_parcs ("main(a b(x))", "main(b(x) a)", &(Sources){ NULL },
                "3 side-effect a:1; 3 side-effect a:1; common 3");
  after->unordered = TRUE;
  case_init (&unordered, compare_profiles (before, after, CYAN_MATCH_CONTEXT), NULL);
  g_assert_true (unordered.parcs->unordered);
  g_assert_cmpuint (unordered.parcs->n_common, ==, 4);
  g_assert_cmpuint (unordered.parcs->n_differences, ==, 0);
}

/* The weight of a subtree that was cut out, relative to its run. */
TEST ("/parcs/weights")
{
  g_auto (Case) self = { NULL };
  const CyanDifference *difference;

  case_init (&self,
             compare ("main:10(old:30(a:10 older:20) b:30)", "main:10(b:30)", CYAN_MATCH_CONTEXT),
             &(Sources){ .deleted = " old " });
  g_assert_cmpuint (self.parcs->n_differences, ==, 1);
  difference = &self.parcs->differences[0];
  g_assert_cmpfloat (difference->total, ==, 60);
  assert_near (difference->share, 0.6);
  g_assert_cmpuint (difference->n_nodes, ==, 3);
  g_assert_cmpuint (difference->root, ==, 2);
  g_assert_cmpuint (difference->node, ==, find (self.comparison, "old"));
  g_assert_cmpuint (self.parcs->counts[CYAN_CAUSE_DELETED][0].subtrees, ==, 1);
  g_assert_cmpuint (self.parcs->counts[CYAN_CAUSE_DELETED][0].nodes, ==, 3);
  g_assert_cmpuint (self.parcs->n_nodes[0], ==, 5);
}

static gboolean
stop (double fraction, const char *what, gpointer data)
{
  return --*(int *) data > 0;
}

TEST ("/parcs/cancel")
{
  g_autoptr (CyanComparison) comparison = compare ("a(b c)", "a(c)", CYAN_MATCH_CONTEXT);
  int left = 1;
  const CyanTick tick = CYAN_TICK_INIT (stop, &left);

  MUST_FAIL (CYAN_ERROR_CANCELLED, "*",
             cyan_parcs_new (comparison, NULL, NULL, FALSE, &tick, &failure));
}
