/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the file on disk of a source text. */
#include "cyan-source-disk.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-source-directory.h"
#include "cyan-function-text.h"
#include "cyan-source-access.h"
#include "cyan-source-location.h"
#include "cyan-tick.h"

/* Uses the same protected access as reading sources: no path and no link leads outside. */
static gboolean
holds (const char *root, const CyanFunctionText *text, gboolean same_text)
{
  g_autoptr (CyanSourceDirectory) directory = cyan_source_directory_open (root, NULL);
  char *there;
  gboolean same;

  if (directory == NULL || !cyan_source_directory_has (directory, text->path))
    return FALSE;
  if (!same_text)
    return TRUE;
  there = cyan_source_directory_read (directory, text->path, NULL);
  if (there == NULL)
    return FALSE;
  same = strcmp (there, text->file_text) == 0;
  g_ref_string_release (there);
  return same;
}

char *
cyan_source_location_disk_path (CyanSourceLocation *self,
                                const CyanFunctionText *text,
                                const CyanTick *tick,
                                GError **error)
{
  gboolean is_revision = cyan_source_location_commit (self) != NULL;
  g_autofree char *root = NULL;
  CyanSourceTree *tree = cyan_source_location_acquire (self, tick, error);

  if (tree == NULL)
    return NULL;
  root = g_strdup (cyan_source_files_real_path (cyan_source_tree_files (tree)));
  cyan_source_location_release (self);
  if (root == NULL)
    {
      cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                 is_revision ? _ ("The repository has no work tree: the file is not on disk")
                             : _ ("The source folder is not there any more"));
      return NULL;
    }
  if (!holds (root, text, is_revision))
    {
      cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                 is_revision ? _ ("The file in the work tree is another than the one shown")
                             : _ ("The file is not there any more"));
      return NULL;
    }
  return g_build_filename (root, text->path, NULL);
}
