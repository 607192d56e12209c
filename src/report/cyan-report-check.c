/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a comparison passed or failed, in one paragraph. */
#include "cyan-report-check.h"

#include <string.h>

#include "cyan-text.h"
#include "cyan-units.h"

#define NAME_CHARS  120
#define VALUE_CHARS 400

/* Callers that the path of a culprit is told with. */
#define PATH_CALLERS 2

#define ELLIPSIS "\xe2\x80\xa6"

/* ---- safe text ---- */

static void
append_foreign (CyanProse *self, const char *text, guint max_chars)
{
  g_autofree char *label = cyan_text_for_label (text, max_chars);
  g_autofree char *safe = self->html ? cyan_text_for_xml (label) : cyan_text_for_terminal (label);

  if (self->html)
    g_string_append_printf (self->out, "<code>%s</code>", safe);
  else
    g_string_append (self->out, safe);
}

void
cyan_prose_name (CyanProse *self, const char *name)
{
  append_foreign (self, name, NAME_CHARS);
}

/* Words, numbers and signs, in which no markup, no link and no mention can stand. */
static gboolean
is_harmless (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean plain = c < 0x80
                       && (g_ascii_isalnum ((char) c) || strchr (" .,+%()-?;", (int) c) != NULL
                           || (c == ':' && p[1] == ' '));

      /* The minus, the cross and the micro sign of values. */
      if (!plain && c != 0x2212 && c != 0xd7 && c != 0xb5)
        return FALSE;
    }
  return TRUE;
}

void
cyan_prose_value (CyanProse *self, char *text)
{
  if (self->html && !is_harmless (text))
    append_foreign (self, text, VALUE_CHARS);
  else
    {
      g_autofree char *safe = cyan_text_for_terminal (text);

      g_string_append (self->out, safe);
    }
  g_free (text);
}

static void
say (CyanProse *self, const char *text)
{
  g_string_append (self->out, text);
}

void
cyan_prose_path (CyanProse *self, const CyanComparison *comparison, CyanNode node, guint most)
{
  const char *arrow = self->html ? " &gt; " : " > ";
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (CyanNode));

  while (path->len < most + 1 && node != CYAN_NODE_ROOT)
    {
      g_array_append_val (path, node);
      node = comparison->tree->parent[node];
    }
  if (node != CYAN_NODE_ROOT)
    {
      say (self, ELLIPSIS);
      say (self, arrow);
    }
  for (guint i = path->len; i-- > 0;)
    {
      cyan_prose_name (self, cyan_comparison_name (comparison, g_array_index (path, CyanNode, i)));
      if (i > 0)
        say (self, arrow);
    }
}

/* ---- the culprit ---- */

static CyanChange
change_of (const CyanReportOptions *options, const CyanComparison *comparison, CyanNode node)
{
  return options->changes != NULL ? (CyanChange) options->changes[comparison->pair[node]]
                                  : CYAN_CHANGE_UNKNOWN;
}

const char *
cyan_report_change_name (const CyanReportOptions *options,
                         const CyanComparison *comparison,
                         CyanNode node)
{
  return cyan_change_names[change_of (options, comparison, node)];
}

static CyanHotPath *
hot_path_of (const CyanComparison *comparison,
             const CyanReportOptions *options,
             const CyanGateEntry *entry)
{
  CyanNode from = entry->kind == CYAN_GATE_TOTAL ? cyan_comparison_top (comparison) : entry->node;

  return options->hot_path == CYAN_HOT_PATH_DELTA
             ? cyan_hot_path_new_largest_delta (comparison, from, CYAN_READING_ABSOLUTE)
             : cyan_hot_path_new (comparison, from, CYAN_DIRECTION_SLOWER);
}

gboolean
cyan_report_find_culprit (const CyanComparison *comparison,
                          const CyanReportOptions *options,
                          const CyanGateEntry *entry,
                          CyanCulprit *culprit)
{
  g_autoptr (CyanHotPath) path = hot_path_of (comparison, options, entry);
  CyanSide before, after;

  culprit->node = path->culprit;
  culprit->share = path->share;
  if (options->hot_path == CYAN_HOT_PATH_DELTA)
    culprit->node = g_array_index (path->nodes, CyanNode, path->nodes->len - 1);
  else if (culprit->node == CYAN_NODE_NONE && entry->kind == CYAN_GATE_TOTAL)
    {
      g_autoptr (GArray) suspects = cyan_suspects_new (comparison, CYAN_DIRECTION_SLOWER, 1);

      if (suspects->len > 0)
        {
          culprit->node = g_array_index (suspects, CyanSuspect, 0).node;
          culprit->share = g_array_index (suspects, CyanSuspect, 0).share;
        }
    }
  if (culprit->node == CYAN_NODE_NONE || culprit->node == CYAN_NODE_ROOT)
    return FALSE;

  cyan_comparison_sides (comparison, culprit->node, &before, &after);
  culprit->own = after.self - before.self;
  culprit->change = change_of (options, comparison, culprit->node);
  culprit->modified_caller = CYAN_NODE_NONE;
  for (CyanNode up = comparison->tree->parent[culprit->node];
       up != CYAN_NODE_ROOT && culprit->modified_caller == CYAN_NODE_NONE;
       up = comparison->tree->parent[up])
    if (change_of (options, comparison, up) == CYAN_CHANGE_MODIFIED)
      culprit->modified_caller = up;
  return TRUE;
}

/* ---- sentences ---- */

static void
say_limit (CyanProse *self, const CyanComparison *comparison, const CyanReportCheck *check)
{
  cyan_prose_value (self, cyan_share_to_text (check->gate->limit));
  say (self, " of the total before (");
  cyan_prose_value (self,
                    cyan_value_to_text (check->result->allowed, cyan_comparison_unit (comparison)));
  say (self, ")");
}

/* "find_entry, 6.45 ms instead of 1.18 ms, +446 % (+5.27 ms)" without the name. */
static void
say_change (CyanProse *self, const CyanComparison *comparison, const CyanGateEntry *entry)
{
  const char *unit = cyan_comparison_unit (comparison);

  cyan_prose_value (self, cyan_value_to_text (entry->after, unit));
  say (self, " instead of ");
  cyan_prose_value (self, cyan_value_to_text (entry->before, unit));
  say (self, ", ");
  cyan_prose_value (self, cyan_change_to_text (entry->before, entry->after));
  if (entry->before != entry->after)
    {
      say (self, " (");
      cyan_prose_value (self, cyan_difference_to_text (entry->after - entry->before, unit));
      say (self, ")");
    }
}

static void
say_total (CyanProse *self,
           const CyanComparison *comparison,
           const CyanReportOptions *options,
           const CyanReportCheck *check)
{
  const char *unit = cyan_comparison_unit (comparison);
  const double *left_out = check->gate->left_out;

  cyan_prose_name (self, options->before_name != NULL ? options->before_name : "before");
  say (self, " to ");
  cyan_prose_name (self, options->after_name != NULL ? options->after_name : "after");
  say (self, " took ");
  say_change (self, comparison, &check->result->total);
  if (left_out[0] != 0 || left_out[1] != 0)
    {
      say (self, ", ignored functions left out (");
      cyan_prose_value (self, cyan_value_to_text (left_out[0], unit));
      say (self, " before, ");
      cyan_prose_value (self, cyan_value_to_text (left_out[1], unit));
      say (self, " after)");
    }
}

static void
count_failures (const CyanReportCheck *check, guint count[3])
{
  memset (count, 0, 3 * sizeof *count);
  for (guint i = 0; i < check->result->failures->len; i++)
    count[g_array_index (check->result->failures, CyanGateEntry, i).kind]++;
}

static void
say_count (CyanProse *self, guint n, const char *one, const char *many)
{
  g_string_append_printf (self->out, "%u %s", n, n == 1 ? one : many);
}

/* What was held against the limit, and how that went. */
static void
say_gates (CyanProse *self, const CyanComparison *comparison, const CyanReportCheck *check)
{
  const CyanGateResult *result = check->result;
  const CyanGateOptions *gate = check->gate;
  const CyanGateEntry *worst = NULL;
  guint count[3];
  gboolean listed = FALSE;

  count_failures (check, count);
  if (gate->total || gate->any_node)
    {
      say (self, count[CYAN_GATE_TOTAL] > 0 || result->by_chance ? "That is more than the limit of "
                                                                 : "The limit is ");
      say_limit (self, comparison, check);
      say (self, result->by_chance ? ", but may be noise. " : ". ");
    }
  for (guint i = 0; i < result->failures->len && worst == NULL; i++)
    if (g_array_index (result->failures, CyanGateEntry, i).kind != CYAN_GATE_TOTAL)
      worst = &g_array_index (result->failures, CyanGateEntry, i);
  if (gate->functions == NULL && !gate->any_node)
    return;

  if (worst == NULL)
    {
      if (gate->functions != NULL)
        {
          say (self, "Of ");
          say_count (self, result->n_functions, "function", "functions");
          say (self, " asked for");
          say (self, gate->any_node ? ", and of all nodes, none" : " none");
        }
      else
        say (self, "No node");
    }
  if (count[CYAN_GATE_FUNCTION] > 0)
    {
      say_count (self, count[CYAN_GATE_FUNCTION], "function", "functions");
      listed = TRUE;
    }
  if (count[CYAN_GATE_NODE] > 0)
    {
      say (self, listed ? " and " : "");
      say_count (self, count[CYAN_GATE_NODE], "node", "nodes");
    }
  say (self, " got slower by more than ");
  if (gate->total || gate->any_node)
    say (self, "that");
  else
    say_limit (self, comparison, check);
  if (worst != NULL)
    {
      say (self, ", first of all ");
      cyan_prose_name (self, cyan_comparison_name (comparison, worst->node));
      say (self, " with ");
      say_change (self, comparison, worst);
    }
  say (self, ". ");
}

static void
say_interval (CyanProse *self, const CyanEstimate *estimate)
{
  say (self, "95 % interval ");
  cyan_prose_value (self, cyan_share_difference_to_text ((double) estimate->low - 1));
  say (self, " to ");
  cyan_prose_value (self, cyan_share_difference_to_text ((double) estimate->high - 1));
  g_string_append_printf (self->out, ", p = %.2g", (double) estimate->q);
}

static void
say_noise (CyanProse *self, const CyanComparison *comparison, const CyanReportCheck *check)
{
  const CyanGateResult *result = check->result;
  gboolean total_only = check->gate->functions == NULL && !check->gate->any_node;

  cyan_prose_value (self, cyan_comparison_noise_text (comparison));
  if (result->total.has_estimate)
    {
      say (self, "; the total changed by ");
      cyan_prose_value (self,
                        cyan_share_difference_to_text ((double) result->total.estimate.ratio - 1));
      say (self, " (");
      say_interval (self, &result->total.estimate);
      say (self, ")");
    }
  else if (comparison->noise == CYAN_NOISE_SAMPLING && !total_only)
    say (self, "; only functions and nodes beyond it fail, for the total the plain difference "
               "decides");
  else
    say (self, ", so the plain difference decides");
  say (self, ".");
  if (!result->passed && comparison->noise != CYAN_NOISE_RUNS)
    say (self, " Two runs of one version differ, too: several a side would tell.");
  if (result->n_by_chance > 0)
    {
      say (self, " Beyond the limit by no more than noise: ");
      say_count (self, result->n_by_chance, "function or node", "functions and nodes");
      say (self, ".");
    }
  if (result->by_chance)
    say (self, " More runs a side would tell.");
}

static void
say_place (CyanProse *self, const CyanComparison *comparison, CyanNode node)
{
  const CyanFunction *function = cyan_comparison_function (comparison, node);
  const char *file = cyan_comparison_string (comparison, function->file);
  g_autofree char *place =
      function->line > 0 ? g_strdup_printf ("%s:%u", file, function->line) : g_strdup (file);

  if (*file == '\0')
    return;
  say (self, ", ");
  cyan_prose_name (self, place);
}

/* What to read first. */
static void
say_next (CyanProse *self,
          const CyanComparison *comparison,
          const CyanReportCheck *check,
          const CyanCulprit *culprit)
{
  switch (culprit->change)
    {
    case CYAN_CHANGE_MODIFIED:
      say (self, "; its source was modified. Read that change first");
      break;
    case CYAN_CHANGE_UNMODIFIED:
      say (self, "; its source is the same. ");
      if (culprit->modified_caller == CYAN_NODE_NONE)
        say (self, "So is that of its callers, as far as it is known: look at what they pass, at "
                   "the input and at the build");
      else
        {
          say (self, "Read first the change of its caller ");
          cyan_prose_name (self, cyan_comparison_name (comparison, culprit->modified_caller));
        }
      break;
    default:
      say (self, check->sources ? "; its source was not found. Read first what changed around it"
                                : "; whether its source changed is not known: give --source-before "
                                  "and --source-after");
      break;
    }
  say (self, ". If this is wanted, record a new baseline.");
}

static void
say_culprit (CyanProse *self,
             const CyanComparison *comparison,
             const CyanReportOptions *options,
             const CyanReportCheck *check)
{
  const CyanGateEntry *first = &g_array_index (check->result->failures, CyanGateEntry, 0);
  CyanCulprit culprit;

  if (!cyan_report_find_culprit (comparison, options, first, &culprit))
    {
      say (self, " No single function stands out. If this is wanted, record a new baseline.");
      return;
    }
  say (self, " The culprit is ");
  cyan_prose_name (self, cyan_comparison_name (comparison, culprit.node));
  say (self, " (");
  cyan_prose_path (self, comparison, culprit.node, PATH_CALLERS);
  say_place (self, comparison, culprit.node);
  say (self, ")");
  if (culprit.own > 0)
    {
      say (self, ", ");
      cyan_prose_value (self,
                        cyan_difference_to_text (culprit.own, cyan_comparison_unit (comparison)));
      say (self, " by itself");
    }
  if (culprit.share > 0)
    {
      say (self, ", ");
      cyan_prose_value (self, cyan_share_to_text (culprit.share));
      say (self, " of all that got slower");
    }
  say_next (self, comparison, check, &culprit);
}

void
cyan_prose_check (CyanProse *self,
                  const CyanComparison *comparison,
                  const CyanReportOptions *options,
                  const CyanReportCheck *check)
{
  say (self, check->result->passed ? "Passed: " : "Failed: ");
  say_total (self, comparison, options, check);
  say (self, ". ");
  say_gates (self, comparison, check);
  say_noise (self, comparison, check);
  if (!check->result->passed)
    say_culprit (self, comparison, options, check);
}

/* ---- text ---- */

static void
append_failures (CyanProse *prose,
                 const CyanComparison *comparison,
                 const CyanReportOptions *options,
                 const CyanReportCheck *check)
{
  const GArray *failures = check->result->failures;
  guint n = 0, told = 0;

  for (guint i = 0; i < failures->len; i++)
    n += g_array_index (failures, CyanGateEntry, i).kind != CYAN_GATE_TOTAL;
  if (n < 2)
    return;
  g_string_append_printf (prose->out, "\nSlower than allowed (%u of %u)\n", MIN (n, options->top),
                          n);
  for (guint i = 0; i < failures->len && told < options->top; i++)
    {
      const CyanGateEntry *entry = &g_array_index (failures, CyanGateEntry, i);

      if (entry->kind == CYAN_GATE_TOTAL)
        continue;
      told++;
      g_string_append_printf (prose->out, "  %s ", cyan_gate_kind_names[entry->kind]);
      if (entry->kind == CYAN_GATE_NODE)
        cyan_prose_path (prose, comparison, entry->node, PATH_CALLERS);
      else
        cyan_prose_name (prose, cyan_comparison_name (comparison, entry->node));
      say (prose, ": ");
      say_change (prose, comparison, entry);
      say (prose, "\n");
    }
}

gboolean
cyan_report_check_text (const CyanComparison *comparison,
                        const CyanReportOptions *options,
                        const CyanReportCheck *check,
                        CyanReportWriteFunc write,
                        gpointer data,
                        GError **error)
{
  g_autofree char *inferred = cyan_comparison_inferred_text (comparison);
  g_auto (CyanReportSink) sink = { 0 };
  CyanProse prose;

  cyan_report_sink_init (&sink, write, data);
  prose = (CyanProse){ sink.buffer, FALSE };
  cyan_prose_check (&prose, comparison, options, check);
  if (inferred != NULL)
    g_string_append_printf (sink.buffer, " %s.", inferred);
  g_string_append_c (sink.buffer, '\n');
  append_failures (&prose, comparison, options, check);
  return cyan_report_sink_flush (&sink, TRUE, error);
}
