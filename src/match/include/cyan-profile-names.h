/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile whose functions have normal names. */
#pragma once

#include "cyan-names.h"
#include "cyan-profile.h"

/* Copies @self with its strings in the pool @strings, and sets the normal names of all functions.
 */
CyanProfile *cyan_profile_with_normal_names (const CyanProfile *self, CyanStrings *strings);

/* The labels by which @profiles are matched, by function; both have normal names in one pool.
 * Without @rules, the built-in ones.  If they are on, names that two recorders write differently
 * are aligned; *@n_aligned (may be NULL) is their number, see cyan_name_align().  Free both
 * @labels, even if it fails; fails like cyan_name_rules_labels(). */
gboolean cyan_profile_labels (const CyanProfile *const *profiles,
                              const CyanNameRules *rules,
                              CyanStr **labels,
                              guint *n_aligned,
                              GError **error);
