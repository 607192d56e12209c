/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program against its pruned forms is unchanged, and what truly changed is seen. */
#include "pruned-fixture.h"

#include "cyan-hot-profile.h"
#include "tests.h"

static CyanProfile *
prune (const CyanProfile *whole, double phi)
{
  CyanProfile *pruned = MUST (cyan_hot_profile_new (whole, phi, NULL, NULL, &failure));

  MUST (cyan_profile_check (pruned, &failure));
  return pruned;
}

static void
assert_same_both_ways (CyanProfile *a, CyanProfile *b)
{
  for (CyanMatchMethod method = CYAN_MATCH_CONTEXT; method <= CYAN_MATCH_PATH; method++)
    {
      g_autoptr (CyanComparison) there = compare_profiles (a, b, method);
      g_autoptr (CyanComparison) back = compare_profiles (b, a, method);

      assert_no_change (there);
      assert_no_change (back);
    }
}

/* A recording against its pruned forms, and these against each other.  Python's has contexts that
 * only their files tell apart, and some that nothing does. */
TEST ("/pruned/recordings")
{
  static const char *const names[] = { "cmark", "jq", "lua", "lark-visit" };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (names); i++)
    {
      g_autoptr (CyanProfile) whole = read_recording (names[i / 2], i % 2 == 0 ? 'a' : 'b');
      g_autoptr (CyanProfile) fine = prune (whole, 1e-4);
      g_autoptr (CyanProfile) middle = prune (whole, 3e-3);
      g_autoptr (CyanProfile) coarse = prune (whole, 0.05);
      g_autoptr (CyanProfile) twice = prune (fine, 0.01);

      g_autoptr (CyanComparison) with_coarse = compare_profiles (whole, coarse, CYAN_MATCH_CONTEXT);

      g_assert_cmpuint (coarse->n_nodes, <, fine->n_nodes);
      assert_no_function_changed (with_coarse);
      assert_same_both_ways (whole, whole);
      assert_same_both_ways (whole, fine);
      assert_same_both_ways (whole, middle);
      assert_same_both_ways (whole, coarse);
      assert_same_both_ways (whole, twice);
      assert_same_both_ways (middle, twice);
    }
}

/* ---- small trees ---- */

/* @text has functions "name/file". */
static CyanProfile *
profile_with_files (const char *text)
{
  g_autoptr (CyanProfile) self = profile (text);
  CyanFunction *functions = cyan_profile_move_functions (self, self->strings);

  for (guint f = 1; f < self->n_functions; f++)
    {
      const char *name = cyan_strings_get (self->strings, functions[f].name);
      const char *slash = strchr (name, '/');

      if (slash == NULL)
        continue;
      functions[f].file = cyan_strings_add (self->strings, slash + 1, -1);
      functions[f].name = cyan_strings_add (self->strings, name, slash - name);
    }
  return cyan_profile_with_functions (self, self->strings, functions);
}

/* "name: verdict" of what has another verdict than unchanged, in preorder. */
static char *
verdicts_text (const CyanComparison *self)
{
  GString *text = g_string_new (NULL);

  for (CyanNode i = 1; i < self->compared.n_nodes; i++)
    {
      CyanVerdict verdict = cyan_comparison_verdict (self, i, CYAN_BASIS_ABSOLUTE);

      if (verdict != CYAN_VERDICT_UNCHANGED)
        g_string_append_printf (text, "%s%s %s", text->len > 0 ? ", " : "",
                                cyan_comparison_name (self, i), cyan_verdict_names[verdict]);
    }
  return g_string_free (text, FALSE);
}

typedef struct
{
  const char *before, *after;
  double phi;
  const char *verdicts; /* of the pruned forms; NULL: it is one program, with none */
} Small;

static const Small smalls[] = {
  /* What costs nothing leaves no "(cold)" behind. */
  { "main:90(a:10(zero:0(none:0)))", NULL, 0.05, NULL },
  /* Nothing but small functions, so that only their sum is left. */
  { "a:1 b:1 c:1 d:1 e:1 f:1 g:1 h:1 i:1 j:1 k:1 l:1 m:1 n:1 o:1 p:1 q:1 r:1 s:1 t:1 u:1 v:1 w:1 "
    "x:1 y:1 z:1",
    NULL, 0.05, NULL },
  /* One function of two files: the small one is pruned, and the other one gets its partner. */
  { "main:5(load/x:3(lex:1) load/y:90(lex:2))", NULL, 0.05, NULL },
  { "main:5(load/y:90(lex:2) load/x:3(lex:1))", NULL, 0.05, NULL },
  { "main:5(load:3(lex:60) load:90(lex:2) load:1)", NULL, 0.05, NULL },
  /* A function that was pruned is not renamed to what sums it up. */
  { "main:10(run:60(alloc:1) read:60(alloc:1) eval:60(alloc:2))", NULL, 0.05, NULL },
  /* A level of a recursion that was pruned. */
  { "f:10(g:1(f:1(g:1(f:1))) h:40(f:40(g:40)))", NULL, 0.05, NULL },
  /* Idle time is not summed up with work. */
  { "main:90(a:30) '(idle)':1", NULL, 0.05, NULL },
  /* True changes are seen. */
  { "main:10(a:100(b:1) c:20)", "main:10(a:160(b:1) c:20)", 0.02, "main slower, a slower" },
  { "main:10(a:100 old:50 c:2)", "main:10(a:100 c:1 new:90)", 0.02,
    "main slower, new added, old removed" },
  { "main:10(a:100(b:30 c:1))", "main:10(wrap:20(a:100(b:90 c:1)))", 0.02,
    "main slower, wrap added, a slower, b slower" },
  { "main:5(load/x:50(lex:1) load/y:90)", "main:5(load/x:90(lex:1) load/y:90)", 0.02,
    "main slower, load slower" },
};

/* The function of an added context costs more. */
static void
assert_added_counts (const CyanComparison *self)
{
  g_autofree double *changes = function_changes (self);

  for (CyanNode i = 0; i < self->compared.n_nodes; i++)
    if (cyan_comparison_verdict (self, i, CYAN_BASIS_ABSOLUTE) == CYAN_VERDICT_ADDED)
      g_assert_cmpfloat (changes[cyan_compared_function (&self->compared, i)], >, 0);
}

TEST ("/pruned/small")
{
  for (guint i = 0; i < G_N_ELEMENTS (smalls); i++)
    {
      const Small *small = &smalls[i];
      g_autoptr (CyanProfile) before = profile_with_files (small->before);
      g_autoptr (CyanProfile) after =
          profile_with_files (small->after != NULL ? small->after : small->before);
      g_autoptr (CyanProfile) pruned_before = prune (before, small->phi);
      g_autoptr (CyanProfile) pruned_after = prune (after, small->phi);
      g_autoptr (CyanComparison) self =
          compare_profiles (pruned_before, pruned_after, CYAN_MATCH_CONTEXT);
      g_autofree char *verdicts = verdicts_text (self);

      g_assert_cmpstr (verdicts, ==, small->verdicts != NULL ? small->verdicts : "");
      assert_added_counts (self);
      if (small->verdicts == NULL)
        assert_same_both_ways (before, pruned_before);
    }
}

/* Of another metric than that which decided what is pruned, a pruned sibling may have more. */
TEST ("/pruned/other-metric")
{
  static const double values[][2] = { { 5, 5 }, { 3, 80 }, { 90, 10 } };
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (CyanProfile) whole = NULL;
  g_autoptr (CyanProfile) pruned = NULL;
  guint metrics[2] = { cyan_profile_builder_metric (builder, "time", "ns"),
                       cyan_profile_builder_metric (builder, "size", "bytes") };
  static const char *const files[] = { "", "x", "y" };
  CyanNode main = CYAN_NODE_ROOT;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      CyanStr name = cyan_strings_add (strings, i == 0 ? "main" : "load", -1);
      CyanStr file = cyan_strings_add (strings, files[i], -1);
      CyanNode node = MUST (cyan_profile_builder_append (
          builder, main, cyan_profile_builder_function (builder, name, CYAN_STR_EMPTY, file, 0, 0),
          0, &failure));

      for (guint m = 0; m < 2; m++)
        cyan_profile_builder_add (builder, metrics[m], node, values[i][m]);
      main = i == 0 ? node : main;
    }
  whole = cyan_profile_builder_finish (builder);
  pruned = prune (whole, 0.05);
  for (guint way = 0; way < 2; way++)
    {
      g_autoptr (CyanComparison) self =
          compare_metric (way == 0 ? whole : pruned, way == 0 ? pruned : whole, "size");

      assert_no_change (self);
    }
}
