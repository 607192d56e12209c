/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history page`: a store as pages in a folder.  A page that is there and would be the same is
 * left as it is. */
#include "cyan-cli.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-news.h"
#include "cyan-report-comparison.h"
#include "cyan-report-history.h"

#define INDEX "index.html"

/* What tells a page of ours is among the first bytes. */
#define BEGINNING 1024

typedef struct
{
  CyanEvolutionQuery query;
  CyanStepsOptions steps;
  CyanCliOutput output; /* the path is that of the folder */
  CyanPalette palette;
  guint n_comparisons; /* at most */
} Options;

#define AT(member) CYAN_CLI_AT (Options, member)

/* The folder while it is written. */
typedef struct
{
  CyanStore *store;
  const Options *options;
  CyanReportSite about;
  GHashTable *comparisons; /* names of pages, owned, which are in the folder */
  GHashTable *of_step;     /* by CyanStep: one of these names, or NULL */
  guint n_written, n_kept;
} Site;

/* ---- files ---- */

static char *
path_of (const Site *self, const char *name)
{
  return g_build_filename (self->options->output.path, name, NULL);
}

/* The first bytes of a file, as a text; NULL: there is no file. */
static char *
read_beginning (const char *path)
{
  FILE *file = g_fopen (path, "re");
  char *text;
  gsize n;

  if (file == NULL)
    return NULL;
  text = g_malloc0 (BEGINNING + 1);
  n = fread (text, 1, BEGINNING, file);
  text[n] = '\0';
  fclose (file);
  return text;
}

static gboolean
write_page (
    Site *self, const CyanReport *report, gconstpointer about, const char *name, GError **error)
{
  g_autofree char *path = path_of (self, name);
  const CyanCliOutput output = { .path = path, .form = CYAN_REPORT_FORM_HTML };

  self->n_written++;
  return cyan_cli_report (report, about, &output, error);
}

/* Makes the folder.  One with pages of somebody else is refused. */
static gboolean
open_folder (const Site *self, GError **error)
{
  const char *folder = self->options->output.path;
  g_autofree char *index = path_of (self, INDEX), *beginning = read_beginning (index);
  g_autofree char *name = g_filename_display_name (folder);

  if (beginning != NULL && !cyan_report_site_is_made_of (beginning, NULL))
    return cyan_fail (error, CYAN_ERROR_INVALID, "%s: its %s is not of this command", name, INDEX);
  return g_mkdir_with_parents (folder, 0777) == 0
         || cyan_fail (error, CYAN_ERROR_IO, "%s: cannot be made: %s", name, g_strerror (errno));
}

/* ---- comparisons ---- */

/* One of the same sides is the same page, whatever the metric.  Caller frees. */
static char *
comparison_file (const CyanEvolution *evolution,
                 const CyanEvolutionSeries *series,
                 const guint sides[2])
{
  g_autoptr (GChecksum) identity = g_checksum_new (G_CHECKSUM_SHA256);
  const char *const parts[] = { series->benchmark, series->machine, series->definition,
                                evolution->columns[sides[0]].oid,
                                evolution->columns[sides[1]].oid };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_checksum_update (identity, (const guchar *) parts[i], (gssize) strlen (parts[i]) + 1);
  return cyan_report_site_name ("compare-", series->benchmark, identity);
}

/* FALSE if it cannot be written; runs without profiles have no page, which is no error. */
static gboolean
write_comparison (Site *self,
                  const CyanEvolutionSeries *series,
                  const guint sides[2],
                  const char *name,
                  gboolean *made,
                  GError **error)
{
  g_auto (CyanCliSession) session = { 0 };
  g_auto (CyanReportPage) page = { 0 };
  CyanReportOptions about;

  *made = cyan_cli_compare_step (self->store, self->about.news->evolution, series, sides, &session)
          && cyan_cli_page (&session, &page, NULL);
  if (!*made)
    return TRUE;
  about = cyan_cli_session_report (&session, 0);
  about.page = &page;
  return write_page (self, &cyan_report_compare, &about, name, error);
}

/* The newest steps first, until there are as many pages as wanted. */
static gboolean
write_comparisons (Site *self, GError **error)
{
  const CyanEvolution *evolution = self->about.news->evolution;
  g_autoptr (GArray) steps = cyan_evolution_list_steps (evolution, CYAN_EVOLUTION_BY_NEWEST);

  for (guint i = 0; i < steps->len; i++)
    {
      const CyanEvolutionStep *step = &g_array_index (steps, CyanEvolutionStep, i);
      const CyanEvolutionSeries *series = &evolution->series[step->series];
      const guint sides[] = { step->before, step->after };
      g_autofree char *name = comparison_file (evolution, series, sides);
      g_autofree char *path = path_of (self, name);
      gboolean made = g_file_test (path, G_FILE_TEST_EXISTS);
      char *known = NULL;

      if (!g_hash_table_lookup_extended (self->comparisons, name, (gpointer *) &known, NULL))
        {
          if (g_hash_table_size (self->comparisons) == self->options->n_comparisons)
            continue;
          if (made)
            self->n_kept++;
          else if (!write_comparison (self, series, sides, name, &made, error))
            return FALSE;
          if (!made)
            continue;
          g_hash_table_add (self->comparisons, known = g_strdup (name));
        }
      g_hash_table_insert (self->of_step, (gpointer) step->step, known);
    }
  return TRUE;
}

static const char *
link_of (const CyanEvolutionSeries *series, const CyanStep *step, gpointer data)
{
  return g_hash_table_lookup (((const Site *) data)->of_step, step);
}

/* ---- lines ---- */

static gboolean
write_line (Site *self, guint line, GError **error)
{
  g_autofree char *name = cyan_report_site_file (self->about.news->evolution, line);
  g_autofree char *path = path_of (self, name), *beginning = read_beginning (path);
  g_autofree char *made_of = NULL;
  gboolean ok;

  self->about.line = line;
  made_of = cyan_report_site_made_of (&self->about);
  if (beginning != NULL && cyan_report_site_is_made_of (beginning, made_of))
    {
      self->n_kept++;
      return TRUE;
    }
  self->about.made_of = made_of;
  ok = write_page (self, &cyan_report_site_line, &self->about, name, error);
  self->about.made_of = NULL;
  return ok;
}

/* The first page comes last, so that its links lead somewhere. */
static gboolean
write_all (Site *self, GError **error)
{
  if (!open_folder (self, error) || !write_comparisons (self, error))
    return FALSE;
  for (guint i = 0; i < self->about.news->evolution->n_lines; i++)
    if (!write_line (self, i, error))
      return FALSE;
  self->about.made_of = "";
  return write_page (self, &cyan_report_site_index, &self->about, INDEX, error);
}

static gboolean
run (const Options *options, const char *path, GError **error)
{
  g_autoptr (CyanStore) store = cyan_cli_open_store (path, CYAN_STORE_READ, error);
  g_autoptr (CyanNews) news =
      store != NULL ? cyan_news_read (store, &options->query, &options->steps, error) : NULL;
  g_autoptr (GHashTable) comparisons =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) of_step = g_hash_table_new (NULL, NULL);
  Site site = {
    .store = store,
    .options = options,
    .about = { .news = news, .store = path, .palette = options->palette, .link = link_of },
    .comparisons = comparisons,
    .of_step = of_step
  };

  if (news == NULL)
    return FALSE;
  site.about.link_data = &site;
  if (!write_all (&site, error))
    return FALSE;
  cyan_cli_note ("%s: %u pages written, %u as they were", options->output.path, site.n_written,
                 site.n_kept);
  return TRUE;
}

int
cyan_cli_history_page (int argc, char **argv)
{
  Options options = { .steps = CYAN_STEPS_OPTIONS_INIT, .n_comparisons = 100 };
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { "output", 'o', cyan_cli_path, &options.output.path, "The folder, which is made if need be",
      "FOLDER" },
    { .group = cyan_cli_force_options },
    { "comparisons", 0, cyan_cli_count, &options.n_comparisons,
      "Pages that compare the sides of a step, at most, the newest first (default: %s)", "N" },
    CYAN_CLI_PROJECT (&options.query.project),
    CYAN_CLI_BRANCH (&options.query.tip),
    { "palette", 0, cyan_cli_choice, &options.palette,
      "classic (default: red and green) or safe (for colour-blind eyes)", "NAME",
      .names = cyan_palette_names, .noun = "palette" },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse (
          "history page", "STORE",
          "Writes what a store has as pages for a browser, which need no script: what\n"
          "each revision changed, all benchmarks, the chart of each, and a comparison for\n"
          "each step whose runs have profiles.  Pages that would be the same are kept.",
          entries, &argc, &argv, &status))
    return status;
  if (argc != 2 || options.output.path == NULL)
    return cyan_cli_fail ("history page needs a store and --output");
  return run (&options, argv[1], &error) ? CYAN_EXIT_FINE : cyan_cli_error (error);
}
