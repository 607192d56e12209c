/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search by context alone: on the trees as they are, with the names as they are. */
#pragma once

#include "cyan-match.h"

/* @claims: as in CyanMatchOptions. */
CyanMatching *
match_search_alone (const CyanProfile *before, const CyanProfile *after, const GPtrArray *claims);
