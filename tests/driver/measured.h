/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A store of a program that was measured over 40 revisions, with planted steps:
 *
 *   xml   +30 % at MEASURED_SLOWER, where mix takes longer; -10 % at MEASURED_FASTER, where emit
 *         takes less
 *   sort  +12 % at 33, by compare_keys
 *   json  no step; all runs failed at MEASURED_CRASHED
 *
 * Nothing was measured at MEASURED_GAP, the build failed at MEASURED_BROKEN, and one run of xml was
 * stopped at MEASURED_TIMEOUT.
 */
#pragma once

#include <glib.h>

#define MEASURED_REVISIONS 40
#define MEASURED_RUNS      4

#define MEASURED_TIMEOUT 5
#define MEASURED_GAP     7
#define MEASURED_SLOWER  12
#define MEASURED_BROKEN  20
#define MEASURED_FASTER  28
#define MEASURED_CRASHED 31

/* Makes the store at @path, where no file may be. */
void measured_store (const char *path);
/* The oid of revision @number, counted from 0.  Caller frees. */
char *measured_oid (guint number);
