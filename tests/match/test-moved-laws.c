/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of what moved: how often a program repeats it, and what it costs, makes no difference. */
#include "comparison-fixture.h"
#include "tests.h"

static const struct
{
  const char *before, *after;
} moves[] = {
  { "p(b(s t)) q(k)", "p q(k b(s t))" },
  { "q(b(s t)) p(k)", "q p(k b(s t))" },
  { "p(m) q", "p q(m)" },
  { "p(b(s)) q", "p q(b(s))" },
  { "p(w(b(s t) c)) q", "p q(w(b(s t) c))" },
  { "u(p(b(s t u) c)) q(r)", "u(p(c)) q(r(b(s t v)))" },
  { "p(f(s t) k) q(f(u v)) r", "p(k) q r(f(s t) f(u v))" },
};

static void
append_path (GString *text, const CyanComparison *self, CyanNode node)
{
  gsize start = text->len;

  for (; node != CYAN_NODE_ROOT; node = self->compared.tree->parent[node])
    {
      g_string_insert (text, (gssize) start, cyan_comparison_name (self, node));
      g_string_insert_c (text, (gssize) start, '/');
    }
}

/* The links of the part below @caller, without the way to it. */
static char *
moves_below (const CyanComparison *self, const char *caller)
{
  CyanNode top = find (self, caller);
  GString *text = g_string_new (NULL);
  g_autoptr (GString) way = g_string_new (NULL);

  append_path (way, self, top);
  for (guint i = 0; i < self->compared.moves->n; i++)
    {
      const CyanMove *move = &self->compared.moves->by_removed[i];
      const CyanNode ends[2] = { move->removed, move->added };

      if (move->removed < top || move->removed >= self->compared.tree->end[top])
        continue;
      for (guint k = 0; k < 2; k++)
        {
          g_autoptr (GString) path = g_string_new (NULL);

          append_path (path, self, ends[k]);
          g_assert_true (g_str_has_prefix (path->str, way->str));
          g_string_append_printf (text, "%s%s%s", k == 0 ? "" : " > ", path->str + way->len,
                                  k == 0      ? ""
                                  : move->top ? ", "
                                              : " with it, ");
        }
    }
  return g_string_free (text, FALSE);
}

/* A program that calls @part in @n functions: x0, x1 and so on. */
static CyanProfile *
repeat (const char *part, guint n)
{
  g_autoptr (GString) text = g_string_new ("m(");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%sx%u(%s)", i > 0 ? " " : "", i, part);
  g_string_append_c (text, ')');
  return profile (text->str);
}

/* The links are those that each part has when it is alone. */
TEST ("/moved-laws/repeated")
{
  static const guint ns[] = { 2, 9, 40 };

  for (guint c = 0; c < G_N_ELEMENTS (moves); c++)
    for (CyanMatchMethod method = CYAN_MATCH_COMMON_TREE; method <= CYAN_MATCH_PATH; method++)
      {
        g_autoptr (CyanProfile) before = repeat (moves[c].before, 1);
        g_autoptr (CyanProfile) after = repeat (moves[c].after, 1);
        g_autoptr (CyanComparison) alone = compare_profiles (before, after, method);
        g_autofree char *expected = moves_below (alone, "x0");

        g_assert_cmpstr (expected, !=, "");
        for (guint k = 0; k < G_N_ELEMENTS (ns); k++)
          {
            g_autoptr (CyanProfile) befores = repeat (moves[c].before, ns[k]);
            g_autoptr (CyanProfile) afters = repeat (moves[c].after, ns[k]);
            g_autoptr (CyanComparison) self = compare_profiles (befores, afters, method);

            for (guint i = 0; i < ns[k]; i++)
              {
                g_autofree char *caller = g_strdup_printf ("x%u", i);

                ASSERT_TEXT (moves_below (self, caller), expected);
              }
            g_assert_cmpuint (self->compared.moves->n, ==, ns[k] * alone->compared.moves->n);
          }
      }
}

/* All values of @self become @factor times as large. */
static void
scale (CyanProfile *self, double factor)
{
  for (CyanNode i = 0; i < self->n_nodes; i++)
    {
      self->metrics[0].self[i] *= factor;
      self->metrics[0].total[i] *= factor;
    }
}

TEST ("/moved-laws/cost")
{
  static const double factors[] = { 0, 1e-9, 1024 };

  for (guint c = 0; c < G_N_ELEMENTS (moves); c++)
    {
      g_autoptr (CyanProfile) before = repeat (moves[c].before, 3);
      g_autoptr (CyanProfile) after = repeat (moves[c].after, 3);
      g_autoptr (CyanComparison) self = compare_profiles (before, after, CYAN_MATCH_PATH);
      g_autofree char *expected = moves_below (self, "m");

      for (guint k = 0; k < G_N_ELEMENTS (factors); k++)
        {
          g_autoptr (CyanProfile) others = repeat (moves[c].after, 3);
          g_autoptr (CyanComparison) other = NULL;

          scale (others, factors[k]);
          other = compare_profiles (before, others, CYAN_MATCH_PATH);
          ASSERT_TEXT (moves_below (other, "m"), expected);
        }
    }
}
