/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The build of one revision. */
#pragma once

#include "cyan-plan.h"
#include "cyan-workspace.h"

typedef struct
{
  /* Set by the caller, borrowed. */
  const CyanTrack *track;
  const char *repository, *oid;
  const char *previous; /* revision whose files are in the slot, or NULL */
  const CyanWorkspaceSlot *slot;
  guint jobs; /* processors for it */
  const CyanTick *tick;

  /* Set by the build. */
  CyanBuildStatus status;
  double seconds;
  int exit_code;
  char *log; /* the end of its output, or why the files cannot be written; owned, or NULL */
} CyanBuild;

/* Writes the files of the revision and builds it.  A build that fails is no error: FALSE if it was
 * cancelled, or this machine is in trouble.  A CyanWorkFunc. */
gboolean cyan_build_run (gpointer build, GError **error);
void cyan_build_clear (CyanBuild *self);

/* Bytes of each file that a command may write in @folder: so much that some of the disk is left. */
guint64 cyan_build_file_limit (const char *folder);
