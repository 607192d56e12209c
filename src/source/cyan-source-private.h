/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What only this folder and its tests may do with a location. */
#pragma once

#include "cyan-extents.h"
#include "cyan-source-tree.h"
#include "cyan-source.h"

G_BEGIN_DECLS

/* Lets ctags take @timeout_ms for a file instead of CYAN_CTAGS_TIMEOUT_MS.  To be called before
 * the first search. */
void cyan_source_location_set_ctags_timeout (CyanSourceLocation *self, guint timeout_ms);

/* The location's tree for the calling thread alone, until cyan_source_location_release(); NULL with
 * CYAN_ERROR_CANCELLED if that was not worth waiting for. */
CyanSourceTree *
cyan_source_location_acquire (CyanSourceLocation *self, const CyanTick *tick, GError **error);
void cyan_source_location_release (CyanSourceLocation *self);

/* A text with one reference: an extent of @file, or all of it if that is NULL.  NULL if the file
 * cannot be read any more. */
CyanFunctionText *cyan_function_text_new (CyanSourceTree *tree,
                                          CyanSourceFile *file,
                                          const CyanExtent *extent,
                                          GError **error);

/* The normal form of a body (see cyan-code.h); tokens that are @own_name, unless that is NULL, are
 * replaced by one that no text has.  Free with g_string_free(). */
GString *cyan_function_text_normalise (const CyanFunctionText *self, const char *own_name);
/* FNV-1a of a normal form; never 0. */
guint64 cyan_function_text_hash_normal (const GString *normal);

G_END_DECLS
