/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-html-frame.h"

#include "cyan-theme.h"
#include "cyan-i18n.h"
#include "cyan-report-resources.h"
#include "cyan-text.h"

#define PREFIX "/io/github/cyanotype/report/"

#define TITLE_CHARS 80

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

char *
cyan_html_plain (const char *text)
{
  g_autofree char *label = cyan_text_for_label (text, TITLE_CHARS);

  return cyan_text_for_xml (label);
}

char *
cyan_html_title (const char *before, const char *after)
{
  g_autofree char *old = before != NULL ? cyan_html_plain (before) : NULL;
  g_autofree char *new = cyan_html_plain (after);

  return old == NULL ? g_steal_pointer (&new) : g_strconcat (old, " \xe2\x86\x92 ", new, NULL);
}

void
cyan_html_picture (CyanProse *prose, gboolean dark, GBytes *svg)
{
  cyan_prose_say (prose, "<div class=\"picture %s\">\n%.*s</div>\n", dark ? "dark" : "light",
                  (int) g_bytes_get_size (svg), (const char *) g_bytes_get_data (svg, NULL));
}

const char *
cyan_html_number (CyanProse *prose, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return cyan_prose_text (prose, "%s", g_ascii_formatd (buffer, sizeof buffer, "%.1f", value));
}

/* A script of ours, as the page has it. */
static char *
script_new (const char *name)
{
  g_autofree char *code = own_file (name);

  return as_character_data (code);
}

/* Appends what the policy says of scripts: nothing, where none is allowed. */
static void
append_script_policy (CyanProse *prose, const CyanHtmlFrame *frame)
{
  g_autofree char *script = frame->script != NULL ? script_new (frame->script) : NULL;
  g_autofree char *hash = script != NULL ? hash_of (script) : NULL;

  if (hash != NULL)
    cyan_prose_say (prose, "script-src %s; ", hash);
}

static void
append_head (CyanProse *prose, const CyanHtmlFrame *frame)
{
  g_autofree char *style = style_new (frame->palette);
  g_autofree char *style_hash = hash_of (style);
  const char *made_of = frame->made_of != NULL
                            ? cyan_prose_text (prose, CYAN_HTML_MADE_OF "%s\"/>\n", frame->made_of)
                            : "";

  cyan_prose_say (prose,
                  "<!DOCTYPE html>\n"
                  "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"%s\">\n<head>\n"
                  "<meta charset=\"utf-8\"/>\n%s"
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "style-src %s; ",
                  /* Translators: the code of your language, as in the name of its catalog. */
                  C_ ("language", "en"), made_of, style_hash);
  append_script_policy (prose, frame);
  cyan_prose_say (prose,
                  "base-uri 'none'; form-action 'none'\"/>\n"
                  "<meta name=\"referrer\" content=\"no-referrer\"/>\n"
                  "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
                  "<meta name=\"viewport\" content=\"width=device-width\"/>\n"
                  "<title>%s</title>\n<style>%s</style>\n</head>\n",
                  frame->title, style);
}

void
cyan_html_open (CyanProse *prose, const CyanHtmlFrame *frame)
{
  append_head (prose, frame);
  cyan_prose_say (prose, "<body>\n<header>\n<h1>%s</h1>\n", frame->title);
}

void
cyan_html_main (CyanProse *prose)
{
  cyan_prose_say (prose, "</header>\n<main>\n");
}

void
cyan_html_close (CyanProse *prose, const CyanHtmlFrame *frame)
{
  g_autofree char *script = frame->script != NULL ? script_new (frame->script) : NULL;

  cyan_prose_say (prose, "</main>\n<footer>%s</footer>\n",
                  _ ("Made by Cyanotype. This page needs no network, and no script."));
  if (script != NULL)
    cyan_prose_say (prose, "<script>%s</script>\n", script);
  cyan_prose_say (prose, "</body>\n</html>\n");
}

/* ---- sections and tables ---- */

void
cyan_html_section (CyanProse *prose, const char *title, const char *note)
{
  const char *small =
      note != NULL ? cyan_prose_text (prose, "<p class=\"note\">%s</p>\n", note) : "";

  cyan_prose_say (prose, "<section>\n<h2>%s</h2>\n%s", title, small);
}

void
cyan_html_section_end (CyanProse *prose)
{
  cyan_prose_say (prose, "</section>\n");
}

void
cyan_html_table (CyanProse *prose, const char *kinds, ...)
{
  va_list heads;

  va_start (heads, kinds);
  cyan_prose_say (prose, "<div class=\"scroll\"><table class=\"functions\"><thead><tr>");
  for (; *kinds != '\0'; kinds++)
    {
      const char *head = va_arg (heads, const char *);

      g_assert (head != NULL);
      if (*kinds != '-')
        cyan_prose_say (prose, *kinds == 'n' ? "<th class=\"number\">%s</th>" : "<th>%s</th>",
                        head);
    }
  va_end (heads);
  cyan_prose_say (prose, "</tr></thead>\n<tbody>\n");
}

void
cyan_html_table_end (CyanProse *prose)
{
  cyan_prose_say (prose, "</tbody></table></div>\n");
}

void
cyan_html_row (CyanProse *prose)
{
  cyan_prose_say (prose, "<tr>");
}

void
cyan_html_row_end (CyanProse *prose)
{
  cyan_prose_say (prose, "</tr>\n");
}

void
cyan_html_row_head (CyanProse *prose, const char *text)
{
  cyan_prose_say (prose, "<th scope=\"row\">%s</th>", text);
}

void
cyan_html_cell (CyanProse *prose, const char *text)
{
  cyan_prose_say (prose, "<td>%s</td>", text);
}

void
cyan_html_number_cell (CyanProse *prose, char *text)
{
  cyan_prose_say (prose, "<td class=\"number\">%s</td>", cyan_prose_value (prose, text));
}
