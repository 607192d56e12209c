/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Foreign text made safe for terminals, XML and labels. */
#include "cyan-text.h"
#include "tests.h"

#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd"
#define ELLIPSIS    "\xe2\x80\xa6"

TEST ("/text/terminal")
{
  static const char *const cases[][2] = {
    { "main", "main" },
    { "operator<", "operator<" },
    { "\x1b[31mred", "\\x1b[31mred" },
    { "\x1b]52;c;eA==\x07", "\\x1b]52;c;eA==\\x07" },
    { "a\nb\tc\rd", "a\\x0ab\\x09c\\x0dd" },
    { "\x7f\xc2\x9b"
      "31m",
      "\\x7f\\x9b31m" },
    { "a\xe2\x80\xae"
      "b",
      "a" REPLACEMENT "b" }, /* U+202E, right to left override */
    { "a\xe2\x81\xa6"
      "b",
      "a" REPLACEMENT "b" }, /* U+2066, left to right isolate */
    { "a\xe2\x80\x8b"
      "b",
      "a" REPLACEMENT "b" }, /* U+200B, zero-width space */
    { "\xe6\xbc\xa2 \xc3\xa4", "\xe6\xbc\xa2 \xc3\xa4" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *safe = cyan_text_for_terminal (cases[i][0]);

      g_assert_cmpstr (safe, ==, cases[i][1]);
    }
}

TEST ("/text/xml")
{
  static const char *const cases[][2] = {
    { "a<b> & \"c\" 'd'", "a&lt;b&gt; &amp; &quot;c&quot; &apos;d&apos;" },
    { "&amp;", "&amp;amp;" },
    { "</title><script>", "&lt;/title&gt;&lt;script&gt;" },
    { "\x01\x1b", REPLACEMENT REPLACEMENT },
    { "a\nb\tc", "a\nb\tc" },
    { "\xef\xbf\xbf", REPLACEMENT },
    { "\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *safe = cyan_text_for_xml (cases[i][0]);

      g_assert_cmpstr (safe, ==, cases[i][1]);
    }
}

static void
on_text (
    GMarkupParseContext *context, const char *text, gsize length, gpointer data, GError **error)
{
  g_string_append_len (data, text, (gssize) length);
}

/* An XML parser returns the original text. */
TEST ("/text/xml/parses")
{
  static const char name[] = "f<int> (a && \"b\", 'c') ]]> -- <!-- &lt;";
  const GMarkupParser parser = { .text = on_text };
  g_autofree char *safe = cyan_text_for_xml (name);
  g_autofree char *xml = g_strdup_printf ("<t a=\"%s\" b='%s'>%s</t>", safe, safe, safe);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, text, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_markup_parse_context_parse (context, xml, -1, &error));
  g_assert_true (g_markup_parse_context_end_parse (context, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (text->str, ==, name);
}

TEST ("/text/label")
{
  static const struct
  {
    const char *text;
    guint max_chars;
    const char *label;
  } cases[] = {
    { "main", 20, "main" },
    { "main", 4, "main" },
    { "abcdefgh", 5, "ab" ELLIPSIS "gh" },
    { "abcdefgh", 4, "a" ELLIPSIS "gh" },
    { "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa9\xc3\xa8\xc3\xa0", 5,
      "\xc3\xa4\xc3\xb6" ELLIPSIS "\xc3\xa8\xc3\xa0" },
    { "two\nlines\tand", 20, "two lines and" },
    { "a\xe2\x80\xae"
      "b",
      20, "a b" },
    { "", 20, "(no name)" },
    { " \t\n", 20, "(no name)" },
    { "\xcc\x81\xcc\x82", 20, "(no name)" }, /* combining marks without a base character */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *label = cyan_text_for_label (cases[i].text, cases[i].max_chars);

      g_assert_cmpstr (label, ==, cases[i].label);
    }
}

/* The result never exceeds the requested length. */
TEST ("/text/label/length")
{
  g_autofree char *name = g_strnfill (100000, 'x');

  for (guint max = 1; max < 40; max++)
    {
      g_autofree char *label = cyan_text_for_label (name, max);

      g_assert_cmpint (g_utf8_strlen (label, -1), <=, max);
      g_assert_nonnull (strstr (label, ELLIPSIS));
    }
}
