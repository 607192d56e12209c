/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairs of real recordings.
 */
#pragma once

#include "cyan-comparison.h"

/* A name, and the files before and after; the name of the last one is NULL. */
extern const char *const recordings[][3];

/* Of two files below the folder of the tests. */
CyanComparison *recording_compare (const char *before, const char *after);
