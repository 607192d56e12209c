/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ctags process: the real one with several files, and replacements that are missing, slow,
 * silent or wrong. */
#include "cyan-ctags.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-source-tree.h"
#include "cyan-source-location.h"
#include "cyan-tick.h"
#include "tests.h"
#include "tree.h"

#define GREETING                                                                                   \
  "echo '{\"_type\":\"program\",\"name\":\"Universal Ctags\",\"version\":\"5.9.0\"}'\n"

static char *
tags_to_text (CyanCtags *ctags, const char *path, const char *text)
{
  g_autoptr (GArray) tags =
      MUST (cyan_ctags_run (ctags, path, text, strlen (text), NULL, &failure));
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < tags->len; i++)
    {
      const CyanTag *tag = &g_array_index (tags, CyanTag, i);

      g_string_append_printf (out, "%s%s%s%s:%u-%u", i > 0 ? " " : "",
                              tag->scope != NULL ? tag->scope : "", tag->scope != NULL ? "/" : "",
                              tag->name, tag->line, tag->end);
    }
  return g_string_free (out, FALSE);
}

TEST ("/source/ctags/real")
{
  g_autoptr (CyanCtags) ctags = cyan_ctags_new (CYAN_CTAGS_TIMEOUT_MS);
  g_autoptr (GString) large = g_string_new (NULL);
  g_autoptr (GArray) tags = NULL;

  for (int round = 0; round < 3; round++)
    {
      g_autofree char *c = tags_to_text (ctags, "a.c", "int f(void)\n{\n return 1;\n}\n");
      g_autofree char *python =
          tags_to_text (ctags, "x/a.py", "class A:\n  def f(self):\n    pass\n");
      g_autofree char *empty = tags_to_text (ctags, "a.c", "");
      g_autofree char *unknown = tags_to_text (ctags, "a.nothing", "int f(void) {}\n");
      g_autofree char *odd = tags_to_text (ctags, "\"\n{.c\"", "int f(void) {}\n");

      g_assert_cmpstr (c, ==, "f:1-4");
      g_assert_cmpstr (python, ==, "A:1-3 A/f:2-3");
      g_assert_cmpstr (empty, ==, "");
      g_assert_cmpstr (unknown, ==, "");
    }
  /* Far more data than the pipes hold, in both directions. */
  for (int i = 0; i < 50000; i++)
    g_string_append_printf (large, "int f%d(void) { return %d; }\n", i, i);
  tags = cyan_ctags_run (ctags, "a.c", large->str, large->len, NULL, NULL);
  g_assert_cmpuint (tags->len, ==, 50000);
}

static gboolean
stop (double fraction, const char *what, gpointer data)
{
  return FALSE;
}

TEST ("/source/ctags/cancel")
{
  g_autoptr (CyanCtags) ctags = cyan_ctags_new (CYAN_CTAGS_TIMEOUT_MS);
  CyanTick tick = CYAN_TICK_INIT (stop, NULL);

  for (int round = 0; round < 5; round++)
    {
      MUST_FAIL (CYAN_ERROR_CANCELLED, "*",
                 cyan_ctags_run (ctags, "a.c", "int a;", 6, &tick, &failure));
    }
  /* Cancelling is not an error of the process. */
  g_assert_null (cyan_ctags_problem (ctags));
  g_free (tags_to_text (ctags, "a.c", "int f(void) { return 1; }\n"));
}

/* Replaces ctags by a shell script, or by nothing, and asks for a function. */
static char *
ask_with_script (const char *script, guint timeout_ms, guint n_files)
{
  char *tree = tree_new ();
  g_autofree char *bin = tree_path (tree, "bin");
  g_autofree char *program = tree_path (tree, "bin/ctags");
  g_autofree char *sources = tree_path (tree, "src");
  g_autofree char *path = g_strdup (g_getenv ("PATH"));
  g_autoptr (CyanSourceLocation) location = NULL;
  g_autoptr (GError) error = NULL;
  CyanFunctionQuery query = { "f", NULL, 0 };

  tree_write (tree, "bin/none", "", 0);
  for (guint i = 0; i < n_files; i++)
    {
      g_autofree char *name = g_strdup_printf ("src/%u.c", i);

      tree_write (tree, name, "int f(void) { return 1; }\n", -1);
    }
  if (script != NULL)
    {
      g_autofree char *text = g_strconcat ("#!/bin/sh\nPATH=/usr/bin:/bin\n", script, NULL);

      tree_write (tree, "bin/ctags", text, -1);
      g_assert_cmpint (chmod (program, 0700), ==, 0);
    }
  g_setenv ("PATH", bin, TRUE);
  location = cyan_source_location_open (sources, NULL);
  cyan_source_location_set_ctags_timeout (location, timeout_ms);
  g_assert_null (cyan_source_location_find (location, &query, NULL, &error));
  g_setenv ("PATH", path, TRUE);
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_UNSUPPORTED);
  g_assert_null (strchr (error->message, '\n'));
  tree_free (tree);
  return g_strdup (error->message);
}

static void
assert_reason (const char *script, const char *expected)
{
  g_autofree char *reason =
      ask_with_script (script, script != NULL && strstr (script, "sleep") ? 300 : 60000, 20);

  g_test_message ("%s", reason);
  g_assert_nonnull (strstr (reason, expected));
}

TEST ("/source/ctags/missing")
{
  assert_reason (NULL, "ctags is not installed");
}

TEST ("/source/ctags/hangs")
{
  /* Before and after the greeting; after three files it gives up. */
  assert_reason ("sleep 1000\n", "longer than 0.3 s");
  assert_reason (GREETING "sleep 1000\n", "longer than 0.3 s");
  assert_reason (GREETING "trap '' TERM INT; while :; do sleep 1; done\n", "longer than 0.3 s");
}

/* A child of the process is stopped, too. */
TEST ("/source/ctags/leaves-nobody")
{
  char *tree = tree_new ();
  g_autofree char *file = tree_path (tree, "pid");
  g_autofree char *script =
      g_strdup_printf ("sleep 1000 & echo $! > %s.new; mv %s.new %s; wait\n", file, file, file);
  g_autofree char *text = NULL;
  GPid pid;

  /* On a slow machine it is stopped before it has a child. */
  for (guint timeout_ms = 500; text == NULL && timeout_ms < 100000; timeout_ms *= 2)
    {
      g_free (ask_with_script (script, timeout_ms, 1));
      g_file_get_contents (file, &text, NULL, NULL);
    }
  g_assert_nonnull (text);
  pid = (GPid) atoi (text);
  g_assert_cmpint (pid, >, 1);
  g_assert_true (test_wait_for_end (pid));
  tree_free (tree);
}

TEST ("/source/ctags/wrong")
{
  assert_reason ("exit 1\n", "ended without an answer");
  assert_reason ("echo Exuberant Ctags\n", "not JSON");
  assert_reason ("echo '{\"_type\":\"program\",\"name\":\"Other\"}'; cat\n",
                 "is not Universal Ctags");
  assert_reason (GREETING "exit 1\n", "ctags ended");
  assert_reason (GREETING "kill -SEGV $$\n", "ctags ended");
  assert_reason (GREETING "read line; echo '{\"_type\":'; cat >/dev/null\n", "not JSON");
  assert_reason (GREETING "read line; echo '[1]'; cat >/dev/null\n", "not JSON");
  assert_reason (GREETING "read line; head -c 3000000 /dev/zero; cat >/dev/null\n",
                 "a line without an end");
  assert_reason (GREETING
                 "read line; echo '{\"_type\":\"error\",\"message\":\"no\"}'; cat >/dev/null\n",
                 "could not read");
}

/* Answers in another format, and lines that the file does not have, are ignored. */
TEST ("/source/ctags/lies")
{
  ASSERT_TEXT (
      ask_with_script (
          GREETING
          "while read line; do dd bs=1 count=26 of=/dev/null 2>/dev/null\n"
          "echo '{\"_type\":\"tag\",\"name\":\"f\",\"kind\":\"function\",\"line\":1,\"end\":99}'\n"
          "echo '{\"_type\":\"tag\",\"name\":\"f\",\"kind\":\"function\",\"line\":-1,\"end\":1}'\n"
          "echo '{\"_type\":\"tag\",\"name\":[],\"kind\":{},\"line\":\"1\"}'\n"
          "echo '{\"_type\":\"tag\",\"name\":\"f\",\"kind\":\"function\",\"line\":9e9,\"end\":1}'\n"
          "echo '{\"_type\":\"completed\",\"command\":\"generate-tags\"}'; done\n",
          5000, 2),
      "f: not in the source folder src");
}

TEST ("/source/ctags/too-many")
{
  g_autoptr (CyanCtags) ctags = cyan_ctags_new (60000);
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i <= CYAN_CTAGS_MAX_TAGS; i++)
    g_string_append (text, "int f(){}\n");
  MUST_FAIL (CYAN_ERROR_LIMIT, "*",
             cyan_ctags_run (ctags, "a.c", text->str, text->len, NULL, &failure));
  g_assert_null (cyan_ctags_problem (ctags));
}
