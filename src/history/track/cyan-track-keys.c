/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys of a definition file.  cyan(1) describes them, too. */
#include "cyan-track-private.h"

#include <sched.h>
#include <string.h>

#include "cyan-i18n.h"
#include "cyan-memory.h"
#include "cyan-number.h"

#define MAX_ITEMS   1000
#define MAX_SECONDS (7 * 24 * 60 * 60)

/* ---- texts, paths and lists ---- */

static void
replace_text (gpointer field, char *text)
{
  g_free (*(char **) field);
  *(char **) field = text;
}

static gboolean
set_text (const CyanTrackKey *key, gpointer field, const char *folder, const char *value)
{
  if (*value == '\0')
    return FALSE;
  replace_text (field, g_strdup (value));
  return TRUE;
}

/* The URL of a store is no path. */
static char *
make_absolute (const char *path, const char *folder)
{
  return strstr (path, "://") != NULL ? g_strdup (path) : g_canonicalize_filename (path, folder);
}

static gboolean
set_path (const CyanTrackKey *key, gpointer field, const char *folder, const char *value)
{
  if (*value == '\0')
    return FALSE;
  replace_text (field, make_absolute (value, folder));
  return TRUE;
}

/* Items end with ";", which the last one may lack; "\;" is a ";" and "\\" a "\". */
static GStrv
split_list (const char *value)
{
  g_autoptr (GStrvBuilder) items = g_strv_builder_new ();
  g_autoptr (GString) item = g_string_new (NULL);
  guint n = 0;

  for (const char *at = value;; at++)
    {
      if (*at == '\\' && (at[1] == ';' || at[1] == '\\'))
        g_string_append_c (item, *++at);
      else if (*at != ';' && *at != '\0')
        g_string_append_c (item, *at);
      else
        {
          g_strstrip (item->str);
          if (*item->str != '\0')
            g_strv_builder_add (items, item->str);
          n += *item->str != '\0';
          g_string_truncate (item, 0);
          if (*at == '\0')
            break;
        }
    }
  return n > 0 && n <= MAX_ITEMS ? g_strv_builder_end (items) : NULL;
}

static gboolean
set_list (const CyanTrackKey *key, gpointer field, const char *folder, const char *value)
{
  GStrv items = split_list (value);

  if (items == NULL)
    return FALSE;
  g_strfreev (*(GStrv *) field);
  *(GStrv *) field = items;
  return TRUE;
}

/* A file of ours is named by the last part of its path, so two may not have the same. */
static gboolean
set_inputs (const CyanTrackKey *key, gpointer field, const char *folder, const char *value)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean ok = set_list (key, field, folder, value);

  for (GStrv at = *(GStrv *) field; ok && *at != NULL; at++)
    {
      replace_text (at, g_canonicalize_filename (*at, folder));
      ok = strcmp (*at, "/") != 0 && g_hash_table_add (names, g_path_get_basename (*at));
    }
  return ok;
}

/* Paths in a revision, without "." and "..". */
static gboolean
set_follows (const CyanTrackKey *key, gpointer field, const char *folder, const char *value)
{
  gboolean ok = set_list (key, field, folder, value);

  for (GStrv at = *(GStrv *) field; ok && *at != NULL; at++)
    {
      g_autofree char *absolute = g_canonicalize_filename (*at, "/");

      ok = **at != '/' && strlen (absolute) > 1 && strcmp (absolute + 1, *at) == 0;
    }
  return ok;
}

/* ---- numbers ---- */

static gboolean
parse_number (const CyanTrackKey *key, const char *text, gsize length, guint *number)
{
  guint64 value;

  if (!cyan_parse_uint64 (text, length, &value) || value < (guint64) key->min
      || value > (guint64) key->max)
    return FALSE;
  *number = (guint) value;
  return TRUE;
}

static gboolean
set_number (const CyanTrackKey *key, gpointer field, const char *folder, const char *value)
{
  return parse_number (key, value, strlen (value), field);
}

/* "5" or "3-10". */
static gboolean
set_runs (const CyanTrackKey *key, gpointer field, const char *folder, const char *value)
{
  const char *dash = strchr (value, '-');
  guint *runs = field; /* min_runs and max_runs */

  G_STATIC_ASSERT (offsetof (CyanTrack, max_runs)
                   == offsetof (CyanTrack, min_runs) + sizeof (guint));
  if (dash == NULL)
    return parse_number (key, value, strlen (value), &runs[0]) && (runs[1] = runs[0]) > 0;
  return parse_number (key, value, (gsize) (dash - value), &runs[0])
         && parse_number (key, dash + 1, strlen (dash + 1), &runs[1]) && runs[0] < runs[1];
}

/* "0.5%". */
static gboolean
set_share (const CyanTrackKey *key, gpointer field, const char *folder, const char *value)
{
  gsize length = strlen (value);
  double percent;

  if (length < 2 || value[length - 1] != '%'
      || !cyan_parse_double (value, value[length - 2] == ' ' ? length - 2 : length - 1, &percent)
      || percent <= 0 || percent > 100)
    return FALSE;
  *(double *) field = percent / 100;
  return TRUE;
}

static gboolean
set_bytes (const CyanTrackKey *key, gpointer field, const char *folder, const char *value)
{
  return cyan_memory_parse (value, field);
}

/* "2,3,8-11". */
static gboolean
set_cpus (const CyanTrackKey *key, gpointer field, const char *folder, const char *value)
{
  g_auto (GStrv) parts = g_strsplit (value, ",", -1);
  gboolean wanted[CPU_SETSIZE] = { FALSE };
  GArray *cpus = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; parts[i] != NULL; i++)
    {
      const char *part = g_strstrip (parts[i]), *dash = strchr (part, '-');
      guint first, last;

      if (!parse_number (key, part, dash != NULL ? (gsize) (dash - part) : strlen (part), &first)
          || !parse_number (key, dash != NULL ? dash + 1 : part,
                            strlen (dash != NULL ? dash + 1 : part), &last)
          || first > last)
        {
          g_array_unref (cpus);
          return FALSE;
        }
      for (guint cpu = first; cpu <= last; cpu++)
        wanted[cpu] = TRUE;
    }
  for (guint cpu = 0; cpu < CPU_SETSIZE; cpu++)
    if (wanted[cpu])
      g_array_append_val (cpus, cpu);
  g_array_unref (*(GArray **) field);
  *(GArray **) field = cpus;
  return TRUE;
}

/* ---- words ---- */

/* The words that a key expects, "export or worktree", are numbered from its min. */
static gboolean
set_word (const CyanTrackKey *key, gpointer field, const char *folder, const char *value)
{
  g_auto (GStrv) words = g_strsplit_set (key->expected, "|", -1);

  for (int i = 0; words[i] != NULL; i++)
    if (strcmp (words[i], value) == 0)
      {
        *(int *) field = key->min + i;
        return TRUE;
      }
  return FALSE;
}

/* ---- the selection of revisions ---- */

/* `branch`, `range`, `tags` and `list` share two fields; their min is the CyanTrackRevisions. */
static gboolean
set_selection (const CyanTrackKey *key, gpointer field, const char *folder, const char *value)
{
  CyanTrack *track = (CyanTrack *) ((char *) field - offsetof (CyanTrack, selection));
  const char *dots = strstr (value, "..");

  if (key->min == CYAN_TRACK_RANGE
      && (dots == NULL || dots == value || dots[2] == '\0' || dots[2] == '.'))
    return FALSE;
  track->revisions = (CyanTrackRevisions) key->min;
  return key->min == CYAN_TRACK_LIST ? set_path (key, field, folder, value)
                                     : set_text (key, field, folder, value);
}

/* See set_word() and the text of "runs". */
G_STATIC_ASSERT (CYAN_WALK_ALL == CYAN_WALK_FIRST_PARENT + 1);
G_STATIC_ASSERT (CYAN_CHECKOUT_WORKTREE == CYAN_CHECKOUT_EXPORT + 1);
G_STATIC_ASSERT (CYAN_TRACK_MAX_RUNS == 1000);

#define TRACK(field)     offsetof (CyanTrack, field)
#define BENCHMARK(field) offsetof (CyanTrackBenchmark, field)

const CyanTrackKey cyan_track_keys[] = {
  { "version", set_number, TRACK (version), "1", 1, 1, "1" },
  { "project", set_text, TRACK (project), NULL, 0, 0, N_ ("a name") },
  { "store", set_path, TRACK (store), "track.db", 0, 0, N_ ("a path or a URL") },
  { "repository", set_path, TRACK (repository), ".", 0, 0, N_ ("a path") },
  { "branch", set_selection, TRACK (selection), NULL, CYAN_TRACK_BRANCH, 0, N_ ("a branch") },
  { "range", set_selection, TRACK (selection), NULL, CYAN_TRACK_RANGE, 0,
    N_ ("two revisions such as v1.0..main") },
  { "tags", set_selection, TRACK (selection), NULL, CYAN_TRACK_TAGS, 0,
    N_ ("a pattern such as v*") },
  { "list", set_selection, TRACK (selection), NULL, CYAN_TRACK_LIST, 0, N_ ("a path") },
  { "last", set_number, TRACK (last), NULL, 1, G_MAXINT, NULL },
  { "every", set_number, TRACK (every), "1", 1, G_MAXINT, NULL },
  { "walk", set_word, TRACK (walk), "first-parent", CYAN_WALK_FIRST_PARENT, 0, "first-parent|all" },
  { "checkout", set_word, TRACK (checkout), "export", CYAN_CHECKOUT_EXPORT, 0, "export|worktree" },
  { "build", set_text, TRACK (build), NULL, 0, 0, N_ ("a command") },
  { "build-timeout", set_number, TRACK (build_timeout), "600", 1, MAX_SECONDS, NULL },
  { "reuse", set_word, TRACK (reuse), "no", FALSE, 0, "no|yes" },
  { "runs", set_runs, TRACK (min_runs), "5", 1, CYAN_TRACK_MAX_RUNS,
    N_ ("a number from 1 to 1000, or two such as 3-10") },
  { "precision", set_share, TRACK (precision), NULL, 0, 0, N_ ("a share such as 0.5%") },
  { "warm-up", set_number, TRACK (warm_up), "1", 0, CYAN_TRACK_MAX_RUNS, NULL },
  { "keep", set_number, TRACK (keep), "8", 1, 1000, NULL },
  { "jobs", set_number, TRACK (jobs), "1", 1, 1000, NULL },
  { "lanes", set_number, TRACK (lanes), "1", 1, CPU_SETSIZE, NULL },
  { "cpus", set_cpus, TRACK (cpus), NULL, 0, CPU_SETSIZE - 1,
    N_ ("numbers of processors such as 2,3 or 0-3") },
  { "isolate", set_word, TRACK (isolate), "no", FALSE, 0, "no|yes" },
  { "health", set_word, TRACK (health), "yes", FALSE, 0, "no|yes" },
  { "memory", set_bytes, TRACK (memory), NULL, 0, 0, N_ ("a size such as 4G") },
  { "machine", set_text, TRACK (machine), NULL, 0, 0, N_ ("a name") },
  { "environment", set_list, TRACK (environment), NULL, 0, 0,
    N_ ("names of variables, separated by semicolons") },
  { NULL },
};

const CyanTrackKey cyan_benchmark_keys[] = {
  { "run", set_text, BENCHMARK (run), NULL, 0, 0, N_ ("a command") },
  { "measure", set_text, BENCHMARK (measure), NULL, 0, 0, N_ ("a command") },
  { "profile", set_text, BENCHMARK (profile), NULL, 0, 0, N_ ("a path") },
  { "results", set_text, BENCHMARK (results), NULL, 0, 0, N_ ("a path") },
  { "inputs", set_inputs, BENCHMARK (inputs), NULL, 0, 0,
    N_ ("paths with different names, separated by semicolons") },
  { "follows", set_follows, BENCHMARK (follows), NULL, 0, 0,
    N_ ("paths in the repository, separated by semicolons") },
  { "timeout", set_number, BENCHMARK (timeout), "60", 1, MAX_SECONDS, NULL },
  { "better", set_word, BENCHMARK (better), "lower", -1, 0, "lower|none|higher" },
  { "version", set_text, BENCHMARK (version), NULL, 0, 0, N_ ("a text") },
  { NULL },
};

const CyanTrackKey *
cyan_track_key_find (const CyanTrackKey *keys, const char *name)
{
  for (; keys->name != NULL; keys++)
    if (strcmp (keys->name, name) == 0)
      return keys;
  return NULL;
}

gboolean
cyan_track_key_set (const CyanTrackKey *key, gpointer object, const char *folder, const char *value)
{
  return key->set (key, (char *) object + key->offset, folder, value);
}

char *
cyan_track_key_expected (const CyanTrackKey *key)
{
  g_auto (GStrv) words = NULL;

  if (key->expected == NULL)
    return g_strdup_printf (_ ("a number from %d to %d"), key->min, key->max);
  if (key->set != set_word)
    return g_strdup (_ (key->expected));
  words = g_strsplit (key->expected, "|", -1);
  return g_strjoinv (_ (" or "), words);
}

void
cyan_track_keys_init (const CyanTrackKey *keys, gpointer object, const char *folder)
{
  for (; keys->name != NULL; keys++)
    if (keys->fallback != NULL)
      cyan_track_key_set (keys, object, folder, keys->fallback);
}
