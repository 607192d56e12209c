/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a store that a CyanStorePair names. */
#pragma once

#include "cyan-store-request.h"

/* By side; all is owned. */
typedef struct
{
  char *repository;                /* of the project, or NULL */
  GPtrArray *all;                  /* of CyanStoreRevision: those of the project */
  GHashTable *by_oid;              /* the same by their oid */
  CyanStoreRevision *revisions[2]; /* of @all */
  char *given[2];                  /* what they were called */
  GArray *runs[2];                 /* of CyanStoreMeasured: the successful ones, at least one */
  /* How and where these ran. */
  gint64 project_id, definition_id, machine_id;
  char *definition, *machine; /* hash, name */
} CyanStoreSides;

/* Looks for revisions in @repository too; if it is NULL, in that of the project.  Fails like
 * cyan_store_request(). */
CyanStoreSides *cyan_store_sides_new (CyanStore *self,
                                      const CyanStorePair *pair,
                                      const char *repository,
                                      GError **error);
void cyan_store_sides_free (CyanStoreSides *self);

/* Whether the first parents of @side's revision lead to that of the other side. */
gboolean cyan_store_sides_descends (const CyanStoreSides *self, guint side);

/* What a person called the revision of a side, but few digits.  Caller frees. */
char *cyan_store_sides_name (const CyanStoreSides *self, guint side);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanStoreSides, cyan_store_sides_free)
