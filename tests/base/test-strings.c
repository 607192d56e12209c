/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interned strings: one number per text, for any bytes. */
#include "cyan-strings.h"
#include "tests.h"

#include <string.h>

TEST ("/strings/interning")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  CyanStr main_, parse;

  g_assert_cmpuint (cyan_strings_count (strings), ==, 1);
  g_assert_cmpstr (cyan_strings_get (strings, CYAN_STR_EMPTY), ==, "");
  g_assert_cmpuint (cyan_strings_add (strings, "", -1), ==, CYAN_STR_EMPTY);
  main_ = cyan_strings_add (strings, "main", -1);
  parse = cyan_strings_add (strings, "parse and more", 5);
  g_assert_cmpuint (main_, !=, parse);
  g_assert_cmpuint (cyan_strings_add (strings, "mainly", 4), ==, main_);
  g_assert_cmpuint (cyan_strings_add (strings, "parse", -1), ==, parse);
  g_assert_cmpstr (cyan_strings_get (strings, parse), ==, "parse");
  g_assert_cmpuint (cyan_strings_count (strings), ==, 3);
  g_assert_cmpuint (cyan_strings_n_repaired (strings), ==, 0);
}

/* Numbers are dense, in the order of first use, and texts keep their address. */
TEST ("/strings/many")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  const guint n = 200000;
  const char *first;

  cyan_strings_add (strings, "name 0", -1);
  first = cyan_strings_get (strings, 1);
  for (guint round = 0; round < 2; round++)
    for (guint i = 0; i < n; i++)
      {
        char name[32];

        g_snprintf (name, sizeof name, "name %u", i);
        g_assert_cmpuint (cyan_strings_add (strings, name, -1), ==, i + 1);
      }
  g_assert_cmpuint (cyan_strings_count (strings), ==, n + 1);
  g_assert_true (cyan_strings_get (strings, 1) == first);
  g_assert_cmpstr (cyan_strings_get (strings, n), ==, "name 199999");
}

TEST ("/strings/repair")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  static const struct
  {
    const char *bytes;
    gsize length;
    const char *expected;
  } cases[] = {
    { "a\xff"
      "b",
      3,
      "a\xef\xbf\xbd"
      "b" },
    { "a\0b", 3,
      "a\xef\xbf\xbd"
      "b" },
    { "\xc3", 1, "\xef\xbf\xbd" },
    { "\xed\xa0\x80", 3, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      CyanStr id = cyan_strings_add (strings, cases[i].bytes, (gssize) cases[i].length);

      g_assert_cmpstr (cyan_strings_get (strings, id), ==, cases[i].expected);
      g_assert_cmpuint (cyan_strings_n_repaired (strings), ==, i + 1);
    }
  /* Valid text of any script is unchanged. */
  g_assert_cmpstr (cyan_strings_get (strings, cyan_strings_add (strings, "\xe6\xbc\xa2\n", -1)), ==,
                   "\xe6\xbc\xa2\n");
  g_assert_cmpuint (cyan_strings_n_repaired (strings), ==, G_N_ELEMENTS (cases));
}

TEST ("/strings/cut")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autofree char *fits = g_strnfill (CYAN_STRING_MAX, 'x');
  g_autofree char *one = g_strnfill (1000000, 'x');
  g_autofree char *other = g_strnfill (1000000, 'x');
  g_autoptr (GString) wide = g_string_new (NULL);
  const char *text;
  CyanStr a, b;

  text = cyan_strings_get (strings, cyan_strings_add (strings, fits, -1));
  g_assert_cmpuint (strlen (text), ==, CYAN_STRING_MAX);
  g_assert_cmpuint (cyan_strings_n_repaired (strings), ==, 0);

  /* Two names that differ only after the cut remain distinct. */
  other[999999] = 'y';
  a = cyan_strings_add (strings, one, -1);
  b = cyan_strings_add (strings, other, -1);
  g_assert_cmpuint (a, !=, b);
  g_assert_cmpuint (cyan_strings_add (strings, one, -1), ==, a);
  g_assert_cmpuint (strlen (cyan_strings_get (strings, a)), <=, CYAN_STRING_MAX);
  g_assert_true (g_str_has_prefix (cyan_strings_get (strings, a), "xxxx"));

  /* The cut does not split a character. */
  for (guint i = 0; i < 3; i++)
    {
      g_string_set_size (wide, 0);
      for (guint k = 0; k < i; k++)
        g_string_append_c (wide, 'x');
      while (wide->len < 100000)
        g_string_append (wide, "\xe6\xbc\xa2");
      text = cyan_strings_get (strings, cyan_strings_add (strings, wide->str, -1));
      g_assert_true (g_utf8_validate (text, -1, NULL));
      g_assert_null (strstr (text, "\xef\xbf\xbd"));
    }
}

TEST ("/strings/absorb")
{
  g_autoptr (CyanStrings) into = cyan_strings_new ();
  g_autoptr (CyanStrings) from = cyan_strings_new ();
  g_autofree CyanStr *map = NULL;
  CyanStr b = cyan_strings_add (into, "b", -1);

  cyan_strings_add (from, "a", -1);
  cyan_strings_add (from, "b", -1);
  cyan_strings_add (from, "c", -1);
  map = cyan_strings_absorb (into, from);
  g_assert_cmpuint (map[CYAN_STR_EMPTY], ==, CYAN_STR_EMPTY);
  g_assert_cmpuint (map[2], ==, b);
  for (CyanStr id = 0; id < cyan_strings_count (from); id++)
    g_assert_cmpstr (cyan_strings_get (into, map[id]), ==, cyan_strings_get (from, id));
  g_assert_cmpuint (cyan_strings_count (into), ==, 4);
}

/* Ranks depend on the order of the texts alone. */
TEST ("/strings/ranks")
{
  static const char *const words[] = { "b", "a", "ab", "B", "\xc3\xa4", "zz", "z" };
  g_autoptr (CyanStrings) forward = cyan_strings_new ();
  g_autoptr (CyanStrings) backward = cyan_strings_new ();
  g_autofree guint32 *ranks = NULL, *other = NULL;
  guint n = G_N_ELEMENTS (words);

  for (guint i = 0; i < n; i++)
    {
      cyan_strings_add (forward, words[i], -1);
      cyan_strings_add (backward, words[n - 1 - i], -1);
    }
  ranks = cyan_strings_ranks (forward);
  other = cyan_strings_ranks (backward);
  for (CyanStr a = 0; a <= n; a++)
    {
      CyanStr same = cyan_strings_add (backward, cyan_strings_get (forward, a), -1);

      g_assert_cmpuint (ranks[a], ==, other[same]);
      for (CyanStr b = 0; b <= n; b++)
        g_assert_true (
            (ranks[a] < ranks[b])
            == (strcmp (cyan_strings_get (forward, a), cyan_strings_get (forward, b)) < 0));
    }
}

/* U+FFFD has three bytes, so that what is repaired may be too long then; it is one name all the
 * same. */
TEST ("/strings/repaired-and-cut")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autofree char *bytes = g_malloc (CYAN_STRING_MAX);
  CyanStr id;

  memset (bytes, 0xff, CYAN_STRING_MAX);
  id = cyan_strings_add (strings, bytes, CYAN_STRING_MAX);
  g_assert_cmpuint (cyan_strings_n_repaired (strings), ==, 1);
  g_assert_cmpuint (strlen (cyan_strings_get (strings, id)), <=, CYAN_STRING_MAX);
}
