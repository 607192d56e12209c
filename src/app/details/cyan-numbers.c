/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A node's numbers as a table, for the details pane and for tooltips. */
#include "cyan-numbers.h"

#include "cyan-theme.h"
#include "cyan-i18n.h"
#include "cyan-name-short.h"
#include "cyan-desktop-theme.h"
#include "cyan-text.h"
#include "cyan-units.h"
#include "cyan-widgets.h"

#include <adwaita.h>
#include <math.h>

/* Characters of a name in a tooltip. */
#define TOOLTIP_NAME_MAX   160
#define TOOLTIP_LINE_CHARS 56

#define ISOLATE     "\xe2\x81\xa6"
#define POP_ISOLATE "\xe2\x81\xa9"
#define NOTHING     "\xe2\x80\x93"

/* Calls up to here are written out. */
#define WRITTEN_OUT_MAX 10000000

typedef enum
{
  ACCENT_NONE,
  ACCENT_SLOWER,
  ACCENT_FASTER,
} Accent;

/* ---- colours ---- */

/* The palette's colour, moved towards the ink until it can be read as text. */
static CyanColor
readable (const CyanTheme *theme, CyanVerdict verdict)
{
  /* Cards are the lightest that it stands on in the dark. */
  CyanColor paper = theme->dark ? cyan_color_from_rgb (0x363636) : cyan_theme_background (theme);
  double contrast = theme->high_contrast ? 7 : 4.5;
  CyanPaint paint;
  CyanColor color;

  cyan_theme_paint (theme, verdict, CYAN_CHANGE_MODIFIED, FALSE, &paint);
  color = paint.fill;
  for (int step = 0; step < 20 && cyan_color_contrast (color, paper) < contrast; step++)
    color = cyan_color_mix (color, cyan_theme_foreground (theme), 0.1);
  return color;
}

static void
load_css (GtkCssProvider *provider)
{
  CyanTheme theme = cyan_desktop_theme ();
  CyanTheme dark = theme;
  char slower[CYAN_COLOR_TEXT_SIZE], faster[CYAN_COLOR_TEXT_SIZE];
  char dark_slower[CYAN_COLOR_TEXT_SIZE], dark_faster[CYAN_COLOR_TEXT_SIZE];
  g_autofree char *css = NULL;

  /* Tooltips are dark in a light theme, too. */
  dark.dark = TRUE;
  cyan_color_to_text (readable (&theme, CYAN_VERDICT_SLOWER), slower);
  cyan_color_to_text (readable (&theme, CYAN_VERDICT_FASTER), faster);
  cyan_color_to_text (readable (&dark, CYAN_VERDICT_SLOWER), dark_slower);
  cyan_color_to_text (readable (&dark, CYAN_VERDICT_FASTER), dark_faster);
  css = g_strdup_printf (".cyan-slower { color: %s; }"
                         ".cyan-faster { color: %s; }"
                         "tooltip .cyan-slower { color: %s; }"
                         "tooltip .cyan-faster { color: %s; }"
                         ".cyan-sentence { padding: 10px 12px; }"
                         ".cyan-small { min-height: 20px; padding: 2px 10px; font-size: smaller; }"
                         ".cyan-filter { border-radius: 9999px; font-weight: normal; }"
                         "levelbar.cyan-slower block.filled { background-color: %s; }"
                         "levelbar.cyan-faster block.filled { background-color: %s; }"
                         "levelbar.cyan-possible block.filled"
                         " { background-color: alpha(currentColor, 0.4); }",
                         slower, faster, dark_slower, dark_faster, slower, faster);
  gtk_css_provider_load_from_data (provider, css, -1);
}

void
cyan_numbers_load_css (void)
{
  static GtkCssProvider *provider;

  if (provider != NULL || gdk_display_get_default () == NULL)
    return;
  provider = gtk_css_provider_new ();
  load_css (provider);
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  cyan_desktop_theme_follow (provider, G_CALLBACK (load_css));
}

/* ---- cells ---- */

char *
cyan_numbers_count (guint64 calls)
{
  return calls > WRITTEN_OUT_MAX ? cyan_value_to_text ((double) calls, "count")
                                 : g_strdup_printf ("%'" G_GUINT64_FORMAT, calls);
}

static char *
calls_text (const CyanSide *side)
{
  if (!side->present)
    return g_strdup (NOTHING);
  if (side->calls == CYAN_CALLS_UNKNOWN)
    return g_strdup (_ ("unknown"));
  return cyan_numbers_count (side->calls);
}

/* How many calls more; both are known. */
static char *
calls_difference_text (guint64 before, guint64 after)
{
  g_autofree char *difference =
      cyan_numbers_count (after > before ? after - before : before - after);

  if (after == before)
    return g_steal_pointer (&difference);
  return g_strconcat (after > before ? "+" : "\xe2\x88\x92", difference, NULL);
}

static gboolean
per_call (const CyanSide *side, double *value)
{
  if (!side->present || side->calls == CYAN_CALLS_UNKNOWN || side->calls == 0)
    return FALSE;
  *value = side->total / (double) side->calls;
  return TRUE;
}

static char *
per_call_text (const CyanSide *side, const char *unit)
{
  double value;

  return per_call (side, &value) ? cyan_value_to_text (value, unit) : g_strdup (NOTHING);
}

static GtkWidget *
cell_new (GtkGrid *grid, const char *text, guint column, guint row)
{
  const char *classes = column > 0 && row > 0 ? "numeric"
                        : column > 0          ? "numeric dim-label"
                                              : "dim-label";
  GtkWidget *label = cyan_cell_new (grid, text, classes, column, row);

  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, column > 0);
  /* A number and its unit run from left to right wherever one reads. */
  if (column > 0)
    gtk_widget_set_direction (label, GTK_TEXT_DIR_LTR);
  return label;
}

/* One row; takes the three texts. */
static void
add_row (GtkGrid *grid, const char *title, char *before, char *after, char *change, Accent accent)
{
  guint row = 0;
  GtkWidget *label;

  while (gtk_grid_get_child_at (grid, 0, (int) row) != NULL)
    row++;
  cell_new (grid, title, 0, row);
  cell_new (grid, before, 1, row);
  cell_new (grid, after, 2, row);
  label = cell_new (grid, change, 3, row);
  if (accent == ACCENT_SLOWER)
    gtk_widget_add_css_class (label, "cyan-slower");
  else if (accent == ACCENT_FASTER)
    gtk_widget_add_css_class (label, "cyan-faster");
  g_free (before);
  g_free (after);
  g_free (change);
}

/* A change that may be noise or rounding has no colour. */
static Accent
accent_of (const CyanComparison *comparison, CyanNode node, CyanBasis basis, double difference)
{
  if (cyan_comparison_verdict (comparison, node, basis) == CYAN_VERDICT_UNCHANGED)
    return ACCENT_NONE;
  return difference > 0 ? ACCENT_SLOWER : difference < 0 ? ACCENT_FASTER : ACCENT_NONE;
}

/* Whether what a node does itself changed by more than noise, as far as that is known. */
static gboolean
self_changed (const CyanComparison *comparison, CyanNode node)
{
  const CyanEstimate *estimate = cyan_estimates_find (&comparison->noise.selves, node);

  return comparison->noise.kind == CYAN_NOISE_UNKNOWN
         || comparison->compared.tree->before[node] == CYAN_NODE_NONE
         || comparison->compared.tree->after[node] == CYAN_NODE_NONE
         || (estimate != NULL && estimate->q <= comparison->noise.alpha);
}

static void
add_value_row (GtkGrid *grid,
               const char *title,
               const CyanComparison *comparison,
               CyanNode node,
               const CyanSide *before,
               const CyanSide *after,
               gboolean of_self)
{
  const char *unit = cyan_comparison_unit (comparison);
  const char *after_unit =
      comparison->compared.side[1].profile->metrics[comparison->compared.side[1].metric].unit;
  double a = of_self ? before->self : before->total;
  double b = of_self ? after->self : after->total;
  /* An absent node has a self cost of zero. */
  double change = of_self ? b - a : cyan_comparison_change (comparison, node, CYAN_BASIS_ABSOLUTE);
  /* The change of a new node is its self cost, not its total. */
  gboolean comparable =
      comparison->compared.same_unit && (of_self || before->present == after->present);

  add_row (grid, title, before->present ? cyan_value_to_text (a, unit) : g_strdup (NOTHING),
           after->present ? cyan_value_to_text (b, after_unit) : g_strdup (NOTHING),
           comparable ? cyan_difference_to_text (change, unit) : g_strdup (NOTHING),
           comparable && (!of_self || self_changed (comparison, node))
               ? accent_of (comparison, node, CYAN_BASIS_ABSOLUTE, change)
               : ACCENT_NONE);
}

static char *
missing_text (const CyanSide *side, double run)
{
  g_autofree char *share = cyan_share_to_text (run > 0 ? side->missing / run : 0);

  return side->missing > 0 ? g_strconcat ("\xe2\x89\xa4 ", share, NULL) : g_strdup (NOTHING);
}

/* How much larger the true totals may be, if the trees were pruned. */
static void
add_missing_row (GtkGrid *grid,
                 const CyanComparison *comparison,
                 const CyanSide *before,
                 const CyanSide *after)
{
  if (before->missing > 0 || after->missing > 0)
    add_row (
        grid, C_ ("value", "missing"), missing_text (before, comparison->compared.side[0].total),
        missing_text (after, comparison->compared.side[1].total), g_strdup (NOTHING), ACCENT_NONE);
}

static char *
hosts_text (const CyanSide *side)
{
  return side->spread.n > 0 ? cyan_numbers_count (side->spread.n) : g_strdup (NOTHING);
}

/* On how many hosts it is, and what it takes on one, if that is known. */
static void
add_host_rows (GtkGrid *grid,
               const CyanComparison *comparison,
               const CyanSide *before,
               const CyanSide *after)
{
  const CyanSide *const sides[2] = { before, after };
  char *median[2];

  if (before->spread.n == 0 && after->spread.n == 0)
    return;
  for (guint i = 0; i < 2; i++)
    median[i] = sides[i]->spread.n > 0 ? cyan_value_to_text (
                    sides[i]->spread.median, cyan_compared_metric (&comparison->compared, i)->unit)
                                       : g_strdup (NOTHING);
  add_row (grid, _ ("hosts"), hosts_text (before), hosts_text (after), g_strdup (NOTHING),
           ACCENT_NONE);
  add_row (grid, _ ("host median"), median[0], median[1], g_strdup (NOTHING), ACCENT_NONE);
}

static void
add_call_rows (GtkGrid *grid,
               const CyanComparison *comparison,
               CyanNode node,
               const CyanSide *before,
               const CyanSide *after)
{
  const char *unit = cyan_comparison_unit (comparison);
  const char *after_unit =
      comparison->compared.side[1].profile->metrics[comparison->compared.side[1].metric].unit;
  guint64 calls_before = before->present ? before->calls : 0;
  guint64 calls_after = after->present ? after->calls : 0;
  gboolean known = calls_before != CYAN_CALLS_UNKNOWN && calls_after != CYAN_CALLS_UNKNOWN;
  gboolean has_both;
  double a = 0, b = 0;

  add_row (grid, _ ("calls"), calls_text (before), calls_text (after),
           known ? calls_difference_text (calls_before, calls_after) : g_strdup (NOTHING),
           ACCENT_NONE);
  /* A factor is a claim. */
  has_both =
      per_call (before, &a) & per_call (after, &b) & comparison->compared.same_unit
      && cyan_comparison_verdict (comparison, node, CYAN_BASIS_ABSOLUTE) != CYAN_VERDICT_UNCHANGED;
  add_row (grid, _ ("per call"), per_call_text (before, unit), per_call_text (after, after_unit),
           has_both && a >= 0 && b >= 0 ? cyan_change_to_text (a, b) : g_strdup (NOTHING),
           has_both ? accent_of (comparison, node, CYAN_BASIS_ABSOLUTE, b - a) : ACCENT_NONE);
}

GtkWidget *
cyan_numbers_new (CyanSession *session, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  GtkGrid *grid = GTK_GRID (gtk_grid_new ());
  double change = cyan_comparison_change (comparison, node, CYAN_BASIS_SHARE);
  CyanSide before, after;

  cyan_numbers_load_css ();
  cyan_comparison_sides (comparison, node, &before, &after);
  gtk_grid_set_column_spacing (grid, 12);
  gtk_grid_set_row_spacing (grid, 4);
  gtk_widget_add_css_class (GTK_WIDGET (grid), "cyan-numbers");
  add_row (grid, "", g_strdup (_ ("before")), g_strdup (_ ("after")), g_strdup (_ ("change")),
           ACCENT_NONE);
  add_row (
      grid, _ ("share"), before.present ? cyan_share_to_text (before.share) : g_strdup (NOTHING),
      after.present ? cyan_share_to_text (after.share) : g_strdup (NOTHING),
      before.present == after.present ? cyan_share_difference_to_text (change) : g_strdup (NOTHING),
      accent_of (comparison, node, CYAN_BASIS_SHARE, change));
  add_value_row (grid, _ ("total"), comparison, node, &before, &after, FALSE);
  add_value_row (grid, _ ("self"), comparison, node, &before, &after, TRUE);
  add_missing_row (grid, comparison, &before, &after);
  add_call_rows (grid, comparison, node, &before, &after);
  add_host_rows (grid, comparison, &before, &after);
  if (before.present != after.present)
    add_row (grid, _ ("height"), g_strdup (""), g_strdup (""),
             cyan_comparison_height_text (comparison, node, cyan_session_basis (session)),
             ACCENT_NONE);
  if (comparison->compared.single)
    {
      gtk_grid_remove_column (grid, 3);
      gtk_grid_remove_column (grid, 1);
      gtk_grid_remove_row (grid, 0);
    }
  return GTK_WIDGET (grid);
}

char *
cyan_numbers_change_text (CyanSession *session, double before, double after)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  const double total[2] = { before, after };
  CyanBasis basis = cyan_session_basis (session);

  if (comparison->compared.single)
    return cyan_share_to_text (cyan_compared_part (after, comparison->compared.side[1].total));
  return cyan_comparison_part_text (
      comparison, cyan_compared_change (&comparison->compared, total, basis), basis);
}

/* ---- names and locations ---- */

char *
cyan_numbers_location (CyanSession *session, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  const CyanFunction *function = cyan_comparison_function (comparison, node);
  const char *file = cyan_comparison_string (comparison, function->file);
  g_autofree char *label = NULL;

  if (*file == '\0')
    return NULL;
  label = cyan_text_for_label (file, TOOLTIP_NAME_MAX);
  if (function->line > 0)
    return g_strdup_printf (ISOLATE "%s:%u" POP_ISOLATE, label, function->line);
  return g_strdup_printf (ISOLATE "%s" POP_ISOLATE, label);
}

/* NULL and "" have no line. */
static void
append_line (GtkWidget *box, const char *text, const char *classes)
{
  if (text != NULL && *text != '\0')
    gtk_box_append (GTK_BOX (box), cyan_label_new (text, classes, TOOLTIP_LINE_CHARS));
}

GtkWidget *
cyan_numbers_tooltip_new (CyanSession *session, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  const CyanFunction *function = cyan_comparison_function (comparison, node);
  const char *module = cyan_comparison_string (comparison, function->module);
  const char *whole = cyan_comparison_name (comparison, node);
  g_autofree char *short_name = cyan_name_short_text (whole);
  g_autofree char *scope = cyan_name_short_scope (whole);
  g_autofree char *name = cyan_text_for_label (short_name, TOOLTIP_NAME_MAX);
  g_autofree char *location = cyan_numbers_location (session, node);
  g_autofree char *sentence = cyan_numbers_sentence (session, node);
  g_autofree char *noise = cyan_numbers_noise (session, node);
  g_autofree char *scope_label = cyan_text_for_label (scope, TOOLTIP_NAME_MAX);
  g_autofree char *module_label = cyan_text_for_label (module, TOOLTIP_NAME_MAX);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  append_line (box, name, "heading");
  append_line (box, *scope != '\0' ? scope_label : NULL, "dim-label");
  append_line (box, *module != '\0' ? module_label : NULL, "dim-label");
  append_line (box, location, "dim-label");
  gtk_box_append (GTK_BOX (box), cyan_numbers_new (session, node));
  append_line (box, sentence, NULL);
  append_line (box, noise, "dim-label");
  return box;
}
