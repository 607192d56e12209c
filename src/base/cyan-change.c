/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of the changes. */
#include "cyan-change.h"

const char *const cyan_change_names[] = { "unknown", "unmodified", "reformatted", "modified",
                                          NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_change_names) == CYAN_CHANGE_MODIFIED + 2);
