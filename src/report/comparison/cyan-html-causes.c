/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ranked causes, each with the changes of the source to read. */
#include "cyan-report-explain.h"
#include "cyan-report-html.h"

#include <math.h>

#include "cyan-i18n.h"

/* Causes that are shown, and functions whose sources are compared for each. */
#define MAX_CAUSES 10
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
  const guint8 *presence = options->page->parcs->presence;

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
} Causes;

/* Appends how the source of a function changed, once.  FALSE if nothing is appended. */
static gboolean
append_source (Causes *self, guint32 pair, gboolean open)
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

/* Appends the changes of the function itself, of the function to read, and of the next suspects. */
static void
append_sources (Causes *self, const CyanExplanation *explanation, gboolean open)
{
  guint n = 0;

  if (explanation->read != G_MAXUINT32)
    n += append_source (self, explanation->read, open);
  n += append_source (self, explanation->pair, open && n == 0);
  for (guint i = 0; i < explanation->n_suspects && n < MAX_DIFFS; i++)
    n += append_source (self, explanation->suspects[i], FALSE);
}

/* Appends the changes of other functions, those first that changed most by themselves. */
static void
append_other_sources (Causes *self)
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
append_cause (Causes *self, const CyanExplanation *explanation, gboolean first)
{
  const CyanReportPage *page = self->options->page;
  const CyanReportExplain explain = { .parcs = page->parcs };
  CyanProse *prose = self->prose;

  cyan_prose_say (prose, "<li><h3>");
  cyan_prose_cause (prose, page->parcs, explanation);
  cyan_prose_say (prose, "</h3>\n<p><strong>");
  cyan_prose_cause_size (prose, page->parcs, page->explanations, explanation);
  cyan_prose_say (prose, "</strong></p>\n<dl><dt>%s</dt><dd>", _ ("in"));
  cyan_prose_cause_path (prose, page->parcs, explanation->node);
  if (explanation->n_contexts > 1)
    {
      guint more = explanation->n_contexts - 1;
      g_autofree char *text =
          g_strdup_printf (ngettext ("and %'u more", "and %'u more", more), more);

      cyan_prose_say (prose, ", %s", text);
    }
  cyan_prose_say (prose, "</dd>\n<dt>%s</dt><dd>", _ ("why"));
  cyan_prose_cause_reason (prose, page->parcs, explanation);
  cyan_prose_say (prose, "</dd>");
  if (explanation->read != G_MAXUINT32)
    {
      cyan_prose_say (prose, "\n<dt>%s</dt><dd>", _ ("read"));
      cyan_prose_cause_read (prose, &explain, explanation);
      cyan_prose_say (prose, "</dd>");
    }
  cyan_prose_say (prose, "</dl>\n");
  append_sources (self, explanation, first);
  cyan_prose_say (prose, "</li>\n");
}

void
cyan_html_causes (CyanProse *prose, const CyanReportOptions *options, const CyanHtmlLimits *limits)
{
  const CyanExplanations *list = options->page->explanations;
  g_autoptr (GHashTable) shown = g_hash_table_new (NULL, NULL);
  Causes self = { prose, options, shown, prose->out->len + limits->n_source_bytes };
  guint n = 0;
  double rest = 0;

  if (list == NULL)
    return;
  cyan_prose_say (prose, "<section>\n<h2>%s</h2>\n", _ ("Causes"));
  if (!options->page->parcs->has_sources && list->n > 0)
    cyan_prose_say (prose, "<p class=\"note\">%s</p>\n",
                    _ ("No sources were given: causes are told from the recordings alone."));
  if (list->n == 0)
    cyan_prose_say (prose, "<p>%s</p>\n",
                    list->n_noise > 0 ? _ ("No function changed by more than noise.")
                    : list->n_pruned > 0
                        ? _ ("No change is seen apart from what may have been pruned.")
                        : _ ("Nothing changed."));
  for (guint i = 0; i < list->n; i++)
    {
      const CyanExplanation *explanation = &list->at[i];

      if (n < MAX_CAUSES && (i == 0 || explanation->part >= CYAN_EXPLANATION_NOTABLE))
        {
          cyan_prose_say (prose, n == 0 ? "<ol class=\"causes\">\n" : "");
          append_cause (&self, explanation, n++ == 0);
        }
      else
        rest += explanation->change;
    }
  cyan_prose_say (prose, n > 0 ? "</ol>\n" : "");
  if (list->n > n)
    {
      g_autofree char *text =
          g_strdup_printf (ngettext ("%'u smaller cause is left out:",
                                     "%'u smaller causes are left out:", list->n - n),
                           list->n - n);

      cyan_prose_say (prose, "<p class=\"note\">%s %s</p>\n", text,
                      cyan_prose_change (prose, options->comparison, rest));
    }
  append_other_sources (&self);
  if (prose->out->len > self.enough)
    cyan_prose_say (prose, "<p class=\"note\">%s</p>\n",
                    _ ("More sources are left out, to keep the page small."));
  cyan_prose_say (prose, "</section>\n");
}
