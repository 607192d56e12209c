/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pictures as SVG: well-formed, with real text, and safe for any name or unit.
 */
#include "paint-fixture.h"
#include "tests.h"

#include <gio/gio.h>
#include <string.h>

static void
assert_xml (GBytes *svg)
{
  static const char *const argv[] = { "xmllint", "--noout", "--nonet", "-", NULL };

  ASSERT_TEXT (ask (argv, svg), "");
}

typedef struct
{
  guint n_texts;
  GString *text; /* of the open element */
  GString *all;  /* of all elements, one per line */
} SvgCheck;

static void
start_element (GMarkupParseContext *context,
               const char *name,
               const char **keys,
               const char **values,
               gpointer data,
               GError **error)
{
  static const char *const known[] = { "svg",  "title", "defs", "pattern", "g",
                                       "rect", "path",  "text", NULL };
  SvgCheck *check = data;

  g_assert_true (g_strv_contains (known, name));
  g_string_truncate (check->text, 0);
  for (guint i = 0; keys[i] != NULL; i++)
    {
      g_assert_false (g_ascii_strncasecmp (keys[i], "on", 2) == 0);
      g_assert_null (strstr (keys[i], "href"));
      g_assert_cmpstr (keys[i], !=, "style");
      if (strstr (values[i], "url") != NULL)
        g_assert_true (g_str_has_prefix (values[i], "url(#hatch"));
      if (strcmp (keys[i], "textLength") == 0)
        g_assert_cmpfloat (g_ascii_strtod (values[i], NULL), <, 1300);
    }
}

static void
end_element (GMarkupParseContext *context, const char *name, gpointer data, GError **error)
{
  SvgCheck *check = data;

  if (strcmp (name, "text") == 0)
    {
      /* Drawn names are cut. */
      g_assert_cmpint (g_utf8_strlen (check->text->str, -1), <, 180);
      g_assert_null (strchr (check->text->str, '\n'));
      g_string_append_printf (check->all, "%s\n", check->text->str);
      check->n_texts++;
    }
  else if (strcmp (name, "title") == 0)
    g_assert_cmpint (g_utf8_strlen (check->text->str, -1), <, 800);
  for (const char *p = check->text->str; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      g_assert_true (!g_unichar_iscntrl (c) || c == '\n');
      g_assert_false ((c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069));
    }
  g_string_truncate (check->text, 0);
}

static void
take_text (
    GMarkupParseContext *context, const char *text, gsize length, gpointer data, GError **error)
{
  g_string_append_len (((SvgCheck *) data)->text, text, (gssize) length);
}

/* Checks @svg and returns its texts, one per line. */
static char *
texts_of_svg (GBytes *svg)
{
  static const GMarkupParser parser = { start_element, end_element, take_text, NULL, NULL };
  SvgCheck check = { .text = g_string_new (NULL), .all = g_string_new (NULL) };
  GMarkupParseContext *context =
      g_markup_parse_context_new (&parser, G_MARKUP_DEFAULT_FLAGS, &check, NULL);

  assert_xml (svg);
  MUST (g_markup_parse_context_parse (context, g_bytes_get_data (svg, NULL),
                                      (gssize) g_bytes_get_size (svg), &failure));
  MUST (g_markup_parse_context_end_parse (context, &failure));
  g_markup_parse_context_free (context);
  g_assert_cmpuint (check.n_texts, >, 0);
  g_string_free (check.text, TRUE);
  return g_string_free (check.all, FALSE);
}

TEST ("/paint/svg/page")
{
  g_autoptr (CyanScene) page = golden_page ();
  g_autoptr (GBytes) svg = cyan_scene_to_svg (page, NULL, NULL);
  g_autofree char *texts = texts_of_svg (svg);
  g_autofree char *all = text_of (svg);
  g_autofree char *expected = NULL;
  g_autoptr (GString) drawn = g_string_new (NULL);

  for (guint i = 0; i < page->items->len; i++)
    {
      const CyanItem *item = &g_array_index (page->items, CyanItem, i);

      if (item->kind == CYAN_ITEM_TEXT)
        g_string_append_printf (drawn, "%s\n", item->text);
    }
  g_assert_cmpstr (texts, ==, drawn->str);
  expected =
      g_strdup_printf (" width=\"%g\" height=\"%g\" viewBox=\"0 0 %g %g\"", page->bounds.width,
                       page->bounds.height, page->bounds.width, page->bounds.height);
  g_assert_nonnull (strstr (all, expected));
  g_assert_nonnull (strstr (all, "<title>jq 1.5 \xe2\x86\x92 jq 1.6</title>"));
  /* The title of a box has its numbers. */
  g_assert_nonnull (
      strstr (all, "<title>createParser\nshare only: the cost went the other way\nshare 42.9 % "
                   "\xe2\x86\x92 41.2 %, \xe2\x88\x92"
                   "1.7 pp\n"));
  g_assert_nonnull (strstr (all, "<title>new_method\nadded\nshare \xe2\x80\x93 \xe2\x86\x92 "
                                 "36.7 %, +36.7 pp\ntotal \xe2\x80\x93 \xe2\x86\x92 699 ns, "
                                 "+699 ns, +74.2 % of the run before\n"));
  g_assert_nonnull (strstr (all, "fill=\"#f8e45c\""));
  g_assert_nonnull (strstr (all, "<pattern "));
  /* Without the font, another sans-serif font is used. */
  g_assert_nonnull (strstr (all, "font-family=\"sans-serif\""));
}

/* What stands in angle brackets. */
static char *
tags_of (GBytes *svg)
{
  g_autofree char *all = text_of (svg);
  GString *tags = g_string_new (NULL);
  gboolean inside = FALSE;

  for (const char *c = all; *c != '\0'; c++)
    {
      inside = (inside || *c == '<') && *c != '>';
      if (inside)
        g_string_append_c (tags, *c);
    }
  return g_string_free (tags, FALSE);
}

/* In a locale with a decimal comma, texts have commas, and coordinates have points. */
TEST ("/paint/svg/locale")
{
  g_autoptr (CyanScene) page = golden_page ();
  g_autoptr (GBytes) plain = cyan_scene_to_svg (page, NULL, NULL);
  g_autofree char *tags = tags_of (plain);
  g_autoptr (GBytes) with_comma = NULL;
  g_autofree char *tags_with_comma = NULL;
  g_autofree char *all = NULL;

  test_locale_begin ();
  with_comma = cyan_scene_to_svg (page, NULL, NULL);
  test_locale_end ();
  tags_with_comma = tags_of (with_comma);
  all = text_of (with_comma);
  g_assert_cmpstr (tags_with_comma, ==, tags);
  g_assert_nonnull (strstr (all, "\nshare 42,9\xc2\xa0% "));
}

TEST ("/paint/svg/hostile")
{
  g_autoptr (CyanScene) page = hostile_page ();
  g_autoptr (GBytes) svg = cyan_scene_to_svg (page, NULL, NULL);
  g_autofree char *texts = texts_of_svg (svg);
  g_autofree char *all = text_of (svg);

  g_assert_null (strstr (all, "<script"));
  g_assert_null (strstr (all, "<b>"));
  g_assert_null (strstr (all, "<!"));
  /* A name of a hundred thousand characters does not make the file large. */
  g_assert_cmpuint (strlen (all), <, 60000);
  /* Shown as text, without effect. */
  g_assert_nonnull (strstr (texts, "<b>&amp;</title><script>alert(1)</script>"));
  g_assert_nonnull (strstr (texts, "]]><!-- &#0; &lol; <?x?> -->"));
  g_assert_nonnull (strstr (texts, "%s%n %d"));
  g_assert_nonnull (strstr (texts, "(no name)"));
  g_assert_nonnull (strstr (texts, "two lines"));
}

/* Units come from profiles, too. */
TEST ("/paint/svg/hostile-units")
{
  g_autofree char *endless = endless_name ();

  for (guint i = 0; i < 8; i++)
    {
      const char *unit = i < 7 ? hostile_names[i] : endless;
      CyanTitles titles = { "before", "after" };
      g_autoptr (CyanScene) page = NULL;
      g_autoptr (GBytes) pdf = NULL;
      g_autoptr (GBytes) svg = NULL;
      g_autofree char *texts = NULL;
      Picture picture;

      picture_init (&picture, compare_unit (unit), &roomy_scale);
      cyan_layout_set_basis (picture.layout, CYAN_BASIS_ABSOLUTE);
      page = cyan_scene_new_page (picture.layout, &picture.style, &titles, NULL, NULL, NULL);
      g_assert_cmpfloat (page->bounds.width, <, 5000);
      pdf = MUST (cyan_scene_to_pdf (page, NULL, &failure));
      svg = cyan_scene_to_svg (page, NULL, NULL);
      texts = texts_of_svg (svg);
      g_assert_nonnull (strstr (texts, "150 "));
      picture_clear (&picture);
    }
}
