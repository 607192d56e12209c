/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison as one page in HTML: its picture, the functions that changed, and the whole. */
#include "cyan-report-html.h"

#include <math.h>
#include <stdlib.h>

#include "cyan-columns.h"
#include "cyan-function-sums.h"
#include "cyan-html-frame.h"
#include "cyan-i18n.h"
#include "cyan-report-kind.h"
#include "cyan-start.h"
#include "cyan-units.h"

/* ---- what is made before it is written ---- */

/* A page is read as a whole, so its picture has to be small: nodes, and bytes of each SVG. */
#define MAX_DRAWN   600
#define MAX_PICTURE (400 * 1024)

static gboolean
draw (CyanReportPage *self,
      CyanLayout *layout,
      const CyanStyle *style,
      const CyanTitles *titles,
      const CyanTick *tick,
      GError **error)
{
  for (guint dark = 0; dark < 2; dark++)
    {
      CyanTick part = cyan_tick_slice (tick, dark / 2.0, (dark + 1) / 2.0);
      CyanStyle painted = *style;
      g_autoptr (CyanScene) scene = NULL;

      painted.theme.dark = dark == 1;
      scene = cyan_scene_new_page (layout, &painted, titles, NULL, &part, error);
      if (scene == NULL)
        return FALSE;
      self->pictures[dark] = cyan_scene_to_inline_svg (scene, &part, error);
      if (self->pictures[dark] == NULL)
        return FALSE;
    }
  if (MAX (g_bytes_get_size (self->pictures[0]), g_bytes_get_size (self->pictures[1]))
      > MAX_PICTURE)
    for (guint dark = 0; dark < 2; dark++)
      g_clear_pointer (&self->pictures[dark], g_bytes_unref);
  return TRUE;
}

gboolean
cyan_report_page_init (CyanReportPage *self,
                       CyanLayout *layout,
                       const CyanStyle *style,
                       const CyanTitles *titles,
                       const CyanTick *tick,
                       GError **error)
{
  CyanComparison *comparison = cyan_layout_comparison (layout);
  guint n = comparison->compared.n_nodes;

  *self = (CyanReportPage){ .palette = style->theme.palette };
  if (cyan_layout_n_shown (layout) > MAX_DRAWN)
    {
      CyanFit fit = CYAN_FIT_PAGE;
      g_autoptr (CyanHotPath) path =
          cyan_hot_path_new_to_start (comparison, cyan_layout_top (layout), style->start,
                                      cyan_comparison_direction (comparison));

      cyan_layout_set_folds (layout, TRUE);
      cyan_layout_open_path (layout, path, G_MAXUINT);
      cyan_layout_fit_opening (layout, path, &fit);
    }
  if (!draw (self, layout, style, titles, tick, error))
    return FALSE;
  self->drawn = g_new0 (guint8, n);
  for (CyanNode node = 0; node < n; node++)
    self->drawn[node] = self->pictures[0] != NULL && cyan_layout_is_shown (layout, node);
  return TRUE;
}

void
cyan_report_page_clear (CyanReportPage *self)
{
  for (guint dark = 0; dark < 2; dark++)
    g_clear_pointer (&self->pictures[dark], g_bytes_unref);
  g_clear_pointer (&self->drawn, g_free);
}

/* ---- functions, summed over their contexts ---- */

/* A smaller change, as a part of the run, is not listed. */
#define LEAST 1e-4

#define NAME_CHARS 90

typedef struct
{
  CyanFunctionSum sum;
  double change; /* of its self values, in the unit of differences */
} Function;

/* The functions that have contexts; sets *@n to their number.  Caller frees. */
static Function *
functions_new (const CyanComparison *comparison, guint *n)
{
  guint n_all = comparison->compared.pairs->n_functions;
  g_autofree CyanFunctionSum *sums = cyan_function_sums_new (comparison, NULL, NULL);
  Function *functions = g_new (Function, n_all);

  *n = 0;
  for (guint i = 0; i < n_all; i++)
    if (sums[i].node != CYAN_NODE_NONE)
      functions[(*n)++] = (Function){
        sums[i], sums[i].side[1].self * cyan_compared_factor (&comparison->compared, 1)
                     - sums[i].side[0].self * cyan_compared_factor (&comparison->compared, 0)
      };
  return functions;
}

static int
compare_functions (gconstpointer a, gconstpointer b)
{
  const Function *x = a, *y = b;

  if (fabs (x->change) != fabs (y->change))
    return fabs (x->change) < fabs (y->change) ? 1 : -1;
  return x->sum.node < y->sum.node ? -1 : x->sum.node > y->sum.node;
}

static void
append_calls (CyanProse *prose, const CyanSide *side)
{
  guint64 calls = side->present ? side->calls : 0;

  cyan_html_number_cell (prose, calls == CYAN_CALLS_UNKNOWN ? g_strdup ("?")
                                                            : g_strdup_printf ("%" PRIu64, calls));
}

static void
append_name (CyanProse *prose,
             const CyanReportOptions *options,
             const CyanHtmlChoice *choice,
             CyanNode node)
{
  const CyanComparison *comparison = options->comparison;
  const char *name = cyan_prose_name (prose, cyan_comparison_name (comparison, node), NAME_CHARS);

  if (choice->listed[node])
    cyan_prose_say (prose, "<tr><td><a href=\"#c%u\">%s</a></td>", node, name);
  else
    cyan_prose_say (prose, "<tr><td>%s</td>", name);
  cyan_html_cell (prose, cyan_prose_location (prose, comparison, node));
}

static void
append_function (CyanProse *prose,
                 const CyanReportOptions *options,
                 const CyanHtmlChoice *choice,
                 const Function *function)
{
  const CyanComparison *comparison = options->comparison;
  const char *unit = cyan_comparison_unit (comparison);
  const char *unit_after = cyan_compared_metric (&comparison->compared, 1)->unit;

  append_name (prose, options, choice, function->sum.node);
  cyan_html_cell (prose, cyan_change_word (cyan_report_change (options, function->sum.node)));
  cyan_html_number_cell (prose, cyan_value_to_text (function->sum.side[0].self, unit));
  cyan_html_number_cell (prose, cyan_value_to_text (function->sum.side[1].self, unit_after));
  cyan_prose_say (prose, "<td class=\"number\"><strong>%s</strong></td>",
                  cyan_prose_change (prose, comparison, function->change));
  if (comparison->compared.has_calls)
    {
      append_calls (prose, &function->sum.side[0]);
      append_calls (prose, &function->sum.side[1]);
    }
  cyan_prose_say (prose, "<td class=\"number\">%'u</td></tr>\n", function->sum.n_contexts);
}

/* The functions that changed by themselves, as a table. */
static void
append_functions (CyanProse *prose,
                  const CyanReportOptions *options,
                  const CyanHtmlLimits *limits,
                  const CyanHtmlChoice *choice)
{
  const CyanComparison *comparison = options->comparison;
  guint n, n_listed = 0;
  g_autofree Function *functions = functions_new (comparison, &n);
  double rest = 0;

  if (comparison->compared.single)
    return;
  qsort (functions, n, sizeof *functions, compare_functions);
  while (n_listed < MIN (n, limits->n_functions)
         && fabs (cyan_compared_delta_part (&comparison->compared, functions[n_listed].change))
                >= LEAST
         && functions[n_listed].change != 0)
    n_listed++;
  for (guint i = n_listed; i < n; i++)
    rest += functions[i].change;
  cyan_prose_say (
      prose, "<section>\n<h2>%s</h2>\n<p class=\"note\">%s", _ ("Functions"),
      cyan_prose_text (prose, _ ("%'u of %'u functions, those that changed most by themselves."),
                       n_listed, n));
  if (n_listed < n)
    cyan_prose_say (prose, " %s",
                    /* Translators: percent of the run before. */
                    cyan_prose_text (prose, _ ("The others together: %s."),
                                     cyan_start_amount (prose, options, rest)));
  cyan_prose_say (prose, "</p>\n");
  if (n_listed > 0)
    {
      cyan_html_table (prose, comparison->compared.has_calls ? "tttnnnnnn" : "tttnnn--n",
                       _ ("Function"), _ ("Where"), _ ("Source"), _ ("Itself before"),
                       _ ("Itself after"), _ ("Change"), _ ("Calls before"), _ ("Calls after"),
                       _ ("Contexts"), NULL);
      for (guint i = 0; i < n_listed; i++)
        append_function (prose, options, choice, &functions[i]);
      cyan_html_table_end (prose);
    }
  cyan_html_section_end (prose);
}

/* ---- the page ---- */

/* Bytes of a page.  What it lists is halved until it fits; in the end the picture, whose nodes are
 * all listed, is left out. */
#define MAX_PAGE         3000000
#define MAX_CONTEXTS     1500
#define MAX_FUNCTIONS    300
#define MAX_SOURCE_BYTES (600 * 1024)
#define MAX_HALVED       6

/* Appends how many contexts have a partner on the other side. */
static void
append_counts (CyanProse *prose, const CyanComparison *comparison)
{
  const CyanStatusCounts counts = cyan_comparison_count (comparison);
  const guint *of = counts.of;
  g_autofree char *contexts = g_strdup_printf (
      _ ("%'u contexts matched, %'u renamed, %'u added, %'u removed"), of[CYAN_STATUS_MATCHED],
      of[CYAN_STATUS_RENAMED], of[CYAN_STATUS_ADDED], of[CYAN_STATUS_REMOVED]);
  g_autofree char *uncertain = cyan_comparison_uncertain_text (&counts);

  cyan_prose_say (prose, "<p class=\"dim\">%s", contexts);
  if (counts.unseen > 0)
    {
      g_autofree char *unseen = g_strdup_printf (_ ("%'u not sampled on one side"), counts.unseen);

      cyan_prose_say (prose, ", %s", unseen);
    }
  if (uncertain != NULL)
    cyan_prose_say (prose, "; %s", uncertain);
  cyan_prose_say (prose, "</p>\n");
}

static void
append_summary (CyanProse *prose, const CyanReportOptions *options)
{
  const CyanComparison *comparison = options->comparison;
  char *noise = cyan_comparison_noise_text (comparison);

  cyan_prose_say (prose, "<p class=\"verdict\">%s</p>\n",
                  cyan_prose_value (prose, cyan_comparison_verdict_text (comparison)));
  if (!comparison->compared.single)
    append_counts (prose, comparison);
  if (noise != NULL)
    cyan_prose_say (prose, "<p class=\"dim\">%s %s</p>\n", _ ("Noise:"),
                    cyan_prose_value (prose, noise));
  cyan_prose_notes (prose, comparison);
}

static void
append_picture (CyanProse *prose, const CyanReportPage *page, const CyanHtmlLimits *limits)
{
  gboolean shown = page->pictures[0] != NULL && limits->has_picture;

  cyan_html_section (
      prose, _ ("Performance evolution blueprint"),
      shown ? _ ("A click on a box leads to its place in the list of calling contexts.")
            : _ ("The picture is left out: it is too large for a page."));
  for (guint dark = 0; shown && dark < 2; dark++)
    cyan_html_picture (prose, dark, page->pictures[dark]);
  cyan_html_section_end (prose);
}

static void
append_page (CyanProse *prose, const CyanReportOptions *options, const CyanHtmlLimits *limits)
{
  g_autofree char *title = cyan_html_title (
      options->before_name, options->after_name != NULL ? options->after_name : _ ("after"));
  const CyanHtmlFrame frame = { title, options->page->palette, "report.js" };
  g_auto (CyanHtmlChoice) choice = { 0 };

  cyan_html_choose (&choice, options, limits);
  cyan_html_open (prose, &frame);
  append_summary (prose, options);
  cyan_html_main (prose);
  cyan_html_start (prose, options, limits);
  append_picture (prose, options->page, limits);
  cyan_html_contexts (prose, options, &choice);
  append_functions (prose, options, limits, &choice);
  cyan_html_close (prose, &frame);
}

void
cyan_report_compare_html (CyanProse *prose, gconstpointer about)
{
  gsize start = prose->out->len;

  for (guint halved = 0; halved <= MAX_HALVED; halved++)
    {
      const CyanHtmlLimits limits = { .n_contexts = MAX_CONTEXTS >> halved,
                                      .n_functions = MAX_FUNCTIONS >> halved,
                                      .n_source_bytes = MAX_SOURCE_BYTES >> halved,
                                      .has_picture = halved <= MAX_HALVED / 2 };

      g_string_truncate (prose->out, start);
      append_page (prose, about, &limits);
      if (prose->out->len - start <= MAX_PAGE)
        break;
    }
}
