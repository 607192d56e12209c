/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of formats, and loading and saving through it.
 *
 * The content of a file decides which format reads it, never its name.
 */
#pragma once

#include "cyan-format-entry.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

/* What reading may use.  All zero is the default. */
typedef struct
{
  guint max_nodes;      /* 0: CYAN_MAX_NODES */
  CyanBudget *budget;   /* borrowed: what reading and the profile take is charged to it; NULL: to
                         * one of its own */
  guint64 memory_limit; /* bytes, of that one; 0: cyan_memory_default_limit() */
  guint child_seconds;  /* for a program that reads the file for us; 0: CYAN_INPUT_CHILD_SECONDS */
} CyanLoadOptions;

/* All formats in the order of the documentation, NULL-terminated. */
const CyanFormat *const *cyan_formats (void);

/* Reads the profile in the file @path ("-": standard input).  Its strings are its own pool.  Fails
 * with one line that names the file, the place and the reason.  What could be read but looks odd
 * is in the profile's warnings. */
CyanProfile *cyan_profile_load (const char *path,
                                const CyanLoadOptions *options,
                                const CyanTick *tick,
                                GError **error);

/* The same from memory; @name stands for the file in messages. */
CyanProfile *cyan_profile_load_memory (const char *name,
                                       gconstpointer bytes,
                                       gsize length,
                                       const CyanLoadOptions *options,
                                       const CyanTick *tick,
                                       GError **error);

/* Writes @profile to @path in the format that the extension names (".cct", ".cct.gz", ".pb.gz",
 * ".folded", ...), through a temporary file that is renamed when complete; "-" is standard output
 * as .cct.
 * CYAN_ERROR_UNSUPPORTED for an unknown extension, and where the format cannot be written. */
gboolean cyan_profile_save (const CyanProfile *profile, const char *path, GError **error);

/* What cyan_profile_save() to @path loses, as one line for people that may hold foreign text; NULL
 * if nothing, or if it fails.  Caller frees. */
char *cyan_profile_save_losses (const CyanProfile *profile, const char *path);

G_END_DECLS
