/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of the dialogs. */
#pragma once

#include <adwaita.h>

/* Maps paths that were recorded on another computer to folders of the sources: pairs of two
 * folders. */
#define CYAN_TYPE_MAPS_ROW (cyan_maps_row_get_type ())
G_DECLARE_FINAL_TYPE (CyanMapsRow, cyan_maps_row, CYAN, MAPS_ROW, AdwExpanderRow)

/* @maps are "FROM=TO", NULL-terminated; or NULL. */
void cyan_maps_row_set_maps (CyanMapsRow *self, const char *const *maps);
/* The same; pairs without FROM do not count.  NULL if there are none; free with g_strfreev(). */
char **cyan_maps_row_get_maps (CyanMapsRow *self);

/* What is in the entry of such a row. */
typedef enum
{
  CYAN_ADDRESS_NONE,
  CYAN_ADDRESS_GOOD,
  CYAN_ADDRESS_BAD,
} CyanAddressState;

/* An entry for an address of HTTP, which says below it what is wrong with one.
 *
 * changed ()   another text is in the entry
 * entered ()   the user is done with a good one */
#define CYAN_TYPE_ADDRESS_ROW (cyan_address_row_get_type ())
G_DECLARE_FINAL_TYPE (CyanAddressRow, cyan_address_row, CYAN, ADDRESS_ROW, AdwPreferencesRow)

CyanAddressState cyan_address_row_get_state (CyanAddressRow *self);
/* The address, if it is good, which the caller frees and the entry no longer has; or NULL. */
char *cyan_address_row_take (CyanAddressRow *self);
/* Sets the text of the entry for screen readers. */
void cyan_address_row_set_spoken (CyanAddressRow *self, const char *label);

/* The unit that is chosen in a row with "unknown" and then cyan_unit_names; static, NULL: unknown. */
void cyan_unit_row_set (AdwComboRow *row, const char *unit);
const char *cyan_unit_row_get (AdwComboRow *row);

/* The newest commits of a repository by subject and date, and a search for them.  A thread reads
 * them when it is opened.
 *
 * chosen (const char *commit)   this one, by its first digits */
#define CYAN_TYPE_COMMIT_POPOVER (cyan_commit_popover_get_type ())
G_DECLARE_FINAL_TYPE (CyanCommitPopover, cyan_commit_popover, CYAN, COMMIT_POPOVER, GtkPopover)

/* Those of the repository at @folder or above it; NULL: none. */
void cyan_commit_popover_set_folder (CyanCommitPopover *self, const char *folder);

/* The revision of a folder in a git repository: an entry with a list of branches and tags, and a
 * button with its commits; empty for the files as they are now, where these will do.
 *
 * Threads look up whether the folder is in a repository and whether the revision exists.  The row
 * is visible only if there is a repository.
 *
 * repository (const char *folder)   the folder is in a repository
 * changed ()                        another text is in the entry */
#define CYAN_TYPE_REVISION_ROW (cyan_revision_row_get_type ())
G_DECLARE_FINAL_TYPE (CyanRevisionRow, cyan_revision_row, CYAN, REVISION_ROW, AdwActionRow)

/* @folder may be NULL.  Forgets the text for the previous folder. */
void cyan_revision_row_set_folder (CyanRevisionRow *self, const char *folder);
void cyan_revision_row_set_revision (CyanRevisionRow *self, const char *revision);
/* The files as they are now will not do. */
void cyan_revision_row_set_required (CyanRevisionRow *self);
/* The revision in the entry; NULL for the files as they are. */
const char *cyan_revision_row_get_revision (CyanRevisionRow *self);
