/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copying rows, also of a damaged store. */
#pragma once

#include "cyan-store-copy.h"
#include "cyan-store-tables.h"

/* What became of the rows of a damaged store, by table. */
typedef struct
{
  gboolean readable[CYAN_N_STORE_TABLES]; /* others are not touched */
  guint64 kept[CYAN_N_STORE_TABLES];
  guint64 lost[CYAN_N_STORE_TABLES];  /* could be read, but contradict others or themselves */
  gboolean torn[CYAN_N_STORE_TABLES]; /* some could not be read */
} CyanStoreSalvage;

/* cyan_store_copy().  With a @salvage, rows that are damaged are left out and counted there. */
gboolean cyan_store_copy_rows (CyanStore *from,
                               CyanStore *to,
                               CyanStoreSalvage *salvage,
                               CyanStoreCopied *copied,
                               GError **error);

/* Opens a new store that is to become the file @path; fails if there is something. */
CyanStore *cyan_store_new_file (const char *path, GError **error);
/* Closes it.  If @ok, it appears at @path, otherwise it is removed; returns whether it is there. */
gboolean cyan_store_finish_file (CyanStore *store, const char *path, gboolean ok, GError **error);
