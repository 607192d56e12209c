/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One row of the table of formats.  Each format's room defines its own.
 */
#pragma once

#include "cyan-input.h"
#include "cyan-output.h"
#include "cyan-profile-builder.h"

G_BEGIN_DECLS

/* One file format. */
typedef struct
{
  const char *name;  /* "cct"; shown by `cyan info` */
  const char *label; /* "calling-context tree"; for people */
  /* ".cct", ..., NULL-terminated: cyan_profile_save() writes this format for these extensions; NULL:
   * none. */
  const char *const *extensions;

  /* Whether all it reads goes into the sink of the builder, so that a hot tree needs little memory. */
  gboolean streams;

  /* How likely, 0 to 100, a file that begins with these bytes has this format.  @head is the
   * beginning of the file, cut at an arbitrary byte, and has at most 64 KiB. */
  int (*sniff) (const char *head, gsize length);

  /* Reads all of @input into @builder.  An error names the file, the position and the reason. */
  gboolean (*read) (CyanInput *input, CyanProfileBuilder *builder, GError **error);

  /* Writes @profile with cyan_output_write().  NULL if the format is read-only. */
  gboolean (*write) (const CyanProfile *profile, CyanOutput *output, GError **error);

  /* Returns one line for people that lists what writing @profile would lose; NULL if nothing is
   * lost.  The caller frees it.  The pointer is NULL for a format that keeps everything. */
  char *(*losses) (const CyanProfile *profile);
} CyanFormat;

/* The beginning of the note of a profile whose tree was inferred from a call graph. */
#define CYAN_FORMAT_INFERRED N_ ("the tree was inferred from a call graph")

extern const CyanFormat cyan_format_call_log;
extern const CyanFormat cyan_format_papyrus;
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
extern const CyanFormat cyan_format_simpleperf;
extern const CyanFormat cyan_format_sysprof;
extern const CyanFormat cyan_format_sysprof_xml;
extern const CyanFormat cyan_format_apple_sample;
extern const CyanFormat cyan_format_xctrace;
extern const CyanFormat cyan_format_xperf;
extern const CyanFormat cyan_format_dtrace;
extern const CyanFormat cyan_format_pmcstat;
extern const CyanFormat cyan_format_instruments;
extern const CyanFormat cyan_format_vtune;
extern const CyanFormat cyan_format_vsprof;
extern const CyanFormat cyan_format_gprof;
extern const CyanFormat cyan_format_xhprof;
extern const CyanFormat cyan_format_spx;
extern const CyanFormat cyan_format_ghc;
extern const CyanFormat cyan_format_tau;
extern const CyanFormat cyan_format_massif;
extern const CyanFormat cyan_format_dhat;
extern const CyanFormat cyan_format_heaptrack;
extern const CyanFormat cyan_format_gperftools_cpu;
extern const CyanFormat cyan_format_gperftools_text;
extern const CyanFormat cyan_format_jemalloc;
extern const CyanFormat cyan_format_otlp;
extern const CyanFormat cyan_format_jfr;
extern const CyanFormat cyan_format_heapprofile;
extern const CyanFormat cyan_format_safari;
extern const CyanFormat cyan_format_v8_log;
extern const CyanFormat cyan_format_stackprof;
extern const CyanFormat cyan_format_pyinstrument;
extern const CyanFormat cyan_format_scalene;
extern const CyanFormat cyan_format_austin;
extern const CyanFormat cyan_format_memray;
extern const CyanFormat cyan_format_flamebearer;
extern const CyanFormat cyan_format_flame_graph_json;
extern const CyanFormat cyan_format_caliper;

G_END_DECLS
