/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checks outputs for any names in two profiles: the SVG is well-formed, the JSON parses, CSV rows
 * have equally many cells, the text has no control characters, and written files read back.
 */
#include "cyan-format.h"
#include "cyan-report-comparison.h"
#include "cyan-scene.h"
#include "profile-text.h"
#include "fuzz.h"

#include <glib/gstdio.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

static gboolean
append (const char *bytes, gsize length, gpointer data, GError **error)
{
  g_string_append_len (data, bytes, (gssize) length);
  return TRUE;
}

/* A character as XML 1.0 defines it. */
static gboolean
is_xml (gunichar c)
{
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c < 0xd800)
         || (c >= 0xe000 && c <= 0xfffd) || c >= 0x10000;
}

static void
check_svg (CyanComparison *comparison)
{
  const GMarkupParser parser = { 0 };
  g_autoptr (GMarkupParseContext) context = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) svg = NULL;
  CyanScene scene = { .bounds = { 0, 0, 100, 100 }, .basis = CYAN_BASIS_SHARE };
  const char *text;
  gsize length;

  scene.comparison = comparison;
  scene.title = g_strdup (cyan_comparison_name (comparison, comparison->compared.n_nodes - 1));
  scene.items = g_array_new (FALSE, TRUE, sizeof (CyanItem));
  for (CyanNode node = 0; node < comparison->compared.n_nodes; node++)
    {
      CyanItem box = { .kind = CYAN_ITEM_RECT, .node = node, .width = 10, .height = 10 };
      CyanItem label = { .kind = CYAN_ITEM_TEXT, .node = node, .font_size = 11 };

      box.fill.alpha = box.stroke.alpha = label.fill.alpha = 1;
      box.hatch = node % 3 == 0 ? CYAN_HATCH_ADDED : CYAN_HATCH_NONE;
      label.text = (char *) cyan_comparison_name (comparison, node);
      g_array_append_val (scene.items, box);
      g_array_append_val (scene.items, label);
    }
  svg = cyan_scene_to_svg (&scene, NULL, NULL);
  g_array_unref (scene.items);
  g_free (scene.title);

  text = g_bytes_get_data (svg, &length);
  FUZZ_CHECK (g_utf8_validate_len (text, length, NULL));
  for (const char *p = text; p < text + length; p = g_utf8_next_char (p))
    FUZZ_CHECK (is_xml (g_utf8_get_char (p)));
  FUZZ_CHECK (strstr (text, "<script") == NULL);
  context = g_markup_parse_context_new (&parser, 0, NULL, NULL);
  if (!g_markup_parse_context_parse (context, text, (gssize) length, &error)
      || !g_markup_parse_context_end_parse (context, &error))
    fuzz_fail (G_STRLOC, "SVG: %s", error->message);
}

/* Counts the cells of the row at *@at, which ends in CRLF (RFC 4180). */
static guint
count_cells (const char **at, const char *end)
{
  const char *p = *at;
  guint n = 1;

  for (;;)
    {
      if (p < end && *p == '"')
        {
          for (p++; p < end && (p[0] != '"' || p[1] == '"'); p++)
            p += *p == '"';
          FUZZ_CHECK (p < end);
          p++;
          FUZZ_CHECK (*p == ',' || *p == '\r');
        }
      else
        while (p < end && *p != ',' && *p != '\r' && *p != '\n')
          FUZZ_CHECK (*p++ != '"');
      FUZZ_CHECK (p < end);
      if (*p == ',')
        {
          p++;
          n++;
          continue;
        }
      FUZZ_CHECK (p[0] == '\r' && p[1] == '\n');
      *at = p + 2;
      return n;
    }
}

static void
check_csv (const CyanReportOptions *options, gboolean raw_cells)
{
  const CyanComparison *comparison = options->comparison;
  g_autoptr (GString) csv = g_string_new (NULL);
  g_auto (GStrv) columns = cyan_field_names (cyan_report_columns (&cyan_report_compare), FALSE);
  const char *at, *end;
  guint n_columns = 0, n_rows = 0;

  FUZZ_CHECK (cyan_report_write (&cyan_report_compare, options, CYAN_REPORT_FORM_CSV, raw_cells,
                                 append, csv, NULL));
  n_columns = g_strv_length (columns);
  end = csv->str + csv->len;
  at = strstr (csv->str, "\r\n");
  FUZZ_CHECK (csv->str[0] == '#' && at != NULL);
  for (at += 2; at < end; n_rows++)
    FUZZ_CHECK (count_cells (&at, end) == n_columns);
  FUZZ_CHECK (n_rows == comparison->compared.n_nodes + 1);
}

static void
check_json (const CyanReportOptions *options)
{
  const CyanComparison *comparison = options->comparison;
  g_autoptr (GString) text = g_string_new (NULL);
  json_error_t error;
  json_t *json;

  FUZZ_CHECK (cyan_report_write (&cyan_report_compare, options, CYAN_REPORT_FORM_JSON, FALSE,
                                 append, text, NULL));
  json = json_loadb (text->str, text->len, JSON_REJECT_DUPLICATES, &error);
  if (json == NULL)
    fuzz_fail (G_STRLOC, "JSON: %s", error.text);
  FUZZ_CHECK (json_array_size (json_object_get (json, "nodes")) == comparison->compared.n_nodes);
  json_decref (json);
}

static void
check_text (const CyanReportOptions *options)
{
  g_autoptr (GString) text = g_string_new (NULL);

  FUZZ_CHECK (cyan_report_write (&cyan_report_compare, options, CYAN_REPORT_FORM_TEXT, FALSE,
                                 append, text, NULL));
  FUZZ_CHECK (g_utf8_validate (text->str, (gssize) text->len, NULL));
  for (const char *p = text->str; *p != '\0'; p = g_utf8_next_char (p))
    FUZZ_CHECK (*p == '\n' || !g_unichar_iscntrl (g_utf8_get_char (p)));
}

/* Writes and reads the profile: as many nodes, and nearly the same total. */
static void
check_format (const CyanProfile *profile, const CyanFormat *format)
{
  static char *folder;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) again = NULL;
  gboolean saved;

  if (format->write == NULL)
    return;
  if (folder == NULL)
    folder = g_dir_make_tmp ("fuzz-XXXXXX", NULL);
  path = g_strconcat (folder, "/profile", format->extensions[0], NULL);
  saved = cyan_profile_save (profile, path, &error);
  if (saved)
    again = cyan_profile_load (path, NULL, NULL, &error);
  g_unlink (path);
  if (again == NULL)
    {
      fuzz_check_error (error);
      if (strcmp (format->name, "cct") == 0)
        fuzz_fail (G_STRLOC, "%s: %s", format->name, error->message);
      return;
    }
  fuzz_check_profile (again);
  if (strcmp (format->name, "cct") == 0)
    {
      g_autofree char *one = cyan_profile_to_text (
          profile, CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS | CYAN_PROFILE_TEXT_CALL_SITE);
      g_autofree char *two = cyan_profile_to_text (
          again, CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS | CYAN_PROFILE_TEXT_CALL_SITE);

      if (strcmp (one, two) != 0)
        fuzz_fail (G_STRLOC, "%s: %s became %s", format->name, one, two);
    }
}

/* The last byte chooses what is written, because one report per input is faster. */
static void
check_report (CyanComparison *comparison, guint which)
{
  g_autoptr (CyanRanking) ranking = cyan_ranking_new (comparison, NULL, NULL, NULL);
  const CyanReportOptions options = {
    .comparison = comparison, .ranking = ranking, .before_name = "a", .after_name = "b", .top = 5
  };

  switch (which)
    {
    case 0:
      check_svg (comparison);
      break;
    case 1:
      check_text (&options);
      break;
    case 2:
      check_json (&options);
      break;
    default:
      check_csv (&options, which != 3);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const CyanFormat *const *formats = cyan_formats ();
  FuzzBytes bytes = { data, size };
  const CyanCompareOptions compare = CYAN_COMPARE_OPTIONS_INIT;
  guint which = size > 0 ? data[size - 1] % 8 : 0;
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = fuzz_tree (strings, &bytes, FUZZ_NAMES_FOREIGN);
  g_autoptr (CyanProfile) after = fuzz_tree (strings, &bytes, FUZZ_NAMES_FOREIGN);
  g_autoptr (CyanComparison) comparison = NULL;

  for (guint m = 0; m < after->n_metrics; m++)
    if (!isfinite (after->metrics[m].total[CYAN_NODE_ROOT]))
      return 0; /* no reader accepts such a name */
  for (guint writer = 5; *formats != NULL; formats++)
    if ((*formats)->write != NULL && writer++ == which)
      check_format (after, *formats);
  if (which < 5)
    comparison = cyan_comparison_new (before, after, &compare, NULL, NULL);
  if (comparison != NULL)
    check_report (comparison, which);
  return 0;
}
