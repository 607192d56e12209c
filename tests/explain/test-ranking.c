/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where to start: whose change is whose, in which order, and that everything adds up. */
#include "cyan-ranking-words.h"

#include <math.h>

#include "parcs-fixture.h"
#include "tests.h"

static CyanRanking *
ranking_of (const Case *self)
{
  CyanRanking *ranking = MUST (cyan_ranking_new (
      self->comparison, &(CyanRankingSources){ self->changes, self->presence, NULL }, NULL,
      &failure));

  return ranking;
}

/* "slow 100, p 28; rest 2" */
static char *
ranking_text (const Case *self)
{
  g_autoptr (CyanRanking) ranking = ranking_of (self);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < ranking->n; i++)
    g_string_append_printf (text, "%s%s %g", i > 0 ? ", " : "",
                            pair_name (self->comparison, ranking->at[i].pair),
                            ranking->at[i].contribution);
  g_string_append_printf (text, "; rest %g", cyan_ranking_rest (ranking));
  return g_string_free (text, FALSE);
}

static void
check (const char *before, const char *after, const Sources *sources, const char *expected)
{
  g_auto (Case) self = { NULL };

  case_init (&self, compare (before, after, CYAN_MATCH_CONTEXT), sources);
  ASSERT_TEXT (ranking_text (&self), expected);
}

/* A change belongs to the nearest function at or above it whose source changed, is new or is
 * gone. */
TEST ("/ranking/sources")
{
  check ("main:1*1(slow:10*1 p:2*1(flush:10*1 lost:6*2(deep:4*1)) odd:3*1)",
         "main:1*1(slow:110*1 p:2*1(flush:40*4 new:7*1(inner:1*1)) odd:5*1)",
         &(Sources){ .modified = " slow p ", .added = " new " }, "slow 100, p 30; rest 0");
  check ("main:1(old:50(b:50) c:20)", "main:1(c:20)", &(Sources){ .deleted = " old " },
         "old -100; rest 0");
  /* Of two that explain the same, the one that changed more as a whole comes first. */
  check ("main:1(a:1(x:1) b:100(x:1))", "main:1(a:1(x:9) b:100(x:9))",
         &(Sources){ .modified = " a b " }, "a 8, b 8; rest 0");
}

/* More calls belong to the caller that makes them, as far up as that is called alike. */
TEST ("/ranking/calls")
{
  check ("main:1*1(p:2*1(q:2*10(flush:10*10)))", "main:1*1(p:2*1(q:4*20(flush:20*20)))", NULL,
         "p 12; rest 0");
  check ("main:1*1(p:2*1(flush:10*10))", "main:1*1(p:2*1(flush:60*30))", NULL,
         "p 30, flush 20; rest 0");
}

/* What one side lacks belongs to its topmost function if that takes most of it, else to who calls
 * it. */
TEST ("/ranking/one-sided")
{
  check ("main:1*1(p:2*1)", "main:1*1(p:2*1(extra:9*3))", NULL, "extra 9; rest 0");
  check ("main:1*1(p:2*1(extra:9*3))", "main:1*1(p:2*1)", NULL, "extra -9; rest 0");
  check ("main:1*1(p:2*1)", "main:1*1(p:2*1(extra:1*3(deep:8*3)))", NULL, "p 9; rest 0");
  /* A function that both recordings have does not count as new; but samples may miss it. */
  check ("main:1*1(p:2*1 q:2*1(f:3*1))", "main:1*1(p:2*1(f:9*3) q:2*1(f:3*1))", NULL,
         "p 9; rest 0");
  check ("main:1(p:2 q:2(f:3))", "main:1(p:2(f:9) q:2(f:3))", NULL, "p 9; rest 0");
}

/* A function that costs more below one of its callers only gets more to do from that. */
TEST ("/ranking/callers")
{
  check ("main:1(p:2(f:100) q:2(f:100))", "main:1(p:2(f:900) q:2(f:100))", NULL, "p 800; rest 0");
  /* It changed alike below all: it is its own. */
  check ("main:1(p:2(f:100) q:2(f:100))", "main:1(p:2(f:200) q:2(f:200))", NULL, "f 200; rest 0");
  /* Of two functions with changed sources, the caller that alone sees it. */
  check ("main:1(p:2(f:100) q:2(f:100))", "main:1(p:2(f:900) q:2(f:100))",
         &(Sources){ .modified = " p f " }, "p 800; rest 0");
  check ("main:1(p:2(f:100) q:2(f:100))", "main:1(p:2(f:900) q:2(f:100))",
         &(Sources){ .modified = " f " }, "f 800; rest 0");
}

/* The role, then what speaks for the first function, and what to read. */
static char *
reasons_text (const Case *self)
{
  g_autoptr (CyanRanking) ranking = ranking_of (self);
  const CyanStart *start = &ranking->at[0];
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s is %s", pair_name (self->comparison, start->pair),
                          cyan_role_names[start->role]);
  for (guint i = 0; i < start->n_because; i++)
    {
      const CyanBecause *because = &start->because[i];
      g_autofree char *clause = cyan_because_text (
          self->comparison, because,
          because->pair != G_MAXUINT32 ? pair_name (self->comparison, because->pair) : "");

      g_string_append_printf (text, "; %s", clause);
    }
  g_string_append (text, "; read");
  for (guint i = 0; i < start->n_read; i++)
    g_string_append_printf (text, " %s", pair_name (self->comparison, start->read[i]));
  return g_string_free (text, FALSE);
}

static void
check_reasons (const char *before, const char *after, const Sources *sources, const char *expected)
{
  g_auto (Case) self = { NULL };

  case_init (&self, compare (before, after, CYAN_MATCH_CONTEXT), sources);
  ASSERT_TEXT (reasons_text (&self), expected);
}

TEST ("/ranking/reasons")
{
  check_reasons ("main:1*1(p:2*1(flush:10*10))", "main:1*1(p:2*1(flush:60*60))", NULL,
                 "p is caller; calls flush 60 times instead of 10; read p flush");
  check_reasons ("main:1*1(p:2*1(f:10*10))", "main:1*1(p:2*1(f:60*10))", NULL,
                 "f is cost; a call costs 6 ns instead of 1 ns; read f p");
  check_reasons ("main:1*1(p:2*1(f:10*10))", "main:1*1(p:2*1(f:60*10))",
                 &(Sources){ .modified = " p " },
                 "p is modified; its source changed; +50 ns in f; read p f main");
  check_reasons ("main:1*1(p:2*1)", "main:1*1(p:2*1(extra:1*3(deep:8*3)))", NULL,
                 "p is caller; now calls extra (9 ns); read p extra");
}

/* Sampled runs have an interval, one exact run has none. */
TEST ("/ranking/interval")
{
  g_auto (Case) self = { NULL };
  g_autoptr (CyanRanking) ranking = NULL;

  case_init (&self, compare ("main:1(f:50)", "main:1(f:90)", CYAN_MATCH_CONTEXT), NULL);
  ranking = ranking_of (&self);
  g_assert_true (isnan (ranking->at[0].interval[0]) && isnan (ranking->at[0].interval[1]));
}

/* "moved from visit to 2 functions: net 1": the first shift. */
static void
check_shift (const char *before, const char *after, const char *expected)
{
  g_auto (Case) self = { NULL };
  g_autoptr (CyanRanking) ranking = NULL;
  g_autofree char *words = NULL, *text = NULL;
  const CyanShift *shift;

  case_init (&self, compare (before, after, CYAN_MATCH_CONTEXT), NULL);
  ranking = ranking_of (&self);
  g_assert_cmpuint (ranking->n_shifts, ==, expected != NULL ? 1 : 0);
  if (expected == NULL)
    return;
  shift = &ranking->shifts[0];
  words = cyan_shift_text (shift, pair_name (self.comparison, shift->from),
                           pair_name (self.comparison, shift->to));
  text = g_strdup_printf ("%s: net %g", words, shift->net);
  g_assert_cmpstr (text, ==, expected);
}

/* Code that only moved is no suspect; what costs more than it did elsewhere is. */
TEST ("/ranking/shifts")
{
  check_shift ("main:1*1(visit:100*5)", "main:1*1(visit:20*5(a:40*5 b:41*5))",
               "moved from visit to 2 functions: net 1");
  check_shift ("main:1*1(visit:20*5(a:40*5))", "main:1*1(visit:59*5)",
               "moved from a to visit: net -1");
  check ("main:1*1(visit:100*5)", "main:1*1(visit:20*5(a:40*5 b:41*5))", NULL, "; rest 1");
  check ("main:1*1(visit:100*5)", "main:1*1(visit:20*5(a:160*5))", NULL, "a 80; rest 0");
  check_shift ("main:1*1(visit:100*5)", "main:1*1(visit:101*5(a:40*5))", NULL);
}

/* A runtime's work belongs to who asks for it, a lambda to who wrote it, the environment to
 * none. */
TEST ("/ranking/homes")
{
  check ("main:1(load:2(<builtins.open>:5))", "main:1(load:2(<builtins.open>:25))", NULL,
         "load 20; rest 0");
  check ("main:1(f:2(sort:3(f.<locals>.<lambda>:5)))",
         "main:1(f:2(sort:3(f.<locals>.<lambda>:25)))", NULL, "sort 20; rest 0");
  check ("main:1(f:1(clear_page_erms:5))", "main:1(f:1(clear_page_erms:50))", NULL, "; rest 45");
}

static CyanConfidence
first_confidence (const char *before, const char *after, const Sources *sources)
{
  g_auto (Case) self = { NULL };
  g_autoptr (CyanRanking) ranking = NULL;

  case_init (&self, compare (before, after, CYAN_MATCH_CONTEXT), sources);
  ranking = ranking_of (&self);
  return ranking->at[0].confidence;
}

/* The noise of one exact run a side is unknown, so a time alone proves nothing; nor does a small
 * part. */
TEST ("/ranking/confidence")
{
  const Sources modified = { .modified = " f " };

  g_assert_cmpint (first_confidence ("main:1000(f:50)", "main:1000(f:90)", &modified), ==,
                   CYAN_CONFIDENCE_LIKELY);
  g_assert_cmpint (first_confidence ("main:1000(f:50)", "main:1000(f:55)", &modified), ==,
                   CYAN_CONFIDENCE_POSSIBLE);
  g_assert_cmpint (first_confidence ("main:1000(f:50)", "main:1000(f:90)", NULL), ==,
                   CYAN_CONFIDENCE_POSSIBLE);
  /* Two explain about the same, and no source tells them apart; two calls of one are one. */
  g_assert_cmpint (first_confidence ("main:9*1(f:50*5 g:50*5)", "main:9*1(f:90*9 g:88*9)", NULL),
                   ==, CYAN_CONFIDENCE_POSSIBLE);
}

/* "lookup 40 in find; rest 0": where find calls lookup, which was modified and is in no profile. */
static char *
inlined_text (const char *before, const char *after, const Sources *sources)
{
  g_auto (Case) self = { NULL };
  CyanInlined lookup = { 0, (char *) "lookup", (char *) "table.c", 7 };
  g_autoptr (GPtrArray) inlined = g_ptr_array_new ();
  g_autoptr (CyanRanking) ranking = NULL;
  const CyanStart *start;

  case_init (&self, compare (before, after, CYAN_MATCH_CONTEXT), sources);
  while (strcmp (pair_name (self.comparison, lookup.pair), "find") != 0)
    lookup.pair++;
  g_ptr_array_add (inlined, &lookup);
  ranking = MUST (cyan_ranking_new (self.comparison,
                                    &(CyanRankingSources){ self.changes, self.presence, inlined },
                                    NULL, &failure));
  start = &ranking->at[0];
  g_assert_cmpint (start->confidence, <, CYAN_CONFIDENCE_STRONG);
  return g_strdup_printf ("%s %g in %s; rest %g", cyan_start_label (self.comparison, start),
                          start->contribution, pair_name (self.comparison, start->pair),
                          cyan_ranking_rest (ranking));
}

/* A modified function that is in no profile stands for its caller, but only if nothing else
 * explains. */
TEST ("/ranking/inlined")
{
  const Sources none = { .modified = " other " }, caller = { .modified = " find " };
  g_autofree char *alone =
      inlined_text ("main:1(find:50(f:10) other:5)", "main:1(find:80(f:20) other:5)", &none);

  g_assert_cmpstr (alone, ==, "lookup 40 in find; rest 0");
  ASSERT_TEXT (
      inlined_text ("main:1(find:50(f:10) other:5)", "main:1(find:80(f:20) other:5)", &caller),
      "find 40 in find; rest 0");
}

static double
contribution_to (const CyanRanking *ranking, const CyanComparison *comparison, const char *name)
{
  double sum = 0;

  for (guint i = 0; i < ranking->n; i++)
    if (strcmp (pair_name (comparison, ranking->at[i].pair), name) == 0)
      sum += ranking->at[i].contribution;
  return sum;
}

/* What is named and what is left add up, but for what would be told as 0 %. */
static void
check_rest (const Case *self, const CyanRanking *ranking)
{
  const double part_of_run = 2e-4 * cyan_compared_larger_total (&self->comparison->compared);

  for (guint n = 0; n <= MIN (ranking->n, 4); n++)
    {
      g_autoptr (GArray) parts = cyan_ranking_list_rest (ranking, self->comparison, n);
      double sum = 0;

      for (guint i = 0; i < n; i++)
        sum += ranking->at[i].contribution;
      for (guint i = 0; i < parts->len; i++)
        {
          const CyanRestPart *part = &g_array_index (parts, CyanRestPart, i);
          g_autofree char *text = cyan_rest_part_text (part);

          g_assert_true ((text == NULL) == (part->shift != NULL));
          sum += part->value;
        }
      g_assert_cmpfloat_with_epsilon (sum, ranking->difference, part_of_run + 1e-9);
    }
}

static void
check_sum (const Case *self)
{
  g_autoptr (CyanRanking) ranking = ranking_of (self);
  double sum = cyan_ranking_rest (ranking);

  for (guint i = 0; i < ranking->n; i++)
    sum += ranking->at[i].contribution;
  assert_near (sum, ranking->difference);
  check_rest (self, ranking);
}

static void
law_whole (const RandomPair *pair, CyanMatchMethod method)
{
  g_auto (Case) self = { NULL }, unknown = { NULL };

  draw_sources (&self, compare_profiles (pair->before, pair->after, method));
  check_sum (&self);
  case_init (&unknown, cyan_comparison_ref (self.comparison), NULL);
  check_sum (&unknown);
}

TEST ("/ranking/sum")
{
  for_random_pairs (law_whole, 0);
}

static void
law_same (const RandomPair *pair, CyanMatchMethod method)
{
  g_auto (Case) self = { NULL };
  g_autoptr (CyanRanking) ranking = NULL;

  draw_sources (&self, compare_profiles (pair->before, pair->before, method));
  ranking = ranking_of (&self);
  g_assert_cmpuint (ranking->n, ==, 0);
  g_assert_true (cyan_ranking_rest (ranking) == 0);
}

TEST ("/ranking/same")
{
  for_random_pairs (law_same, 0);
}

static void
law_swap (const RandomPair *pair, CyanMatchMethod method)
{
  g_auto (Case) self = { NULL }, mirror = { NULL };
  g_autoptr (CyanRanking) a = NULL, b = NULL;

  draw_sources (&self, compare_profiles (pair->before, pair->after, method));
  draw_sources (&mirror, compare_profiles (pair->after, pair->before, method));
  a = ranking_of (&self);
  b = ranking_of (&mirror);
  assert_near (cyan_ranking_rest (a), -cyan_ranking_rest (b));
  for (guint i = 0; i < a->n; i++)
    {
      const char *name = pair_name (self.comparison, a->at[i].pair);

      assert_near (contribution_to (a, self.comparison, name),
                   -contribution_to (b, mirror.comparison, name));
    }
}

TEST ("/ranking/swap")
{
  for_random_pairs (law_swap, (1u << RANDOM_EDIT_ADD) | (1u << RANDOM_EDIT_REMOVE));
}

/* Half a million nested calls of a function that one side lacks. */
TEST ("/ranking/deep")
{
  g_autoptr (GString) text = g_string_new ("main:1");
  g_auto (Case) self = { NULL };

  for (guint i = 0; i < 500000; i++)
    g_string_append (text, "(f:1");
  for (guint i = 0; i < 500000; i++)
    g_string_append_c (text, ')');
  case_init (&self, compare ("main:1", text->str, CYAN_MATCH_CONTEXT), NULL);
  ASSERT_TEXT (ranking_text (&self), "main 500000; rest 0");
}
