/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pictures as SVG: well-formed, with real text, and safe for any name or unit.
 */
#include "paint-fixture.h"
#include "tests.h"

#include <gio/gio.h>
#include <locale.h>
#include <string.h>

static void
assert_xml (GBytes *svg)
{
  static const char *const argv[] = { "xmllint", "--noout", "--nonet", "-", NULL };
  g_autofree char *said = ask (argv, svg);

  g_assert_cmpstr (said, ==, "");
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
  g_autoptr (GError) error = NULL;

  assert_xml (svg);
  g_markup_parse_context_parse (context, g_bytes_get_data (svg, NULL),
                                (gssize) g_bytes_get_size (svg), &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
  g_markup_parse_context_free (context);
  g_assert_cmpuint (check.n_texts, >, 0);
  g_string_free (check.text, TRUE);
  return g_string_free (check.all, FALSE);
}

static void
test_page (void)
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
  g_assert_nonnull (strstr (all, "<title>createParser\nfaster, share only\nshare 42.9 % "
                                 "\xe2\x86\x92 41.2 %, \xe2\x88\x92"
                                 "1.7 %\n"));
  g_assert_nonnull (strstr (all, "<title>new_method\nadded\nshare 0 % \xe2\x86\x92 36.7 %, "
                                 "+36.7 %\ntotal 0 ns \xe2\x86\x92 699 ns, +699 ns\n"));
  g_assert_nonnull (strstr (all, "fill=\"#f8e45c\""));
  g_assert_nonnull (strstr (all, "<pattern "));
  /* Without the font, another sans-serif font is used. */
  g_assert_nonnull (strstr (all, "font-family=\"Cantarell, sans-serif\""));
}

/* Creates a locale called "comma" that only has a decimal comma, because installed locales
 * differ. */
static void
make_comma (const char *folder)
{
  static const char numbers[] = "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \".\"\n"
                                "grouping 3;3\nEND LC_NUMERIC\n";
  g_autoptr (GString) letters =
      g_string_new ("<code_set_name> ASCII\n<mb_cur_min> 1\n<mb_cur_max> 1\nCHARMAP\n");
  g_autofree char *charmap = g_build_filename (folder, "charmap", NULL);
  g_autofree char *source = g_build_filename (folder, "source", NULL);
  g_autofree char *locale = g_build_filename (folder, "comma", NULL);
  g_autoptr (GSubprocess) localedef = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 128; i++)
    g_string_append_printf (letters, "<U%04X> /x%02x LETTER\n", i, i);
  g_string_append (letters, "END CHARMAP\n");
  g_assert_true (g_file_set_contents (charmap, letters->str, -1, NULL));
  g_assert_true (g_file_set_contents (source, numbers, -1, NULL));
  localedef = g_subprocess_new (
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error, "localedef",
      "--force", "--charmap", charmap, "--inputfile", source, locale, NULL);
  g_assert_no_error (error);
  /* localedef warns about everything that the locale lacks. */
  g_subprocess_wait (localedef, NULL, NULL);
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GSubprocess) rm =
      g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, NULL, "rm", "-r", "--", folder, NULL);

  g_assert_true (g_subprocess_wait_check (rm, NULL, NULL));
}

/* In a locale with a decimal comma, the file has decimal points. */
static void
test_locale (void)
{
  g_autofree char *folder = g_dir_make_tmp ("cyan-svg-XXXXXX", NULL);
  g_autoptr (CyanScene) page = golden_page ();
  g_autoptr (GBytes) plain = cyan_scene_to_svg (page, NULL, NULL);
  g_autoptr (CyanScene) there = NULL;
  g_autoptr (GBytes) with_comma = NULL;

  g_assert_nonnull (folder);
  make_comma (folder);
  g_setenv ("LOCPATH", folder, TRUE);
  g_assert_nonnull (setlocale (LC_NUMERIC, "comma"));
  g_assert_cmpstr (localeconv ()->decimal_point, ==, ",");
  there = golden_page ();
  with_comma = cyan_scene_to_svg (there, NULL, NULL);
  setlocale (LC_NUMERIC, "C");
  g_unsetenv ("LOCPATH");
  g_assert_true (g_bytes_equal (plain, with_comma));
  remove_folder (folder);
}

static void
test_hostile (void)
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
static void
test_hostile_units (void)
{
  g_autofree char *endless = endless_name ();

  for (guint i = 0; i < 8; i++)
    {
      const char *unit = i < 7 ? hostile_names[i] : endless;
      CyanTitles titles = { "before", "after" };
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanScene) page = NULL;
      g_autoptr (GBytes) pdf = NULL;
      g_autoptr (GBytes) svg = NULL;
      g_autofree char *texts = NULL;
      Picture picture;

      picture_init (&picture, compare_unit (unit), &roomy_scale);
      cyan_layout_set_basis (picture.layout, CYAN_BASIS_ABSOLUTE);
      page = cyan_scene_new_page (picture.layout, &picture.style, &titles, NULL, NULL, NULL);
      g_assert_cmpfloat (page->bounds.width, <, 5000);
      pdf = cyan_scene_to_pdf (page, NULL, &error);
      g_assert_no_error (error);
      svg = cyan_scene_to_svg (page, NULL, NULL);
      texts = texts_of_svg (svg);
      g_assert_nonnull (strstr (texts, "150 "));
      picture_clear (&picture);
    }
}

TESTS ("svg")
{
  g_test_add_func ("/paint/svg/page", test_page);
  g_test_add_func ("/paint/svg/locale", test_locale);
  g_test_add_func ("/paint/svg/hostile", test_hostile);
  g_test_add_func ("/paint/svg/hostile-units", test_hostile_units);
}
