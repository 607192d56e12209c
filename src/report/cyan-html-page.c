/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison as one page in HTML.
 *
 * The page needs no network and no script.  Its policy lets a browser run only the one script and
 * use only the one style sheet that it names by their hashes, so that nothing in a name is ever
 * run.
 */
#include "cyan-report-html.h"
#include "cyan-report-pages.h"

#include "cyan-color.h"
#include "cyan-i18n.h"
#include "cyan-report-resources.h"
#include "cyan-text.h"

#define PREFIX "/io/github/cyanotype/report/"

#define TITLE_CHARS 80

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

/* A file of ours.  It cannot fail, since the files are part of the program. */
static char *
own_file (const char *name)
{
  g_autofree char *path = g_strconcat (PREFIX, name, NULL);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (cyan_report_get_resource (), path,
                                                     G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  return g_strndup (data, length);
}

/* @text for a script or style element, of which XML, too, reads the text as it is. */
static char *
as_character_data (const char *text)
{
  return g_strconcat ("/*<![CDATA[*/\n", text, "/*]]>*/", NULL);
}

/* The source expression of the policy that allows @text: "'sha256-...'". */
static char *
hash_of (const char *text)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize length = sizeof digest;
  g_autofree char *code = NULL;

  g_checksum_update (checksum, (const guchar *) text, -1);
  g_checksum_get_digest (checksum, digest, &length);
  code = g_base64_encode (digest, length);
  return g_strconcat ("'sha256-", code, "'", NULL);
}

static void
append_color (GString *css, const char *name, CyanColor color)
{
  char buffer[CYAN_COLOR_TEXT_SIZE];

  g_string_append_printf (css, " --%s: %s;", name, cyan_color_to_text (color, buffer));
}

static void
append_colors (GString *css, CyanPalette palette, gboolean dark)
{
  static const char *const verdicts[] = { "unchanged", "slower", "faster", "added", "removed" };
  const CyanTheme theme = { .palette = palette, .dark = dark };
  CyanColor paper = cyan_theme_background (&theme), ink = cyan_theme_foreground (&theme);
  CyanPaint paints[G_N_ELEMENTS (verdicts)];

  g_string_append (css, ":root {");
  append_color (css, "paper", paper);
  append_color (css, "ink", ink);
  append_color (css, "dim", cyan_theme_dim (&theme));
  append_color (css, "accent", cyan_theme_accent (&theme));
  append_color (css, "card", cyan_color_mix (paper, ink, 0.04));
  append_color (css, "line", cyan_color_mix (paper, ink, 0.16));
  for (guint i = 0; i < G_N_ELEMENTS (verdicts); i++)
    {
      cyan_theme_paint (&theme, (CyanVerdict) i, CYAN_CHANGE_UNKNOWN, FALSE, &paints[i]);
      append_color (css, verdicts[i], paints[i].fill);
    }
  append_color (css, "gone", cyan_color_mix (paper, paints[CYAN_VERDICT_SLOWER].fill, 0.22));
  append_color (css, "new", cyan_color_mix (paper, paints[CYAN_VERDICT_FASTER].fill, 0.22));
  g_string_append (css, " }\n");
}

static char *
style_new (CyanPalette palette)
{
  g_autoptr (GString) css = g_string_new (NULL);
  g_autofree char *rules = own_file ("report.css");

  append_colors (css, palette, FALSE);
  g_string_append (css, "@media (prefers-color-scheme: dark) {\n");
  append_colors (css, palette, TRUE);
  g_string_append (css, "}\n");
  g_string_append (css, rules);
  return as_character_data (css->str);
}

/* Appends foreign text of one line, without markup around it. */
static void
append_plain (CyanProse *prose, const char *text)
{
  g_autofree char *label = cyan_text_for_label (text, TITLE_CHARS);
  g_autofree char *safe = cyan_text_for_xml (label);

  cyan_prose_say (prose, "%s", safe);
}

static void
append_title (CyanProse *prose, const CyanReportOptions *options)
{
  if (options->before_name != NULL)
    {
      append_plain (prose, options->before_name);
      cyan_prose_say (prose, " \xe2\x86\x92 ");
    }
  append_plain (prose, options->after_name != NULL ? options->after_name : _ ("after"));
}

static void
append_head (CyanProse *prose, const CyanReportOptions *options, const char *script)
{
  g_autofree char *style = style_new (options->page->palette);
  g_autofree char *style_hash = hash_of (style);
  g_autofree char *script_hash = hash_of (script);

  cyan_prose_say (prose,
                  "<!DOCTYPE html>\n"
                  "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"%s\">\n<head>\n"
                  "<meta charset=\"utf-8\"/>\n"
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "style-src %s; script-src %s; base-uri 'none'; form-action 'none'\"/>\n"
                  "<meta name=\"referrer\" content=\"no-referrer\"/>\n"
                  "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
                  "<meta name=\"viewport\" content=\"width=device-width\"/>\n<title>",
                  /* Translators: the code of your language, as in the name of its catalog. */
                  C_ ("language", "en"), style_hash, script_hash);
  append_title (prose, options);
  cyan_prose_say (prose, "</title>\n<style>%s</style>\n</head>\n", style);
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

  cyan_prose_say (prose, "<header>\n<h1>");
  append_title (prose, options);
  cyan_prose_say (prose, "</h1>\n<p class=\"verdict\">%s</p>\n",
                  cyan_prose_value (prose, cyan_comparison_verdict_text (comparison)));
  if (!comparison->compared.single)
    append_counts (prose, comparison);
  if (noise != NULL)
    cyan_prose_say (prose, "<p class=\"dim\">%s %s</p>\n", _ ("Noise:"),
                    cyan_prose_value (prose, noise));
  cyan_prose_notes (prose, comparison);
  cyan_prose_say (prose, "</header>\n");
}

static void
append_picture (CyanProse *prose, const CyanReportPage *page, const CyanHtmlLimits *limits)
{
  static const char *const themes[] = { "light", "dark" };

  cyan_prose_say (prose, "<section>\n<h2>%s</h2>\n", _ ("Performance evolution blueprint"));
  if (page->pictures[0] == NULL || !limits->has_picture)
    {
      cyan_prose_say (prose, "<p class=\"note\">%s</p>\n</section>\n",
                      _ ("The picture is left out: it is too large for a page."));
      return;
    }
  cyan_prose_say (prose, "<p class=\"note\">%s</p>\n",
                  _ ("A click on a box leads to its place in the list of calling contexts."));
  for (guint dark = 0; dark < 2; dark++)
    {
      gsize length;
      const char *svg = g_bytes_get_data (page->pictures[dark], &length);

      cyan_prose_say (prose, "<div class=\"picture %s\">\n", themes[dark]);
      g_string_append_len (prose->out, svg, (gssize) length);
      cyan_prose_say (prose, "</div>\n");
    }
  cyan_prose_say (prose, "</section>\n");
}

static void
append_page (CyanProse *prose, const CyanReportOptions *options, const CyanHtmlLimits *limits)
{
  g_autofree char *code = own_file ("report.js");
  g_autofree char *script = as_character_data (code);
  g_auto (CyanHtmlChoice) choice = { 0 };

  cyan_html_choose (&choice, options, limits);
  append_head (prose, options, script);
  cyan_prose_say (prose, "<body>\n");
  append_summary (prose, options);
  cyan_prose_say (prose, "<main>\n");
  append_picture (prose, options->page, limits);
  cyan_html_causes (prose, options, limits);
  cyan_html_contexts (prose, options, &choice);
  cyan_html_functions (prose, options, limits, &choice);
  cyan_prose_say (prose, "</main>\n<footer>%s</footer>\n<script>%s</script>\n</body>\n</html>\n",
                  _ ("Made by Cyanotype. This page needs no network, and no script."), script);
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
