/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens a session as the window does, and saves it under another name: save-session FROM TO. */
#include "cyan-pipeline.h"
#include "cyan-session-file.h"

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanSessionFile) file = NULL;
  g_autoptr (CyanComparison) comparison = NULL;

  g_assert (argc == 3);
  file = cyan_session_file_read (argv[1], &error);
  if (file != NULL && cyan_session_file_check (file, NULL, &error))
    {
      g_autoptr (CyanRequest) request = cyan_session_file_new_request (file);

      comparison = cyan_pipeline_compare (request, NULL, &error);
    }
  if (comparison != NULL)
    {
      cyan_session_file_find_nodes (file, comparison);
      if (cyan_session_file_write (file, comparison, argv[2], NULL, &error))
        return 0;
    }
  g_printerr ("cyan: %s\n", error->message);
  return 2;
}
