/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For messages: names that exist, the ones that are most like another one first. */
#pragma once

#include <glib.h>

/* A list of a few of @names (of char *), by their distance from @wanted, and the number of the
 * others; NULL for @wanted: in their order.  The names may be untrusted.  Caller frees. */
char *cyan_list_near (const GPtrArray *names, const char *wanted);
