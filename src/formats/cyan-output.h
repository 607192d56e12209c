/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Opening and closing what writers write to.
 *
 * A file is written beside its target and renamed when it is complete, so that a full disk or a
 * crash leaves the old file as it was.  What exists and is neither a file nor a directory (a
 * terminal, a FIFO, /dev/null) is written to directly.
 */
#pragma once

#include "cyan-format.h"

G_BEGIN_DECLS

/* @path "-" is standard output; a name that ends in ".gz" is compressed. */
CyanOutput *cyan_output_open (const char *path, GError **error);

/* Writes what is left and puts the file in its place.  Frees @self in any case. */
gboolean cyan_output_close (CyanOutput *self, GError **error);

/* Drops what was written.  For use after an error, and by g_autoptr. */
void cyan_output_discard (CyanOutput *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanOutput, cyan_output_discard)

G_END_DECLS
