/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings in pprof's format: known results, and recognising the format. */
#include "load-text.h"
#include "tests.h"

/* Self values by path, "main;parse".  Folded stacks have no semicolons in names. */
static GHashTable *
by_path (const CyanProfile *profile)
{
  GHashTable *all = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (paths, g_strdup (""));
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      g_autofree char *name = g_strdelimit (g_strdup (cyan_profile_name (profile, i)), ";", ',');
      char *path = g_strconcat (g_ptr_array_index (paths, profile->parent[i]), ";", name, NULL);
      double *sum = g_hash_table_lookup (all, path);

      if (sum == NULL)
        g_hash_table_insert (all, g_strdup (path), sum = g_new0 (double, 1));
      *sum += profile->metrics[0].self[i];
      g_ptr_array_add (paths, path);
    }
  return all;
}

/* The same recordings as folded stacks have the same contexts and values. */
TEST ("/pprof-recordings/same-as-folded")
{
  static const struct
  {
    const char *pprof, *folded;
    guint contexts;
    double total;
    double period;
  } cases[] = {
    { "gomarkdown-a.pb.gz", "gomarkdown-a.folded.zst", 1096, 4382000000, 2000000 },
    { "gomarkdown-b.pb.gz", "gomarkdown-b.folded.zst", 1031, 2294000000, 2000000 },
    { "gomarkdown-a1.pb.gz", "gomarkdown-a1.pprof.folded.gz", 800, 1776000000, 2000000 },
    { "jq-a.perf.pb.gz", "jq-a.perf.folded.gz", 585, 4544271000, 500250 },
    { "jq-b.perf.pb.gz", NULL, 475, 2850924750, 500250 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanProfile) profile = load_data (cases[i].pprof);
      g_autoptr (CyanProfile) folded =
          cases[i].folded != NULL ? load_data (cases[i].folded) : cyan_profile_ref (profile);
      g_autoptr (GHashTable) ours = by_path (profile);
      g_autoptr (GHashTable) theirs = by_path (folded);
      GHashTableIter iter;
      gpointer path, value;

      g_assert_cmpstr (profile->format, ==, "pprof");
      g_assert_cmpuint (profile->n_nodes - 1, ==, cases[i].contexts);
      g_assert_cmpuint (g_hash_table_size (ours), ==, cases[i].contexts);
      g_assert_cmpuint (g_hash_table_size (theirs), ==, cases[i].contexts);
      g_assert_cmpfloat (profile->metrics[0].total[0], ==, cases[i].total);
      g_assert_cmpfloat (profile->period, ==, cases[i].period);
      g_hash_table_iter_init (&iter, theirs);
      while (g_hash_table_iter_next (&iter, &path, &value))
        {
          const double *own = g_hash_table_lookup (ours, path);

          g_assert_nonnull (own);
          g_assert_cmpfloat (*own, ==, *(double *) value);
        }
    }
}

static double
inclusive (const CyanProfile *profile, const char *name)
{
  double sum = 0;

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    if (strcmp (cyan_profile_name (profile, i), name) == 0)
      {
        sum += profile->metrics[0].total[i];
        i = profile->end[i] - 1;
      }
  return sum;
}

/* Known results for gomarkdown. */
TEST ("/pprof-recordings/gomarkdown")
{
  g_autoptr (CyanProfile) a = load_data ("gomarkdown-a.pb.gz");
  g_autoptr (CyanProfile) b = load_data ("gomarkdown-b.pb.gz");
  static const char previous[] = "github.com/gomarkdown/markdown/ast.GetPrevNode";
  guint metric;

  g_assert_cmpfloat (inclusive (a, previous), ==, 1934e6);
  g_assert_cmpfloat (inclusive (b, previous), ==, 6e6);
  g_assert_cmpfloat (inclusive (a, "runtime.ifaceeq"), ==, 1078e6);
  g_assert_cmpfloat (inclusive (b, "runtime.ifaceeq"), ==, 0);
  g_assert_true (cyan_profile_find_metric (a, "samples", &metric));
  g_assert_cmpfloat (a->metrics[metric].total[0], ==, 2191);
  g_assert_cmpstr (cyan_profile_get_meta (a, "duration"), ==, "7.991624402 s");
  g_assert_cmpstr (cyan_strings_get (a->strings, cyan_profile_function (a, 1)->module), ==,
                   "gomd-a");
}

static const CyanFormat *
sniffed (const char *bytes, gsize length)
{
  const CyanFormat *best = NULL;
  int best_score = 0;

  for (const CyanFormat *const *format = cyan_formats (); *format != NULL; format++)
    {
      g_autofree char *copy = g_memdup2 (bytes, length);
      int score = (*format)->sniff (copy, length);

      if (score > best_score)
        {
          best = *format;
          best_score = score;
        }
    }
  return best;
}

/* Our files are recognised wherever the head is cut, and other files are not taken for them. */
TEST ("/pprof-recordings/sniff")
{
  static const char *const data[] = { "gomarkdown-a.pb.gz", "jq-a.perf.pb.gz" };
  static const char *const others[] = {
    "main;parse 3\n",
    "cct 1\nmetric\ttime\tns\n",
    "\n\n\tmain 3\n",
    "*\nfoo;bar 1\n",
    "\"main\";x 1\n",
    "{\"traceEvents\": []}",
    "<html>\n",
    "# callgrind format\n",
    "Hello 2\n",
    "2 main 3\n",
    "\n",
    /* It begins like a location of 34 bytes. */
    "\"\"\"\nDjango settings for a project that is small.\n\"\"\"\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (data); i++)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", data[i], NULL);
      g_autoptr (GError) error = NULL;
      CyanInput *input = cyan_input_open (path, NULL, &error);
      const char *bytes;
      gsize length;

      g_assert_no_error (error);
      g_assert_true (cyan_input_peek (input, 1 << 20, &bytes, &length, &error));
      for (gsize cut = 24; cut < MIN (length, 4096); cut++)
        g_assert_true (sniffed (bytes, cut) == &cyan_format_pprof);
      g_assert_true (sniffed (bytes, MIN (length, 64 * 1024)) == &cyan_format_pprof);
      cyan_input_free (input);
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    for (gsize cut = 0; cut <= strlen (others[i]); cut++)
      g_assert_cmpint (cyan_format_pprof.sniff (others[i], cut), ==, 0);
}

/* All recordings of the tests in other formats. */
TEST ("/pprof-recordings/sniff-data")
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "data", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanInput) input = NULL;
      const char *bytes;
      gsize length;

      if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
        continue;
      input = cyan_input_open (path, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (cyan_input_peek (input, 64 * 1024, &bytes, &length, &error));
      for (gsize cut = MIN (length, 64 * 1024); cut >= 64; cut /= 2)
        if (g_str_has_suffix (name, ".pb.gz"))
          g_assert_cmpint (cyan_format_pprof.sniff (bytes, cut), >, 50);
        else
          g_assert_cmpint (cyan_format_pprof.sniff (bytes, cut), ==, 0);
      n++;
    }
  g_assert_cmpuint (n, >, 40);
}
