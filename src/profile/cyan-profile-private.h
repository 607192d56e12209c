/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays that a profile shares with profiles derived from it. */
#pragma once

#include "cyan-profile.h"

void cyan_columns_unref (CyanColumns *self);

/* The owners of the arrays that @self points to. */
CyanColumns *cyan_profile_own_tree (const CyanProfile *self);
CyanColumns *cyan_profile_own_values (const CyanProfile *self);
