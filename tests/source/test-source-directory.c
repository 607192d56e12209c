/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No path leads out of a source folder, and only texts of a reasonable size are read. */
#include "cyan-find-private.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-source-location.h"
#include "cyan-source-rules.h"
#include "tests.h"
#include "tree.h"

static CyanSourceDirectory *
open_tree (const char *tree)
{
  CyanSourceDirectory *directory = MUST (cyan_source_directory_open (tree, &failure));

  return directory;
}

static void
link_to (const char *tree, const char *path, const char *target)
{
  g_autofree char *full = tree_path (tree, path);

  g_assert_cmpint (symlink (target, full), ==, 0);
}

static void
test_escapes (gconstpointer data)
{
  char *outer = tree_new ();
  g_autofree char *tree = tree_path (outer, "in");
  g_autofree char *outside = tree_path (outer, "secret.c");
  g_autofree char *fifo = tree_path (outer, "in/fifo.c");
  static const char *const refused[] = {
    "../secret.c",
    "a/../../secret.c",
    "/etc/passwd",
    "etc/passwd",
    "file.c",
    "abs.c",
    "up/secret.c",
    "loop.c",
    "absdir/x.c",
    "fifo.c",
    "a",
    "",
    "..",
    ".",
    "/proc/self/mem",
    "self.c",
    "a/b.c/c.c",
    "nothing.c",
  };
  g_autoptr (CyanSourceDirectory) directory = NULL;
  g_autoptr (GPtrArray) files = NULL;

  tree_write (outer, "secret.c", "int secret;\n", -1);
  tree_write (outer, "in/a/b.c", "int b;\n", -1);
  tree_write (outer, "in/.git/hidden.c", "int h;\n", -1);
  tree_write (outer, "in/a/notes.txt", "text\n", -1);
  link_to (tree, "file.c", "../secret.c");
  link_to (tree, "abs.c", outside);
  link_to (tree, "up", "..");
  link_to (tree, "absdir", "/etc");
  link_to (tree, "loop.c", "loop.c");
  link_to (tree, "self.c", "/proc/self/cmdline");
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);

  directory = open_tree (tree);
  if (GPOINTER_TO_INT (data))
    cyan_source_directory_forget_openat2 (directory);
  g_assert_true (cyan_source_directory_has (directory, "a/b.c"));
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_test_message ("%s", refused[i]);
      g_assert_false (cyan_source_directory_has (directory, refused[i]));
      MUST_FAIL (CYAN_ERROR_IO, "*not in the source folder*",
                 cyan_source_directory_read (directory, refused[i], &failure));
    }
  files = cyan_source_directory_list (directory, NULL, NULL);
  g_assert_cmpuint (files->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (files, 0), ==, "a/b.c");
  tree_free (outer);
}

TEST ("/source/directory/texts")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceDirectory) directory = open_tree (tree);
  g_autofree char *big = g_malloc0 (CYAN_SOURCE_MAX_BYTES + 1);
  g_autofree char *lines = g_malloc (CYAN_SOURCE_MAX_LINES + 2);
  char *text;

  tree_write (tree, "latin1.c", "/* \xe9t\xe9 */\r\nchar a[] = \"\xff\";\rint b;\n", -1);
  text = MUST (cyan_source_directory_read (directory, "latin1.c", &failure));
  g_assert_cmpstr (text, ==, "/* \xc3\xa9t\xc3\xa9 */\nchar a[] = \"\xc3\xbf\";\nint b;\n");
  g_ref_string_release (text);

  tree_write (tree, "mark.c", "\xef\xbb\xbfint a;\n", -1);
  text = MUST (cyan_source_directory_read (directory, "mark.c", &failure));
  g_assert_cmpstr (text, ==, "int a;\n");
  g_ref_string_release (text);

  tree_write (tree, "empty.c", "", 0);
  text = MUST (cyan_source_directory_read (directory, "empty.c", &failure));
  g_assert_cmpstr (text, ==, "");
  g_ref_string_release (text);

  tree_write (tree, "binary.c", "int\0a", 5);
  MUST_FAIL (CYAN_ERROR_UNSUPPORTED, "*",
             cyan_source_directory_read (directory, "binary.c", &failure));

  memset (big, 'x', CYAN_SOURCE_MAX_BYTES + 1);
  tree_write (tree, "big.c", big, CYAN_SOURCE_MAX_BYTES + 1);
  MUST_FAIL (CYAN_ERROR_LIMIT, "*", cyan_source_directory_read (directory, "big.c", &failure));

  memset (lines, '\n', CYAN_SOURCE_MAX_LINES + 1);
  tree_write (tree, "long.c", lines, CYAN_SOURCE_MAX_LINES + 1);
  MUST_FAIL (CYAN_ERROR_LIMIT, "*", cyan_source_directory_read (directory, "long.c", &failure));
  tree_write (tree, "just.c", lines, CYAN_SOURCE_MAX_LINES);
  text = MUST (cyan_source_directory_read (directory, "just.c", &failure));
  g_ref_string_release (text);
  tree_free (tree);
}

TEST ("/source/directory/not-a-folder")
{
  char *tree = tree_new ();
  g_autofree char *file = tree_path (tree, "file.c");
  g_autofree char *nothing = tree_path (tree, "nothing");
  g_autoptr (GError) error = NULL;

  tree_write (tree, "file.c", "int a;\n", -1);
  g_assert_null (cyan_source_location_open (file, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
  g_assert_nonnull (strstr (error->message, file));
  g_clear_error (&error);
  MUST_FAIL (CYAN_ERROR_IO, "*", cyan_source_location_open (nothing, &failure));
  tree_free (tree);
}

TESTS ()
{
  g_test_add_data_func ("/source/directory/escapes", GINT_TO_POINTER (FALSE), test_escapes);
  g_test_add_data_func ("/source/directory/escapes-without-openat2", GINT_TO_POINTER (TRUE),
                        test_escapes);
}
