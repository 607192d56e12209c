/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is concluded about functions: lists of small trees, their sentences, and laws. */
#include "comparison-fixture.h"

#include "cyan-edits.h"
#include "random-trees.h"
#include "tests.h"

static void
append_near (GString *text, const CyanComparison *comparison, const CyanEditNear *near)
{
  g_string_append_printf (text, " %s+%u", cyan_comparison_string (comparison, near->most),
                          near->n - 1);
}

/* One edit a line: "kind before>after other+others parts *contexts share". */
static char *
list_text (const CyanComparison *comparison, const CyanEdits *edits)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < edits->n; i++)
    {
      const CyanEdit *edit = &edits->at[i];

      g_string_append_printf (text, "%s%s %s>%s", i > 0 ? "\n" : "",
                              cyan_edit_kind_names[edit->kind],
                              cyan_comparison_string (comparison, edit->before),
                              cyan_comparison_string (comparison, edit->after));
      if (edit->kind == CYAN_EDIT_WRAPPED && edit->callee.n > 0)
        append_near (text, comparison, &edit->callee);
      if (edit->kind == CYAN_EDIT_INLINED && edit->caller.n > 0)
        append_near (text, comparison, &edit->caller);
      for (guint k = 0; k < edit->n_parts; k++)
        g_string_append_printf (text, " %s", cyan_comparison_string (comparison, edit->parts[k]));
      g_string_append_printf (text, " *%u %.0f%%", edit->n_contexts, 100 * edit->share);
    }
  return g_string_free (text, FALSE);
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The kind of @edit with before and after exchanged.  What was cut out alone is inlined then. */
static CyanEditKind
reversed_kind (const CyanEdit *edit)
{
  static const CyanEditKind of[] = {
    CYAN_EDIT_RENAMED, CYAN_EDIT_REPLACED, CYAN_EDIT_INLINED, CYAN_EDIT_WRAPPED,
    CYAN_EDIT_MERGED,  CYAN_EDIT_SPLIT,    CYAN_EDIT_MOVED,
  };

  return edit->kind == CYAN_EDIT_SPLIT && edit->n_parts == 1 ? CYAN_EDIT_INLINED : of[edit->kind];
}

/* What must be the same with before and after exchanged, in an order of its own; @reversed: @edits
 * are those of the exchanged. */
static char *
mirror_text (const CyanComparison *comparison, const CyanEdits *edits, gboolean reversed)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < edits->n; i++)
    {
      const CyanEdit *edit = &edits->at[i];
      CyanEditKind kind = reversed ? reversed_kind (edit) : edit->kind;
      CyanStr names[] = { edit->before, edit->after };

      /* One direction tells what the other has as wrappers or as parts. */
      if (kind == CYAN_EDIT_WRAPPED || kind == CYAN_EDIT_INLINED
          || (kind == CYAN_EDIT_SPLIT && edit->n_parts <= 1))
        {
          CyanStr one = edit->n_parts == 1               ? edit->parts[0]
                        : edit->before != CYAN_STR_EMPTY ? edit->before
                                                         : edit->after;

          names[0] = names[1] = one;
          kind = CYAN_EDIT_INLINED;
        }
      g_ptr_array_add (
          lines, g_strdup_printf (
                     "%u %s %s>%s +%u *%u %.6f", kind, cyan_confidence_names[edit->confidence],
                     cyan_comparison_string (comparison, names[reversed]),
                     cyan_comparison_string (comparison, names[1 - reversed]),
                     edit->n_parts > 1 ? edit->n_parts : 0, edit->n_contexts, edit->share));
    }
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

static void
assert_mirrored (const CyanComparison *comparison, const CyanComparison *mirror)
{
  g_autoptr (CyanEdits) edits = cyan_edits_new (comparison, NULL, CYAN_CONFIDENCE_POSSIBLE);
  g_autoptr (CyanEdits) back = cyan_edits_new (mirror, NULL, CYAN_CONFIDENCE_POSSIBLE);
  g_autofree char *back_text = mirror_text (mirror, back, TRUE);

  ASSERT_TEXT (mirror_text (comparison, edits, FALSE), back_text);
}

static void
assert_edits (const char *before, const char *after, const char *expected)
{
  g_autoptr (CyanComparison) comparison = compare (before, after, CYAN_MATCH_CONTEXT);
  g_autoptr (CyanComparison) mirror = compare (after, before, CYAN_MATCH_CONTEXT);
  g_autoptr (CyanEdits) edits = cyan_edits_new (comparison, NULL, CYAN_CONFIDENCE_POSSIBLE);

  ASSERT_TEXT (list_text (comparison, edits), expected);
  assert_mirrored (comparison, mirror);
}

TEST ("/edits/kinds")
{
  assert_edits ("main(a b)", "main(a b)", "");
  assert_edits ("main(a:99 b:10)", "main(a:99 c:40)", "");
  assert_edits ("main:80(old:5(a:5 b:5 c:5))", "main:80(new:5(a:5 b:5 c:5))",
                "renamed old>new *1 20%");
  assert_edits ("main:80(a:10 b:10)", "main:80(w:0(a:10) w:0(b:10))", "wrapped >w a+1 *2 20%");
  assert_edits ("main:80(i:0(a:10) j:0(i:0(b:10)))", "main:80(a:10 j:0(b:10))",
                "inlined i> j+1 *2 20%");
}

/* Functions that are new take own time or callees from one that stays, and the reverse. */
TEST ("/edits/parts")
{
  /* Own time. */
  assert_edits ("main:50(f:50)", "main:50(f:20(g:30))", "split f>f g *1 30%");
  assert_edits ("main:50(f:20(g:30))", "main:50(f:50)", "inlined g> f+0 *1 30%");
  assert_edits ("main:50(f:20(g:20 h:10))", "main:50(f:50)", "merged f>f g h *2 30%");
  /* Callees; then what is below the parts, and other new callees, are parts, too. */
  assert_edits ("main:50(f:20(a:10 b:10 c:10))", "main:50(f:20(g:0(a:10 b:10) c:10))",
                "split f>f g *1 20%");
  assert_edits ("main:40(f:30(a:10 b:10 c:10))", "main:40(f:20(g:0(a:10 b:10 h:5) i:5 c:10))",
                "split f>f g h i *3 30%");
  /* One callee alone is wrapped; time that was not the caller's, or that more than one function
   * calls, is new. */
  assert_edits ("main:50(f:20(a:30))", "main:50(f:20(g:0(a:30)))", "wrapped >g a+0 *1 30%");
  assert_edits ("main:50(f:50)", "main:50(f:50(g:30))", "");
  assert_edits ("main:40(f:30 e:30)", "main:40(f:20(g:10) e:20(g:10))", "");
}

/* Leaves that a caller lost and got, one of them alone in its version. */
TEST ("/edits/leaves")
{
  assert_edits ("main(a:10 b:10)", "main(a:10 c:10)", "replaced b>c *1 48%");
  assert_edits ("main(a:99 b:10)", "main(a:99 c:30)", "");
  /* Two that fit equally well. */
  assert_edits ("main(a:10 b:10)", "main(a:10 c:10 d:10)", "");
  /* Both versions have both. */
  assert_edits ("main(a:10(b:10 x:50) e:10(c:10))", "main(a:10(c:10 x:50) e:10(b:10))", "");
}

/* What the sources say: functions at another place, and of whose text one was a part. */
TEST ("/edits/sources")
{
  g_autoptr (CyanComparison) comparison =
      compare ("main:50(f:20 e:10)", "main:50(f:20(g:10) e:10)", CYAN_MATCH_CONTEXT);
  g_autoptr (GPtrArray) moves = g_ptr_array_new ();
  g_autoptr (GArray) parts = cyan_edits_possible_parts (comparison);
  const CyanEditSources sources = { moves, parts };
  char from[] = "a.c", to[] = "b.c";
  CyanFunctionMove move = { .place = { from, to } };
  g_autoptr (CyanEdits) without = cyan_edits_new (comparison, NULL, CYAN_CONFIDENCE_POSSIBLE),
                        with = NULL;
  g_autofree char *first = NULL, *second = NULL;

  g_assert_cmpuint (without->n, ==, 0);
  g_assert_cmpuint (parts->len, ==, 1);
  for (CyanNode i = 1; i < comparison->compared.n_nodes; i++)
    if (strcmp (cyan_comparison_name (comparison, i), "e") == 0)
      move.pair = comparison->compared.pairs->of_node[i];
  g_ptr_array_add (moves, &move);
  with = cyan_edits_new (comparison, &sources, CYAN_CONFIDENCE_POSSIBLE);
  g_assert_cmpuint (with->n, ==, 2);
  first = cyan_edit_to_sentence (comparison, &with->at[0]);
  second = cyan_edit_to_sentence (comparison, &with->at[1]);
  g_assert_cmpstr (first, ==, "g was cut out of f (in 1 context; by its source; together +8.3 pp)");
  g_assert_cmpstr (second, ==, "e moved from a.c to b.c (in 1 context; by its source)");
}

/* Another function that both versions have is called instead. */
TEST ("/edits/replaced")
{
  assert_edits ("main:60(f:0(a:10 b:10 c:10) x:5(g:5))", "main:60(g:0(a:10 b:10 c:10) x:5(g:5))",
                "replaced f>g *1 30%");
  /* Of two that are gone, the one that is as deep. */
  assert_edits ("main:60(e:0(f:0(a:10 b:10 c:10)) x:5(g:5))",
                "main:60(g:0(a:10 b:10 c:10) x:5(g:5))",
                "replaced e>g *1 30%\ninlined f> main+0 *1 30%");
  /* Unless the other is so in more contexts. */
  assert_edits (
      "main:30(e:0(f:0(a:10 b:10 c:10)) y:0(f:0(p:5 q:5 r:5)) z:0(f:0(s:5 t:5 u:5)) x:0(g:10))",
      "main:30(g:0(a:10 b:10 c:10) y:0(g:0(p:5 q:5 r:5)) z:0(g:0(s:5 t:5 u:5)) x:0(g:10))",
      "replaced f>g *3 60%\ninlined e> main+0 *1 30%");
  /* A wrapper and an inlined function that meet once. */
  assert_edits ("main:10(p:0(i:0(a:10)) q:0(i:0(b:10)) r:0(i:0(c:10)) s:0(d:30) t:0(e:30))",
                "main:10(p:0(w:0(a:10)) q:0(b:10) r:0(c:10) s:0(w:0(d:30)) t:0(w:0(e:30)))",
                "wrapped >w a+2 *3 70%\ninlined i> p+2 *3 30%");
}

/* What a person says are two functions does not replace each other. */
TEST ("/edits/refused")
{
  g_autoptr (CyanProfile) before = profile ("main:60(f:0(a:10 b:10 c:10) x:5(g:5))");
  g_autoptr (CyanProfile) after = profile ("main:60(g:0(a:10 b:10 c:10) x:5(g:5))");
  g_autoptr (GPtrArray) claims = cyan_name_claims_new ();
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (CyanEdits) edits = NULL;

  cyan_name_claims_add (claims, "f", "g", FALSE);
  options.claims = claims;
  comparison = cyan_comparison_new (before, after, &options, NULL, NULL);
  edits = cyan_edits_new (comparison, NULL, CYAN_CONFIDENCE_POSSIBLE);
  g_assert_cmpuint (edits->n_kind[CYAN_EDIT_RENAMED], ==, 0);
  g_assert_cmpuint (edits->n_kind[CYAN_EDIT_REPLACED], ==, 0);
}

/* What both call more often is no edit, and nested contexts count once. */
TEST ("/edits/recursion")
{
  assert_edits ("main:10(f:10(a:80))", "main:10(f:10(f:10(a:70)))", "");
  assert_edits ("main:50(a:10(b:40))", "main:50(w:0(a:10(w:0(b:40))))", "wrapped >w a+1 *2 50%");
}

/* A rename says why it is believed: what a person said comes first, then the sources. */
TEST ("/edits/reasons")
{
  static const struct
  {
    gboolean is_claimed, is_likely;
    CyanMatchReason reason;
  } cases[] = {
    { FALSE, FALSE, CYAN_MATCH_BY_CONTEXTS },
    { FALSE, TRUE, CYAN_MATCH_BY_SOURCE },
    { TRUE, FALSE, CYAN_MATCH_BY_USER },
    { TRUE, TRUE, CYAN_MATCH_BY_USER },
  };
  g_autoptr (CyanProfile) before = profile ("main:80(old:5(a:5 b:5 c:5))");
  g_autoptr (CyanProfile) after = profile ("main:80(new:5(a:5 b:5 c:5))");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
      g_autoptr (GPtrArray) claims = cyan_name_claims_new ();
      g_autoptr (CyanMatchEvidence) evidence = cyan_match_evidence_new ();
      g_autoptr (CyanComparison) comparison = NULL;
      g_autoptr (CyanEdits) edits = NULL;

      if (cases[i].is_claimed)
        cyan_name_claims_add (claims, "old", "new", TRUE);
      if (cases[i].is_likely)
        cyan_match_evidence_add_rename (evidence, "old", "new", 0.9);
      options.claims = claims;
      options.evidence = evidence;
      comparison = cyan_comparison_new (before, after, &options, NULL, NULL);
      edits = cyan_edits_new (comparison, NULL, CYAN_CONFIDENCE_POSSIBLE);
      g_assert_cmpuint (edits->n, ==, 1);
      g_assert_cmpint (edits->at[0].kind, ==, CYAN_EDIT_RENAMED);
      g_assert_cmpint (edits->at[0].reason, ==, cases[i].reason);
      g_assert_cmpint (edits->at[0].confidence, ==,
                       cases[i].reason == CYAN_MATCH_BY_CONTEXTS ? CYAN_CONFIDENCE_LIKELY
                                                                 : CYAN_CONFIDENCE_STRONG);
    }
}

/* @expected: how sure each conclusion is, one a line.  The reverse is as sure. */
static void
assert_sure (const char *before, const char *after, const char *expected)
{
  g_autoptr (CyanComparison) comparison = compare (before, after, CYAN_MATCH_CONTEXT);
  g_autoptr (CyanComparison) mirror = compare (after, before, CYAN_MATCH_CONTEXT);
  g_autoptr (CyanEdits) edits = cyan_edits_new (comparison, NULL, CYAN_CONFIDENCE_POSSIBLE);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < edits->n; i++)
    g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "",
                            cyan_confidence_names[edits->at[i].confidence],
                            cyan_edit_kind_names[edits->at[i].kind]);
  g_assert_cmpstr (text->str, ==, expected);
  assert_mirrored (comparison, mirror);
}

/* A rename is as sure as its contexts are many and alike. */
TEST ("/edits/sure-renamed")
{
  assert_sure ("main:9(p:9(old:5(a:5 b:5)) q:9(old:5(a:5 c:5)))",
               "main:9(p:9(new:5(a:5 b:5)) q:9(new:5(a:5 c:5)))", "strong renamed");
  /* One context. */
  assert_sure ("main:9(p:9(old:5(a:5 b:5 c:5)) q:9)", "main:9(p:9(new:5(a:5 b:5 c:5)) q:9)",
               "likely renamed");
  /* One, while three others are gone. */
  assert_sure ("main:9(p:9(old:5(a:5 b:5 c:5)) q:9(old:5) r:9(old:5) s:9(old:5))",
               "main:9(p:9(new:5(a:5 b:5 c:5)) q:9 r:9 s:9)", "possible renamed");
  /* It takes ten times as long. */
  assert_sure ("main:9(p:9(old:5(a:5 b:5)) q:9(old:5(a:5 c:5)))",
               "main:9(p:9(new:50(a:5 b:5)) q:9(new:50(a:5 c:5)))", "likely renamed");
}

TEST ("/edits/sure-wrapped")
{
  assert_sure ("main:9(a:5 b:5 p:9(a:5 c:5) q:9(b:5 d:5))",
               "main:9(w:0(a:5 b:5) p:9(w:0(a:5 c:5)) q:9(w:0(b:5 d:5)))", "strong wrapped");
  assert_sure ("main:9(a:5 b:5)", "main:9(w:0(a:5) b:5)", "likely wrapped");
  /* It existed, and may only be called elsewhere. */
  assert_sure ("main:9(a:5 b:5 q:9(w:1(e:5)))", "main:9(w:1(a:5) b:5 q:9(w:1(e:5)))",
               "possible wrapped");
  /* One callee. */
  assert_sure ("main:9(p:9(a:5) q:9(b:5) r:9(c:5))",
               "main:9(p:9(w:0(a:5)) q:9(w:0(b:5)) r:9(w:0(c:5)))", "likely wrapped");
  /* In one of three contexts, something else was there. */
  assert_sure ("main:9(p:9(i:0(a:5 b:5)) q:9(b:5 c:5) r:9(c:5 a:5) s:9(i:0(d:5)) t:9(i:0(e:5)))",
               "main:9(p:9(w:0(a:5 b:5)) q:9(w:0(b:5 c:5)) r:9(w:0(c:5 a:5)) s:9(d:5) t:9(e:5))",
               "likely wrapped, likely inlined");
}

TEST ("/edits/sure-replaced")
{
  const char *const many[] = {
    "main:9(x(g) k(f:0(a b)) l(f:0(b c)) m(f:0(c d)) n(f:0(d e)) o(f:0(e a)))",
    "main:9(x(g) k(g:0(a b)) l(g:0(b c)) m(g:0(c d)) n(g:0(d e)) o(g:0(e a)))",
  };

  assert_sure (many[0], many[1], "likely replaced");
  assert_sure ("main:9(f:0(a b c) x(g))", "main:9(g:0(a b c) x(g))", "possible replaced");
  /* The caller calls it still, for other things: nothing was edited. */
  assert_sure ("main:9(f:0(a b c d e h i j k l) f:0(p q) x(g))",
               "main:9(g:0(a b c d e h i j k l) f:0(p q) x(g))", "");
}

/* Own times that agree are no evidence in one context. */
TEST ("/edits/sure-parts")
{
  assert_sure ("main:50(p:9(f:40) q:9(f:40))", "main:50(p:9(f:20(g:20)) q:9(f:20(g:20)))",
               "likely split");
  assert_sure ("main:50(f:40)", "main:50(f:20(g:20))", "possible split");
  assert_sure ("main:50(p:9(f:40) q:9(f:40))", "main:50(p:9(f:20(g:90)) q:9(f:20(g:90)))",
               "possible split");
}

/* @expected: the sentences and how to refuse them, one a line. */
static void
assert_words (const char *before, const char *after, const char *expected)
{
  g_autoptr (CyanComparison) comparison = compare (before, after, CYAN_MATCH_CONTEXT);
  g_autoptr (CyanEdits) edits = cyan_edits_new (comparison, NULL, CYAN_CONFIDENCE_POSSIBLE);
  g_autofree char *summary = cyan_edits_summary (edits);
  g_autoptr (GString) text = g_string_new (summary);

  for (guint i = 0; i < edits->n; i++)
    {
      g_autofree char *sentence = cyan_edit_to_sentence (comparison, &edits->at[i]);
      g_autofree char *line = cyan_edit_refusal_line (comparison, &edits->at[i]);

      g_string_append_printf (text, "\n%s; %s", sentence, line);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

TEST ("/edits/words")
{
  assert_words ("main(a)", "main(a)", "");
  assert_words (
      "main:80('a::old':5(a:5 b:5 c:5))", "main:80('a::new':5(a:5 b:5 c:5))",
      "functions: 1 renamed\na::old is probably a::new now (in 1 context); not: a::old => a::new");
  assert_words ("main:60(f:0(a:10 b:10 c:10) x:5(g:5))", "main:60(g:0(a:10 b:10 c:10) x:5(g:5))",
                "functions: 1 replaced\nf was replaced by g (in 1 context); not: f => g");
  assert_words ("main:80(a:10 b:10 c:5)", "main:80(w:0(a:10 b:10) w:0(c:5))",
                "functions: 1 split\n"
                "w was cut out of main (in 2 contexts; together 0 pp); not: => w");
  assert_words ("main:60(p(a:10 b:10) q(c:5 d:15))", "main:60(p(w:0(a:10 b:10)) q(w:0(c:5 d:15)))",
                "functions: 1 new wrapper\n"
                "a and 3 others are wrapped by w (in 2 contexts); not: => w");
  assert_words ("main:80(a:10 b:10)", "main:80(w:0(a:10) w:0(b:10))",
                "functions: 1 new wrapper\n"
                "a and 1 other are wrapped by w (in 2 contexts); not: => w");
  assert_words ("main:50(f:20(g:20 h:10))", "main:50(f:50)",
                "functions: 1 merged\n"
                "g, h were merged into f (in 2 contexts; together 0 pp); not: g =>");
  assert_words ("main:80(i:0(a:10) j:0(i:0(b:10)))", "main:80(a:10 j:0(b:10))",
                "functions: 1 inlined\n"
                "i was inlined into j and 1 other (in 2 contexts); not: i =>");
  /* What stands at the top of a tree has no caller. */
  assert_words ("start(main:80(a:10 b:10))", "main:80(w:0(a:10) b:10)",
                "functions: 1 new wrapper\n"
                "w is new between main and a (in 1 context); not: => w");
}

/* Whether @mirror is the matching of @self with before and after exchanged. */
static gboolean
is_mirror (const CyanComparison *self, const CyanComparison *mirror)
{
  const CyanMergedTree *tree = self->compared.tree, *back = mirror->compared.tree;
  guint n_pairs = 0, n_both = 0;
  g_autofree CyanNode *partner = g_new (CyanNode, self->compared.side[0].profile->n_nodes);

  for (CyanNode i = 0; i < tree->n_nodes; i++)
    if (tree->before[i] != CYAN_NODE_NONE)
      partner[tree->before[i]] = tree->after[i];
  for (CyanNode i = 0; i < back->n_nodes; i++)
    {
      n_pairs += back->before[i] != CYAN_NODE_NONE && back->after[i] != CYAN_NODE_NONE;
      n_both += back->after[i] != CYAN_NODE_NONE && back->before[i] != CYAN_NODE_NONE
                && partner[back->after[i]] == back->before[i];
    }
  return n_pairs == n_both && tree->n_nodes == back->n_nodes;
}

/* Random programs: both ways the same edits, each with contexts, in order; and what was not edited
 * has none. */
TEST ("/edits/random")
{
  guint n_edits = 0, n_mirrors = 0;

  for (guint seed = 1; seed <= 30; seed++)
    {
      const RandomOptions options = { seed, 600, 40, seed % 10, .jitter = 0.05 };
      RandomPair pair = random_pair_new (&options);
      g_autoptr (CyanComparison) comparison =
          compare_profiles (pair.before, pair.after, CYAN_MATCH_CONTEXT);
      g_autoptr (CyanComparison) mirror =
          compare_profiles (pair.after, pair.before, CYAN_MATCH_CONTEXT);
      g_autoptr (CyanEdits) edits = cyan_edits_new (comparison, NULL, CYAN_CONFIDENCE_POSSIBLE);

      for (guint i = 0; i < edits->n; i++)
        {
          const CyanEdit *edit = &edits->at[i];

          g_assert_cmpuint (edit->n_contexts, >, 0);
          g_assert_cmpuint (edit->node, <, comparison->compared.n_nodes);
          g_assert_true (edit->share >= 0 && edit->share <= 1);
          if (i > 0 && edit[-1].kind == edit->kind)
            g_assert_cmpfloat (edit[-1].share, >=, edit->share);
        }
      if (options.n_edits == 0)
        g_assert_cmpuint (edits->n, ==, 0);
      n_edits += edits->n;
      if (is_mirror (comparison, mirror))
        {
          assert_mirrored (comparison, mirror);
          n_mirrors++;
        }
      random_pair_clear (&pair);
    }
  g_assert_cmpuint (n_edits, >, 30);
  g_assert_cmpuint (n_mirrors, >, 5);
}

static gboolean
has_edit (const CyanEdits *edits, CyanEditKind kind, const char *line, const CyanComparison *of)
{
  for (guint i = 0; i < edits->n; i++)
    {
      g_autofree char *other = cyan_edit_refusal_line (of, &edits->at[i]);

      if (edits->at[i].kind == kind && strcmp (line, other) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Whether it is gone if a person refuses it. */
static gboolean
is_refusable (const RandomPair *pair, const CyanComparison *comparison, const CyanEdit *edit)
{
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autofree char *line = cyan_edit_refusal_line (comparison, edit);
  g_autoptr (GPtrArray) claims = cyan_name_claims_new ();
  g_autoptr (CyanComparison) again = NULL;
  g_autoptr (CyanEdits) rest = NULL;
  const char *before, *after;

  cyan_edit_refusal (comparison, edit, &before, &after);
  cyan_name_claims_add (claims, before, after, FALSE);
  options.claims = claims;
  again = cyan_comparison_new (pair->before, pair->after, &options, NULL, NULL);
  rest = cyan_edits_new (again, NULL, CYAN_CONFIDENCE_POSSIBLE);
  return !has_edit (rest, edit->kind, line, again);
}

/* One that is replaced in a part of its contexts may rarely stay. */
TEST ("/edits/random-refused")
{
  guint n = 0, n_refused = 0;

  for (guint seed = 1; seed <= 12; seed++)
    {
      const RandomOptions options = { seed, 400, 30, 12, .jitter = 0.05 };
      RandomPair pair = random_pair_new (&options);
      g_autoptr (CyanComparison) comparison =
          compare_profiles (pair.before, pair.after, CYAN_MATCH_CONTEXT);
      g_autoptr (CyanEdits) edits = cyan_edits_new (comparison, NULL, CYAN_CONFIDENCE_POSSIBLE);

      for (guint i = 0; i < edits->n; i++)
        n_refused += is_refusable (&pair, comparison, &edits->at[i]);
      n += edits->n;
      random_pair_clear (&pair);
    }
  g_assert_cmpuint (n, >, 20);
  g_assert_cmpuint (n_refused * 50, >=, n * 49);
}
