/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where a tracker builds and runs: a folder of its own in the user's cache.
 *
 * It is locked as long as the tracker lives, so that what a killed one left is known.
 */
#pragma once

#include "cyan-track-file.h"

typedef struct
{
  char *path;
  char *repository;
  int lock; /* descriptor */
} CyanWorkspace;

/* Removes the workspaces of trackers that have ended, however they did. */
void cyan_workspace_remove_left (void);
/* Makes one for revisions of @repository.  Fails with CYAN_ERROR_IO. */
CyanWorkspace *cyan_workspace_new (const char *repository, GError **error);
/* Copies the inputs of all benchmarks into it.  Returns their folders, by benchmark. */
GStrv
cyan_workspace_copy_inputs (const CyanWorkspace *self, const CyanTrack *track, GError **error);
/* Removes it. */
void cyan_workspace_free (CyanWorkspace *self);

/* The folders of one revision, the same for each of its runs.  Names of equal length make paths of
 * equal length, which matters: paths are in a program's environment, and so move its stack. */
typedef struct
{
  char *path;
  char *source;    /* made by the export */
  char *build;     /* empty at first */
  char *home;      /* likewise; kept from the build to the last run */
  char *temporary; /* empty for each command */
  char *results;   /* likewise; a profile is left there */
} CyanWorkspaceSlot;

/* Makes the slot @name, which must be unique in the workspace. */
CyanWorkspaceSlot *
cyan_workspace_slot_new (const CyanWorkspace *workspace, const char *name, GError **error);
/* Empties the folders that are of one command. */
gboolean cyan_workspace_slot_refresh (const CyanWorkspaceSlot *self, GError **error);
/* Removes it; in a workspace of @repository. */
void cyan_workspace_slot_free (CyanWorkspaceSlot *self, const char *repository);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanWorkspace, cyan_workspace_free)
