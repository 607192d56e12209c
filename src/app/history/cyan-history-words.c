/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-words.h"

#include <math.h>

#include "cyan-i18n.h"
#include "cyan-sentences.h"
#include "cyan-statistics.h"
#include "cyan-text.h"
#include "cyan-units.h"

/* Revisions that are named of those where a step may be. */
#define MAX_WHERE 5

char **
cyan_history_shown_names (CyanHistory *self)
{
  char **names = g_new0 (char *, self->shown->len + 1);

  for (guint i = 0; i < self->shown->len; i++)
    names[i] =
        cyan_text_for_label (cyan_history_line_name (self, g_array_index (self->shown, guint, i)),
                             CYAN_HISTORY_NAME_CHARS);
  return names;
}

char *
cyan_history_column_name (CyanHistory *self, guint column)
{
  return cyan_text_for_label (self->evolution->columns[column].name, CYAN_HISTORY_NAME_CHARS);
}

char *
cyan_history_column_day (CyanHistory *self, guint column)
{
  gint64 time = self->evolution->columns[column].time;
  g_autoptr (GDateTime) date =
      time != CYAN_EVOLUTION_UNKNOWN ? g_date_time_new_from_unix_local (time) : NULL;

  return date != NULL ? g_date_time_format (date, "%x") : NULL;
}

char *
cyan_history_interval_text (const CyanSteps *steps, const CyanStep *step)
{
  g_autofree char *low = cyan_change_to_text (1, step->size.low);
  g_autofree char *high = cyan_change_to_text (1, step->size.high);
  g_autofree char *q = cyan_probability_to_words ("q", step->q);

  if (steps->exact)
    return g_strdup (_ ("exact: the values do not scatter"));
  /* Translators: two changes like "+28.9 %", and the rate of false discoveries, "q = 0.002". */
  return g_strdup_printf (_ ("95 %% interval %s to %s, %s"), low, high, q);
}

char *
cyan_history_where_text (CyanHistory *self, const CyanStep *step)
{
  g_autoptr (GString) names = g_string_new (NULL);

  if (step->n_where <= 1)
    return g_strdup (_ ("It is at this revision."));
  for (guint i = 0; i < MIN (step->n_where, MAX_WHERE); i++)
    {
      g_autofree char *name = cyan_history_column_name (self, step->where[i]);

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", name);
    }
  if (step->n_where > MAX_WHERE)
    g_string_append (names, ", …");
  /* Translators: a number that is at least 2, and names of revisions. */
  return g_strdup_printf (_ ("With 95 %%, it is at one of %u revisions: %s"), step->n_where,
                          names->str);
}

const char *
cyan_history_status_word (const char *status)
{
  static const struct
  {
    const char *status, *word;
  } words[] = { { "timeout", N_ ("stopped at the time limit") },
                { "no-profile", N_ ("left no profile") },
                { "bad-profile", N_ ("left an unreadable profile") },
                { "lost", N_ ("lost") } };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i].status, status))
      return _ (words[i].word);
  return _ ("failed");
}

double
cyan_history_median (const CyanEvolutionSeries *series, guint column)
{
  guint n = series->begin[column + 1] - series->begin[column];
  g_autofree double *values =
      g_memdup2 (series->values + series->begin[column], n * sizeof (double));

  return n > 0 ? cyan_median (values, n) : NAN;
}

char *
cyan_history_value_text (CyanHistory *self, guint line, guint column)
{
  const CyanEvolutionSeries *series = cyan_history_series (self, line, column);
  guint n = series != NULL ? series->begin[column + 1] - series->begin[column] : 0;
  g_autofree char *value = NULL;
  g_autofree char *runs = NULL;

  if (series == NULL)
    return g_strdup (cyan_cell_words (CYAN_CELL_EMPTY));
  if (n == 0 || series->cells[column] == CYAN_CELL_FAILED_BUILD)
    return g_strdup (cyan_cell_words (series->cells[column]));
  value = cyan_value_to_text (cyan_history_median (series, column), series->unit);
  runs = g_strdup_printf (ngettext ("%'u run", "%'u runs", n), n);
  if (series->n_failed[column] > 0)
    {
      g_autofree char *failed =
          g_strdup_printf (ngettext ("%'u failed", "%'u failed", series->n_failed[column]),
                           series->n_failed[column]);

      return g_strdup_printf ("%s, %s, %s", value, runs, failed);
    }
  return g_strdup_printf ("%s, %s", value, runs);
}

/* "+30 % at a1b2c3d" */
static char *
step_at_text (CyanHistory *self, guint line, guint column)
{
  g_autofree char *ratio =
      cyan_change_to_text (1, cyan_history_step (self, line, column)->size.ratio);
  g_autofree char *name = cyan_history_column_name (self, column);

  /* Translators: a change like "+30 %", and a revision. */
  return g_strdup_printf (_ ("%s at %s"), ratio, name);
}

char *
cyan_history_largest_text (CyanHistory *self, guint line)
{
  const CyanHistoryLine *about = &self->lines[line];

  if (about->largest != CYAN_HISTORY_NONE)
    return step_at_text (self, line, about->largest);
  return g_strdup (about->possible > 0 ? _ ("no step yet, perhaps at the newest revision")
                                       : _ ("no step"));
}

char *
cyan_history_newest_text (CyanHistory *self, guint line)
{
  const CyanHistoryLine *about = &self->lines[line];
  g_autofree char *step = NULL;

  if (about->newest == about->largest)
    return NULL;
  step = step_at_text (self, line, about->newest);
  /* Translators: a step like "+30 % at v1.5". */
  return g_strdup_printf (_ ("newest: %s"), step);
}
