/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The main program of a folder's tests. */
#include "tests.h"

static TestFile *files;

void
test_file_register (TestFile *file)
{
  file->next = files;
  files = file;
}

/* FALSE if no file has this name.  All files for NULL. */
static gboolean
add_tests_of (const char *name)
{
  gboolean found = FALSE;

  for (TestFile *file = files; file != NULL; file = file->next)
    if (name == NULL || g_str_equal (file->name, name))
      {
        file->add ();
        found = TRUE;
      }
  return found;
}

int
main (int argc, char **argv)
{
  const char *name;

  g_test_init (&argc, &argv, NULL);
  name = argc > 1 ? argv[1] : NULL;
  if (argc > 2 || !add_tests_of (name))
    {
      g_printerr ("usage: %s [NAME]; NAME is one of:", argv[0]);
      for (TestFile *file = files; file != NULL; file = file->next)
        g_printerr (" %s", file->name);
      g_printerr ("\n");
      return 2;
    }
  return g_test_run ();
}
