/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of formats, and loading and saving through it.
 *
 * A format is one file with one CyanFormat.  The content of a file decides which one reads it,
 * never its name.
 */
#pragma once

#include "cyan-input.h"
#include "cyan-output.h"
#include "cyan-profile-builder.h"

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

/* One way of writing profiles down. */
typedef struct
{
  const char *name;  /* "cct"; what `cyan info` prints */
  const char *label; /* "calling-context tree"; for people */
  const char *const
      *extensions; /* ".cct", ... NULL-terminated; decide what cyan_profile_save() writes */

  /* How sure it is, 0 to 100, that a file beginning with these bytes is its own.  @head may be cut
   * anywhere; at most 64 KiB are given. */
  int (*sniff) (const char *head, gsize length);

  /* Reads all of @input into @builder.  An error names the file, the place and the reason. */
  gboolean (*read) (CyanInput *input, CyanProfileBuilder *builder, GError **error);

  /* Writes @profile by calling cyan_output_write(); NULL if the format is only read. */
  gboolean (*write) (const CyanProfile *profile, CyanOutput *output, GError **error);

  /* What writing @profile loses, as one line for people; NULL if nothing.  The pointer is NULL for
   * a format that carries everything.  Caller frees. */
  char *(*losses) (const CyanProfile *profile);
} CyanFormat;

/* The beginning of the note of a profile whose tree was made from a call graph. */
#define CYAN_FORMAT_INFERRED "the tree was inferred from a call graph"

extern const CyanFormat cyan_format_call_log;
extern const CyanFormat cyan_format_callgrind;
extern const CyanFormat cyan_format_cct;
extern const CyanFormat cyan_format_cprofile;
extern const CyanFormat cyan_format_pprof;
extern const CyanFormat cyan_format_folded;
extern const CyanFormat cyan_format_trace_event;
extern const CyanFormat cyan_format_uftrace;
extern const CyanFormat cyan_format_speedscope;
extern const CyanFormat cyan_format_cpuprofile;
extern const CyanFormat cyan_format_firefox;
extern const CyanFormat cyan_format_perf_script;
extern const CyanFormat cyan_format_perf_data;

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
