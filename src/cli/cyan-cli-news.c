/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history news`, `accept` and `reopen`: what is new, and what persons decided about it. */
#include "cyan-cli.h"

#include <stdio.h>

#include "cyan-error.h"
#include "cyan-news.h"
#include "cyan-report-history.h"
#include "cyan-text.h"

typedef struct
{
  CyanEvolutionQuery query;
  CyanStepsOptions steps;
} Options;

#define OPTIONS_INIT                                                                               \
  {                                                                                                \
    .steps = CYAN_STEPS_OPTIONS_INIT                                                               \
  }

#define AT(member) CYAN_CLI_AT (Options, member)

static const CyanCliOption shared_options[] = {
  CYAN_CLI_PROJECT (AT (query.project)),
  CYAN_CLI_BRANCH (AT (query.tip)),
  CYAN_CLI_MAGNITUDE (AT (steps.magnitude)),
  CYAN_CLI_ALPHA (AT (steps.alpha)),
  { NULL },
};

/* ---- what is new ---- */

/* Whether something is worse that is still so, and that nobody accepted. */
static gboolean
is_worse (const CyanReportNews *about)
{
  for (guint i = 0; i < about->news->changes->changes->len; i++)
    if (cyan_report_has_news (about, i)
        && g_array_index (about->news->changes->changes, CyanEvolutionChange, i).direction > 0
        && (about->news->items[i].state == CYAN_NEWS_NEW
            || about->news->items[i].state == CYAN_NEWS_KNOWN))
      return TRUE;
  return FALSE;
}

/* It counts as told when it is written whole. */
static gboolean
tell (const char *path,
      const Options *options,
      const char *since,
      const CyanCliOutput *output,
      gboolean *worse,
      GError **error)
{
  g_autoptr (CyanStore) store =
      cyan_cli_open_store (path, since == NULL ? CYAN_STORE_WRITE : CYAN_STORE_READ, error);
  g_autoptr (CyanNews) news =
      store != NULL ? cyan_news_read (store, &options->query, &options->steps, error) : NULL;
  g_autofree char *name = g_filename_display_name (path);
  CyanReportNews about = { .news = news,
                           .store = name,
                           .names_project = options->query.project != NULL,
                           .since = CYAN_EVOLUTION_NO_BASE };

  if (news == NULL || !cyan_cli_find_column (news->evolution, "--since", since, &about.since, error)
      || !cyan_cli_report (&cyan_report_news, &about, output, error))
    return FALSE;
  *worse = is_worse (&about);
  return since != NULL || cyan_news_tell (news, store, g_get_real_time () / G_USEC_PER_SEC, error);
}

int
cyan_cli_history_news (int argc, char **argv)
{
  Options options = OPTIONS_INIT;
  CyanCliOutput output = { 0 };
  const char *since = NULL;
  gboolean worse = FALSE;
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { "since", 0, cyan_cli_text, &since,
      "All that changed after this revision, whether it was told or not (default: what was not)",
      "REVISION" },
    { .group = shared_options, .to = &options },
    { .group = cyan_cli_output_options, .to = &output, .report = &cyan_report_news },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse (
          "history news", "STORE",
          "Says which revisions got slower or faster, once: the store keeps what was\n"
          "told, and the next time only what is new is told.  Ends with 1 if something\n"
          "got worse that is neither fixed nor accepted.",
          entries, &argc, &argv, &status))
    return status;
  if (argc != 2)
    return cyan_cli_fail ("history news needs one store");
  if (!tell (argv[1], &options, since, &output, &worse, &error))
    return cyan_cli_error (error);
  return worse ? CYAN_EXIT_REGRESSION : CYAN_EXIT_FINE;
}

/* ---- what persons decide ---- */

typedef struct
{
  Options shared;
  const char *benchmark, *why;
} Decision;

/* Decides about all changes of @column that are asked for, and says which. */
static gboolean
decide_column (const CyanNews *news,
               CyanStore *store,
               const Decision *options,
               CyanNewsDecision decision,
               guint column,
               GError **error)
{
  guint n = 0;

  for (guint i = 0; i < news->changes->changes->len; i++)
    {
      const CyanEvolutionChange *change =
          &g_array_index (news->changes->changes, CyanEvolutionChange, i);
      g_autofree char *name = NULL;

      if (!cyan_evolution_change_may_be_at (news->changes, change, column)
          || (options->benchmark != NULL && !g_str_equal (options->benchmark, change->benchmark)))
        continue;
      if (!cyan_news_decide (news, store, i, decision, options->why,
                             g_get_real_time () / G_USEC_PER_SEC, error))
        return FALSE;
      name = cyan_text_for_terminal (change->benchmark);
      printf ("%s: %s at %s\n", decision == CYAN_NEWS_ACCEPT ? "accepted" : "reopened", name,
              news->evolution->columns[change->column].name);
      n++;
    }
  return n > 0
         || cyan_fail (error, CYAN_ERROR_INVALID, "%s: nothing changed at %s%s%s",
                       cyan_store_name (store), news->evolution->columns[column].name,
                       options->benchmark != NULL ? " in " : "",
                       options->benchmark != NULL ? options->benchmark : "");
}

static gboolean
decide (const Decision *options,
        CyanNewsDecision decision,
        const char *path,
        const char *revision,
        GError **error)
{
  g_autoptr (CyanStore) store = cyan_cli_open_store (path, CYAN_STORE_WRITE, error);
  g_autoptr (CyanNews) news =
      store != NULL ? cyan_news_read (store, &options->shared.query, &options->shared.steps, error)
                    : NULL;
  guint column;

  return news != NULL
         && cyan_cli_find_column (news->evolution, cyan_store_name (store), revision, &column,
                                  error)
         && decide_column (news, store, options, decision, column, error);
}

static int
run_decision (
    const char *command, const char *about, CyanNewsDecision decision, int argc, char **argv)
{
  Decision options = { .shared = OPTIONS_INIT };
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { "message", 'm', cyan_cli_text, &options.why, "Why", "TEXT" },
    { "benchmark", 'b', cyan_cli_text, &options.benchmark,
      "Only what changed in this benchmark (default: all)", "NAME" },
    { .group = shared_options, .to = &options.shared },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse (command, "STORE REVISION", about, entries, &argc, &argv, &status))
    return status;
  if (argc != 3 || options.why == NULL)
    return cyan_cli_fail ("%s needs a store, a revision and --message", command);
  if (!g_utf8_validate (options.why, -1, NULL) || *options.why == '\0')
    return cyan_cli_fail ("%s needs a message in UTF-8", command);
  return decide (&options, decision, argv[1], argv[2], &error) ? cyan_cli_finish_output ()
                                                               : cyan_cli_error (error);
}

int
cyan_cli_history_accept (int argc, char **argv)
{
  return run_decision (
      "history accept",
      "Accepts what changed at a revision: it may stay, and is no news.  The chart\n"
      "shows why.",
      CYAN_NEWS_ACCEPT, argc, argv);
}

int
cyan_cli_history_reopen (int argc, char **argv)
{
  return run_decision (
      "history reopen",
      "Takes back that what changed at a revision was accepted or told: it is news\n"
      "again.",
      CYAN_NEWS_REOPEN, argc, argv);
}
