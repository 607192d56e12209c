/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the sources of both versions say about functions that only one profile has: see
 * docs/sources.md.
 */
#pragma once

#include "cyan-match-evidence.h"
#include "cyan-names.h"
#include "cyan-profile.h"
#include "cyan-source-location.h"
#include "cyan-tick.h"

/* Sets *@evidence for matching @profiles by the labels that @rules (NULL: the built-in ones) give.
 * It is NULL if a location is missing or a profile has no function of its own; then no source is
 * read.  Locations that cannot be read say nothing.  FALSE with CYAN_ERROR_CANCELLED, or if the
 * names cannot be normalised. */
gboolean cyan_source_evidence_find (const CyanProfile *const *profiles,
                                    const CyanNameRules *rules,
                                    CyanSourceLocation *const *locations,
                                    CyanMatchEvidence **evidence,
                                    const CyanTick *tick,
                                    GError **error);
