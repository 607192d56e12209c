/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Our extensions of pprof, written as comments of the profile: properties of the recording, meta
 * data and notes.
 *
 * An extension is a comment "cyanotype KEY=VALUE".  Some tell the reader how other fields encode
 * what pprof has no field for: call sites, duplicate callees, body hashes, units.
 */
#pragma once

#include "cyan-pprof.h"

G_BEGIN_DECLS

/* How values of a sample type are converted; unit NULL: by the unit of the sample type. */
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
  guint n_notes; /* read so far */
  double period; /* of one sample in the unit of metric 0, 0 unknown; NAN: as the profile says */

  gboolean call_sites;    /* the line of a caller's location is the call site */
  gboolean duplicates;    /* addresses number the callees of one function and call site */
  gboolean body_hashes;   /* a system name is "NAME#" and the hash of the body */
  gboolean whole_modules; /* the file of a mapping is the module, not a path to it */
  gboolean no_calls;      /* the sample type "calls" is a metric like others */

  CyanPprofUnit units[CYAN_PPROF_MAX_METRICS]; /* by sample type */
} CyanPprofExtensions;

/* The defaults, of a profile without extensions. */
void cyan_pprof_extensions_init (CyanPprofExtensions *self);
void cyan_pprof_extensions_clear (CyanPprofExtensions *self);

/* Finds the extensions that @profile needs, except for units, which the writer sets.  Returns by
 * node the number of earlier siblings with its function and call site, or NULL if the tree has no
 * such siblings.  Caller frees. */
guint32 *cyan_pprof_extensions_collect (CyanPprofExtensions *self, const CyanProfile *profile);

/* Reads the comment @text: an extension, or meta data or a note, which go to @builder.  FALSE if it
 * is not one of ours. */
gboolean cyan_pprof_extensions_parse (CyanPprofExtensions *self,
                                      const char *text,
                                      CyanProfileBuilder *builder);

/* All comments to write for @profile, in order.  Sets *@time and *@duration in ns, 0 if unknown:
 * the meta data for which pprof has fields.  Free the array. */
GPtrArray *cyan_pprof_extensions_comments (const CyanPprofExtensions *self,
                                           const CyanProfile *profile,
                                           gint64 *time,
                                           gint64 *duration);

/* The key in the meta data of foreign comment number @n, from 1.  Caller frees. */
char *cyan_pprof_comment_key (guint n);

/* A system name with the hash, which is not 0; caller frees.  And back: the hash, 0 if there is
 * none. */
char *cyan_pprof_body_write (const char *name, guint64 body_hash);
guint64 cyan_pprof_body_read (const char *system_name);

G_END_DECLS
