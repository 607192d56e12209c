/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a child program may open, whatever the files that it reads name: enforced by the kernel
 * (Landlock, Linux 5.13), for the program and for all that it starts.
 *
 * Besides the given folders these are what programs need to run: this program and its libraries, /usr,
 * /lib, /bin and /sbin, the files of the kernel in /proc and /sys, and devices like /dev/null.
 */
#pragma once

#include <glib.h>

/* Rules by which the folders @readable, NULL-terminated, can be read, and @scratch can be written, too.
 * A descriptor above 0 that the caller closes; 0 if the kernel has no such rules; -1 with
 * CYAN_ERROR_IO. */
int cyan_confine_new (const char *const *readable, const char *scratch, GError **error);

/* Between fork and exec: from here on they hold, for ever.  FALSE if they do not. */
gboolean cyan_confine_enter (int rules);
