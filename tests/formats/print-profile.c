/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads profiles for the tests in Python, see profile_test.py, and prints what they are as JSON.
 *
 * A request on standard input is a line "COMMAND LENGTH KEY=VALUE ..." and LENGTH bytes: those of a
 * file ("load"), a path ("open", "tsv"), a tree in text form ("text"), or what formats are asked
 * about ("sniff").  An answer is a line with its length, and that many bytes: JSON, but for "head",
 * which gives the first 64 KiB of what is in the file at a path.  Keys are the options of loading, "ticks", after how many it is cancelled, "until", the file at
 * whose coming it is cancelled, and
 * "save", the path at which the profile is written, and "brief", if only an error is of interest.
 */
#include "cct-tsv.h"
#include "cyan-error.h"
#include "cyan-format.h"
#include "cyan-json-writer.h"
#include "profile-text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of larger trees there are no texts, and the columns of the first of these nodes only. */
#define TEXT_MAX 20000
#define ROWS_MAX 50000

/* When loading is cancelled. */
typedef struct
{
  const char *ticks; /* after how many; NULL: never */
  guint n_ticks;     /* so far */
  const char *until; /* once this file exists; NULL: never */
} Stop;

static gboolean
go_on (double fraction, const char *what, gpointer data)
{
  Stop *stop = data;

  return (stop->ticks == NULL || stop->n_ticks++ < (guint) atoi (stop->ticks))
         && (stop->until == NULL || !g_file_test (stop->until, G_FILE_TEST_EXISTS));
}

static void
print_texts (CyanJsonWriter *out, const CyanProfile *profile)
{
  cyan_json_writer_open_array (out, "texts"); /* by CyanProfileTextFlags */
  for (guint flags = 0; flags < 8 && profile->n_nodes <= TEXT_MAX; flags++)
    {
      g_autofree char *text = cyan_profile_to_text (profile, flags);

      cyan_json_writer_text (out, NULL, text);
    }
  cyan_json_writer_close_array (out);
}

static void
print_numbers (CyanJsonWriter *out, const char *key, const double *values, guint n)
{
  cyan_json_writer_open_array (out, key);
  for (guint i = 0; i < n; i++)
    cyan_json_writer_number (out, NULL, values[i]);
  cyan_json_writer_close_array (out);
}

static void
print_nodes (CyanJsonWriter *out, const CyanProfile *profile, guint n)
{
  cyan_json_writer_counts (out, "parent", profile->parent, n);
  cyan_json_writer_counts (out, "function", profile->function, n);
  if (profile->call_site != NULL)
    cyan_json_writer_counts (out, "call_site", profile->call_site, n);
  cyan_json_writer_open_array (out, "calls");
  for (guint i = 0; i < n && profile->calls != NULL; i++)
    cyan_json_writer_count (out, NULL, profile->calls[i]);
  cyan_json_writer_close_array (out);
  cyan_json_writer_open_array (out, "metrics");
  for (guint m = 0; m < profile->n_metrics; m++)
    {
      cyan_json_writer_open_object (out, NULL);
      cyan_json_writer_text (out, "name", profile->metrics[m].name);
      cyan_json_writer_text (out, "unit", profile->metrics[m].unit);
      print_numbers (out, "self", profile->metrics[m].self, n);
      print_numbers (out, "total", profile->metrics[m].total, n);
      cyan_json_writer_close_object (out);
    }
  cyan_json_writer_close_array (out);
}

static void
print_functions (CyanJsonWriter *out, const CyanProfile *profile)
{
  cyan_json_writer_open_array (out, "functions");
  for (guint i = 0; i < MIN (profile->n_functions, ROWS_MAX); i++)
    {
      const CyanFunction *function = &profile->functions[i];

      cyan_json_writer_open_object (out, NULL);
      cyan_json_writer_text (out, "name", cyan_strings_get (profile->strings, function->name));
      cyan_json_writer_text (out, "module", cyan_strings_get (profile->strings, function->module));
      cyan_json_writer_text (out, "file", cyan_strings_get (profile->strings, function->file));
      cyan_json_writer_count (out, "line", function->line);
      cyan_json_writer_count (out, "body_hash", function->body_hash);
      cyan_json_writer_close_object (out);
    }
  cyan_json_writer_close_array (out);
}

/* By function, in metric 0: [NAME, FILE, [[FILE OF THE LINE, LINE, COST], ...]]. */
static void
print_lines (CyanJsonWriter *out, const CyanProfile *profile)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  cyan_json_writer_open_array (out, "lines");
  for (guint f = 0; f < profile->n_functions && profile->lines != NULL; f++)
    {
      const char *name = cyan_strings_get (profile->strings, profile->functions[f].name);
      const char *file = cyan_strings_get (profile->strings, profile->functions[f].file);
      g_autoptr (GArray) lines = NULL;

      if (!g_hash_table_add (known, g_strconcat (name, "\n", file, NULL)))
        continue;
      lines = cyan_line_costs_of (profile->lines, name, file, 0);
      cyan_json_writer_open_array (out, NULL);
      cyan_json_writer_text (out, NULL, name);
      cyan_json_writer_text (out, NULL, file);
      cyan_json_writer_open_array (out, NULL);
      for (guint i = 0; i < lines->len; i++)
        {
          const CyanLineCost *line = &g_array_index (lines, CyanLineCost, i);

          cyan_json_writer_open_array (out, NULL);
          cyan_json_writer_text (out, NULL, line->file);
          cyan_json_writer_count (out, NULL, line->line);
          cyan_json_writer_number (out, NULL, line->value);
          cyan_json_writer_close_array (out);
        }
      cyan_json_writer_close_array (out);
      cyan_json_writer_close_array (out);
    }
  cyan_json_writer_close_array (out);
}

static void
print_profile (CyanJsonWriter *out, CyanProfile *profile)
{
  static const char *const recordings[] = { "exact", "sampled", "inferred" };
  g_autoptr (CyanProfile) busy = cyan_profile_without_idle (profile);

  cyan_json_writer_text (out, "format", profile->format);
  cyan_json_writer_text (out, "recording", recordings[profile->recording]);
  cyan_json_writer_number (out, "period", profile->period);
  cyan_json_writer_flag (out, "unordered", profile->unordered);
  cyan_json_writer_flag (out, "has_calls", cyan_profile_has_calls (profile));
  cyan_json_writer_count (out, "n_threads", profile->n_threads);
  cyan_json_writer_count (out, "n_nodes", profile->n_nodes);
  cyan_json_writer_count (out, "n_functions", cyan_profile_n_functions (profile));
  cyan_json_writer_count (out, "n_strings", cyan_strings_count (profile->strings));
  cyan_json_writer_count (out, "depth", cyan_profile_depth (profile));
  cyan_json_writer_number (out, "last_self", profile->metrics[0].self[profile->n_nodes - 1]);
  cyan_json_writer_number (out, "floor", profile->pruning.floor);
  if (busy != profile)
    cyan_json_writer_number (out, "busy", busy->metrics[0].total[CYAN_NODE_ROOT]);
  cyan_json_writer_open_array (out, "meta");
  for (guint i = 0; i < profile->n_meta; i++)
    {
      cyan_json_writer_open_array (out, NULL);
      cyan_json_writer_text (out, NULL, profile->meta[i].key);
      cyan_json_writer_text (out, NULL, profile->meta[i].value);
      cyan_json_writer_close_array (out);
    }
  cyan_json_writer_close_array (out);
  cyan_json_writer_open_array (out, "warnings");
  for (guint i = 0; i < profile->warnings->len; i++)
    cyan_json_writer_text (out, NULL, g_ptr_array_index (profile->warnings, i));
  cyan_json_writer_close_array (out);
  print_functions (out, profile);
  print_lines (out, profile);
  print_nodes (out, profile, MIN (profile->n_nodes, ROWS_MAX));
  print_texts (out, profile);
}

static CyanProfile *
load (const char *command,
      const char *bytes,
      gsize length,
      const CyanLoadOptions *options,
      const CyanTick *tick,
      GError **error)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();

  if (strcmp (command, "open") == 0)
    return cyan_profile_load (bytes, options, tick, error);
  if (strcmp (command, "tsv") == 0)
    return cct_tsv_read (strings, bytes);
  if (strcmp (command, "text") == 0)
    return cyan_profile_from_text (strings, bytes, error);
  return cyan_profile_load_memory ("t", bytes, length, options, tick, error);
}

/* The value of the option @key, or @otherwise. */
static const char *
option (char **words, const char *key, const char *otherwise)
{
  for (; *words != NULL; words++)
    if (g_str_has_prefix (*words, key) && (*words)[strlen (key)] == '=')
      return *words + strlen (key) + 1;
  return otherwise;
}

static void
answer (CyanJsonWriter *out, char **words, const char *bytes, gsize length)
{
  Stop stop = { option (words, "ticks", NULL), 0, option (words, "until", NULL) };
  CyanTick tick = CYAN_TICK_INIT (go_on, &stop);
  const CyanLoadOptions options = {
    .max_nodes = (guint) atoi (option (words, "max_nodes", "0")),
    .hot = { g_ascii_strtod (option (words, "phi", "0"), NULL), 0 },
    .unit = option (words, "unit", NULL),
    .trusted = option (words, "trusted", NULL) != NULL,
    .lines = *option (words, "lines", "0") == '1',
    .child_seconds = (guint) atoi (option (words, "child_seconds", "0")),
  };
  const char *path = option (words, "save", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = NULL;

  if (strcmp (words[0], "sniff") == 0)
    {
      for (const CyanFormat *const *format = cyan_formats (); *format != NULL; format++)
        cyan_json_writer_count (out, (*format)->name, (guint) (*format)->sniff (bytes, length));
      return;
    }
  profile = load (words[0], bytes, length, &options,
                  stop.ticks != NULL || stop.until != NULL ? &tick : NULL, &error);
  g_assert_true ((profile != NULL) == (error == NULL));
  if (profile != NULL && (path == NULL || cyan_profile_save (profile, path, &error)))
    {
      cyan_profile_check (profile, &error);
      g_assert_no_error (error);
      if (path != NULL)
        {
          g_autofree char *losses = cyan_profile_save_losses (profile, path);

          cyan_json_writer_text (out, "losses", losses);
        }
      if (option (words, "brief", NULL) == NULL)
        print_profile (out, profile);
      return;
    }
  g_assert_true (error->domain == CYAN_ERROR);
  cyan_json_writer_text (out, "error", error->message);
  cyan_json_writer_count (out, "code", (guint) error->code);
  cyan_json_writer_count (out, "hint", cyan_error_hint (error));
}

static void
answer_head (GString *out, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanInput) input = cyan_input_open (path, NULL, &error);
  const char *bytes;
  gsize length;

  g_assert_no_error (error);
  g_assert_true (cyan_input_peek (input, 65536, &bytes, &length, &error));
  g_string_append_len (out, bytes, (gssize) MIN (length, 65536));
}

int
main (void)
{
  char line[4096];

  /* As in tests. */
  g_log_set_always_fatal (G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING);
  while (fgets (line, sizeof line, stdin) != NULL)
    {
      g_auto (GStrv) words = g_strsplit (g_strchomp (line), " ", -1);
      gsize length = (gsize) g_ascii_strtoull (words[1], NULL, 10);
      gboolean is_text = words[0][0] != 'l' && words[0][0] != 's';
      /* Exactly this size, so that sanitizers find reads past the end. */
      g_autofree char *bytes = g_malloc0 (MAX (length + is_text, 1));
      g_autoptr (GString) out = g_string_new (NULL);
      CyanJsonWriter json = { .text = out };

      if (fread (bytes, 1, length, stdin) != length)
        return 1;
      if (strcmp (words[0], "head") == 0)
        answer_head (out, bytes);
      else
        {
          cyan_json_writer_open_object (&json, NULL);
          answer (&json, words, bytes, length);
          cyan_json_writer_close_object (&json);
        }
      printf ("%zu\n", out->len);
      fwrite (out->str, 1, out->len, stdout);
      fflush (stdout);
    }
  return 0;
}
