/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that changed by themselves, summed over their contexts. */
#include "cyan-html-frame.h"
#include "cyan-report-html.h"
#include "cyan-comparison-pages.h"

#include <math.h>
#include <stdlib.h>

#include "cyan-function-sums.h"
#include "cyan-i18n.h"
#include "cyan-start.h"
#include "cyan-units.h"

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
  g_autofree char *location =
      cyan_report_location (comparison, cyan_comparison_function (comparison, node));
  const char *name = cyan_prose_name (prose, cyan_comparison_name (comparison, node), NAME_CHARS);

  if (choice->listed[node])
    cyan_prose_say (prose, "<tr><td><a href=\"#c%u\">%s</a></td>", node, name);
  else
    cyan_prose_say (prose, "<tr><td>%s</td>", name);
  cyan_prose_say (prose, "<td>%s</td>",
                  location != NULL ? cyan_prose_name (prose, location, CYAN_PROSE_NAME) : "");
}

/* What is known of the source of its function. */
static const char *
source_word (const CyanReportOptions *options, CyanNode node)
{
  switch (cyan_report_change (options, node))
    {
    case CYAN_CHANGE_MODIFIED:
      return _ ("modified");
    case CYAN_CHANGE_REFORMATTED:
      return _ ("reformatted");
    case CYAN_CHANGE_UNMODIFIED:
      return _ ("unmodified");
    case CYAN_CHANGE_UNKNOWN:
      break;
    }
  return "";
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
  cyan_prose_say (prose, "<td>%s</td>", source_word (options, function->sum.node));
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

static void
append_heads (CyanProse *prose, gboolean has_calls)
{
  cyan_prose_say (prose,
                  "<div class=\"scroll\"><table class=\"functions\"><thead><tr><th>%s</th>"
                  "<th>%s</th><th>%s</th><th class=\"number\">%s</th><th class=\"number\">%s</th>"
                  "<th class=\"number\">%s</th>",
                  _ ("Function"), _ ("Where"), _ ("Source"), _ ("Itself before"),
                  _ ("Itself after"), _ ("Change"));
  if (has_calls)
    cyan_prose_say (prose, "<th class=\"number\">%s</th><th class=\"number\">%s</th>",
                    _ ("Calls before"), _ ("Calls after"));
  cyan_prose_say (prose, "<th class=\"number\">%s</th></tr></thead>\n<tbody>\n", _ ("Contexts"));
}

void
cyan_html_functions (CyanProse *prose,
                     const CyanReportOptions *options,
                     const CyanHtmlLimits *limits,
                     const CyanHtmlChoice *choice)
{
  const CyanComparison *comparison = options->comparison;
  guint n, n_listed = 0;
  g_autofree Function *functions = functions_new (comparison, &n);
  double run =
      comparison->compared.same_unit ? cyan_compared_larger_total (&comparison->compared) : 1;
  g_autofree char *text = NULL;
  double rest = 0;

  if (comparison->compared.single)
    return;
  qsort (functions, n, sizeof *functions, compare_functions);
  while (n_listed < MIN (n, limits->n_functions) && fabs (functions[n_listed].change) >= LEAST * run
         && functions[n_listed].change != 0)
    n_listed++;
  text = g_strdup_printf (_ ("%'u of %'u functions, those that changed most by themselves."),
                          n_listed, n);
  for (guint i = n_listed; i < n; i++)
    rest += functions[i].change;
  cyan_prose_say (prose, "<section>\n<h2>%s</h2>\n<p class=\"note\">%s", _ ("Functions"), text);
  if (n_listed < n)
    cyan_prose_say (prose, " %s",
                    /* Translators: percent of the run before. */
                    cyan_prose_text (prose, _ ("The others together: %s."),
                                     cyan_start_amount (prose, options, rest)));
  cyan_prose_say (prose, "</p>\n");
  if (n_listed > 0)
    {
      append_heads (prose, comparison->compared.has_calls);
      for (guint i = 0; i < n_listed; i++)
        append_function (prose, options, choice, &functions[i]);
      cyan_prose_say (prose, "</tbody></table></div>\n");
    }
  cyan_prose_say (prose, "</section>\n");
}
