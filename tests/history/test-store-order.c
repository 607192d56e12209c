/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store: its rows are read in the order of their names, revisions in that of the graph. */
#include "cyan-store.h"

#include <string.h>

#include "cyan-error.h"
#include "store-backends.h"
#include "store-samples.h"
#include "tests.h"

/* By bytes, whatever language the database speaks. */
static void
test_order_names (void)
{
  static const char *const names[] = { "b", "A", "\xc3\xa4", "a", "a-b", "B", "ab" };
  static const char *const sorted[] = { "A", "B", "a", "a-b", "ab", "b", "\xc3\xa4" };
  g_autofree char *path = store_address ("order-names");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  g_autoptr (GPtrArray) projects = NULL;
  gint64 id;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    MUST (cyan_store_put_project (store, names[i], NULL, &id, &failure));
  projects = MUST (cyan_store_read_projects (store, &failure));
  g_assert_cmpuint (projects->len, ==, G_N_ELEMENTS (sorted));
  for (guint i = 0; i < projects->len; i++)
    g_assert_cmpstr (((CyanStoreProject *) projects->pdata[i])->name, ==, sorted[i]);
}

static char *
order_of (CyanStore *store, const Sample *sample)
{
  g_autoptr (GPtrArray) revisions =
      MUST (cyan_store_read_revisions (store, sample->project, &failure));
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < revisions->len; i++)
    {
      const CyanStoreRevision *revision = revisions->pdata[i];

      g_string_append_printf (text, "%s%s:%d", i > 0 ? " " : "", revision->oid,
                              (int) revision->level);
    }
  return g_string_free (text, FALSE);
}

static void
test_order (void)
{
  g_autofree char *path = store_address ("order");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  g_autofree char *shallow = NULL, *whole = NULL;
  Sample sample = sample_begin (store);

  /* z is the boundary of a shallow clone; c is on another branch; x is from a deeper clone. */
  sample_put_revision (store, &sample, "b", "a", CYAN_STORE_UNKNOWN);
  sample_put_revision (store, &sample, "a", "z", CYAN_STORE_UNKNOWN);
  sample_put_revision (store, &sample, "z", "not cloned", CYAN_STORE_UNKNOWN);
  sample_put_revision (store, &sample, "c", "z", CYAN_STORE_UNKNOWN);
  sample_put_revision (store, &sample, "y", "x", CYAN_STORE_UNKNOWN);
  sample_put_revision (store, &sample, "x", "w", 90);
  shallow = order_of (store, &sample);
  g_assert_cmpstr (shallow, ==, "z:0 a:1 c:1 b:2 x:90 y:91");

  /* Later the history is fetched; an unknown depth does not forget a known one. */
  sample_put_revision (store, &sample, "z", "not cloned", 40);
  sample_put_revision (store, &sample, "a", "z", 41);
  sample_put_revision (store, &sample, "a", NULL, CYAN_STORE_UNKNOWN);
  whole = order_of (store, &sample);
  g_assert_cmpstr (whole, ==, "z:40 a:41 c:41 b:42 x:90 y:91");
}

/* A hundred thousand commits without depth, and two that are each other's parent. */
static void
test_order_deep (void)
{
  g_autofree char *path = store_address ("deep");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  g_autoptr (GPtrArray) revisions = NULL;
  Sample sample = sample_begin (store);
  guint n = 100000;

  MUST (cyan_store_begin (store, &failure));
  for (guint i = n; i-- > 0;)
    {
      g_autofree char *oid = g_strdup_printf ("%06u", i);
      g_autofree char *parent = g_strdup_printf ("%06u", i - 1);

      sample_put_revision (store, &sample, oid, i > 0 ? parent : NULL, CYAN_STORE_UNKNOWN);
    }
  sample_put_revision (store, &sample, "circle 1", "circle 2", CYAN_STORE_UNKNOWN);
  sample_put_revision (store, &sample, "circle 2", "circle 1", CYAN_STORE_UNKNOWN);
  MUST (cyan_store_commit (store, &failure));
  revisions = MUST (cyan_store_read_revisions (store, sample.project, &failure));
  g_assert_cmpuint (revisions->len, ==, n + 2);
  g_assert_cmpstr (((CyanStoreRevision *) revisions->pdata[n + 1])->oid, ==, "099999");
  g_assert_cmpint (((CyanStoreRevision *) revisions->pdata[n + 1])->level, ==, n - 1);
}

TESTS ()
{
  store_add_test ("/store/order", test_order);
  store_add_test ("/store/order-names", test_order_names);
  store_add_test ("/store/order-deep", test_order_deep);
}
