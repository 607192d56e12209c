/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside a profile: arrays that it shares with those that were made of it. */
#pragma once

#include "cyan-profile.h"

G_BEGIN_DECLS

/* Owns the @n @arrays from now on, any of which may be NULL; with one reference. */
CyanColumns *cyan_columns_new (const gpointer *arrays, guint n);
CyanColumns *cyan_columns_ref (CyanColumns *self);
void cyan_columns_unref (CyanColumns *self);

/* The owners of what the pointers of @self point to. */
CyanColumns *cyan_profile_own_tree (const CyanProfile *self);
CyanColumns *cyan_profile_own_values (const CyanProfile *self);

G_END_DECLS
