/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan merge`: which profiles, and how they are read. */
#pragma once

#include "cyan-cli.h"
#include "cyan-merge.h"

/* ---- which (cyan-cli-merge-list.c) ---- */

/* The profiles that the operands name, of char *, in their order: files, all files of folders, the
 * matches of patterns, "@LIST", addresses.  Fails if there is a part twice, or if one is @output. */
GPtrArray *cyan_cli_merge_list (char **operands, const char *output, GError **error);

/* ---- reading (cyan-cli-merge-read.c) ---- */

typedef struct
{
  guint jobs; /* readers at the same time, at least 1 */
  CyanLoadOptions load;
  const CyanTick *tick; /* called from any thread */
} CyanCliReading;

/* Whether @reason, which may be NULL, is that the limit of memory was reached. */
gboolean cyan_cli_is_out_of_memory (const GError *reason);

/* Takes a part, the @i-th, or why it cannot be read.  Called in this thread, in the order of the
 * list.  FALSE stops. */
typedef gboolean (*CyanCliPartFunc) (
    guint i, CyanProfile *part, const GError *reason, gpointer data, GError **error);

/* Reads the profiles @paths side by side.  Only a few are in memory at the same time; if they need too
 * much, one after the other is read. */
gboolean cyan_cli_read_parts (const CyanCliReading *how,
                              GPtrArray *paths,
                              CyanCliPartFunc func,
                              gpointer data,
                              GError **error);
