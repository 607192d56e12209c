/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The environment of builds and runs. */
#pragma once

#include "cyan-workspace.h"

/* What differs between commands; all is borrowed. */
typedef struct
{
  const CyanWorkspaceSlot *slot;
  const char *oid;    /* of the revision */
  const char *inputs; /* folder; NULL: a build */
  gint64 number;      /* of the run */
  guint padding;      /* bytes of $CYAN_PADDING */
  guint jobs;         /* processors for it */
} CyanSurroundings;

/* The environment of this process, without what would lead a command out of its slot, and with
 * CYAN_SOURCE, CYAN_BUILD, CYAN_REVISION, CYAN_JOBS and, for a run, CYAN_INPUTS, CYAN_PROFILE,
 * CYAN_RUN and CYAN_PADDING.  Free with g_strfreev(). */
char **cyan_environment_new (const CyanSurroundings *about);

/* $CYAN_PROFILE.  Caller frees. */
char *cyan_environment_profile (const CyanWorkspaceSlot *slot);
