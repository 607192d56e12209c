/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What threads find out about a comparison.  The sources are the two folders of the demo. */
#include "cyan-comparison-model.h"

#include "cyan-labels.h"
#include "cyan-pipeline.h"
#include "tests.h"

static char *
demo_path (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "..", "data", "demo", name, NULL);
}

/* NULL if @is_wanted is FALSE. */
static CyanSourceLocation *
open_demo (const char *side, gboolean is_wanted)
{
  g_autofree char *path = demo_path (side);

  return is_wanted ? MUST (cyan_source_location_open (path, &failure)) : NULL;
}

/* A model, the layout that it looks at, and what it has emitted. */
typedef struct
{
  CyanComparison *comparison;
  CyanLabels *labels;
  CyanLayout *layout;
  CyanComparisonModel *model;
  guint n_sources;
  guint n_causes;
} Fixture;

static void
count (guint *n)
{
  ++*n;
}

static void
fixture_init (Fixture *self, gboolean has_sources, gboolean is_single)
{
  const CyanScale scale = CYAN_SCALE_INIT;
  g_autofree char *before = demo_path ("before.json.gz");
  g_autofree char *after = demo_path ("after.json.gz");
  g_autoptr (CyanRequest) request = cyan_request_new (before, is_single ? NULL : after);
  g_autoptr (CyanSourceLocation) old = open_demo ("before", has_sources);
  g_autoptr (CyanSourceLocation) new = open_demo ("after", has_sources);
  g_autoptr (CyanSourceTable) sources = NULL;

  *self = (Fixture){ .comparison = MUST (cyan_pipeline_compare (request, NULL, &failure)) };
  sources = cyan_source_table_new (self->comparison, old, new);
  self->labels = cyan_labels_new (self->comparison, NULL);
  self->layout = cyan_layout_new (self->comparison, &scale, CYAN_BASIS_SHARE, cyan_labels_measure,
                                  self->labels);
  self->model = cyan_comparison_model_new (self->comparison, sources, NULL);
  g_signal_connect_swapped (self->model, "sources-changed", G_CALLBACK (count), &self->n_sources);
  g_signal_connect_swapped (self->model, "causes-changed", G_CALLBACK (count), &self->n_causes);
}

static void
fixture_start (Fixture *self)
{
  cyan_comparison_model_start (self->model, self->layout);
}

static void
fixture_wait (Fixture *self)
{
  while (self->n_causes == 0)
    g_main_context_iteration (NULL, TRUE);
}

static void
fixture_clear (Fixture *self)
{
  g_object_unref (self->model);
  cyan_layout_free (self->layout);
  cyan_labels_free (self->labels);
  cyan_comparison_unref (self->comparison);
}

/* All functions are known before the causes are, as if one had looked them up at once. */
TEST ("/comparison-model/sources")
{
  Fixture fixture;
  CyanComparisonModel *model;
  guint n;

  fixture_init (&fixture, TRUE, FALSE);
  model = fixture.model;
  n = fixture.comparison->compared.pairs->n;
  g_assert_cmpuint (model->known->n_filled, ==, 0);
  g_assert_nonnull (model->ranking);
  fixture_start (&fixture);
  fixture_wait (&fixture);
  g_assert_cmpuint (fixture.n_causes, ==, 1);
  g_assert_cmpuint (fixture.n_sources, >=, 1);
  g_assert_true (model->ranking == model->causes->ranking);
  g_assert_cmpstr (model->start_name, ==, "find_entry");
  g_assert_cmpstr (cyan_comparison_name (fixture.comparison, model->start), ==, "find_entry");
  g_assert_cmpuint (model->causes->known->n_filled, ==, n);
  for (CyanNode node = 1; node < fixture.comparison->compared.n_nodes; node++)
    {
      g_auto (CyanSourcePair) pair = { 0 };
      guint32 index = fixture.comparison->compared.pairs->of_node[node];

      MUST (cyan_source_table_look_up (model->sources, index, &pair, NULL, &failure));
      g_assert_cmpint (model->causes->known->changes[index], ==, pair.change);
    }
  fixture_clear (&fixture);
}

TEST ("/comparison-model/no-sources")
{
  Fixture fixture;
  const CyanSourceSnapshot *known;

  fixture_init (&fixture, FALSE, FALSE);
  known = fixture.model->known;
  fixture_start (&fixture);
  fixture_wait (&fixture);
  g_assert_cmpuint (fixture.n_sources, ==, 0);
  g_assert_true (fixture.model->known == known);
  g_assert_cmpint (cyan_comparison_model_change (fixture.model, 1), ==, CYAN_CHANGE_UNKNOWN);
  fixture_clear (&fixture);
}

/* Nothing comes once nobody looks, nor of a single profile. */
TEST ("/comparison-model/stopped")
{
  Fixture stopped, single, other;

  fixture_init (&stopped, TRUE, FALSE);
  fixture_init (&single, FALSE, TRUE);
  fixture_init (&other, TRUE, FALSE);
  fixture_start (&stopped);
  cyan_comparison_model_stop (stopped.model);
  fixture_start (&single);
  fixture_start (&other);
  fixture_wait (&other);
  g_assert_cmpuint (stopped.n_sources + stopped.n_causes, ==, 0);
  g_assert_cmpuint (single.n_sources + single.n_causes, ==, 0);
  g_assert_null (single.model->ranking);
  g_assert_cmpuint (single.model->start, ==, CYAN_NODE_NONE);
  fixture_clear (&other);
  fixture_clear (&single);
  fixture_clear (&stopped);
}
