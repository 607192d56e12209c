/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the sub-commands share: options, trouble, and the way to a comparison. */
#include "cyan-cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-number.h"
#include "cyan-text.h"

int
cyan_cli_trouble (const char *format, ...)
{
  g_autofree char *message = NULL;
  g_autofree char *valid = NULL;
  g_autofree char *safe = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  valid = g_utf8_make_valid (message, -1);
  safe = cyan_text_for_terminal (valid);
  fprintf (stderr, "cyan: %s\n", safe);
  return CYAN_EXIT_TROUBLE;
}

void
cyan_cli_notes (const GPtrArray *warnings)
{
  for (guint i = 0; i < warnings->len; i++)
    cyan_cli_trouble ("note: %s", (const char *) g_ptr_array_index (warnings, i));
}

int
cyan_cli_finish_output (void)
{
  if (fflush (stdout) != 0 || ferror (stdout))
    return cyan_cli_trouble ("standard output: cannot be written: %s", g_strerror (errno));
  return CYAN_EXIT_FINE;
}

gboolean
cyan_cli_parse (const char *command,
                const char *operands,
                const char *summary,
                const GOptionEntry *entries,
                int *argc,
                char ***argv,
                int *status)
{
  g_autofree char *parameters = g_strconcat (command, " ", operands, NULL);
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  gboolean help = FALSE;
  const GOptionEntry help_entry[] = {
    { "help", 'h', 0, G_OPTION_ARG_NONE, &help, "Show this help", NULL }, { NULL }
  };

  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_summary (context, summary);
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_add_main_entries (context, help_entry, NULL);
  if (!g_option_context_parse (context, argc, argv, &error))
    {
      *status = cyan_cli_trouble ("%s: %s", command, error->message);
      return FALSE;
    }
  if (help)
    {
      g_autofree char *text = NULL;

      g_set_prgname ("cyan");
      g_option_context_set_help_enabled (context, FALSE);
      text = g_option_context_get_help (context, TRUE, NULL);
      /* GLib's first line names no operands; ours does. */
      printf ("Usage:\n  cyan %s [OPTION...]\n%s", parameters,
              strchr (text, '\n') != NULL ? strstr (text, "\n\n") + 1 : text);
      *status = cyan_cli_finish_output ();
      return FALSE;
    }
  /* An operand may follow "--". */
  if (*argc > 1 && strcmp ((*argv)[1], "--") == 0)
    {
      memmove (*argv + 1, *argv + 2, (gsize) (*argc - 1) * sizeof (char *));
      (*argc)--;
    }
  return TRUE;
}

void
cyan_cli_compare_options_clear (CyanCliCompareOptions *self)
{
  g_clear_pointer (&self->match, g_free);
  g_clear_pointer (&self->metric, g_free);
  g_clear_pointer (&self->threshold, g_free);
  g_clear_pointer (&self->source_before, g_free);
  g_clear_pointer (&self->source_after, g_free);
}

GOptionEntry *
cyan_cli_compare_entries (CyanCliCompareOptions *self, const GOptionEntry *own)
{
  const GOptionEntry shared[] = {
    { "match", 'm', 0, G_OPTION_ARG_STRING, &self->match,
      "How nodes are matched: context (default) or path", "METHOD" },
    { "metric", 0, 0, G_OPTION_ARG_STRING, &self->metric,
      "What is compared (default: each profile's first metric)", "NAME" },
    { "threshold", 0, 0, G_OPTION_ARG_STRING, &self->threshold,
      "Smaller changes count as none: 0.5% or 0.005 of the run (default)", "SHARE" },
    { "absolute", 0, 0, G_OPTION_ARG_NONE, &self->absolute,
      "Heights are differences of the metric itself, not of shares", NULL },
    { "source-before", 0, 0, G_OPTION_ARG_FILENAME, &self->source_before,
      "Where the sources of before are", "FOLDER" },
    { "source-after", 0, 0, G_OPTION_ARG_FILENAME, &self->source_after,
      "Where the sources of after are", "FOLDER" },
    { NULL },
  };
  guint n_own = 0;
  GOptionEntry *entries;

  while (own[n_own].long_name != NULL)
    n_own++;
  entries = g_new0 (GOptionEntry, n_own + G_N_ELEMENTS (shared));
  memcpy (entries, own, n_own * sizeof *own);
  memcpy (entries + n_own, shared, sizeof shared);
  return entries;
}

static gboolean
parse_match (const char *text, CyanMatchMethod *method, GError **error)
{
  for (guint i = 0; cyan_match_method_names[i] != NULL; i++)
    if (strcmp (text, cyan_match_method_names[i]) == 0)
      {
        *method = (CyanMatchMethod) i;
        return TRUE;
      }
  return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, "--match: no method \"%s\"; context or path",
                    text);
}

/* "0.5%" or "0.005". */
static gboolean
parse_share (const char *text, double *share, GError **error)
{
  gsize length = strlen (text);
  gboolean percent = length > 0 && text[length - 1] == '%';

  if (!cyan_parse_double (text, length - percent, share) || *share < 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, "--threshold: \"%s\" is not a share such as 0.5%%",
                      text);
  if (percent)
    *share /= 100;
  return TRUE;
}

static gboolean
open_location (const char *path, CyanSourceLocation **location, GError **error)
{
  if (path == NULL)
    return TRUE;
  *location = cyan_source_location_open (path, error);
  return *location != NULL;
}

gboolean
cyan_cli_session_open (CyanCliSession *self,
                       const CyanCliCompareOptions *options,
                       const char *before,
                       const char *after,
                       GError **error)
{
  CyanPipelineOptions pipeline = CYAN_PIPELINE_OPTIONS_INIT;
  g_autoptr (CyanSourceLocation) source_before = NULL;
  g_autoptr (CyanSourceLocation) source_after = NULL;

  pipeline.before = before;
  pipeline.after = after;
  pipeline.compare.metric = options->metric;
  if (options->match != NULL && !parse_match (options->match, &pipeline.compare.method, error))
    return FALSE;
  if (options->threshold != NULL
      && !parse_share (options->threshold, &pipeline.compare.threshold, error))
    return FALSE;
  if ((options->source_before == NULL) != (options->source_after == NULL))
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--source-before and --source-after go together: %s is missing",
                      options->source_before == NULL ? "--source-before" : "--source-after");
  if (!open_location (options->source_before, &source_before, error)
      || !open_location (options->source_after, &source_after, error))
    return FALSE;

  self->comparison = cyan_pipeline_run (&pipeline, NULL, error);
  if (self->comparison == NULL)
    return FALSE;
  self->reading = options->absolute ? CYAN_READING_ABSOLUTE : CYAN_READING_SHARE;
  if (options->absolute && !self->comparison->same_unit)
    return cyan_fail (error, CYAN_ERROR_MISMATCH,
                      "--absolute: before is in %s and after in %s; only shares can be compared",
                      self->comparison->before->metrics[self->comparison->before_metric].unit,
                      self->comparison->after->metrics[self->comparison->after_metric].unit);
  self->before_name = cyan_pipeline_side_name (self->comparison->before, before);
  self->after_name = cyan_pipeline_side_name (self->comparison->after, after);
  self->sources = cyan_source_table_new (self->comparison, source_before, source_after);
  return !cyan_source_table_has_sources (self->sources)
         || cyan_source_table_fill (self->sources, NULL, error);
}

void
cyan_cli_session_clear (CyanCliSession *self)
{
  g_clear_pointer (&self->sources, cyan_source_table_unref);
  g_clear_pointer (&self->comparison, cyan_comparison_unref);
  g_clear_pointer (&self->before_name, g_free);
  g_clear_pointer (&self->after_name, g_free);
}
