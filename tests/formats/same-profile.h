/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes profiles, reads them again, and compares.
 */
#pragma once

#include "load-text.h"

#include <glib/gstdio.h>

/* Writes @profile as @name, reads it again, and removes it. */
static inline CyanProfile *
through (const CyanProfile *profile, const char *name)
{
  g_autofree char *folder = g_dir_make_tmp ("cyan-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  CyanProfile *again;

  cyan_profile_save (profile, path, &error);
  g_assert_no_error (error);
  again = cyan_profile_load (path, NULL, NULL, &error);
  g_assert_no_error (error);
  cyan_profile_check (again, &error);
  g_assert_no_error (error);
  g_unlink (path);
  g_rmdir (folder);
  return again;
}

static inline void
assert_same_string (const CyanProfile *a, CyanStr of_a, const CyanProfile *b, CyanStr of_b)
{
  g_assert_cmpstr (cyan_strings_get (a->strings, of_a), ==, cyan_strings_get (b->strings, of_b));
}

static inline guint32
call_site_at (const CyanProfile *profile, CyanNode node)
{
  return profile->call_site != NULL ? profile->call_site[node] : 0;
}

/* Compares trees, all metrics, calls, call sites, functions and properties of the recording. */
static inline void
assert_same (const CyanProfile *a, const CyanProfile *b)
{
  g_assert_cmpuint (a->n_nodes, ==, b->n_nodes);
  g_assert_cmpuint (a->n_metrics, ==, b->n_metrics);
  for (guint m = 0; m < a->n_metrics; m++)
    {
      g_assert_cmpstr (a->metrics[m].name, ==, b->metrics[m].name);
      g_assert_cmpstr (a->metrics[m].unit, ==, b->metrics[m].unit);
    }
  for (CyanNode i = 1; i < a->n_nodes; i++)
    {
      const CyanFunction *f = cyan_profile_function (a, i), *g = cyan_profile_function (b, i);

      g_assert_cmpuint (a->parent[i], ==, b->parent[i]);
      g_assert_cmpuint (cyan_profile_calls (a, i), ==, cyan_profile_calls (b, i));
      g_assert_cmpuint (call_site_at (a, i), ==, call_site_at (b, i));
      for (guint m = 0; m < a->n_metrics; m++)
        g_assert_cmpfloat (a->metrics[m].self[i], ==, b->metrics[m].self[i]);
      assert_same_string (a, f->name, b, g->name);
      assert_same_string (a, f->module, b, g->module);
      assert_same_string (a, f->file, b, g->file);
      g_assert_cmpuint (f->line, ==, g->line);
      g_assert_cmpuint (f->body_hash, ==, g->body_hash);
    }
  g_assert_cmpint (a->recording, ==, b->recording);
  g_assert_cmpfloat (a->period, ==, b->period);
  g_assert_cmpint (a->unordered, ==, b->unordered);
  g_assert_cmpuint (a->n_threads, ==, b->n_threads);
  for (guint i = 0; i < a->n_meta; i++)
    g_assert_cmpstr (a->meta[i].value, ==, cyan_profile_get_meta (b, a->meta[i].key));
  g_assert_cmpuint (a->n_meta, ==, b->n_meta);
  /* Reading may add warnings. */
  for (guint i = 0; i < a->warnings->len; i++)
    g_assert_true (g_ptr_array_find_with_equal_func (
        b->warnings, g_ptr_array_index (a->warnings, i), g_str_equal, NULL));
}
