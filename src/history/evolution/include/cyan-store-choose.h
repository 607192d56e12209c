/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a person means by a name, or says nothing about because there is only one.
 */
#pragma once

#include "cyan-store.h"

typedef enum
{
  CYAN_CHOICE_PROJECT,
  CYAN_CHOICE_BENCHMARK,
  CYAN_CHOICE_DEFINITION, /* by its hash */
  CYAN_CHOICE_MACHINE,
  CYAN_CHOICE_METRIC,
} CyanStoreChoice;

/* Sets *@index to that of @wanted in @names; if @wanted is NULL, there must be only one.  The
 * beginning of the hash of exactly one definition is enough, and that of the name of a machine.
 * Fails with CYAN_ERROR_INVALID if there is none, with CYAN_ERROR_MISMATCH and a hint if there are
 * several; the message lists what there is. */
gboolean cyan_store_choose (const CyanStore *self,
                            CyanStoreChoice choice,
                            const GPtrArray *names,
                            const char *wanted,
                            guint *index,
                            GError **error);
/* Fails with CYAN_ERROR_INVALID since @wanted is not in @names, which the message lists. */
gboolean cyan_store_refuse_name (const CyanStore *self,
                                 CyanStoreChoice choice,
                                 const GPtrArray *names,
                                 const char *wanted,
                                 GError **error);
/* The same as cyan_store_choose() for rows of projects or machines.  Returns the row, or NULL with @error. */
gpointer cyan_store_choose_row (const CyanStore *self,
                                CyanStoreChoice choice,
                                const GPtrArray *rows,
                                const char *wanted,
                                GError **error);

/* The revision with the oid @name, or the only one whose oid begins with it.  NULL with
 * CYAN_ERROR_INVALID. */
CyanStoreRevision *cyan_store_find_revision (const CyanStore *self,
                                             const GPtrArray *revisions,
                                             const char *name,
                                             GError **error);
