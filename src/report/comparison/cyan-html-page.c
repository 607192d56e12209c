/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison as one page in HTML. */
#include "cyan-html-frame.h"
#include "cyan-report-html.h"
#include "cyan-comparison-pages.h"

#include "cyan-i18n.h"

/* Bytes of a page.  What it lists is halved until it fits; in the end the picture, whose nodes are
 * all listed, is left out. */
#define MAX_PAGE         3000000
#define MAX_CONTEXTS     1500
#define MAX_FUNCTIONS    300
#define MAX_SOURCE_BYTES (600 * 1024)
#define MAX_HALVED       6

const char *
cyan_html_number (CyanProse *prose, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return cyan_prose_text (prose, "%s", g_ascii_formatd (buffer, sizeof buffer, "%.1f", value));
}

/* "before -> after", as XML.  Caller frees. */
static char *
title_new (const CyanReportOptions *options)
{
  const char *name = options->after_name != NULL ? options->after_name : _ ("after");
  g_autofree char *after = cyan_html_plain (name);
  g_autofree char *before = NULL;

  if (options->before_name == NULL)
    return g_steal_pointer (&after);
  before = cyan_html_plain (options->before_name);
  return g_strconcat (before, " \xe2\x86\x92 ", after, NULL);
}

/* Appends how many contexts have a partner on the other side. */
static void
append_counts (CyanProse *prose, const CyanComparison *comparison)
{
  const CyanStatusCounts counts = cyan_comparison_count (comparison);
  const guint *of = counts.of;
  g_autofree char *contexts = g_strdup_printf (
      _ ("%'u contexts matched, %'u renamed, %'u added, %'u removed"), of[CYAN_STATUS_MATCHED],
      of[CYAN_STATUS_RENAMED], of[CYAN_STATUS_ADDED], of[CYAN_STATUS_REMOVED]);

  cyan_prose_say (prose, "<p class=\"dim\">%s", contexts);
  if (counts.unseen > 0)
    {
      g_autofree char *unseen = g_strdup_printf (_ ("%'u not sampled on one side"), counts.unseen);

      cyan_prose_say (prose, ", %s", unseen);
    }
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
  static const char *const themes[] = { "light", "dark" };

  gboolean shown = page->pictures[0] != NULL && limits->has_picture;

  cyan_html_section (
      prose, _ ("Performance evolution blueprint"),
      shown ? _ ("A click on a box leads to its place in the list of calling contexts.")
            : _ ("The picture is left out: it is too large for a page."));
  for (guint dark = 0; shown && dark < 2; dark++)
    {
      gsize length;
      const char *svg = g_bytes_get_data (page->pictures[dark], &length);

      cyan_prose_say (prose, "<div class=\"picture %s\">\n", themes[dark]);
      g_string_append_len (prose->out, svg, (gssize) length);
      cyan_prose_say (prose, "</div>\n");
    }
  cyan_html_section_end (prose);
}

static void
append_page (CyanProse *prose, const CyanReportOptions *options, const CyanHtmlLimits *limits)
{
  g_autofree char *title = title_new (options);
  const CyanHtmlFrame frame = { title, options->page->palette, "report.js" };
  g_auto (CyanHtmlChoice) choice = { 0 };

  cyan_html_choose (&choice, options, limits);
  cyan_html_open (prose, &frame);
  append_summary (prose, options);
  cyan_html_main (prose);
  cyan_html_start (prose, options, limits);
  append_picture (prose, options->page, limits);
  cyan_html_contexts (prose, options, &choice);
  cyan_html_functions (prose, options, limits, &choice);
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
