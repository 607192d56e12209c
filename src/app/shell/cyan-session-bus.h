/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work without a session bus. */
#pragma once

#include <glib.h>

/* Whether the session bus answers; if it is silent, that takes some seconds.  To be called before
 * there are threads. */
gboolean cyan_session_bus_answers (void);

/* From now on nothing waits for the session bus, or warns that it is missing.  To be called before
 * there are threads, and before GTK is initialized. */
void cyan_session_bus_do_without (void);
