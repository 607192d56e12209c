/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What writers write to: a file that appears whole or not at all.
 *
 * A file is written beside its target and renamed when it is complete and on the disk, so that a
 * full disk or a crash leaves the old file as it was.  A replaced file keeps its mode, a new one
 * gets what the umask leaves of 0666.  A symbolic link stays one: its target is replaced or made.
 * What exists and is neither a file nor a directory (a terminal, a FIFO, /dev/null) is written to
 * directly.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _CyanOutput CyanOutput;

/* @path "-" is standard output; a name that ends in ".gz" is compressed. */
CyanOutput *cyan_output_open (const char *path, GError **error);

/* Writes @length bytes, -1 for a NUL-terminated string. */
gboolean cyan_output_write (CyanOutput *self, const char *bytes, gssize length, GError **error);
gboolean cyan_output_printf (CyanOutput *self, GError **error, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* Writes what is left and puts the file in its place.  Frees @self in any case. */
gboolean cyan_output_close (CyanOutput *self, GError **error);

/* Renames the file @complete, which is on the disk, to @target such that the new name survives a
 * crash.  FALSE with errno. */
gboolean cyan_output_replace (const char *complete, const char *target);

/* Drops what was written.  For use after an error, and by g_autoptr. */
void cyan_output_discard (CyanOutput *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanOutput, cyan_output_discard)

G_END_DECLS
