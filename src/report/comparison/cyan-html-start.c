/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where to start, each function with the changes of the sources to read. */
#include "cyan-report-html.h"

#include <math.h>

#include "cyan-i18n.h"
#include "cyan-start.h"

/* Functions that are shown, and those whose sources are compared for each. */
#define MAX_STARTS 10
#define MAX_DIFFS  2
/* Other functions whose sources are compared. */
#define MAX_OTHERS 12

/* Appends the place of a function's text: "src/index.c:29". */
static void
append_place (CyanProse *prose, CyanFunctionText *const texts[2])
{
  const CyanFunctionText *text = texts[1] != NULL ? texts[1] : texts[0];
  g_autofree char *place = g_strdup_printf ("%s:%u", text->path, text->first_line);

  cyan_prose_say (prose, " %s", cyan_prose_name (prose, place, CYAN_PROSE_NAME));
}

/* Whether the source of a pair changed, or only one version has it. */
static gboolean
is_changed (const CyanReportOptions *options, guint32 pair)
{
  const guint8 *presence = options->presence;

  return (options->changes != NULL && options->changes[pair] == CYAN_CHANGE_MODIFIED)
         || (presence != NULL
             && (presence[pair] == CYAN_PRESENCE_BEFORE_ONLY
                 || presence[pair] == CYAN_PRESENCE_AFTER_ONLY));
}

static int
compare_changes (gconstpointer a, gconstpointer b, gpointer data)
{
  const double *changes = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  if (changes[x] != changes[y])
    return changes[x] < changes[y] ? 1 : -1;
  return x < y ? -1 : x > y;
}

/* What is being written: the functions whose sources are on the page. */
typedef struct
{
  CyanProse *prose;
  const CyanReportOptions *options;
  GHashTable *shown; /* of pairs */
  gsize enough;      /* bytes of the page after which no other source is shown */
} Start;

/* Appends how the source of a function changed, once.  FALSE if nothing is appended. */
static gboolean
append_source (Start *self, guint32 pair, gboolean open)
{
  const CyanReportOptions *options = self->options;
  CyanProse *prose = self->prose;
  CyanFunctionText *texts[2] = { NULL, NULL };
  gsize start = prose->out->len;
  gboolean appended = FALSE;

  if (options->page->texts == NULL || prose->out->len > self->enough || !is_changed (options, pair)
      || g_hash_table_contains (self->shown, GUINT_TO_POINTER (pair)))
    return FALSE;
  options->page->texts (pair, texts, options->page->texts_data);
  if (texts[0] != NULL || texts[1] != NULL)
    {
      cyan_prose_say (prose, "<details%s><summary>%s %s", open ? " open=\"open\"" : "",
                      texts[0] == NULL   ? _ ("New:")
                      : texts[1] == NULL ? _ ("Gone:")
                                         : _ ("What changed in"),
                      cyan_prose_name (prose,
                                       cyan_comparison_pair_label (options->comparison, pair),
                                       CYAN_PROSE_NAME));
      append_place (prose, texts);
      cyan_prose_say (prose, "</summary>\n");
      appended = cyan_html_diff (prose, texts);
      cyan_prose_say (prose, "</details>\n");
    }
  if (appended)
    g_hash_table_add (self->shown, GUINT_TO_POINTER (pair));
  else
    g_string_truncate (prose->out, start);
  g_clear_pointer (&texts[0], cyan_function_text_unref);
  g_clear_pointer (&texts[1], cyan_function_text_unref);
  return appended;
}

static void
append_sources (Start *self, const CyanStart *start, gboolean open)
{
  guint n = 0;

  for (guint i = 0; i < start->n_read && n < MAX_DIFFS; i++)
    n += append_source (self, start->read[i], open && n == 0);
}

/* Appends the changes of other functions, those first that changed most by themselves. */
static void
append_other_sources (Start *self)
{
  const CyanComparison *comparison = self->options->comparison;
  guint n_pairs = comparison->compared.pairs->n, n = 0;
  g_autofree double *changes = g_new0 (double, n_pairs);
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (CyanNode node = 1; node < comparison->compared.n_nodes; node++)
    changes[comparison->compared.pairs->of_node[node]] +=
        fabs (cyan_compared_self_difference (&comparison->compared, node));
  for (guint32 pair = 0; pair < n_pairs; pair++)
    if (is_changed (self->options, pair))
      g_array_append_val (pairs, pair);
  g_array_sort_with_data (pairs, compare_changes, changes);
  for (guint i = 0; i < pairs->len && n < MAX_OTHERS; i++)
    {
      gsize start = self->prose->out->len;

      if (n == 0)
        cyan_prose_say (self->prose, "<h3>%s</h3>\n", _ ("Other changed functions"));
      if (append_source (self, g_array_index (pairs, guint32, i), FALSE))
        n++;
      else
        g_string_truncate (self->prose->out, start);
    }
}

static void
append_item (CyanProse *prose, const char *label, const char *text)
{
  if (text != NULL)
    cyan_prose_say (prose, "<dt>%s</dt><dd>%s</dd>\n", label, text);
}

static void
append_start (Start *self, guint i)
{
  const CyanReportOptions *options = self->options;
  const CyanStart *start = &options->ranking->at[i];
  CyanProse *prose = self->prose;

  cyan_prose_say (prose, "<li><h3>%s</h3>\n", cyan_start_function_of (prose, options, start));
  cyan_prose_say (prose, "<p><strong>%s</strong></p>\n<dl>",
                  cyan_start_size (prose, options, start));
  append_item (prose, _ ("in"), cyan_start_path (prose, options, start));
  append_item (prose, _ ("why"), cyan_start_because (prose, options, start));
  append_item (prose, _ ("read"), cyan_start_read (prose, options, start));
  append_item (prose, _ ("commits"), cyan_start_commits (prose, options, i));
  cyan_prose_say (prose, "</dl>\n");
  append_sources (self, start, i == 0);
  cyan_prose_say (prose, "</li>\n");
}

static void
append_changed (CyanProse *prose, const CyanReportOptions *options)
{
  g_autoptr (GArray) changed = cyan_start_changed (options);
  guint n = MIN (changed->len, MAX_STARTS), n_more = changed->len - n;
  double more = 0;

  if (n == 0)
    return;
  cyan_prose_say (prose, "<h3>%s</h3>\n<ul>\n", _ ("Changed, without a clear effect"));
  for (guint i = 0; i < n; i++)
    {
      const CyanStartChanged *item = &g_array_index (changed, CyanStartChanged, i);
      const char *cost = cyan_prose_text (prose, _ ("%s of the run by itself"),
                                          cyan_prose_share (prose, item->cost));

      cyan_prose_say (prose, "<li>%s: %s</li>\n", cyan_start_function (prose, options, item->pair),
                      cost);
    }
  for (guint i = n; i < changed->len; i++)
    more += g_array_index (changed, CyanStartChanged, i).cost;
  cyan_prose_say (prose, "</ul>\n");
  if (n_more > 0)
    cyan_prose_say (prose, "<p class=\"note\">%s: %s</p>\n",
                    cyan_prose_text (prose, ngettext ("%'u more", "%'u more", n_more), n_more),
                    cyan_prose_share (prose, more));
}

static void
append_note (CyanProse *prose, const char *text)
{
  if (text != NULL)
    cyan_prose_say (prose, "<p class=\"note\">%s</p>\n", text);
}

void
cyan_html_start (CyanProse *prose, const CyanReportOptions *options, const CyanHtmlLimits *limits)
{
  const CyanRanking *ranking = options->ranking;
  g_autoptr (GHashTable) shown = g_hash_table_new (NULL, NULL);
  Start self = { prose, options, shown, prose->out->len + limits->n_source_bytes };
  guint n;

  if (ranking == NULL)
    return;
  n = cyan_start_n_shown (options, MAX_STARTS);
  cyan_prose_say (prose, "<section class=\"start\">\n<h2>%s</h2>\n", _ ("Start here"));
  if (options->changes == NULL && options->presence == NULL)
    append_note (prose, _ ("No sources were given: causes are told from the recordings alone."));
  if (!cyan_ranking_answers (ranking))
    cyan_prose_say (prose, "<p>%s</p>\n", cyan_start_nobody (prose, options, n));
  cyan_prose_say (prose, n > 0 ? "<ol class=\"causes\">\n" : "");
  for (guint i = 0; i < n; i++)
    append_start (&self, i);
  cyan_prose_say (prose, n > 0 ? "</ol>\n" : "");
  append_note (prose, cyan_start_directions (prose, options));
  append_note (prose, cyan_start_rest_text (prose, options, n));
  append_changed (prose, options);
  append_other_sources (&self);
  if (prose->out->len > self.enough)
    append_note (prose, _ ("More sources are left out, to keep the page small."));
  cyan_prose_say (prose, "</section>\n");
}
