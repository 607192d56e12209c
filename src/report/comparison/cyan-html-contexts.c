/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tree of calling contexts as a nested list that opens and closes without a script.
 *
 * Rows of calls in which nothing changed fold into one line, as in the picture.
 */
#include "cyan-report-html.h"

#include "cyan-html-frame.h"
#include "cyan-i18n.h"
#include "cyan-start.h"
#include "cyan-units.h"

/* Smaller parts of the run are never listed. */
#define LEAST 1e-4

/* If less than this part of the list would remain, it is cut instead. */
#define FEW 10

/* Lists inside each other, at most: browsers flatten a page that is nested more than 512 deep. */
#define MAX_DEPTH 120

/* A row of fewer calls does not fold. */
#define MIN_FOLDED 3

#define NAME_CHARS 90
#define BAR_WIDTH  100

/* The larger of its two shares. */
static double
size_of (const CyanComparison *comparison, CyanNode node)
{
  CyanSide before, after;

  cyan_comparison_sides (comparison, node, &before, &after);
  return MAX (before.share, after.share);
}

static guint
count_large (const double *sizes, guint n, double least)
{
  guint n_large = 0;

  for (CyanNode node = 1; node < n; node++)
    n_large += sizes[node] >= least;
  return n_large;
}

void
cyan_html_choose (CyanHtmlChoice *self,
                  const CyanReportOptions *options,
                  const CyanHtmlLimits *limits)
{
  const CyanComparison *comparison = options->comparison;
  guint n = comparison->compared.n_nodes, n_large, n_taken = 0;
  g_autofree double *sizes = g_new (double, n);
  double least = LEAST;

  *self = (CyanHtmlChoice){ .listed = g_new0 (guint8, n), .n_nodes = n - 1 };
  for (CyanNode node = 1; node < n; node++)
    sizes[node] = size_of (comparison, node);
  n_large = count_large (sizes, n, least);
  while (n_large > limits->n_contexts)
    {
      double next = cyan_scale_step_up (least * 1.5);
      guint n_next = count_large (sizes, n, next);

      /* Many are as large as each other, in a deep stack or beside each other. */
      if (n_next < limits->n_contexts / FEW)
        break;
      least = next;
      n_large = n_next;
    }
  for (CyanNode node = 1; node < n && n_taken < limits->n_contexts; node++)
    n_taken += self->listed[node] = sizes[node] >= least;
  self->is_cut = n_taken < n_large;
  for (CyanNode node = n; node-- > 1;)
    {
      CyanNode parent = comparison->compared.tree->parent[node];

      if (limits->has_picture && options->page->drawn[node])
        self->listed[node] = 1;
      if (self->listed[node] && parent != CYAN_NODE_ROOT)
        self->listed[parent] = 1;
      self->n_listed += self->listed[node];
    }
  self->least = least;
}

void
cyan_html_choice_clear (CyanHtmlChoice *self)
{
  g_clear_pointer (&self->listed, g_free);
}

/* The state of writing the list. */
typedef struct
{
  CyanProse *prose;
  const CyanReportOptions *options;
  const CyanComparison *comparison;
  const guint8 *listed;
  guint32 *n_children; /* listed ones, by node */
  guint8 *open;        /* by node: the picture shows a child of it */
  GArray *ends;        /* of CyanNode: the first node behind each open list */
} List;

/* Whether nothing happens at @node: its one child follows, and it did not change by itself. */
static gboolean
is_dull (const List *self, CyanNode node)
{
  return self->n_children[node] == 1
         && cyan_comparison_self_change (self->comparison, node) < self->comparison->threshold;
}

/* The nodes that fold from @node on; 0 if they are too few. */
static guint
row_length (const List *self, CyanNode node)
{
  guint n = 0;

  while (node < self->comparison->compared.n_nodes && (!self->listed[node] || is_dull (self, node)))
    n += self->listed[node++];
  return n >= MIN_FOLDED ? n : 0;
}

static void
append_bar (const List *self, CyanNode node)
{
  CyanSide before, after;
  CyanVerdict verdict = cyan_comparison_verdict (self->comparison, node, self->options->basis);

  cyan_comparison_sides (self->comparison, node, &before, &after);
  cyan_prose_say (self->prose,
                  "<svg class=\"bar\" width=\"%d\" height=\"12\" aria-hidden=\"true\">"
                  "<rect class=\"was\" width=\"%s\" height=\"3\"/>"
                  "<rect class=\"%s\" y=\"4\" width=\"%s\" height=\"8\"/></svg>",
                  BAR_WIDTH, cyan_html_number (self->prose, before.share * BAR_WIDTH),
                  cyan_verdict_names[verdict],
                  cyan_html_number (self->prose, after.share * BAR_WIDTH));
}

static const char *
total_text (const List *self, const CyanSide *side)
{
  return side->present
             ? cyan_prose_amount (self->prose, side->total, cyan_comparison_unit (self->comparison))
             : "\xe2\x80\x93";
}

static const char *
calls_text (const List *self, const CyanSide *side)
{
  return side->present ? cyan_prose_amount (self->prose, (double) side->calls, "count") : "0";
}

/* Appends the change, the name, and the values of both sides. */
static void
append_values (const List *self, CyanNode node)
{
  const CyanComparison *comparison = self->comparison;
  CyanVerdict verdict = cyan_comparison_verdict (comparison, node, self->options->basis);
  CyanSide before, after;

  cyan_comparison_sides (comparison, node, &before, &after);
  append_bar (self, node);
  cyan_prose_say (
      self->prose, "<span class=\"height\">%s</span>%s<span class=\"values\">",
      cyan_prose_value (self->prose,
                        cyan_comparison_height_text (comparison, node, self->options->basis)),
      cyan_prose_name (self->prose, cyan_comparison_name (comparison, node), NAME_CHARS));
  if (comparison->compared.single)
    {
      cyan_prose_say (self->prose, "%s</span>", total_text (self, &after));
      return;
    }
  cyan_prose_say (self->prose, "%s \xe2\x86\x92 %s", total_text (self, &before),
                  total_text (self, &after));
  if (verdict != CYAN_VERDICT_UNCHANGED)
    cyan_prose_say (self->prose, " \xc2\xb7 %s", _ (cyan_verdict_names[verdict]));
  if (cyan_comparison_share_only (comparison, node, self->options->basis))
    cyan_prose_say (self->prose, ", %s", _ ("share only"));
  if ((!before.present || before.calls != CYAN_CALLS_UNKNOWN)
      && (!after.present || after.calls != CYAN_CALLS_UNKNOWN)
      && (before.present ? before.calls : 0) != (after.present ? after.calls : 0))
    cyan_prose_say (self->prose, " \xc2\xb7 %s %s \xe2\x86\x92 %s", _ ("calls"),
                    calls_text (self, &before), calls_text (self, &after));
  cyan_prose_say (self->prose, "</span>");
}

/* Appends a row of @n calls, from @first to @last, and the names of all as a list that is
 * closed. */
static void
append_folded (const List *self, CyanNode first, CyanNode last, guint n)
{
  append_bar (self, first);
  cyan_prose_say (
      self->prose, "<span class=\"height\">%s</span>%s %s %s</summary>\n",
      cyan_prose_text (self->prose, ngettext ("%'u call", "%'u calls", n), n),
      cyan_prose_name (self->prose, cyan_comparison_name (self->comparison, first), NAME_CHARS),
      CYAN_ELLIPSIS,
      cyan_prose_name (self->prose, cyan_comparison_name (self->comparison, last), NAME_CHARS));
  cyan_prose_say (self->prose, "<details><summary class=\"row values\">%s</summary><ol>\n",
                  _ ("All names"));
  for (CyanNode node = first; node <= last; node++)
    if (self->listed[node])
      cyan_prose_say (
          self->prose, "<li class=\"name\" id=\"c%u\">%s</li>\n", node,
          cyan_prose_name (self->prose, cyan_comparison_name (self->comparison, node), NAME_CHARS));
  cyan_prose_say (self->prose, "</ol></details>\n<ul>\n");
}

/* Opens the list of what @node calls, which ends with its subtree. */
static void
push (List *self, CyanNode node)
{
  g_array_append_val (self->ends, self->comparison->compared.tree->end[node]);
}

/* Closes the lists that end before @node. */
static void
pop (List *self, CyanNode node)
{
  while (self->ends->len > 0 && g_array_index (self->ends, CyanNode, self->ends->len - 1) <= node)
    {
      cyan_prose_say (self->prose, "</ul></details></li>\n");
      g_array_set_size (self->ends, self->ends->len - 1);
    }
}

/* Appends @node, or the row of calls that begins with it.  Returns the last node that it stands
 * for.
 */
static CyanNode
append_node (List *self, CyanNode node)
{
  guint n_folded = self->ends->len < MAX_DEPTH ? row_length (self, node) : 0;
  CyanNode last = node;

  if (self->n_children[node] == 0 || self->ends->len >= MAX_DEPTH)
    {
      cyan_prose_say (self->prose, "<li class=\"row\" id=\"c%u\">", node);
      append_values (self, node);
      cyan_prose_say (self->prose, "</li>\n");
      return node;
    }
  for (guint n = 1; n < n_folded;)
    n += self->listed[++last];
  if (n_folded > 0)
    cyan_prose_say (self->prose, "<li>");
  else
    cyan_prose_say (self->prose, "<li id=\"c%u\">", node);
  cyan_prose_say (self->prose, "<details%s><summary class=\"row\">",
                  self->open[last] ? " open=\"open\"" : "");
  if (n_folded > 0)
    append_folded (self, node, last, n_folded);
  else
    {
      append_values (self, node);
      cyan_prose_say (self->prose, "</summary>\n<ul>\n");
    }
  push (self, last);
  return last;
}

static void
append_list (List *self)
{
  const CyanMergedTree *tree = self->comparison->compared.tree;
  guint n = self->comparison->compared.n_nodes;

  for (CyanNode node = 1; node < n; node++)
    if (self->listed[node])
      {
        self->n_children[tree->parent[node]]++;
        self->open[tree->parent[node]] |= self->options->page->drawn[node];
      }
  for (CyanNode node = 1; node < n; node++)
    if (self->listed[node])
      {
        pop (self, node);
        node = append_node (self, node);
      }
  pop (self, n);
}

static void
append_tools (CyanProse *prose)
{
  cyan_prose_say (prose,
                  "<div class=\"tools\" hidden=\"hidden\"><input type=\"search\" id=\"find\" "
                  "placeholder=\"%s\" aria-label=\"%s\"/><span id=\"count\" role=\"status\"></span>"
                  "<button type=\"button\" id=\"open\">%s</button>"
                  "<button type=\"button\" id=\"close\">%s</button></div>\n",
                  _ ("Find a function"), _ ("Find a function"), _ ("Open All"), _ ("Close All"));
}

/* Appends what the contexts that are not listed changed by themselves. */
static void
append_unlisted (CyanProse *prose, const CyanReportOptions *options, const CyanHtmlChoice *choice)
{
  const CyanCompared *compared = &options->comparison->compared;
  double rest = 0;

  if (options->ranking == NULL || choice->n_listed == choice->n_nodes)
    return;
  for (CyanNode node = 1; node < compared->n_nodes; node++)
    if (!choice->listed[node])
      rest += cyan_compared_self_difference (compared, node);
  cyan_prose_say (prose, " %s",
                  /* Translators: percent of the run before. */
                  cyan_prose_text (prose, _ ("What these changed by themselves: %s."),
                                   cyan_start_amount (prose, options, rest)));
}

void
cyan_html_contexts (CyanProse *prose,
                    const CyanReportOptions *options,
                    const CyanHtmlChoice *choice)
{
  guint n = options->comparison->compared.n_nodes;
  g_autofree guint32 *n_children = g_new0 (guint32, n);
  g_autofree guint8 *open = g_new0 (guint8, n);
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  List list = { prose, options, options->comparison, choice->listed, n_children, open, ends };
  g_autofree char *shown = NULL;

  cyan_prose_say (prose, "<section>\n<h2>%s</h2>\n", _ ("Calling contexts"));
  if (choice->n_listed == choice->n_nodes)
    shown = g_strdup_printf (_ ("All %'u contexts."), choice->n_nodes);
  else if (choice->is_cut)
    shown = g_strdup_printf (_ ("%'u of %'u contexts; the others are left out."), choice->n_listed,
                             choice->n_nodes);
  else
    {
      g_autofree char *least = cyan_round_share_to_text (choice->least);

      shown = g_strdup_printf (_ ("%'u of %'u contexts; those below %s of the run are left out."),
                               choice->n_listed, choice->n_nodes, least);
    }
  cyan_prose_say (prose, "<p class=\"note\">%s", shown);
  append_unlisted (prose, options, choice);
  cyan_prose_say (prose, " %s</p>\n", _ ("Bars: the share of the run, before above after."));
  append_tools (prose);
  cyan_prose_say (prose, "<ul class=\"contexts\" id=\"c%u\">\n", CYAN_NODE_ROOT);
  append_list (&list);
  cyan_prose_say (prose, "</ul>\n</section>\n");
}
