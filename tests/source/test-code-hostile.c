/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invalid texts: any bytes give some normal form, some extents and some calls, quickly. */
#include "code-laws.h"

#include <string.h>

#include "cyan-code-calls.h"
#include "cyan-extents.h"
#include "tests.h"

static void
scan (CyanLanguage language, const char *text, gsize length)
{
  /* A copy of its own, so that sanitizers find reads past the end. */
  g_autofree char *copy = g_memdup2 (text, length);
  CyanTag tags[] = { { .name = (char *) "a", .kind = (char *) "func", .line = 1, .end = 1 },
                     { .name = (char *) "a", .kind = (char *) "method", .line = 1, .end = 2 } };
  g_autoptr (GArray) some = g_array_new (FALSE, FALSE, sizeof (CyanTag));
  g_autoptr (GArray) extents = NULL;

  g_array_append_vals (some, tags, G_N_ELEMENTS (tags));
  extents = cyan_extents_scan (language, copy, length, some);
  for (guint i = 0; i < extents->len; i++)
    {
      const CyanExtent *extent = &g_array_index (extents, CyanExtent, i);

      g_assert_cmpuint (extent->first_line, >=, 1);
      g_assert_cmpuint (extent->first_line, <=, extent->line);
      g_assert_cmpuint (extent->line, <=, extent->last_line);
    }
  g_string_free (cyan_code_normalise (language, copy, length), TRUE);
  cyan_code_body_free (cyan_code_body_new (language, copy, length));
}

/* Short texts of characters that are special in some language. */
TEST ("/source/code/noise")
{
  static const char *const words[] = {
    "a",      "b ",  "\n",       "\"",         "'",        "`",      "\\",         "/",
    "*",      "#",   "(",        ")",          "{",        "}",      "[",          "]",
    "<",      ">",   " ",        "\t",         ":",        "@",      "$",          "=",
    ";",      ",",   "%",        "?",          "1",        ".",      "e+",         "${",
    "#{",     "=>",  "r#",       "R\"",        "//",       "/*",     "*/",         "\"\"\"",
    "<<~A\n", "A\n", "=begin\n", "=end\n",     "def ",     "end ",   "fn a",       "class A ",
    "</",     "/>",  "if ",      "do\n",       "\xc3\xa4", "func a", "function a", "impl ",
    "#if\n",  "@\"", "$\"",      "const a = ",
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autoptr (GString) text = g_string_new (NULL);

  for (int round = 0; round < (int) test_size (20000, 4); round++)
    {
      int n = g_rand_int_range (rand, 0, 24);

      g_string_truncate (text, 0);
      for (int i = 0; i < n; i++)
        g_string_append (text, words[g_rand_int_range (rand, 0, G_N_ELEMENTS (words))]);
      for (int language = CYAN_LANGUAGE_OTHER; language < CYAN_N_LANGUAGES; language++)
        scan ((CyanLanguage) language, text->str, text->len);
      g_array_unref (cyan_code_c_declaration_lines (text->str, text->len, TRUE));
      g_array_unref (cyan_code_python_lines (text->str, text->len));
    }
}

/* Unclosed constructs are searched for once. */
TEST ("/source/code/linear")
{
  static const char *const units[] = {
    "R\"(",     "`${",
    "\"",       "/*",
    "/[",       "<a>",
    "<",        "(",
    "{",        "$\"{",
    "$",        "\"\"\"",
    "r##",      "<<~A\n",
    "<<A,",     "\"#{",
    "def a=",   "class A<",
    "a(){",     "x=>",
    "m():",     "a<b,",
    "fn f(",    "fn a<",
    "impl<",    "mod a{",
    "if ",      "end ",
    "func (",   "a.b.c.",
    "{a:{",     "a={",
    "{<a b={",  "export ",
    "#[a]",     "class A{m():Array<",
    "\\\n",     "{a<b>(c):d<e>{},",
    "const a:", "x",
    "1",        "\t",
  };

  for (guint u = 0; u < G_N_ELEMENTS (units); u++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      while (text->len < test_size (60000, 3))
        g_string_append (text, units[u]);
      for (int language = CYAN_LANGUAGE_OTHER; language < CYAN_N_LANGUAGES; language++)
        {
          gint64 start = test_cpu_time ();
          gint64 took;

          scan ((CyanLanguage) language, text->str, text->len);
          took = test_cpu_time () - start;
          if (took > 500 * 1000)
            g_test_message ("language %d, \"%s\": %.1f s", language, units[u], took * 1e-6);
          /* Quadratic time would be two thousand million steps. */
          g_assert_cmpint (took, <, 5 * G_USEC_PER_SEC);
        }
    }
}

/* A hundred thousand nested blocks, all closed. */
TEST ("/source/code/deep")
{
  static const struct
  {
    CyanLanguage language;
    const char *head, *open, *close;
  } cases[] = {
    { CYAN_LANGUAGE_RUST, "fn f() ", "{", "}" },
    { CYAN_LANGUAGE_JAVASCRIPT, "function f() ", "{(", ")}" },
    { CYAN_LANGUAGE_JAVASCRIPT, "function f() { return ", "`${", "}`" },
    { CYAN_LANGUAGE_TSX, "function f() { return ", "<a>{", "}</a>" },
    { CYAN_LANGUAGE_RUBY, "def f\n", "if a\n", "end\n" },
    { CYAN_LANGUAGE_RUBY, "def f\n", "\"#{", "}\"" },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (GString) text = g_string_new (cases[c].head);
      g_autoptr (GArray) extents = NULL;

      for (int i = 0; i < 100000; i++)
        g_string_append (text, cases[c].open);
      for (int i = 0; i < 100000; i++)
        g_string_append (text, cases[c].close);
      if (strchr (cases[c].head, '{') != NULL)
        g_string_append (text, "}");
      if (cases[c].language == CYAN_LANGUAGE_RUBY)
        g_string_append (text, "\nend\n");
      extents = cyan_extents_scan (cases[c].language, text->str, text->len, NULL);
      g_assert_cmpuint (extents->len, ==, 1);
      g_assert_cmpstr (g_array_index (extents, CyanExtent, 0).name, ==, "f");
    }
}

/* As many blocks and calls, in each other and behind each other. */
TEST ("/source/code/deep-calls")
{
  static const struct
  {
    CyanLanguage language;
    const char *head, *open, *middle, *close;
    guint n_calls, n_blocks; /* for each */
  } cases[] = {
    { CYAN_LANGUAGE_C, "void f(void) ", "{ if (a)", ";", "}", 0, 1 },
    { CYAN_LANGUAGE_C, "void f(void) { ", "if (a) for (;;) ", "x;", "", 0, 2 },
    { CYAN_LANGUAGE_C, "void f(void) { ", "a(", "", ")", 1, 0 },
    { CYAN_LANGUAGE_CPP, "void f(void) { a", ".b(c)", ";", "", 1, 0 },
    { CYAN_LANGUAGE_JAVASCRIPT, "function f() { a(", "x => b(", "", ")", 1, 1 },
    { CYAN_LANGUAGE_RUST, "fn f() { ", "match x { a => ", "b", "}", 0, 2 },
    { CYAN_LANGUAGE_GO, "func f() { ", "for a {", "", "}", 0, 1 },
    { CYAN_LANGUAGE_PYTHON, "def f():\n  x = ", "[a(y) for y in ", "z", "]", 1, 1 },
    { CYAN_LANGUAGE_RUBY, "def f\n", "a do |x|\n", "", "end\n", 1, 1 },
  };
  const guint n = 100000;

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (GString) text = g_string_new (cases[c].head);
      g_autoptr (CyanCodeBody) body = NULL;
      gint64 start = test_cpu_time ();

      for (guint i = 0; i < n; i++)
        g_string_append (text, cases[c].open);
      g_string_append (text, cases[c].middle);
      for (guint i = 0; i < n; i++)
        g_string_append (text, cases[c].close);
      body = cyan_code_body_new (cases[c].language, text->str, text->len);
      g_assert_cmpuint (body->calls->len / n, ==, cases[c].n_calls);
      g_assert_cmpuint (body->blocks->len / n, ==, cases[c].n_blocks);
      g_assert_cmpint (test_cpu_time () - start, <, 30 * G_USEC_PER_SEC);
    }
}
