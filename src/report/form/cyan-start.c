/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Common to the lists of where to start. */
#include "cyan-start.h"

#include <math.h>
#include <string.h>

#include "cyan-change.h"
#include "cyan-function-sums.h"
#include "cyan-i18n.h"
#include "cyan-units.h"

#define NAME_CHARS 48
#define PATH_CHARS 32 /* characters of a name in a path */
#define PATH_TAIL  6  /* names shown at its end, if they fit ... */
#define PATH_WIDTH 90 /* ... into this many characters */

/* The characters of a name: a browser breaks lines, a terminal does not. */
static guint
chars_of (const CyanProse *out, guint in_text)
{
  return out->html ? CYAN_PROSE_NAME : in_text;
}

static const char *
name_of (CyanProse *out, const CyanReportOptions *options, guint32 pair)
{
  return cyan_prose_name (out, cyan_comparison_pair_label (options->comparison, pair),
                          chars_of (out, NAME_CHARS));
}

guint
cyan_start_n_shown (const CyanReportOptions *options, guint most)
{
  return cyan_ranking_n_named (options->ranking, options->comparison, most);
}

gboolean
cyan_start_has_direction (const CyanReportOptions *options)
{
  const CyanComparison *comparison = options->comparison;

  return comparison->compared.same_unit && cyan_ranking_answers (options->ranking)
         && cyan_noise_total_changed (&comparison->noise, &comparison->compared);
}

/* ---- phrases ---- */

char *
cyan_start_location (const CyanReportOptions *options, guint32 pair, guint *line)
{
  const CyanFunction *function = cyan_comparison_pair_function (options->comparison, pair);
  const char *recorded = cyan_comparison_string (options->comparison, function->file);
  char *file = NULL;

  *line = function->line;
  if (*recorded != '\0')
    return g_strdup (recorded);
  *line = 0;
  if (options->location != NULL)
    options->location (pair, &file, line, options->location_data);
  return file;
}

/* @file may be NULL, @line 0. */
static const char *
name_with_place (CyanProse *out, const char *name, const char *file, guint line)
{
  const char *shown = cyan_prose_label (out, name);

  return file == NULL ? shown
                      : cyan_prose_text (out, "%s (%s)", shown, cyan_prose_place (out, file, line));
}

const char *
cyan_start_function (CyanProse *out, const CyanReportOptions *options, guint32 pair)
{
  guint line;
  g_autofree char *file = cyan_start_location (options, pair, &line);

  return name_with_place (out, cyan_comparison_pair_label (options->comparison, pair), file, line);
}

const char *
cyan_start_function_of (CyanProse *out, const CyanReportOptions *options, const CyanStart *start)
{
  const CyanInlined *inlined = start->inlined;

  return inlined != NULL ? name_with_place (out, inlined->name, inlined->file, inlined->line)
                         : cyan_start_function (out, options, start->pair);
}

const char *
cyan_start_amount (CyanProse *out, const CyanReportOptions *options, double value)
{
  return cyan_prose_value (out, cyan_comparison_delta_text (options->comparison, value));
}

const char *
cyan_start_size (CyanProse *out, const CyanReportOptions *options, const CyanStart *start)
{
  const char *amount = cyan_start_amount (out, options, start->contribution);
  const char *confidence = _ (cyan_confidence_names[start->confidence]);

  if (!cyan_compared_has_percent (&options->comparison->compared))
    return cyan_prose_text (out, "%s, %s", amount, confidence);
  /* Translators: percent; the same in a unit; how sure that is. */
  return cyan_prose_text (out, _ ("%s of the run before (%s), %s"), amount,
                          cyan_prose_change (out, options->comparison, start->contribution),
                          confidence);
}

const char *
cyan_start_path (CyanProse *out, const CyanReportOptions *options, const CyanStart *start)
{
  const CyanComparison *comparison = options->comparison;
  const CyanNode *parent = comparison->compared.tree->parent;
  const char *arrow = out->html ? " &gt; " : " > ", *path = NULL;
  CyanNode top = cyan_comparison_top (comparison), node = parent[start->node];
  glong width = 0;

  for (guint n = 0; node != CYAN_NODE_ROOT && n < PATH_TAIL; node = parent[node], n++)
    {
      const char *name = cyan_comparison_name (comparison, node);

      width += MIN (g_utf8_strlen (name, -1), PATH_CHARS) + 3;
      if (width > PATH_WIDTH && n > 0)
        break;
      name = cyan_prose_name (out, name, chars_of (out, PATH_CHARS));
      path = path == NULL ? name : cyan_prose_text (out, "%s%s%s", name, arrow, path);
    }
  if (path == NULL)
    return _ ("the top");
  if (node == CYAN_NODE_ROOT)
    return path;
  if (node != top || top == CYAN_NODE_ROOT)
    path = cyan_prose_text (out, "...%s%s", arrow, path);
  if (top == CYAN_NODE_ROOT)
    return path;
  return cyan_prose_text (
      out, "%s%s%s",
      cyan_prose_name (out, cyan_comparison_name (comparison, top), chars_of (out, PATH_CHARS)),
      arrow, path);
}

/* Stands for a name in a sentence whose other parts have to be escaped. */
#define PLACE "\x1a"

const char *
cyan_start_because (CyanProse *out, const CyanReportOptions *options, const CyanStart *start)
{
  const char *all = NULL;

  for (guint i = 0; i < start->n_because; i++)
    {
      const CyanBecause *because = &start->because[i];
      g_autofree char *clause = cyan_because_text (options->comparison, because, PLACE);
      char *place = strstr (clause, PLACE);
      const char *text;

      if (place != NULL)
        *place++ = '\0';
      text = cyan_prose_safe (out, clause);
      if (place != NULL)
        text = cyan_prose_text (out, "%s%s%s", text, name_of (out, options, because->pair),
                                cyan_prose_safe (out, place));
      all = all == NULL ? text : cyan_prose_text (out, "%s; %s", all, text);
    }
  return all;
}

const char *
cyan_start_read (CyanProse *out, const CyanReportOptions *options, const CyanStart *start)
{
  const char *text;

  if (start->n_read == 0 || (start->n_read == 1 && start->read[0] == start->pair))
    return NULL;
  text = start->read[0] == start->pair ? name_of (out, options, start->pair)
                                       : cyan_start_function (out, options, start->read[0]);
  for (guint i = 1; i < start->n_read; i++)
    /* Translators: functions to read. */
    text = cyan_prose_text (out, i == 1 ? _ ("%s, then %s") : "%s, %s", text,
                            name_of (out, options, start->read[i]));
  return text;
}

const char *
cyan_start_nobody (CyanProse *out, const CyanReportOptions *options, guint n)
{
  return cyan_prose_value (out,
                           cyan_ranking_nobody_text (options->ranking, options->comparison, n));
}

const char *
cyan_start_directions (CyanProse *out, const CyanReportOptions *options)
{
  double slower, faster;

  cyan_ranking_sums (options->ranking, &slower, &faster);
  if (slower == 0 || faster == 0 || !cyan_start_has_direction (options))
    return NULL;
  /* Translators: two sums, in percent. */
  return cyan_prose_text (out, _ ("slower: %s, faster: %s"),
                          cyan_start_amount (out, options, slower),
                          cyan_start_amount (out, options, faster));
}

/* ---- the rest ---- */

static const char *
shift_label (CyanProse *out, const CyanReportOptions *options, const CyanShift *shift)
{
  g_autofree char *text = cyan_shift_text (shift, name_of (out, options, shift->from),
                                           name_of (out, options, shift->to));

  return cyan_prose_text (out, "%s", text);
}

void
cyan_start_rest (CyanProse *out, const CyanReportOptions *options, guint n, CyanStartRestFunc say)
{
  g_autoptr (GArray) parts = cyan_ranking_list_rest (options->ranking, options->comparison, n);

  for (guint i = 0; i < parts->len; i++)
    {
      const CyanRestPart *part = &g_array_index (parts, CyanRestPart, i);
      const char *label = part->shift != NULL ? shift_label (out, options, part->shift)
                                              : cyan_prose_value (out, cyan_rest_part_text (part));

      say (out, options, label, part->value, i);
    }
}

static void
append_rest (
    CyanProse *out, const CyanReportOptions *options, const char *label, double value, guint i)
{
  cyan_prose_say (out, i > 0 ? "; %s: %s" : "%s: %s", label,
                  cyan_start_amount (out, options, value));
}

const char *
cyan_start_rest_text (CyanProse *out, const CyanReportOptions *options, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  CyanProse phrase = { text, out->html, words };

  cyan_start_rest (&phrase, options, n, append_rest);
  return text->len > 0 ? cyan_prose_text (out, "%s", text->str) : NULL;
}

/* ---- changed functions ---- */

gboolean
cyan_start_is_changed (const CyanReportOptions *options, guint32 pair)
{
  CyanPresence presence =
      options->presence != NULL ? (CyanPresence) options->presence[pair] : CYAN_PRESENCE_UNKNOWN;

  return (options->changes != NULL && options->changes[pair] == CYAN_CHANGE_MODIFIED)
         || presence == CYAN_PRESENCE_BEFORE_ONLY || presence == CYAN_PRESENCE_AFTER_ONLY;
}

/* The own cost of a function, as a part of the run, on the side where that is more. */
static double
cost_of (const CyanComparison *comparison, const CyanFunctionSum *sum)
{
  double cost = 0;

  for (guint side = 0; side < 2; side++)
    if (comparison->compared.side[side].total > 0)
      cost = MAX (cost, sum->side[side].self / comparison->compared.side[side].total);
  return cost;
}

static int
compare_changed (gconstpointer a, gconstpointer b)
{
  const CyanStartChanged *x = a, *y = b;

  if (x->cost != y->cost)
    return x->cost > y->cost ? -1 : 1;
  return x->pair < y->pair ? -1 : x->pair > y->pair;
}

GArray *
cyan_start_changed (const CyanReportOptions *options)
{
  const CyanComparison *comparison = options->comparison;
  const CyanFunctionPairs *pairs = comparison->compared.pairs;
  g_autofree CyanFunctionSum *sums = NULL;
  g_autofree guint8 *seen = g_new0 (guint8, MAX (pairs->n_functions, 1));
  GArray *changed = g_array_new (FALSE, FALSE, sizeof (CyanStartChanged));

  if (cyan_ranking_answers (options->ranking)
      || (options->changes == NULL && options->presence == NULL))
    return changed;
  sums = cyan_function_sums_new (comparison, NULL, NULL);
  for (guint32 pair = 0; pair < pairs->n; pair++)
    {
      guint32 function = pairs->function[pair];
      CyanStartChanged item = { pair, cost_of (comparison, &sums[function]) };

      if (seen[function] || sums[function].n_contexts == 0
          || !cyan_start_is_changed (options, pair))
        continue;
      seen[function] = TRUE;
      g_array_append_val (changed, item);
    }
  g_array_sort (changed, compare_changed);
  return changed;
}

/* ---- the commits that changed a function ---- */

#define SUBJECT_CHARS 60
#define MOST_COMMITS  3 /* that are named */

const GPtrArray *
cyan_start_touches (const CyanReportOptions *options, guint i)
{
  const CyanCommits *commits = options->commits;

  return commits != NULL && i < commits->n_functions ? commits->touches[i] : NULL;
}

const char *
cyan_start_commit (CyanProse *out, const CyanGitTouch *touch)
{
  return cyan_prose_text (out, "%.*s %s", CYAN_START_ID_DIGITS, touch->commit,
                          cyan_prose_name (out, touch->subject, SUBJECT_CHARS));
}

const char *
cyan_start_commits (CyanProse *out, const CyanReportOptions *options, guint i)
{
  const GPtrArray *touches = cyan_start_touches (options, i);
  guint n = touches != NULL ? touches->len : 0, n_more = n - MIN (n, MOST_COMMITS);
  const char *text = NULL;

  for (guint k = 0; k < MIN (n, MOST_COMMITS); k++)
    {
      const char *commit = cyan_start_commit (out, g_ptr_array_index (touches, k));

      text = text == NULL ? commit : cyan_prose_text (out, "%s; %s", text, commit);
    }
  return n_more > 0 ? cyan_prose_text (
             out, "%s; %s", text,
             cyan_prose_text (out, ngettext ("%'u more", "%'u more", n_more), n_more))
                    : text;
}

/* ---- the section of a text ---- */

static void
append_line (CyanProse *out, const char *label, const char *text)
{
  if (text != NULL)
    cyan_prose_say (out, "     %-5s %s\n", label, text);
}

static void
append_start (CyanProse *out, const CyanReportOptions *options, guint i, gboolean with_path)
{
  const CyanStart *start = &options->ranking->at[i];

  cyan_prose_say (out, " %2u. %s: %s\n", i + 1, cyan_start_function_of (out, options, start),
                  cyan_start_size (out, options, start));
  if (with_path)
    append_line (out, "in", cyan_start_path (out, options, start));
  append_line (out, "why", cyan_start_because (out, options, start));
  append_line (out, "read", cyan_start_read (out, options, start));
  append_line (out, "commits", cyan_start_commits (out, options, i));
}

static void
append_changed (CyanProse *out, const CyanReportOptions *options, guint most)
{
  g_autoptr (GArray) changed = cyan_start_changed (options);
  double more = 0;

  for (guint i = 0; i < changed->len; i++)
    {
      const CyanStartChanged *item = &g_array_index (changed, CyanStartChanged, i);

      if (i == 0)
        cyan_prose_say (out, "\nChanged, without a clear effect\n");
      if (i < most)
        cyan_prose_say (out, "  %s: %s of the run by itself\n",
                        cyan_start_function (out, options, item->pair),
                        cyan_prose_share (out, item->cost));
      else
        more += item->cost;
    }
  if (changed->len > most)
    cyan_prose_say (out, "  %u more: %s of the run by themselves\n", changed->len - most,
                    cyan_prose_share (out, more));
}

void
cyan_start_text (CyanProse *out, const CyanReportOptions *options, guint most, gboolean with_path)
{
  guint n = cyan_start_n_shown (options, most);
  const char *text;

  cyan_prose_say (out, "\nStart here\n");
  if (!cyan_ranking_answers (options->ranking))
    cyan_prose_say (out, "  %s\n", cyan_start_nobody (out, options, n));
  for (guint i = 0; i < n; i++)
    append_start (out, options, i, with_path);
  text = cyan_start_directions (out, options);
  if (text != NULL)
    cyan_prose_say (out, "  %s\n", text);
  text = cyan_start_rest_text (out, options, n);
  if (text != NULL)
    cyan_prose_say (out, "  %s\n", text);
  append_changed (out, options, most);
}
