/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Output files that appear whole or not at all.
 *
 * A file is written beside its target, synced to disk when it is complete, and then renamed.  So a
 * full disk or a crash leaves the old file unchanged.  A replaced file keeps its mode; a new file
 * gets 0666 less the umask.  A file that the user may not write is not replaced, although its
 * folder would allow it, unless that is asked for.  A symbolic link stays a link: its target is
 * replaced or created.  An existing path that is neither a file nor a directory (a terminal, a
 * FIFO, /dev/null) is written directly.
 *
 * A program that writes files ignores SIGXFSZ, so that a limit of their size is an error here.
 */
#pragma once

#include <glib.h>

typedef struct _CyanOutput CyanOutput;

/* Whether files that are read-only are replaced, too; FALSE at first.  Of the whole program, which
 * sets it before it opens the first. */
void cyan_output_set_force (gboolean force);

/* Whether the file at @path, if there is one, may be replaced.  Fails with CYAN_ERROR_IO and
 * CYAN_HINT_FORCE if it is read-only. */
gboolean cyan_output_may_replace (const char *path, GError **error);

/* @path "-" is standard output; a name that ends in ".gz" is compressed.  Fails with CYAN_ERROR_IO,
 * and like cyan_output_may_replace(). */
CyanOutput *cyan_output_open (const char *path, GError **error);

/* Writes @length bytes, -1 for a NUL-terminated string. */
gboolean cyan_output_write (CyanOutput *self, const char *bytes, gssize length, GError **error);
gboolean cyan_output_printf (CyanOutput *self, GError **error, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* Writes the rest and renames the file to its target.  Frees @self in any case. */
gboolean cyan_output_close (CyanOutput *self, GError **error);

/* Renames the file @complete, which must be synced to disk, to @target, so that the new name
 * survives a crash.  FALSE with errno. */
gboolean cyan_output_replace (const char *complete, const char *target);

/* Writes all of @bytes to a file descriptor, and waits for one that does not block.  FALSE with
 * errno. */
gboolean cyan_output_write_to (int fd, const char *bytes, gsize length);

/* Discards the file.  For use after an error, and by g_autoptr. */
void cyan_output_discard (CyanOutput *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanOutput, cyan_output_discard)
