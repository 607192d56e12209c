/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the sub-commands: options, errors and output. */
#include "cyan-cli.h"
#include "cyan-cli-force.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-number.h"
#include "cyan-output.h"
#include "cyan-text.h"
#include "cyan-units.h"

static void G_GNUC_PRINTF (2, 0) print_line (const char *kind, const char *format, va_list args)
{
  g_autofree char *message = g_strdup_vprintf (format, args);
  g_autofree char *valid = g_utf8_make_valid (message, -1);
  g_autofree char *safe = cyan_text_for_terminal (valid);

  fprintf (stderr, "cyan: %s%s\n", kind, safe);
}

int
cyan_cli_fail (const char *format, ...)
{
  va_list args;

  va_start (args, format);
  print_line ("", format, args);
  va_end (args);
  return CYAN_EXIT_ERROR;
}

void
cyan_cli_note (const char *format, ...)
{
  va_list args;

  va_start (args, format);
  print_line ("note: ", format, args);
  va_end (args);
}

int
cyan_cli_error (const GError *error)
{
  switch (cyan_error_hint (error))
    {
    case CYAN_HINT_MEMORY_LIMIT:
      return cyan_cli_fail ("%s; --memory-limit sets another limit", error->message);
    case CYAN_HINT_CALL_LIMIT:
      return cyan_cli_fail ("%s; --max-calls sets another limit", error->message);
    case CYAN_HINT_MEMORY_LIMIT_OR_HOT:
      return cyan_cli_fail ("%s; --hot keeps only what matters, --memory-limit sets another limit",
                            error->message);
    case CYAN_HINT_NODE_LIMIT_OR_HOT:
      return cyan_cli_fail ("%s; --hot keeps only what matters, --node-limit sets another limit",
                            error->message);
    case CYAN_HINT_PROJECT:
      return cyan_cli_fail ("%s; --project chooses one", error->message);
    case CYAN_HINT_BENCHMARK:
      return cyan_cli_fail ("%s; --benchmark chooses one", error->message);
    case CYAN_HINT_DEFINITION:
      return cyan_cli_fail ("%s; --definition chooses one", error->message);
    case CYAN_HINT_MACHINE:
      return cyan_cli_fail ("%s; --machine chooses one", error->message);
    case CYAN_HINT_REPOSITORY:
      return cyan_cli_fail ("%s; --repo says where it is", error->message);
    case CYAN_HINT_FORCE:
      return cyan_cli_fail ("%s; --force replaces it", error->message);
    case CYAN_HINT_NODE_LIMIT:
    case CYAN_HINT_TIME_LIMIT:
    case CYAN_HINT_NONE:
      break;
    }
  return cyan_cli_fail ("%s", error->message);
}

void
cyan_cli_notes (const GPtrArray *warnings)
{
  for (guint i = 0; i < warnings->len; i++)
    cyan_cli_note ("%s", (const char *) g_ptr_array_index (warnings, i));
}

gboolean
cyan_cli_find_form (const CyanReport *report,
                    const char *name,
                    CyanReportForm *form,
                    GError **error)
{
  if (cyan_report_find_form (report, name, form, error))
    return TRUE;
  g_prefix_error (error, "--format: ");
  return FALSE;
}

static gboolean
write_piece (const char *bytes, gsize length, gpointer data, GError **error)
{
  return cyan_output_write (data, bytes, (gssize) length, error);
}

gboolean
cyan_cli_report (const CyanReport *report,
                 gconstpointer about,
                 CyanReportForm form,
                 gboolean raw_cells,
                 const char *path,
                 GError **error)
{
  g_autoptr (CyanOutput) output = cyan_output_open (path != NULL ? path : "-", error);

  return output != NULL
         && cyan_report_write (report, about, form, raw_cells, write_piece, output, error)
         && cyan_output_close (g_steal_pointer (&output), error);
}

int
cyan_cli_finish_output (void)
{
  if (fflush (stdout) != 0 || ferror (stdout))
    return cyan_cli_fail ("standard output: cannot be written: %s", g_strerror (errno));
  return CYAN_EXIT_FINE;
}

/* GLib has no options whose value may be left out. */
static void
give_default (int argc, char **argv)
{
  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++)
    if (strcmp (argv[i], "--hot") == 0)
      argv[i] = (char *) "--hot=0.01%";
}

gboolean cyan_cli_force = FALSE;

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

  give_default (*argc, *argv);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_summary (context, summary);
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_add_main_entries (context, help_entry, NULL);
  if (!g_option_context_parse (context, argc, argv, &error))
    {
      *status = cyan_cli_fail ("%s: %s", command, error->message);
      return FALSE;
    }
  if (help)
    {
      g_autofree char *text = NULL;

      g_set_prgname ("cyan");
      g_option_context_set_help_enabled (context, FALSE);
      text = g_option_context_get_help (context, TRUE, NULL);
      /* GLib's usage line lacks the operands, so print our own. */
      printf ("Usage:\n  cyan %s [OPTION...]\n%s", parameters,
              strchr (text, '\n') != NULL ? strstr (text, "\n\n") + 1 : text);
      *status = cyan_cli_finish_output ();
      return FALSE;
    }
  cyan_output_set_force (cyan_cli_force);
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
  g_clear_pointer (&self->request, cyan_request_free);
  g_clear_pointer (&self->match, g_free);
  g_clear_pointer (&self->threshold, g_free);
  g_clear_pointer (&self->alpha, g_free);
  g_clear_pointer (&self->sample_period, g_free);
  g_clear_pointer (&self->hot_path, g_free);
  g_clear_pointer (&self->basis, g_free);
  for (guint side = 0; side < 2; side++)
    g_clear_pointer (&self->runs[side], g_strfreev);
  g_clear_pointer (&self->store, g_free);
  g_clear_pointer (&self->project, g_free);
  g_clear_pointer (&self->benchmark, g_free);
  g_clear_pointer (&self->definition, g_free);
  g_clear_pointer (&self->machine, g_free);
  g_clear_pointer (&self->ignore, g_strfreev);
  cyan_cli_limits_clear (&self->limits);
}

GOptionEntry *
cyan_cli_compare_entries (CyanCliCompareOptions *self, const GOptionEntry *own)
{
  CyanRequest *request = self->request;
  const GOptionEntry shared[] = {
    { "match", 'm', 0, G_OPTION_ARG_STRING, &self->match,
      "How nodes are matched: context (default), common-tree or path", "METHOD" },
    { "strict", 0, 0, G_OPTION_ARG_NONE, &request->strict,
      "common-tree: the same place among siblings, not only their order", NULL },
    { "before", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->runs[0],
      "A run before, as often as there are, in place of BEFORE and AFTER", "FILE" },
    { "after", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->runs[1], "A run after, likewise", "FILE" },
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &self->store,
      "BEFORE and AFTER are revisions in this store: all their runs are compared", "STORE" },
    { "benchmark", 'b', 0, G_OPTION_ARG_STRING, &self->benchmark,
      "Whose runs these are (default: the only one in the store)", "NAME" },
    { "machine", 0, 0, G_OPTION_ARG_STRING, &self->machine,
      "Where they ran (default: the only one that measured both)", "NAME" },
    { "definition", 0, 0, G_OPTION_ARG_STRING, &self->definition,
      "How they were run, as \"cyan history\" says it (default: the only way of both)", "HASH" },
    { "project", 0, 0, G_OPTION_ARG_STRING, &self->project,
      "Of which program they are (default: the only one with the benchmark)", "NAME" },
    { "metric", 0, 0, G_OPTION_ARG_STRING, &request->metric,
      "What is compared (default: each profile's first metric)", "NAME" },
    { "threshold", 0, 0, G_OPTION_ARG_STRING, &self->threshold,
      "Smaller changes count as none: 0.5% or 0.005 of the run (default)", "SHARE" },
    { "basis", 0, 0, G_OPTION_ARG_STRING, &self->basis,
      "What changes are of: share, absolute (percent of the run before), or auto (default)",
      "BASIS" },
    { "absolute", 0, 0, G_OPTION_ARG_NONE, &self->absolute, "The same as --basis absolute", NULL },
    { "alpha", 0, 0, G_OPTION_ARG_STRING, &self->alpha,
      "Share of false alarms where noise is known (default: 5%)", "SHARE" },
    { "sample-period", 0, 0, G_OPTION_ARG_STRING, &self->sample_period,
      "What one sample stands for, in the profiles' unit (default: as recorded)", "VALUE" },
    { "hot-path", 0, 0, G_OPTION_ARG_STRING, &self->hot_path,
      "mass (default), slower, faster, or delta: the largest differences", "METHOD" },
    { "rename-file", 0, 0, G_OPTION_ARG_FILENAME, &request->rename_file,
      "Renames to apply before matching, \"PATTERN => REPLACEMENT\" a line", "FILE" },
    { "raw-names", 0, 0, G_OPTION_ARG_NONE, &request->raw_names,
      "Take names as they are: no demangling, hashes and counters stay", NULL },
    { "source-before", 0, 0, G_OPTION_ARG_FILENAME, &request->sources[0],
      "Where the sources of before are: a directory, or REPOSITORY@REVISION", "LOCATION" },
    { "source-after", 0, 0, G_OPTION_ARG_FILENAME, &request->sources[1],
      "Where the sources of after are, likewise", "LOCATION" },
    { "repo", 0, 0, G_OPTION_ARG_FILENAME, &request->repository,
      "The repository of both, in place of the two above", "FOLDER" },
    { "revision-before", 0, 0, G_OPTION_ARG_STRING, &request->revisions[0],
      "Its revision before (default: as the profile says)", "REVISION" },
    { "revision-after", 0, 0, G_OPTION_ARG_STRING, &request->revisions[1], "Its revision after",
      "REVISION" },
    { "map", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &request->maps,
      "Paths recorded below FROM are below TO in the sources; as often as needed", "FROM=TO" },
    CYAN_CLI_LIMIT_ENTRIES (&self->limits),
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

gboolean
cyan_cli_parse_name (const char *option,
                     const char *kind,
                     const char *text,
                     const char *const *names,
                     guint *number,
                     GError **error)
{
  g_autoptr (GString) list = g_string_new (NULL);

  if (text == NULL)
    return TRUE;
  for (guint i = 0; names[i] != NULL; i++)
    {
      if (strcmp (names[i], text) == 0)
        {
          *number = i;
          return TRUE;
        }
      g_string_append_printf (list, "%s%s",
                              i == 0                 ? ""
                              : names[i + 1] != NULL ? ", "
                                                     : " or ",
                              names[i]);
    }
  return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, "%s: no %s \"%s\"; %s", option, kind, text,
                    list->str);
}

static gboolean
parse_match (const char *text, CyanRequest *request, GError **error)
{
  guint method = request->match;

  if (!cyan_cli_parse_name ("--match", "method", text, cyan_match_method_names, &method, error))
    return FALSE;
  request->match = (CyanMatchMethod) method;
  if (request->strict && request->match != CYAN_MATCH_COMMON_TREE)
    return cyan_fail (error, CYAN_ERROR_INVALID, "--strict goes with --match=common-tree");
  return TRUE;
}

gboolean
cyan_cli_parse_share (const char *option, const char *text, double *share, GError **error)
{
  gsize length = strlen (text);
  gboolean percent = length > 0 && text[length - 1] == '%';

  if (!cyan_parse_double (text, length - percent, share) || *share < 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, "%s: \"%s\" is not a share such as 0.5%%", option,
                      text);
  if (percent)
    *share /= 100;
  return TRUE;
}

static gboolean
parse_noise (const CyanCliCompareOptions *options, CyanRequest *request, GError **error)
{
  if (options->alpha != NULL)
    {
      if (!cyan_cli_parse_share ("--alpha", options->alpha, &request->alpha, error))
        return FALSE;
      if (request->alpha <= 0 || request->alpha >= 1)
        return cyan_fail (error, CYAN_ERROR_INVALID, "--alpha: more than 0 and less than 1");
    }
  if (options->sample_period != NULL
      && (!cyan_parse_double (options->sample_period, strlen (options->sample_period),
                              &request->sample_period)
          || request->sample_period <= 0))
    return cyan_fail (error, CYAN_ERROR_INVALID, "--sample-period: \"%s\" is no number above 0",
                      options->sample_period);
  return TRUE;
}

gboolean
cyan_cli_check_maps (const char *const *maps, GError **error)
{
  for (guint i = 0; maps != NULL && maps[i] != NULL; i++)
    if (strchr (maps[i], '=') == NULL)
      return cyan_fail (error, CYAN_ERROR_INVALID, "--map: \"%s\" is not FROM=TO", maps[i]);
  return TRUE;
}

gboolean
cyan_cli_compare_options_parse (const CyanCliCompareOptions *self, GError **error)
{
  CyanRequest *request = self->request;

  return parse_match (self->match, request, error) && parse_noise (self, request, error)
         && (self->threshold == NULL
             || cyan_cli_parse_share ("--threshold", self->threshold, &request->threshold, error));
}
