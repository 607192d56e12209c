/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The revision of a folder that lies in a git repository: typed, with its branches and tags to
 * choose from, or none for the files as they are now.
 *
 * What a folder is, and whether there is such a revision, is looked up in threads.  The row shows
 * itself where there is anything to choose.
 *
 *   repository (const char *folder)   the folder is in a repository
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define CYAN_TYPE_REVISION_ROW (cyan_revision_row_get_type ())
G_DECLARE_FINAL_TYPE (CyanRevisionRow, cyan_revision_row, CYAN, REVISION_ROW, AdwActionRow)

/* @folder may be NULL; what was typed for another one is forgotten. */
void cyan_revision_row_set_folder (CyanRevisionRow *self, const char *folder);
void cyan_revision_row_set_revision (CyanRevisionRow *self, const char *revision);
/* What is typed; NULL for the files as they are. */
const char *cyan_revision_row_get_revision (CyanRevisionRow *self);

G_END_DECLS
