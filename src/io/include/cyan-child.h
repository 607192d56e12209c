/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What every child program is kept within.
 *
 * Children read what strangers wrote, with code that is not ours: they get a process group, so that
 * all of them go at once, little memory, and leave no core.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint64 memory;    /* bytes of its address space */
  guint cpu_seconds; /* 0: no limit */
} CyanChildLimits;

/* A GSpawnChildSetupFunc: runs in the child between fork and exec.  @limits is a CyanChildLimits
 * and must last until the child has begun. */
void cyan_child_set_up (gpointer limits);

/* Kills the child @pid, which nobody has waited for yet, with all that it has started. */
void cyan_child_kill (GPid pid);

G_END_DECLS
