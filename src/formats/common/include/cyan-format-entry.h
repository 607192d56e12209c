/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One row of the table of formats, which a format's room fills in.
 */
#pragma once

#include "cyan-input.h"
#include "cyan-output.h"
#include "cyan-profile-builder.h"

G_BEGIN_DECLS

/* One way of writing profiles down. */
typedef struct
{
  const char *name;  /* "cct"; what `cyan info` prints */
  const char *label; /* "calling-context tree"; for people */
  /* ".cct", ..., NULL-terminated: those for which cyan_profile_save() writes this format. */
  const char *const *extensions;

  /* How likely, 0 to 100, a file that begins with these bytes has this format.  @head may be cut
   * anywhere and has at most 64 KiB. */
  int (*sniff) (const char *head, gsize length);

  /* Reads all of @input into @builder.  An error names the file, the place and the reason. */
  gboolean (*read) (CyanInput *input, CyanProfileBuilder *builder, GError **error);

  /* Writes @profile by calling cyan_output_write(); NULL if the format is only read. */
  gboolean (*write) (const CyanProfile *profile, CyanOutput *output, GError **error);

  /* One line for people that lists what is lost by writing @profile; NULL if nothing.  The pointer
   * is NULL for a format that keeps everything.  Caller frees. */
  char *(*losses) (const CyanProfile *profile);
} CyanFormat;

/* The beginning of the note of a profile whose tree was made from a call graph. */
#define CYAN_FORMAT_INFERRED N_ ("the tree was inferred from a call graph")

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

G_END_DECLS
