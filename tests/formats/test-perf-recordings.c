/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings of perf script, against the stacks that stackcollapse-perf.pl makes of them. */
#include "load-text.h"
#include "profile-text.h"
#include "tests.h"

#include <string.h>

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* The name in stackcollapse-perf.pl, which replaces an unknown function by its module. */
static char *
collapsed_name (const CyanProfile *profile, CyanNode node)
{
  const char *name = cyan_profile_name (profile, node);
  const char *module =
      cyan_strings_get (profile->strings, cyan_profile_function (profile, node)->module);

  return strcmp (name, "[unknown]") == 0 && *module != '\0' ? g_strdup_printf ("[%s]", module)
                                                            : g_strdup (name);
}

/* "path self total" for every node, sorted. */
static GPtrArray *
sorted_nodes (const CyanProfile *profile)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (paths, g_strdup (""));
  for (CyanNode node = 1; node < profile->n_nodes; node++)
    {
      g_autofree char *name = collapsed_name (profile, node);

      g_ptr_array_add (
          paths, g_strconcat (g_ptr_array_index (paths, profile->parent[node]), ";", name, NULL));
      g_ptr_array_add (
          lines, g_strdup_printf ("%s %.17g %.17g", (char *) g_ptr_array_index (paths, node),
                                  profile->metrics[0].self[node], profile->metrics[0].total[node]));
    }
  g_ptr_array_sort (lines, compare_texts);
  return lines;
}

TEST ("/perf/recordings")
{
  static const struct
  {
    const char *file;
    guint nodes, depth, functions;
    double total;
    const char *warnings;
  } recordings[] = {
    { "cmark-a.perf.txt.zst", 248, 17, 151, 1750374750, "" },
    { "cmark-b.perf.txt.zst", 250, 16, 146, 410205000, "" },
    { "jq-a.perf.txt.zst", 585, 19, 191, 4544271000, "" },
    { "lua-a.perf.txt.zst", 1046, 128, 267, 2314656750,
      "14 of 4627 stacks have 127 frames, at which perf cuts them: what called those is "
      "missing\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (recordings); i++)
    {
      g_autoptr (CyanProfile) profile = load_data (recordings[i].file);
      g_autofree char *warned = warnings_of (profile);

      g_assert_cmpstr (profile->format, ==, "perf-script");
      g_assert_cmpuint (profile->n_nodes - 1, ==, recordings[i].nodes);
      g_assert_cmpuint (cyan_profile_depth (profile), ==, recordings[i].depth);
      g_assert_cmpuint (cyan_profile_n_functions (profile), ==, recordings[i].functions);
      g_assert_cmpuint (profile->n_metrics, ==, 1);
      g_assert_cmpstr (profile->metrics[0].name, ==, "cpu-clock");
      g_assert_cmpstr (profile->metrics[0].unit, ==, "ns");
      g_assert_cmpfloat (profile->metrics[0].total[CYAN_NODE_ROOT], ==, recordings[i].total);
      g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_SAMPLED);
      g_assert_cmpfloat (profile->period, ==, 500250);
      g_assert_true (profile->unordered);
      g_assert_cmpuint (profile->n_threads, ==, 1);
      g_assert_false (cyan_profile_has_calls (profile));
      g_assert_cmpstr (warned, ==, recordings[i].warnings);
    }
}

/* The tree is the same as that of stackcollapse-perf.pl for the same text. */
TEST ("/perf/against-stackcollapse")
{
  g_autoptr (CyanProfile) text = load_data ("jq-a.perf.txt.zst");
  g_autoptr (CyanProfile) folded = load_data ("jq-a.perf.folded.gz");
  g_autoptr (GPtrArray) wanted = sorted_nodes (folded);
  g_autoptr (GPtrArray) got = sorted_nodes (text);

  g_assert_cmpuint (got->len, ==, wanted->len);
  for (guint i = 0; i < got->len; i++)
    g_assert_cmpstr (g_ptr_array_index (got, i), ==, g_ptr_array_index (wanted, i));
}
