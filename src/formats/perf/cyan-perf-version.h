/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The version of perf that recorded a perf.data. */
#pragma once

#include <glib.h>

/* The version, such as "6.16-1", in the features of the perf.data open as @file; the caller frees
 * it.  NULL if it is not there, or the file has the other byte order. */
char *cyan_perf_version (int file);
