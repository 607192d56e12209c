/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How commands are recorded and revisions are built, if nobody says it. */
#include "cyan-recorder.h"

#include <string.h>

#include <glib/gstdio.h>

#include "cyan-error.h"
#include "git-fixture.h"
#include "tests.h"
#include "tree.h"

#define COMMAND(...) ((const char *const[]){ __VA_ARGS__, NULL })

static void
assert_run (CyanRecorder recorder, const char *const *command, const char *expected)
{
  ASSERT_TEXT (MUST (cyan_recorder_run (recorder, command, &failure)), expected);
}

TEST ("/recorder/commands")
{
  static const char *const name[] = { "./prog", "a file", NULL };

  assert_run (CYAN_RECORDER_NONE, name, "./prog \"a file\"");
  assert_run (CYAN_RECORDER_PERF, name,
              "perf record -F 999 --call-graph dwarf -o \"$CYAN_PROFILE\" -- ./prog \"a file\"");
  assert_run (CYAN_RECORDER_CALLGRIND, name,
              "valgrind -q --tool=callgrind --separate-callers=4"
              " --callgrind-out-file=\"$CYAN_PROFILE\" -- ./prog \"a file\"");
  assert_run (CYAN_RECORDER_UFTRACE, name,
              "uftrace record --no-libcall --no-event -d \"$CYAN_PROFILE\" -- ./prog \"a file\"");
  assert_run (CYAN_RECORDER_NODE, COMMAND ("node", "--expose-gc", "x.js"),
              "node --cpu-prof --cpu-prof-dir=\"${CYAN_PROFILE%/*}\""
              " --cpu-prof-name=\"${CYAN_PROFILE##*/}\" --expose-gc x.js");
}

TEST ("/recorder/python")
{
  static const char *const codes[] = { "-c", "-" };

  assert_run (CYAN_RECORDER_CPROFILE, COMMAND ("python3", "-O", "-X", "dev", "x.py", "-c"),
              "python3 -O -X dev -m cProfile -o \"$CYAN_PROFILE\" x.py -c");
  assert_run (CYAN_RECORDER_CPROFILE, COMMAND ("/usr/bin/python3.11", "-m", "json.tool", "a"),
              "/usr/bin/python3.11 -m cProfile -o \"$CYAN_PROFILE\" -m json.tool a");
  assert_run (CYAN_RECORDER_CPROFILE, COMMAND ("pytest", "-k", "parse"),
              "python3 -m cProfile -o \"$CYAN_PROFILE\" -m pytest -k parse");
  assert_run (CYAN_RECORDER_CPROFILE, COMMAND ("./bench.py", "1"),
              "python3 -m cProfile -o \"$CYAN_PROFILE\" ./bench.py 1");
  for (gsize i = 0; i < G_N_ELEMENTS (codes); i++)
    {
      MUST_FAIL (
          CYAN_ERROR_UNSUPPORTED, "*",
          cyan_recorder_run (CYAN_RECORDER_CPROFILE, COMMAND ("python3", codes[i], "1"), &failure));
    }
  MUST_FAIL (CYAN_ERROR_UNSUPPORTED, "*",
             cyan_recorder_run (CYAN_RECORDER_CPROFILE, COMMAND ("python3", "-v"), &failure));
}

/* A real shell gives the program what the person wrote, except for our variables. */
TEST ("/recorder/quoting")
{
  static const char *const odd[] = {
    "printf",      "%s|",  "a b", "",   "$HOME",         "`id`",           "$(id)", "\"q\"",
    "back\\slash", "it's", "*",   "\n", "$CYAN_BUILD/x", "${CYAN_BUILD}y", NULL,
  };
  g_autofree char *text = cyan_recorder_run (CYAN_RECORDER_NONE, odd, NULL), *out = NULL;
  const char *const argv[] = { "/bin/sh", "-c", text, NULL };
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "CYAN_BUILD", "/b c", TRUE);

  g_assert_true (g_spawn_sync (NULL, (char **) argv, environment, G_SPAWN_DEFAULT, NULL, NULL, &out,
                               NULL, NULL, NULL));
  g_assert_cmpstr (out, ==, "a b||$HOME|`id`|$(id)|\"q\"|back\\slash|it's|*|\n|/b c/x|/b cy|");
}

/* Puts a program into the folder @bin. */
static void
install (const char *bin, const char *name)
{
  g_autofree char *path = tree_path (bin, name);

  tree_write (bin, name, "#!/bin/sh\n", -1);
  g_assert_cmpint (g_chmod (path, 0755), ==, 0);
}

/* Each command gets a recorder of its kind, of those that the search path has. */
TEST ("/recorder/choice")
{
  g_autofree char *old_path = g_strdup (g_getenv ("PATH"));
  char *folder = tree_new ();
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  CyanRecorder recorder = CYAN_RECORDER_NONE;

  g_setenv ("PATH", folder, TRUE);
  MUST_FAIL (
      CYAN_ERROR_UNSUPPORTED,
      "there is nothing to record ./prog with: perf is not installed: apt install linux-perf",
      cyan_recorder_choose (COMMAND ("./prog"), &recorder, notes, &failure));
  g_assert_false (cyan_recorder_check (CYAN_RECORDER_PY_SPY, &error));
  g_assert_cmpstr (error->message, ==, "py-spy is not installed: pipx install py-spy");
  g_clear_error (&error);

  install (folder, "valgrind");
  install (folder, "node");
  g_ptr_array_set_size (notes, 0);
  g_assert_true (cyan_recorder_choose (COMMAND ("./prog"), &recorder, notes, &error));
  g_assert_cmpint (recorder, ==, CYAN_RECORDER_CALLGRIND);
  g_assert_cmpuint (notes->len, ==, 1);
  g_assert_true (cyan_recorder_choose (COMMAND ("/usr/bin/node", "x"), &recorder, notes, &error));
  g_assert_cmpint (recorder, ==, CYAN_RECORDER_NODE);
  g_assert_false (cyan_recorder_choose (COMMAND ("python3", "x"), &recorder, notes, &error));
  g_setenv ("PATH", old_path, TRUE);
  tree_free (folder);
}

/* ---- builds ---- */

/* What a repository has tells how it is built, if that is installed. */
TEST ("/recorder/builds")
{
  static const char *const files[] = { "CMakeLists.txt", "meson.build", "Makefile" };
  static const char *const texts[] = { "cmake -S *", "meson setup *", "make -C *" };
  static const char *const programs[] = { "cmake", "meson", "make", "ninja" };
  char *bin = tree_new (), *folder;
  g_autofree char *empty = NULL, *old_path = g_strdup (g_getenv ("PATH"));
  g_autofree char *path = g_strconcat (bin, ":", old_path, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (programs); i++)
    install (bin, programs[i]);
  g_setenv ("PATH", path, TRUE);
  git_fixture_start ();
  folder = git_new ();
  empty = git_commit_all (folder, "empty");
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_auto (CyanBuildGuess) both = { 0 }, one = { 0 }, script = { 0 };
      g_autofree char *with = NULL;

      tree_write (folder, files[i], "x", -1);
      with = git_commit_all (folder, files[i]);
      g_assert_true (MUST (
          cyan_build_guess (folder, COMMAND (with, with), COMMAND ("./prog"), &both, &failure)));
      g_assert_cmpstr (both.because, ==, files[i]);
      g_assert_true (g_pattern_match_simple (texts[i], both.text));
      g_assert_true (MUST (
          cyan_build_guess (folder, COMMAND (empty, with), COMMAND ("./prog"), &one, &failure)));
      g_assert_null (one.text);
      MUST (cyan_build_guess (folder, COMMAND (with, with), COMMAND ("python3", "x.py"), &script,
                              &failure));
      g_assert_null (script.text);
    }
  g_setenv ("PATH", old_path, TRUE);
  tree_free (folder);
  tree_free (bin);
}
