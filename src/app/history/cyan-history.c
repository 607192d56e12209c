/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a history page. */
#include "cyan-history.h"

#include <math.h>
#include <string.h>

struct _CyanHistory
{
  GObject parent_instance;

  CyanEvolution *evolution; /* owned, as all below */
  char **projects;
  char *function; /* or NULL */

  CyanHistoryLine *lines; /* by line */
  GPtrArray *metrics;     /* of borrowed names, NULL-terminated */
  GPtrArray *machines;
  GArray *shown; /* of guint */

  guint metric, machine;
  CyanEvolutionOrder order;
  guint line, column, second, base;
  gboolean by_date, from_zero, commits;
  CyanHistoryView view;
  GArray *trail; /* of CyanHistoryView: those that led to it */
};

G_DEFINE_FINAL_TYPE (CyanHistory, cyan_history, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_BY_DATE,
  PROP_FROM_ZERO,
  PROP_COMMITS,
  N_PROPS
};
static GParamSpec *properties[N_PROPS];

enum
{
  LINES_CHANGED,
  CHANGED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

const char *const cyan_history_view_names[] = { "chart",     "heat", "similarity",
                                                "revisions", "risk", NULL };
const char *const cyan_history_order_names[] = { "step", "newest", "name", NULL };

static void
emit_changed (CyanHistory *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* ---- lines ---- */

static const CyanEvolutionSeries *
series_at (CyanHistory *self, guint index)
{
  return &self->evolution->series[index];
}

static double
step_size (const CyanStep *step)
{
  return step->size.ratio > 0 ? fabs (log (step->size.ratio)) : G_MAXDOUBLE;
}

static void
summarise (CyanHistory *self, CyanHistoryLine *line, const CyanEvolutionSeries *series)
{
  const CyanSteps *steps = series->steps;

  for (guint i = 0; steps != NULL && i < steps->n_steps; i++)
    {
      guint column = steps->steps[i].revision;
      const CyanStep *largest = line->largest != CYAN_HISTORY_NONE
                                    ? cyan_history_step (self, series->line, line->largest)
                                    : NULL;

      if (largest == NULL || step_size (&steps->steps[i]) > step_size (largest))
        line->largest = column;
      if (line->newest == CYAN_HISTORY_NONE || column > line->newest)
        line->newest = column;
    }
  for (guint i = self->evolution->n_columns; i-- > 0;)
    if (series->begin[i + 1] > series->begin[i])
      {
        if (line->last_measured == CYAN_HISTORY_NONE || i >= line->last_measured)
          {
            line->last_measured = i;
            line->possible = steps != NULL ? steps->possible : 0;
          }
        break;
      }
}

static void
add_name (GPtrArray *names, const char *name)
{
  if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_ptr_array_add (names, (gpointer) name);
}

static void
find_lines (CyanHistory *self)
{
  const CyanEvolution *evolution = self->evolution;

  self->lines = g_new0 (CyanHistoryLine, evolution->n_lines);
  for (guint i = 0; i < evolution->n_series; i++)
    {
      CyanHistoryLine *line = &self->lines[series_at (self, i)->line];

      if (line->n++ == 0)
        {
          line->first = i;
          line->largest = line->newest = line->last_measured = CYAN_HISTORY_NONE;
        }
      add_name (self->metrics, series_at (self, i)->metric);
      add_name (self->machines, series_at (self, i)->machine);
    }
  for (guint i = 0; i < evolution->n_series; i++)
    summarise (self, &self->lines[series_at (self, i)->line], series_at (self, i));
  g_ptr_array_add (self->metrics, NULL);
  g_ptr_array_add (self->machines, NULL);
}

static gboolean
is_shown (CyanHistory *self, guint line)
{
  const CyanEvolutionSeries *series = series_at (self, self->lines[line].first);

  return g_str_equal (series->metric, g_ptr_array_index (self->metrics, self->metric))
         && g_str_equal (series->machine, g_ptr_array_index (self->machines, self->machine));
}

static void
show_lines (CyanHistory *self)
{
  g_autofree guint *sorted = cyan_evolution_sort_lines (self->evolution, self->order);

  g_array_set_size (self->shown, 0);
  for (guint i = 0; i < self->evolution->n_lines; i++)
    if (is_shown (self, sorted[i]))
      g_array_append_val (self->shown, sorted[i]);
}

/* The index among the shown lines; -1 if it is not shown. */
static int
position_of (CyanHistory *self, guint line)
{
  for (guint i = 0; i < self->shown->len; i++)
    if (g_array_index (self->shown, guint, i) == line)
      return (int) i;
  return -1;
}

const GArray *
cyan_history_lines (CyanHistory *self)
{
  return self->shown;
}

const CyanHistoryLine *
cyan_history_line (CyanHistory *self, guint line)
{
  return &self->lines[line];
}

const char *
cyan_history_line_name (CyanHistory *self, guint line)
{
  return series_at (self, self->lines[line].first)->benchmark;
}

const char *const *
cyan_history_metrics (CyanHistory *self)
{
  return (const char *const *) self->metrics->pdata;
}

const char *const *
cyan_history_machines (CyanHistory *self)
{
  return (const char *const *) self->machines->pdata;
}

guint
cyan_history_metric (CyanHistory *self)
{
  return self->metric;
}

guint
cyan_history_machine (CyanHistory *self)
{
  return self->machine;
}

/* The shown line of @benchmark, or CYAN_HISTORY_NONE. */
static guint
find_benchmark (CyanHistory *self, const char *benchmark)
{
  for (guint i = 0; i < self->shown->len; i++)
    {
      guint line = g_array_index (self->shown, guint, i);

      if (g_str_equal (cyan_history_line_name (self, line), benchmark))
        return line;
    }
  return CYAN_HISTORY_NONE;
}

/* Shows the lines of what is chosen now; that of the same benchmark is selected, or else the
 * first. */
static void
show_chosen (CyanHistory *self)
{
  guint line = CYAN_HISTORY_NONE;

  show_lines (self);
  if (self->line != CYAN_HISTORY_NONE)
    line = find_benchmark (self, cyan_history_line_name (self, self->line));
  if (line == CYAN_HISTORY_NONE && self->shown->len > 0)
    line = g_array_index (self->shown, guint, 0);
  self->line = line;
  g_signal_emit (self, signals[LINES_CHANGED], 0);
  emit_changed (self);
}

void
cyan_history_set_metric (CyanHistory *self, guint metric)
{
  g_return_if_fail (metric + 1 < self->metrics->len);

  if (self->metric == metric)
    return;
  self->metric = metric;
  show_chosen (self);
}

void
cyan_history_set_machine (CyanHistory *self, guint machine)
{
  g_return_if_fail (machine + 1 < self->machines->len);

  if (self->machine == machine)
    return;
  self->machine = machine;
  show_chosen (self);
}

CyanEvolutionOrder
cyan_history_order (CyanHistory *self)
{
  return self->order;
}

void
cyan_history_set_order (CyanHistory *self, CyanEvolutionOrder order)
{
  if (self->order == order)
    return;
  self->order = order;
  show_chosen (self);
}

/* ---- the selection ---- */

guint
cyan_history_selected_line (CyanHistory *self)
{
  return self->line;
}

void
cyan_history_select_line (CyanHistory *self, guint line)
{
  if (self->line == line || position_of (self, line) < 0)
    return;
  self->line = line;
  emit_changed (self);
}

void
cyan_history_select_benchmark (CyanHistory *self, const char *benchmark)
{
  guint line = find_benchmark (self, benchmark);

  if (line != CYAN_HISTORY_NONE)
    cyan_history_select_line (self, line);
}

void
cyan_history_move_line (CyanHistory *self, int offset)
{
  int position = position_of (self, self->line) + offset;

  if (position >= 0 && position < (int) self->shown->len)
    cyan_history_select_line (self, g_array_index (self->shown, guint, position));
}

guint
cyan_history_column (CyanHistory *self)
{
  return self->column;
}

void
cyan_history_select (CyanHistory *self, guint column)
{
  if (column >= self->evolution->n_columns
      || (self->column == column && self->second == CYAN_HISTORY_NONE))
    return;
  self->column = column;
  self->second = CYAN_HISTORY_NONE;
  emit_changed (self);
}

guint
cyan_history_second (CyanHistory *self)
{
  return self->second;
}

void
cyan_history_select_second (CyanHistory *self, guint column)
{
  if (column == self->column || column >= self->evolution->n_columns)
    column = CYAN_HISTORY_NONE;
  if (self->second == column)
    return;
  self->second = column;
  emit_changed (self);
}

guint
cyan_history_base (CyanHistory *self)
{
  return self->base;
}

void
cyan_history_set_base (CyanHistory *self, guint column)
{
  if (self->base == column)
    return;
  self->base = column;
  emit_changed (self);
}

/* ---- what is there ---- */

const CyanEvolution *
cyan_history_evolution (CyanHistory *self)
{
  return self->evolution;
}

const char *
cyan_history_function (CyanHistory *self)
{
  return self->function;
}

const char *const *
cyan_history_projects (CyanHistory *self)
{
  return (const char *const *) self->projects;
}

/* ---- the view ---- */

CyanHistoryView
cyan_history_view (CyanHistory *self)
{
  return self->view;
}

void
cyan_history_set_view (CyanHistory *self, CyanHistoryView view)
{
  if (self->view == view)
    return;
  if (view == CYAN_HISTORY_VIEW_CHART || view == CYAN_HISTORY_VIEW_HEAT)
    g_array_set_size (self->trail, 0);
  else
    g_array_append_val (self->trail, self->view);
  self->view = view;
  emit_changed (self);
}

gboolean
cyan_history_heat (CyanHistory *self)
{
  return self->view == CYAN_HISTORY_VIEW_HEAT;
}

gboolean
cyan_history_can_go_back (CyanHistory *self)
{
  return self->trail->len > 0;
}

void
cyan_history_go_back (CyanHistory *self)
{
  if (self->trail->len == 0)
    return;
  self->view = g_array_index (self->trail, CyanHistoryView, self->trail->len - 1);
  g_array_set_size (self->trail, self->trail->len - 1);
  emit_changed (self);
}

/* ---- how it is drawn ---- */

gboolean
cyan_history_by_date (CyanHistory *self)
{
  return self->by_date;
}

gboolean
cyan_history_from_zero (CyanHistory *self)
{
  return self->from_zero;
}

gboolean
cyan_history_commits (CyanHistory *self)
{
  return self->commits;
}

static gboolean *
flag_of (CyanHistory *self, guint property)
{
  switch (property)
    {
    case PROP_BY_DATE:
      return &self->by_date;
    case PROP_FROM_ZERO:
      return &self->from_zero;
    case PROP_COMMITS:
    default:
      return &self->commits;
    }
}

static void
cyan_history_set_property (GObject *object,
                           guint property,
                           const GValue *value,
                           GParamSpec *parameter)
{
  CyanHistory *self = CYAN_HISTORY (object);
  gboolean *flag = flag_of (self, property);

  if (*flag == g_value_get_boolean (value))
    return;
  *flag = g_value_get_boolean (value);
  g_object_notify_by_pspec (object, properties[property]);
  emit_changed (self);
}

static void
cyan_history_get_property (GObject *object, guint property, GValue *value, GParamSpec *parameter)
{
  g_value_set_boolean (value, *flag_of (CYAN_HISTORY (object), property));
}

/* ---- object ---- */

static void
cyan_history_finalize (GObject *object)
{
  CyanHistory *self = CYAN_HISTORY (object);

  g_clear_pointer (&self->evolution, cyan_evolution_free);
  g_clear_pointer (&self->metrics, g_ptr_array_unref);
  g_clear_pointer (&self->machines, g_ptr_array_unref);
  g_clear_pointer (&self->shown, g_array_unref);
  g_clear_pointer (&self->trail, g_array_unref);
  g_strfreev (self->projects);
  g_free (self->function);
  g_free (self->lines);
  G_OBJECT_CLASS (cyan_history_parent_class)->finalize (object);
}

static void
cyan_history_class_init (CyanHistoryClass *class)
{
  static const char *const names[N_PROPS] = {
    [PROP_BY_DATE] = "by-date", [PROP_FROM_ZERO] = "from-zero", [PROP_COMMITS] = "commits"
  };
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->finalize = cyan_history_finalize;
  object_class->set_property = cyan_history_set_property;
  object_class->get_property = cyan_history_get_property;
  for (guint i = PROP_0 + 1; i < N_PROPS; i++)
    properties[i] =
        g_param_spec_boolean (names[i], NULL, NULL, FALSE,
                              G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[LINES_CHANGED] = g_signal_new ("lines-changed", CYAN_TYPE_HISTORY, G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[CHANGED] = g_signal_new ("changed", CYAN_TYPE_HISTORY, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
cyan_history_init (CyanHistory *self)
{
  self->metrics = g_ptr_array_new ();
  self->machines = g_ptr_array_new ();
  self->shown = g_array_new (FALSE, FALSE, sizeof (guint));
  self->trail = g_array_new (FALSE, FALSE, sizeof (CyanHistoryView));
  self->line = self->column = self->second = self->base = CYAN_HISTORY_NONE;
}

CyanHistory *
cyan_history_new (CyanEvolution *evolution, char **projects, const char *function)
{
  CyanHistory *self = g_object_new (CYAN_TYPE_HISTORY, NULL);

  self->evolution = evolution;
  self->projects = projects != NULL ? projects : g_new0 (char *, 1);
  self->function = g_strdup (function);
  find_lines (self);
  if (self->metrics->len > 1)
    show_lines (self);
  if (self->shown->len > 0)
    {
      const CyanHistoryLine *line;

      self->line = g_array_index (self->shown, guint, 0);
      line = &self->lines[self->line];
      self->column = line->largest != CYAN_HISTORY_NONE         ? line->largest
                     : line->last_measured != CYAN_HISTORY_NONE ? line->last_measured
                                                                : evolution->n_columns - 1;
    }
  return self;
}
