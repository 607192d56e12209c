/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A rule for what a store keeps, as a person writes it: "90d all, then 1 per day, steps for ever".
 *
 * Its parts, in this order, separated by commas:
 *   N newest, or N         the newest measured revisions
 *   PERIOD all, or all     revisions that are not older
 *   then N per UNIT [for PERIOD]
 *                          of those that are older, the last N of each day, week, month or year, for
 *                          ever or for a time; then there may be another one
 *   steps for ever         is so without being said
 * A PERIOD is a number of days, weeks or years: 90d, 12w, 2y.
 */
#pragma once

#include <glib.h>

/* Maximum bytes of a rule. */
#define CYAN_RETENTION_MAX 200

typedef struct _CyanRetention CyanRetention;

/* Fails with CYAN_ERROR_INVALID. */
CyanRetention *cyan_retention_parse (const char *text, GError **error);
void cyan_retention_free (CyanRetention *self);

/* The number of newest revisions. */
guint cyan_retention_newest (const CyanRetention *self);
/* Whether it keeps everything. */
gboolean cyan_retention_keeps_all (const CyanRetention *self);

/* Whether a measurement of @series is kept that is @age seconds old, of a revision of the time @when
 * (seconds since 1970; days are those of UTC).  Asked for the newest revision first, with an empty
 * @counts (of g_str_hash(), which owns its keys) in the beginning. */
gboolean cyan_retention_take (
    const CyanRetention *self, GHashTable *counts, const char *series, gint64 age, gint64 when);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanRetention, cyan_retention_free)
