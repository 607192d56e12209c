/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Limits of child programs.
 *
 * Children read untrusted files with code that is not ours.  Each gets a process group, so that it
 * can be killed together with its own children; limits; and no core dumps.
 */
#pragma once

#include <glib.h>

typedef struct
{
  guint64 memory;    /* bytes of its address space */
  guint cpu_seconds; /* 0: no limit, as in all fields */
  guint64 file_size; /* bytes of each file that it writes */
  int rules;         /* of cyan_confine_new(): what it may open */
  gboolean is_bound; /* it is killed when the thread that started it ends */
} CyanChildLimits;

/* Bytes of the address space that a child may always use: half of the machine's memory, or 4 GiB, since
 * it maps whole programs with their debug data. */
guint64 cyan_child_memory (void);

/* A GSpawnChildSetupFunc, which runs in the child between fork and exec.  @limits is a
 * CyanChildLimits and must stay valid until the child has started. */
void cyan_child_set_up (gpointer limits);

/* Kills the child @pid, which must not have been waited for, and all processes that it started. */
void cyan_child_kill (GPid pid);
