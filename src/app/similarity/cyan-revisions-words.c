/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-revisions-words.h"

#include <math.h>

#include "cyan-history-words.h"
#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-units.h"

const char *const cyan_revisions_titles[CYAN_REVISIONS_N_COLUMNS] = {
  [CYAN_REVISIONS_NAME] = N_ ("Revision"),
  [CYAN_REVISIONS_SUBJECT] = N_ ("Subject"),
  [CYAN_REVISIONS_MEAN] = N_ ("Mean Total"),
  /* Translators: of the mean total against that of the base */
  [CYAN_REVISIONS_CHANGE] = N_ ("Change"),
  [CYAN_REVISIONS_CHANGED] = N_ ("Rows Changed"),
  /* Translators: rows that the rule of the paper calls changed */
  [CYAN_REVISIONS_BELOW] = N_ ("SC Below 1"),
  /* Translators: how many of these chance explains */
  [CYAN_REVISIONS_EXPECTED] = N_ ("By Chance"),
  [CYAN_REVISIONS_RUNS] = N_ ("Runs"),
};

static const CyanSpectrumRevision *
revision_of (const CyanSpectrumOverview *self, guint number)
{
  return &self->revisions[number];
}

static char *
status_text (const CyanSpectrumRevision *revision)
{
  switch (revision->cell)
    {
    case CYAN_CELL_EMPTY:
      return g_strdup (_ ("not measured"));
    case CYAN_CELL_FAILED_BUILD:
      return g_strdup (_ ("the build failed"));
    case CYAN_CELL_FAILED:
      return g_strdup (_ ("all runs failed"));
    case CYAN_CELL_MEASURED:
    default:
      return g_strdup ("");
    }
}

static char *
change_text (const CyanSpectrumOverview *self, const CyanSpectrumRevision *revision)
{
  double before =
      revision->base != CYAN_SPECTRUM_NO_BASE ? revision_of (self, revision->base)->mean : NAN;

  return isnan (before) || isnan (revision->mean) ? g_strdup ("")
                                                  : cyan_change_to_text (before, revision->mean);
}

char *
cyan_revisions_text (const CyanSpectrumOverview *self, guint number, CyanRevisionsColumn column)
{
  const CyanSpectrumRevision *revision = revision_of (self, number);
  gboolean has_base = revision->base != CYAN_SPECTRUM_NO_BASE;

  switch (column)
    {
    case CYAN_REVISIONS_NAME:
      return cyan_text_for_label (revision->commit.name, CYAN_HISTORY_NAME_CHARS);
    case CYAN_REVISIONS_SUBJECT:
      return revision->commit.subject != NULL
                 ? cyan_text_for_label (revision->commit.subject, CYAN_HISTORY_SUBJECT_CHARS)
                 : g_strdup ("");
    case CYAN_REVISIONS_MEAN:
      return isnan (revision->mean) ? status_text (revision)
                                    : cyan_value_to_text (revision->mean, self->unit);
    case CYAN_REVISIONS_CHANGE:
      return change_text (self, revision);
    case CYAN_REVISIONS_CHANGED:
      return has_base ? g_strdup_printf (_ ("%'u of %'u"), revision->n_changed, revision->n_rows)
                      : g_strdup ("");
    case CYAN_REVISIONS_BELOW:
      return has_base ? g_strdup_printf ("%'u", revision->n_below) : g_strdup ("");
    case CYAN_REVISIONS_EXPECTED:
      return has_base ? g_strdup_printf ("%.0f", revision->expected) : g_strdup ("");
    case CYAN_REVISIONS_RUNS:
      return revision->n_runs > 0 ? g_strdup_printf ("%'u", revision->n_runs) : g_strdup ("");
    case CYAN_REVISIONS_N_COLUMNS:
    default:
      return g_strdup ("");
    }
}

char *
cyan_revisions_base_text (const CyanSpectrumOverview *self, guint number)
{
  const CyanSpectrumRevision *revision = revision_of (self, number);

  if (revision->base != CYAN_SPECTRUM_NO_BASE)
    {
      g_autofree char *base = cyan_text_for_label (revision_of (self, revision->base)->commit.name,
                                                   CYAN_HISTORY_NAME_CHARS);

      return g_strdup_printf (_ ("Compared with %s"), base);
    }
  return revision->problem != NULL
             ? cyan_text_for_label (revision->problem, CYAN_HISTORY_SUBJECT_CHARS)
             : status_text (revision);
}

char *
cyan_revisions_spoken (const CyanSpectrumOverview *self, guint number)
{
  g_autofree char *name = cyan_revisions_text (self, number, CYAN_REVISIONS_NAME);
  g_autofree char *mean = cyan_revisions_text (self, number, CYAN_REVISIONS_MEAN);
  g_autofree char *changed = cyan_revisions_text (self, number, CYAN_REVISIONS_CHANGED);

  if (*changed == '\0')
    return g_strdup_printf ("%s, %s", name, mean);
  /* Translators: a revision, a value, and "3 of 20" */
  return g_strdup_printf (_ ("%s, %s, %s rows changed"), name, mean, changed);
}
