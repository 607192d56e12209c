/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What comments of a pprof profile carry for us: facts about the recording, and meta data.
 *
 * A fact is "cyanotype KEY=VALUE".  Some say how other parts of the file are to be read, which is
 * how what pprof has no room for comes through: call sites, callees that only we tell apart, body
 * hashes, units.
 */
#pragma once

#include "cyan-pprof.h"

G_BEGIN_DECLS

/* How the values of a sample type become ours; unit NULL: as its own unit says. */
typedef struct
{
  double divisor;
  char *unit;
} CyanPprofUnit;

typedef struct
{
  CyanRecording recording;
  gboolean ordered;
  guint n_threads;
  guint n_notes; /* taken so far */
  double period; /* of one sample in the unit of metric 0, 0 unknown; NAN: as the profile says */

  gboolean call_sites;    /* the line of a caller's location is where it calls the next */
  gboolean twins;         /* addresses tell callees of one function and call site apart */
  gboolean bodies;        /* a system name is "NAME#" and the hash of the body */
  gboolean whole_modules; /* files of mappings are modules as they are */
  gboolean no_calls;      /* a sample type "calls" is a metric like others */

  CyanPprofUnit units[CYAN_PPROF_MAX_METRICS]; /* by sample type */
} CyanPprofFacts;

/* Those of a profile that says nothing. */
void cyan_pprof_facts_init (CyanPprofFacts *self);
void cyan_pprof_facts_clear (CyanPprofFacts *self);

/* Those that @profile is written with, but for units, which are the writer's.  Returns by node
 * which of its twins before it there are, siblings of one function and call site; NULL if there are
 * none in the whole tree.  Caller frees. */
guint32 *cyan_pprof_facts_of (CyanPprofFacts *self, const CyanProfile *profile);

/* Takes the comment @text: a fact, or meta data or a note for @builder.  FALSE if it is none of
 * ours. */
gboolean
cyan_pprof_facts_take (CyanPprofFacts *self, const char *text, CyanProfileBuilder *builder);

/* All comments that @profile is written with, in their order; *@time and *@duration are meta data
 * in nanoseconds that pprof has fields for, 0 where there are none.  Free the array. */
GPtrArray *cyan_pprof_facts_comments (const CyanPprofFacts *self,
                                      const CyanProfile *profile,
                                      gint64 *time,
                                      gint64 *duration);

/* The key under which comment number @n of others, from 1, stands in the meta data; caller frees.
 */
char *cyan_pprof_comment_key (guint n);

/* A system name that carries the hash, which is not 0; caller frees.  And back: 0 if it carries
 * none. */
char *cyan_pprof_body_write (const char *name, guint64 body_hash);
guint64 cyan_pprof_body_read (const char *system_name);

G_END_DECLS
