/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which names a typed text or expression finds. */
#include "cyan-error.h"
#include "cyan-name-query.h"
#include "tests.h"

static gboolean
finds_as (const char *text, gboolean is_regex, const char *name)
{
  g_autoptr (CyanNameQuery) query = MUST (cyan_name_query_new (text, is_regex, &failure));
  gboolean matches = FALSE;

  MUST (cyan_name_query_match (query, name, &matches, &failure));
  return matches;
}

#define assert_finds(text, name) g_assert_true (finds_as (text, FALSE, name))
#define assert_lacks(text, name) g_assert_false (finds_as (text, FALSE, name))

TEST ("/name-query/part")
{
  assert_finds ("parse", "xmlParseFile");
  assert_finds ("ARSE", "xmlParseFile");
  assert_finds ("std::v", "std::vector<int>::push_back");
  assert_finds ("<int", "f<int>");
  assert_finds ("operator<<", "ns::operator<<(K)");
  assert_lacks ("parser", "xmlParseFile");
  assert_lacks ("p arse", "parse");
}

TEST ("/name-query/word-beginnings")
{
  assert_finds ("fE", "find_entry");
  assert_finds ("fE", "findEntry");
  assert_finds ("FE", "find_entry");
  assert_finds ("f_e", "findEntry");
  assert_finds ("f e", "find::entry");
  assert_finds ("fiEn", "Index.find_entry");
  assert_finds ("FV.vi", "lark.ForestVisitor.visit_forest::visit");
  /* Words may be left out, but not exchanged. */
  assert_finds ("fE", "find_last_entry");
  assert_lacks ("fE", "entry_find");
  assert_lacks ("fEX", "find_entry");
  /* Without a capital it is one word. */
  assert_lacks ("fe", "find_entry");
  assert_lacks ("fE", "findentry");
  assert_lacks ("fE", "shelf_entry");
}

TEST ("/name-query/word-bounds")
{
  assert_finds ("hS", "HTTPServer");
  assert_finds ("httpServ", "HTTPServer::run");
  assert_finds ("jX", "JSONToXML");
  assert_lacks ("tS", "HTTPServer");
  assert_finds ("u8D", "utf8_decode");
  assert_finds ("u8D", "utf8Decode");
  assert_finds ("md5S", "md5sum");
  assert_finds ("v2", "visitor_22");
  assert_lacks ("v3", "visitor_23");
  assert_finds ("LTY", "luaL_tolstring_y");
  assert_finds ("pA", "gomarkdown/parser.(*Parser).attribute");
}

TEST ("/name-query/unicode")
{
  assert_finds ("\xc3\xa4RG", "\xc3\x84rger");
  /* Grosse with a sharp s, and without. */
  assert_finds ("STRASSE", "stra\xc3\x9f"
                           "e_suchen");
  assert_finds ("s\xc3\x84", "suche_\xc3\xa4rger");
  assert_finds ("s\xc3\x84", "suche\xc3\x84rger");
  /* A and a combining diaeresis. */
  assert_finds ("s\xc3\x84", "suche_a\xcc\x88rger");
  assert_finds ("sA\xcc\x88", "suche\xc3\x84rger");
  /* Cyrillic. */
  assert_finds ("\xd0\xbd\xd0\x97", "\xd0\xbd\xd0\xb0\xd0\xb9\xd1\x82\xd0\xb8_"
                                    "\xd0\xb7\xd0\xb0\xd0\xbf\xd0\xb8\xd1\x81\xd1\x8c");
  /* Not UTF-8. */
  assert_finds ("fE", "find\xff_entry");
  assert_lacks ("\xff", "find_entry");
  assert_lacks ("::::", "");
}

TEST ("/name-query/regex")
{
  g_assert_true (finds_as ("^find_(first|last)$", TRUE, "Find_Last"));
  g_assert_false (finds_as ("^find_(first|last)$", TRUE, "find_lasting"));
  g_assert_true (finds_as ("\\d{2}", TRUE, "f12"));
  g_assert_false (finds_as ("fE", TRUE, "find_entry"));
}

TEST ("/name-query/bad-regex")
{
  static const char *const bad[] = { "find(", "[", "*", "(?<n", "(*LIMIT_MATCH=4000000000" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (cyan_name_query_new (bad[i], TRUE, &error));
      g_assert_error (error, CYAN_ERROR, (int) CYAN_ERROR_INVALID);
      g_assert_null (strchr (error->message, '\n'));
      g_assert_nonnull (strstr (error->message, "Regular expression"));
      /* A text may be anything. */
      g_assert_false (finds_as (bad[i], FALSE, "main"));
    }
}

TEST ("/name-query/endless-regex")
{
  static const char name[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!";
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanNameQuery) query = cyan_name_query_new ("(a|aa)+$", TRUE, &error);
  gboolean matches;

  g_assert_no_error (error);
  g_assert_false (cyan_name_query_match (query, name, &matches, &error));
  g_assert_error (error, CYAN_ERROR, (int) CYAN_ERROR_LIMIT);
}
