/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `cyan check`: compares two profiles with a limit, for CI.
 *
 * All files are written before anything is printed, so that an error leaves no partial report.
 */
#include "cyan-cli.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cyan-error.h"
#include "cyan-report-comparison.h"
#include "cyan-output.h"

typedef struct
{
  CyanCliOutput output;
  const char *markdown;
  guint top;
} CheckOptions;

/* A decision and the data of its report. */
typedef struct
{
  const CyanCliSession *session;
  CyanReportCheck check;
} Decision;

/* ---- the page for a pull request and its picture ---- */

/* Two files that appear together: written beside their targets, then both renamed. */
typedef struct
{
  char *page; /* target paths */
  char *picture;
  char *new_page; /* NULL once renamed */
  char *new_picture;
} Pair;

static void
pair_clear (Pair *self)
{
  if (self->new_page != NULL)
    g_unlink (self->new_page);
  if (self->new_picture != NULL)
    g_unlink (self->new_picture);
  g_free (self->new_page);
  g_free (self->new_picture);
  g_free (self->page);
  g_free (self->picture);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pair, pair_clear)

/* The target must be a plain file.  A symbolic link stays, and its target is replaced. */
static char *
find_target (const char *path, GError **error)
{
  g_autofree char *shown = g_filename_display_name (path);
  struct stat about;
  char *target, *real;

  if (stat (path, &about) != 0)
    return g_strdup (path);
  if (!S_ISREG (about.st_mode))
    return cyan_fail_null (error, CYAN_ERROR_IO, "%s: is no plain file", shown);
  if (!cyan_output_may_replace (path, error))
    return NULL;
  real = realpath (path, NULL);
  target = g_strdup (real != NULL ? real : path);
  free (real);
  return target;
}

static char *
beside (const char *target, const char *ending)
{
  g_autofree char *folder = g_path_get_dirname (target);
  g_autofree char *name =
      g_strdup_printf (".cyanotype-%08x%08x%s", g_random_int (), g_random_int (), ending);

  return g_build_filename (folder, name, NULL);
}

static gboolean
rename_into_place (char **new_name, const char *target, GError **error)
{
  g_autofree char *shown = g_filename_display_name (target);
  int number;

  if (cyan_output_replace (*new_name, target))
    {
      g_clear_pointer (new_name, g_free);
      return TRUE;
    }
  number = errno;
  return cyan_fail (error, CYAN_ERROR_IO, "%s: cannot be written: %s", shown, g_strerror (number));
}

/* Replaces the temporary file name in an error by the target. */
static void
name_target (GError *reason, const char *new_name, const char *target, GError **error)
{
  g_autofree char *hidden = g_filename_display_name (new_name);
  g_autofree char *shown = g_filename_display_name (target);
  const char *rest =
      g_str_has_prefix (reason->message, hidden) ? reason->message + strlen (hidden) : NULL;

  if (rest != NULL)
    cyan_fail (error, (CyanError) reason->code, "%s%s", shown, rest);
  else
    cyan_fail (error, (CyanError) reason->code, "%s: %s", shown, reason->message);
  g_error_free (reason);
}

static gboolean
draw (Pair *self, const Decision *decision, const char *stem, const char *ending, GError **error)
{
  const GArray *failures = decision->check.result->failures;
  CyanCliPicture picture = CYAN_CLI_PICTURE_INIT;
  g_autofree char *path = g_strconcat (stem, ending, NULL);
  GError *reason = NULL;

  g_free (self->picture);
  g_free (self->new_picture);
  self->new_picture = NULL;
  self->picture = find_target (path, error);
  if (self->picture == NULL)
    return FALSE;
  if (failures->len > 0)
    picture.reveal = g_array_index (failures, CyanGateEntry, 0).node;
  if (picture.reveal == CYAN_NODE_ROOT)
    picture.reveal = CYAN_NODE_NONE;
  self->new_picture = beside (self->picture, ending);
  if (cyan_cli_draw (decision->session, &picture, self->new_picture, &reason))
    return TRUE;
  name_target (reason, self->new_picture, path, error);
  return FALSE;
}

static gboolean
write_page (const Decision *decided, const char *path, GError **error)
{
  g_auto (Pair) pair = { 0 };
  Decision decision = *decided;
  g_autofree char *stem = g_strndup (path, strlen (path) - strlen (".md"));
  g_autofree char *name = NULL;
  g_autofree char *picture = NULL;
  const char *ending = ".png";
  CyanCliOutput output = { CYAN_REPORT_FORM_MARKDOWN };
  g_autoptr (GError) drawn = NULL;
  GError *reason = NULL;

  pair.page = find_target (path, error);
  if (pair.page == NULL)
    return FALSE;
  /* PNG is displayed inline everywhere, but its size is limited; SVG is the fallback. */
  if (!draw (&pair, &decision, stem, ending, &drawn))
    {
      if (!g_error_matches (drawn, CYAN_ERROR, CYAN_ERROR_LIMIT))
        return cyan_error_pass (&drawn, error);
      ending = ".svg";
      if (!draw (&pair, &decision, stem, ending, error))
        return FALSE;
    }
  name = g_path_get_basename (stem);
  picture = g_strconcat (name, ending, NULL);
  decision.check.picture = picture;
  pair.new_page = beside (pair.page, ".md");
  output.path = pair.new_page;
  if (!cyan_cli_report (&cyan_report_check_page, &decision.check, &output, &reason))
    {
      name_target (reason, pair.new_page, path, error);
      return FALSE;
    }
  return rename_into_place (&pair.new_picture, pair.picture, error)
         && rename_into_place (&pair.new_page, pair.page, error);
}

/* ---- the command ---- */

static gboolean
is_page (const char *path)
{
  return g_str_has_suffix (path, ".md") && strcmp (path, ".md") != 0
         && !g_str_has_suffix (path, "/.md");
}

static gboolean
check (const CyanCliSession *session,
       const CheckOptions *options,
       const CyanGateOptions *gate,
       gboolean *passed,
       GError **error)
{
  g_autoptr (CyanGateResult) result = cyan_gate_decide (session->comparison, gate, error);
  gboolean sources = session->result->opened->locations[0] != NULL;
  const Decision decision = { session,
                              { .options = cyan_cli_session_report (session, options->top),
                                .gate = gate,
                                .result = result,
                                .no_sources =
                                    sources ? NULL : "give --source-before and --source-after" } };

  if (result == NULL)
    return FALSE;
  *passed = result->passed;
  return (options->markdown == NULL || write_page (&decision, options->markdown, error))
         && cyan_cli_report (&cyan_report_check, &decision.check, &options->output, error);
}

int
cyan_cli_check (int argc, char **argv)
{
  g_auto (CyanCliCompareOptions) options = CYAN_CLI_COMPARE_OPTIONS_INIT;
  CheckOptions own = { .top = 10 };
  g_auto (GStrv) matching = NULL;
  g_auto (CyanCliSession) session = { 0 };
  g_autoptr (CyanNameFilter) functions = NULL;
  g_autoptr (GError) error = NULL;
  CyanGateOptions gate = { 0 };
  gboolean passed;
  int status;
  const CyanCliOption entries[] = {
    { "fail-above", 0, cyan_cli_share, &gate.limit,
      "The largest slowdown that passes, of the total before: 5% or 0.05", "SHARE" },
    { "any-node", 0, cyan_cli_flag, &gate.any_node,
      "No node may get slower by more than that, the total included" },
    { "function", 0, cyan_cli_texts, &matching,
      "No function whose name matches may; as often as there are", "REGEX" },
    { "ignore", 0, cyan_cli_texts, &options.ignore,
      "Leave out the time of functions whose name matches, and of all they call; likewise",
      "REGEX" },
    { .group = cyan_cli_form_options, .to = &own.output, .report = &cyan_report_check },
    { .group = cyan_cli_file_options, .to = &own.output },
    { "markdown", 0, cyan_cli_path, &own.markdown,
      "Write a page for a pull request, too, and its picture beside it as FILE.png", "FILE.md" },
    { "top", 0, cyan_cli_count, &own.top, "Failures that are told (default: %s)", "N" },
    CYAN_CLI_COMPARE_ROWS (&options),
    { NULL },
  };

  if (!cyan_cli_parse ("check", "BEFORE AFTER --fail-above SHARE",
                       "Fails, with exit status 1, if something got slower by more than a limit.",
                       entries, &argc, &argv, &status))
    return status;
  if (!cyan_cli_was_given ("fail-above"))
    return cyan_cli_fail (
        "check needs --fail-above, the largest slowdown that passes, such as 5%%");
  if (own.markdown != NULL && !is_page (own.markdown))
    return cyan_cli_fail ("--markdown: \"%s\" does not end in .md", own.markdown);
  if (matching != NULL)
    {
      functions =
          cyan_name_filter_new ("--function", (const char *const *) matching, FALSE, &error);
      if (functions == NULL)
        return cyan_cli_error (error);
    }
  if (!cyan_cli_session_open (&session, &options, "check", argc, argv, &error)
      || !cyan_cli_session_rank (&session, &error))
    return cyan_cli_error (error);
  gate.total = !gate.any_node && functions == NULL;
  gate.functions = functions;
  memcpy (gate.left_out, session.result->ignored, sizeof gate.left_out);
  if (!check (&session, &own, &gate, &passed, &error))
    return cyan_cli_error (error);
  /* JSON contains the warnings. */
  if (own.output.form == CYAN_REPORT_FORM_TEXT)
    cyan_cli_notes (session.comparison->warnings);
  return passed ? CYAN_EXIT_FINE : CYAN_EXIT_REGRESSION;
}
