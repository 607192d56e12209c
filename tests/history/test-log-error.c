/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which line of a log is shown. */
#include "cyan-log-error.h"

#include "tests.h"

static void
assert_line (const char *log, const char *expected)
{
  g_autofree char *line = cyan_log_error_line (log);

  g_assert_cmpstr (line, ==, expected);
}

/* What compilers, linkers, interpreters, shells and make print, and what they print afterwards. */
TEST ("/log-error/writers")
{
  assert_line ("cc -Werror -c error.c\nerror.c: In function 'main':\n"
               "error.c:3:3: error: 'x' undeclared (first use in this function)\n"
               "make: *** [Makefile:4: error.o] Error 1\n",
               "error.c:3:3: error: 'x' undeclared (first use in this function)");
  assert_line ("gcc -o prog main.o\n/usr/bin/ld: main.o: in function `main':\n"
               "main.c:(.text+0x5): undefined reference to `foo'\n"
               "collect2: error: ld returned 1 exit status\n",
               "main.c:(.text+0x5): undefined reference to `foo'");
  assert_line ("   Compiling foo v0.1.0\nerror[E0425]: cannot find value `x` in this scope\n"
               " --> src/main.rs:2:5\nerror: could not compile `foo`\n",
               "error[E0425]: cannot find value `x` in this scope");
  assert_line ("Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n"
               "ValueError: bad\n",
               "ValueError: bad");
  assert_line ("sh: 1: cmake: not found\nleaving\n", "sh: 1: cmake: not found");
  assert_line ("0 errors so far\nkilled\n\n", "killed");
  assert_line ("", "");
  assert_line (NULL, "");
}

TEST ("/log-error/around")
{
  g_auto (GStrv) lines = cyan_log_error_lines ("1\n2\n3\na.c:1: error: no\n5\n6\n7\n", 2);
  g_auto (GStrv) first = cyan_log_error_lines ("a.c:1: error: no\r\n5\n", 2);
  g_auto (GStrv) last = cyan_log_error_lines ("1\n2\n3\n", 2);
  g_autofree char *text = g_strjoinv ("|", lines);
  g_autofree char *beginning = g_strjoinv ("|", first);
  g_autofree char *end = g_strjoinv ("|", last);

  g_assert_cmpstr (text, ==, "2|3|a.c:1: error: no|5|6");
  g_assert_cmpstr (beginning, ==, "a.c:1: error: no|5");
  g_assert_cmpstr (end, ==, "3");
}

TESTS ()
{
}
