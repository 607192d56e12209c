/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile whose functions have normal names. */
#pragma once

#include "cyan-names.h"
#include "cyan-profile.h"

G_BEGIN_DECLS

/* Copies @self with its strings in the pool @strings, and sets the normal names of all functions.
 */
CyanProfile *cyan_profile_with_normal_names (const CyanProfile *self, CyanStrings *strings);

G_END_DECLS
