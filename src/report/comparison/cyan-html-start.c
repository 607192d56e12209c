/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where to start, each function with the changes of the sources to read: lines of both sides, in
 * their order. */
#include "cyan-report-html.h"

#include <math.h>
#include <string.h>

#include "cyan-hunks.h"
#include "cyan-i18n.h"
#include "cyan-start.h"
#include "cyan-text.h"
#include "cyan-word-diff.h"

/* ---- the differences of one function ---- */

/* Equal lines that are shown around a change. */
#define CONTEXT 3
/* Rows of one table, and bytes of one line. */
#define MAX_ROWS 200
#define MAX_LINE 300

/* One side of the table. */
typedef struct
{
  char **lines; /* owned */
  guint n_lines;
  guint first;   /* the number of its first line */
  GArray *marks; /* of CyanWordMark; owned */
  guint at;      /* the first mark that is not passed yet */
} Side;

typedef struct
{
  CyanProse *prose;
  Side side[2];
  guint n_rows;
} Diff;

static void
side_clear (Side *self)
{
  g_strfreev (self->lines);
  g_clear_pointer (&self->marks, g_array_unref);
}

/* Appends @length bytes of source code.  A tab becomes blanks, and a character that could reorder
 * or hide others is replaced. */
static void
append_code (CyanProse *prose, const char *code, gsize length)
{
  g_autofree char *piece = g_strndup (code, length);
  g_auto (GStrv) parts = g_strsplit (piece, "\t", -1);
  g_autofree char *blanks = g_strjoinv ("    ", parts);
  g_autofree char *shown = cyan_text_for_terminal (blanks);
  g_autofree char *safe = cyan_text_for_xml (shown);

  cyan_prose_say (prose, "%s", safe);
}

/* The end of a piece of @line that is not too long, on a whole character. */
static gsize
cut (const char *line)
{
  gsize length = strlen (line);

  if (length <= MAX_LINE)
    return length;
  length = MAX_LINE;
  while ((line[length] & 0xc0) == 0x80)
    length--;
  return length;
}

/* Appends line @i of @side with its marks. */
static void
append_line (CyanProse *prose, Side *side, guint i)
{
  const char *line = side->lines[i];
  gsize end = cut (line), from = 0;

  while (side->at < side->marks->len
         && g_array_index (side->marks, CyanWordMark, side->at).line < i)
    side->at++;
  for (; side->at < side->marks->len; side->at++)
    {
      const CyanWordMark *mark = &g_array_index (side->marks, CyanWordMark, side->at);

      if (mark->line != i || mark->end > end)
        break;
      append_code (prose, line + from, mark->start - from);
      cyan_prose_say (prose, "<mark>");
      append_code (prose, line + mark->start, mark->end - mark->start);
      cyan_prose_say (prose, "</mark>");
      from = mark->end;
    }
  append_code (prose, line + from, end - from);
  if (line[end] != '\0')
    cyan_prose_say (prose, CYAN_ELLIPSIS);
}

static void
append_number (CyanProse *prose, const Side *side, gboolean has, guint i)
{
  if (has)
    cyan_prose_say (prose, "<td class=\"line\">%u</td>", side->first + i);
  else
    cyan_prose_say (prose, "<td class=\"line\"></td>");
}

/* Appends a row: line @before, @after or both of the same text. */
static void
append_row (gpointer data, gboolean has_before, guint before, gboolean has_after, guint after)
{
  Diff *self = data;
  const char *kind = has_before && has_after ? ""
                     : has_before            ? " class=\"gone\""
                                             : " class=\"new\"";
  const char *sign = has_before && has_after ? "" : has_before ? "\xe2\x88\x92" : "+";

  if (self->n_rows++ >= MAX_ROWS)
    return;
  cyan_prose_say (self->prose, "<tr%s>", kind);
  append_number (self->prose, &self->side[0], has_before, before);
  append_number (self->prose, &self->side[1], has_after, after);
  cyan_prose_say (self->prose, "<td class=\"sign\">%s</td><td><code>", sign);
  append_line (self->prose, &self->side[has_after ? 1 : 0], has_after ? after : before);
  cyan_prose_say (self->prose, "</code></td></tr>\n");
}

static void
append_cut (gpointer data, guint n, guint before, guint after)
{
  Diff *self = data;

  if (self->n_rows < MAX_ROWS)
    cyan_prose_say (
        self->prose, "<tr class=\"cut\"><td colspan=\"4\">%s</td></tr>\n",
        cyan_prose_text (self->prose, ngettext ("%'u equal line", "%'u equal lines", n), n));
}

static void
side_init (Side *self, const char *body, guint first, GArray *marks)
{
  self->lines = g_strsplit (body, "\n", -1);
  self->n_lines = g_strv_length (self->lines);
  /* The text after the last line break is no line. */
  if (self->n_lines > 0 && *self->lines[self->n_lines - 1] == '\0')
    self->n_lines--;
  self->first = first;
  self->marks = marks;
}

/* Appends the differences of two texts of a function.  FALSE if the line diff fails, or if there
 * are none. */
static gboolean
append_diff (CyanProse *prose, CyanFunctionText *const texts[2])
{
  static const CyanHunkForm form = { append_row, append_cut };
  g_autoptr (GArray) changes = NULL;
  char *bodies[2];
  GArray *marks[2];
  Diff diff = { .prose = prose };

  for (guint side = 0; side < 2; side++)
    bodies[side] = texts[side] != NULL ? cyan_function_text_body (texts[side]) : g_strdup ("");
  changes = cyan_line_diff (bodies[0], bodies[1], NULL);
  if (changes != NULL && changes->len > 0)
    {
      cyan_word_diff (bodies[0], bodies[1], changes, marks);
      for (guint side = 0; side < 2; side++)
        side_init (&diff.side[side], bodies[side],
                   texts[side] != NULL ? texts[side]->first_line : 1, marks[side]);
      cyan_prose_say (prose, "<div class=\"scroll\"><table class=\"diff\"><tbody>\n");
      cyan_hunks_write (changes, diff.side[0].n_lines, CONTEXT, &form, &diff);
      if (diff.n_rows > MAX_ROWS)
        {
          guint more = diff.n_rows - MAX_ROWS;

          cyan_prose_say (prose, "<tr class=\"cut\"><td colspan=\"4\">%s</td></tr>\n",
                          cyan_prose_text (prose,
                                           ngettext ("%'u more line is left out",
                                                     "%'u more lines are left out", more),
                                           more));
        }
      cyan_prose_say (prose, "</tbody></table></div>\n");
      side_clear (&diff.side[0]);
      side_clear (&diff.side[1]);
    }
  g_free (bodies[0]);
  g_free (bodies[1]);
  return diff.n_rows > 0;
}

/* ---- where to start ---- */

/* Functions that are shown, and those whose sources are compared for each. */
#define MAX_STARTS 10
#define MAX_DIFFS  2
/* Other functions whose sources are compared. */
#define MAX_OTHERS 12

static int
compare_changes (gconstpointer a, gconstpointer b, gpointer data)
{
  const double *changes = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  if (changes[x] != changes[y])
    return changes[x] < changes[y] ? 1 : -1;
  return x < y ? -1 : x > y;
}

/* The state of writing: the functions whose sources are on the page. */
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
  const CyanFunctionText *shown;
  gsize start = prose->out->len;
  gboolean appended = FALSE;

  if (options->page->texts == NULL || prose->out->len > self->enough
      || !cyan_start_is_changed (options, pair)
      || g_hash_table_contains (self->shown, GUINT_TO_POINTER (pair)))
    return FALSE;
  options->page->texts (pair, texts, options->page->texts_data);
  if (texts[0] != NULL || texts[1] != NULL)
    {
      cyan_prose_say (
          prose, "<details%s><summary>%s %s", open ? " open=\"open\"" : "",
          texts[0] == NULL   ? _ ("New:")
          : texts[1] == NULL ? _ ("Gone:")
                             : _ ("What changed in"),
          cyan_prose_label (prose, cyan_comparison_pair_label (options->comparison, pair)));
      shown = texts[1] != NULL ? texts[1] : texts[0];
      cyan_prose_say (prose, " %s</summary>\n",
                      cyan_prose_place (prose, shown->path, shown->first_line));
      appended = append_diff (prose, texts);
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
    if (cyan_start_is_changed (self->options, pair))
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
