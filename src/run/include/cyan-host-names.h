/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of the hosts that profiles came from, by where the profiles are. */
#pragma once

#include <glib.h>

/* The base name of @path without common extensions ("web7.json.gz": "web7").  Caller frees. */
char *cyan_file_label (const char *path);

/* Names for the hosts of @n @paths, which may have slices: host and port of an address, with its
 * path if several of that server lead elsewhere, else the label of the file.  Files of one label in
 * different folders get as many of their folders in front as tell them apart, so that no two of them
 * are one host.  Free with g_strfreev(). */
char **cyan_host_names_new (const char *const *paths, guint n);
