/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Removes folders with rm, which knows those that are deeper than a path can be long. */
#include "cyan-remove.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"

/* *@reason is what it says if it fails; caller frees. */
static gboolean
run (const char *const *command, char **reason)
{
  g_autoptr (GError) failure = NULL;
  int status;

  if (!g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, reason,
                     &status, &failure))
    *reason = g_strdup (failure->message);
  else if (status == 0)
    g_clear_pointer (reason, g_free);
  return *reason == NULL;
}

gboolean
cyan_remove_folder (const char *folder, GError **error)
{
  const char *const remove[] = { "rm", "-rf", "--", folder, NULL };
  const char *const unlock[] = { "chmod", "-R", "u+rwx", "--", folder, NULL };
  g_autofree char *reason = NULL, *ignored = NULL, *last = NULL;

  if (run (remove, &reason))
    return TRUE;
  /* Folders may be closed, or a program that still runs may have put something into one. */
  if (!g_file_test (folder, G_FILE_TEST_IS_SYMLINK))
    run (unlock, &ignored);
  if (run (remove, &last))
    return TRUE;
  last[strcspn (last, "\n")] = '\0';
  return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: cannot be removed: %s"), folder, last);
}
