/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading call logs: figures and tables of the study that uses them, and broken logs. */
#include "load-text.h"
#include "profile-text.h"
#include "tests.h"

/* Figure 3.2: packages, classes and methods. */
#define FIGURE_3_2                                                                                 \
  "Enters: javaapplication3.JavaApplication3.main (args= [])\n"                                    \
  "Enters: javaapplication3.JavaApplication3.check (a=5)\n"                                        \
  "Enters: javaapplication3.B.c ( )\n"                                                             \
  "Enters: javaapplication3.B.a\n"                                                                 \
  "Exits: javaapplication3.B.a\n"                                                                  \
  "Enters: javaapplication3.C.d ( )\n"                                                             \
  "Enters: javaapplication3.B.a\n"                                                                 \
  "Exits: javaapplication3.B.a\n"                                                                  \
  "Exits: javaapplication3.C.d ( )\n"                                                              \
  "Exits: javaapplication3.B.c ( )\n"                                                              \
  "Enters: javaapplication3.B.a\n"                                                                 \
  "Exits: javaapplication3.B.a\n"                                                                  \
  "Enters: javaapplication3.B.n ( )\n"                                                             \
  "Exits: javaapplication3.B.n ( )\n"                                                              \
  "Enters: javaapplication3.F.mm ( )\n"                                                            \
  "Exits: javaapplication3.F.mm ( )\n"                                                             \
  "Enters: javaapplication3.JK.L.l ( )\n"                                                          \
  "Exits: javaapplication3.JK.L.l ( )\n"                                                           \
  "Exits: javaapplication3.JavaApplication3.check (a=5)\n"                                         \
  "Exits: javaapplication3.JavaApplication3.main (args= [])\n"

#define CALLS_FLAGS (CYAN_PROFILE_TEXT_CALLS)
#define FULL        (CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS)

#define IN(name)  "Enters: " name "\n"
#define OUT(name) "Exits: " name "\n"

/* The tree of figure 3.3.  Where the figure has two nodes for one in the log (B.a, F.mm), the log
 * is followed. */
TEST ("/call-log/figure-3-3")
{
  assert_tree (FIGURE_3_2, FULL,
               "javaapplication3.JavaApplication3.main:1*1("
               "javaapplication3.JavaApplication3.check:1*1("
               "javaapplication3.B.c:1*1("
               "javaapplication3.B.a:1*1 "
               "javaapplication3.C.d:1*1(javaapplication3.B.a:1*1)) "
               "javaapplication3.B.a:1*1 "
               "javaapplication3.B.n:1*1 "
               "javaapplication3.F.mm:1*1 "
               "javaapplication3.JK.L.l:1*1))",
               "");
}

/* Table 4.6 of the study and its tree, figure 4.1, as lines and in brackets. */
TEST ("/call-log/table-4-6")
{
  static const char tree[] = "M:1*1(A:2*2(B:2*2(count:2*2) C:2*2) B:2*2(D:2*2))";
  static const char log[] =
      IN ("M") IN ("A") IN ("B") IN ("count") OUT ("count") OUT ("B") IN ("C") OUT ("C") OUT ("A")
          IN ("A") IN ("B") IN ("count") OUT ("count") OUT ("B") IN ("C") OUT ("C") OUT ("A")
              IN ("B") IN ("D") OUT ("D") OUT ("B") IN ("B") IN ("D") OUT ("D") OUT ("B") OUT ("M");

  assert_tree (log, FULL, tree, "");
  assert_tree ("M( A( B( count ) C ) A( B( count ) C ) B( D ) B( D ) )", FULL, tree, "");
  assert_tree ("M(\n\tA( B( count )\r\nC )\n A( B( count ) C )\n\n B( D ) B( D )\n)\n", FULL, tree,
               "");
}

TEST ("/call-log/what-it-is")
{
  g_autoptr (CyanProfile) profile = load_text (FIGURE_3_2, -1, NULL);

  g_assert_cmpstr (profile->format, ==, "call-log");
  g_assert_cmpuint (profile->n_metrics, ==, 1);
  g_assert_cmpstr (profile->metrics[0].name, ==, "calls");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "count");
  g_assert_cmpfloat (profile->metrics[0].total[0], ==, 10);
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_EXACT);
  g_assert_cmpfloat (profile->period, ==, 0);
  g_assert_cmpuint (profile->n_threads, ==, 0);
  g_assert_false (profile->unordered);
}

/* Entry points of several threads are children of the root. */
TEST ("/call-log/threads")
{
  assert_tree (IN ("app.Main.main (args=[])") IN ("app.A.a ()") OUT ("app.A.a ()")
                   OUT ("app.Main.main (args=[])") IN ("app.Worker.run ()") IN ("app.A.a ()")
                       OUT ("app.A.a ()") OUT ("app.Worker.run ()") IN ("app.Worker.run ()")
                           OUT ("app.Worker.run ()"),
               CALLS_FLAGS, "app.Main.main*1(app.A.a*1) app.Worker.run*2(app.A.a*1)", "");
}

/* Arguments do not separate contexts. */
TEST ("/call-log/names")
{
  assert_tree (IN ("f (x=1)") OUT ("f (x=1)") IN ("f (x=2, s=a) b (c)") OUT ("f (x=3") IN ("f(x=4)")
                   OUT ("f") IN ("f") OUT ("f ( )"),
               CALLS_FLAGS, "f*4", "");
  assert_tree ("\xef\xbb\xbf\r\n  Enters:   a.B$1.<init> ()\r\n\tExits:a.B$1.<init>\t\r\n\r\n",
               CALLS_FLAGS, "a.B$1.<init>*1", "");
  assert_tree (IN ("(anonymous)") OUT ("(anonymous)") IN ("\xd7\xa9.\xc3\xa9 ()")
                   OUT ("\xd7\xa9.\xc3\xa9 ()"),
               CALLS_FLAGS, "'(anonymous)'*1 \xd7\xa9.\xc3\xa9*1", "");
}

#define UNPAIRED(stray, cut, unfinished)                                                           \
  "calls and ends that do not pair: " stray " ignored, " cut ", " unfinished " closed at the "     \
  "end\n"

TEST ("/call-log/unbalanced")
{
  assert_tree (IN ("M") IN ("A") OUT ("A"), CALLS_FLAGS, "M*1(A*1)",
               UNPAIRED ("0 ends without a call were", "0 calls ended with the one around them",
                         "1 call without an end was"));
  assert_tree (OUT ("x") IN ("M") OUT ("y") OUT ("M") OUT ("M"), CALLS_FLAGS, "M*1",
               UNPAIRED ("3 ends without a call were", "0 calls ended with the one around them",
                         "0 calls without an end were"));
  /* An exception leaves B and A. */
  assert_tree (IN ("M") IN ("A") IN ("B") OUT ("M") IN ("N") OUT ("N"), CALLS_FLAGS,
               "M*1(A*1(B*1)) N*1",
               UNPAIRED ("0 ends without a call were", "2 calls ended with the one around them",
                         "0 calls without an end were"));
  assert_tree ("M( A( B )", CALLS_FLAGS, "M*1(A*1(B*1))",
               UNPAIRED ("0 ends without a call were", "0 calls ended with the one around them",
                         "1 call without an end was"));
}

TEST ("/call-log/other-lines")
{
  assert_tree ("Log of Friday\n" IN ("M") IN ("A")
                   OUT ("A") "second line of an argument)\n" OUT ("M") "# end\n",
               CALLS_FLAGS, "M*1(A*1)",
               "3 lines that begin with neither \"Enters:\" nor \"Exits:\" were left out, the "
               "first is line 1\n");
}

TEST ("/call-log/errors")
{
  assert_fails (IN ("M") "Enters:\n", -1, CYAN_ERROR_INVALID,
                "t: line 2: no name after \"Enters:\"");
  assert_fails (IN ("M") "Exits:  \t\n", -1, CYAN_ERROR_INVALID,
                "t: line 2: no name after \"Exits:\"");
  assert_fails (OUT ("M") OUT ("M"), -1, CYAN_ERROR_INVALID,
                "t: no line that begins with \"Enters:\", so no calls");
  assert_fails (IN ("M") "Exits: M\0\n", strlen (IN ("M") "Exits: M") + 2, CYAN_ERROR_INVALID,
                "t: line 2: a NUL byte, which no text has (is this UTF-16?)");
}

TEST ("/call-log/node-limit")
{
  const CyanLoadOptions options = { .max_nodes = 3 };
  static const char text[] = IN ("a") IN ("b") OUT ("b") IN ("c") OUT ("c") OUT ("a");
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile =
      cyan_profile_load_memory ("t", text, strlen (text), &options, NULL, &error);

  g_assert_null (profile);
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, "t: line 4: more than 3 nodes");
  g_assert_cmpint (cyan_error_hint (error), ==, CYAN_HINT_NODE_LIMIT_OR_HOT);
}

/* A random tree of @n calls in both forms. */
static void
write_random (GRand *random, guint n, GString *lines, GString *brackets)
{
  guint names[24], depth = 0;

  names[depth++] = 7;
  g_string_append (lines, IN ("f7"));
  g_string_append (brackets, "f7( ");
  while (n > 0 || depth > 0)
    if (n > 0 && depth < G_N_ELEMENTS (names) && (depth == 1 || g_rand_boolean (random)))
      {
        names[depth] = (guint) g_rand_int_range (random, 0, 4);
        g_string_append_printf (lines, IN ("f%u (x=%u)"), names[depth], n);
        g_string_append_printf (brackets, "f%u( ", names[depth++]);
        n--;
      }
    else
      {
        g_string_append_printf (lines, OUT ("f%u (x=%u)"), names[--depth], n);
        g_string_append (brackets, ") ");
      }
}

/* Both forms give the same tree with the right number of calls. */
TEST ("/call-log/forms-agree")
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (GString) lines = g_string_new (NULL), brackets = g_string_new (NULL);
      g_autoptr (CyanProfile) a = NULL, b = NULL;
      g_autofree char *text_a = NULL, *text_b = NULL;

      write_random (random, round, lines, brackets);
      a = load_text (lines->str, -1, NULL);
      b = load_text (brackets->str, -1, NULL);
      text_a = cyan_profile_to_text (a, FULL);
      text_b = cyan_profile_to_text (b, FULL);
      g_assert_cmpstr (text_a, ==, text_b);
      g_assert_cmpfloat (a->metrics[0].total[0], ==, round + 1);
      g_assert_cmpuint (a->warnings->len + b->warnings->len, ==, 0);
    }
}

TEST ("/call-log/deep")
{
  const guint depth = 1000000;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (CyanProfile) profile = NULL;

  for (guint i = 0; i < depth; i++)
    g_string_append (text, IN ("f ()"));
  for (guint i = 0; i < depth; i++)
    g_string_append (text, OUT ("g ()"));
  profile = load_text (text->str, -1, NULL);
  g_assert_cmpuint (cyan_profile_depth (profile), ==, depth);
  g_assert_cmpuint (profile->warnings->len, ==, 1);
}

/* A log cut at any byte gives an error, a warning or, if only arguments of a line are lost, the
 * whole tree. */
TEST ("/call-log/cut-everywhere")
{
  static const char text[] = "Enters: a.B.c (x=1)\nEnters: D\nExits: D\nExits: a.B.c (x=1)\n";

  for (gsize length = 0; length < strlen (text); length++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (text, (gssize) length, &error);

      if (profile == NULL)
        g_assert_true (g_str_has_prefix (error->message, "t: "));
      else if (profile->warnings->len == 0)
        assert_profile (profile, CALLS_FLAGS, "a.B.c*1(D*1)");
    }
}

/* Other texts are not taken for logs. */
TEST ("/call-log/others")
{
  static const struct
  {
    const char *text;
    const char *format;
  } cases[] = {
    { "main();Enters: x 3\nmain() 4\n", "folded" },
    { "main( int );f( a ) 3\n", "folded" },
    { "f( a ) 3\n", "folded" },
    { "Enters 5\nExits 7\n", "folded" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (cases[i].text, -1, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (profile->format, ==, cases[i].format);
    }
}
