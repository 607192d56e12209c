/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A revision of an overview in words. */
#pragma once

#include <gtk/gtk.h>

#include "cyan-spectrum-overview.h"

G_BEGIN_DECLS

typedef enum
{
  CYAN_REVISIONS_NAME,
  CYAN_REVISIONS_SUBJECT,
  CYAN_REVISIONS_MEAN,
  CYAN_REVISIONS_CHANGE,
  CYAN_REVISIONS_CHANGED,
  CYAN_REVISIONS_BELOW,
  CYAN_REVISIONS_EXPECTED,
  CYAN_REVISIONS_RUNS,
  CYAN_REVISIONS_N_COLUMNS
} CyanRevisionsColumn;

/* The titles of the columns, marked by N_(). */
extern const char *const cyan_revisions_titles[CYAN_REVISIONS_N_COLUMNS];

/* For people, "" if there is nothing to say.  Caller frees. */
char *
cyan_revisions_text (const CyanSpectrumOverview *self, guint number, CyanRevisionsColumn column);
/* Its base, or why it has none.  Caller frees. */
char *cyan_revisions_base_text (const CyanSpectrumOverview *self, guint number);
/* The whole row for a screen reader.  Caller frees. */
char *cyan_revisions_spoken (const CyanSpectrumOverview *self, guint number);

G_END_DECLS
