/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Our extensions of pprof, written as comments of the profile: properties of the recording, meta
 * data and notes.
 *
 * An extension is a comment "cyanotype KEY=VALUE".  Some extensions tell the reader how standard
 * fields encode what pprof has no field for: call sites, duplicate callees, body hashes, units.
 */
#pragma once

#include "cyan-pprof.h"

/* How to convert the values of a sample type.  If @unit is NULL, its own unit decides. */
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
  double period; /* of one sample, in the unit of metric 0; 0: unknown; NAN: see the profile's
                    own period */

  gboolean call_sites;    /* the line of a caller's location is the call site */
  gboolean duplicates;    /* addresses number the callees with the same function and call site */
  gboolean body_hashes;   /* a system name is "NAME#" followed by the hash of the body */
  gboolean whole_modules; /* the file of a mapping is the module's name, not a path */
  gboolean no_calls;      /* the sample type "calls" is an ordinary metric */

  CyanPprofUnit units[CYAN_PPROF_MAX_METRICS]; /* by sample type */
} CyanPprofExtensions;

/* Sets the defaults, which hold for a profile without extensions. */
void cyan_pprof_extensions_init (CyanPprofExtensions *self);
void cyan_pprof_extensions_clear (CyanPprofExtensions *self);

/* Finds the extensions that @profile needs, except units, which the writer sets.  Returns for each
 * node the number of earlier siblings with its function and call site, or NULL if no node has any.
 * The caller frees the array. */
guint32 *cyan_pprof_extensions_collect (CyanPprofExtensions *self, const CyanProfile *profile);

/* Parses the comment @text.  Meta data and notes go to @builder.  Returns FALSE if the comment is
 * not an extension. */
gboolean cyan_pprof_extensions_parse (CyanPprofExtensions *self,
                                      const char *text,
                                      CyanProfileBuilder *builder);

/* All comments to write for @profile, in order.  Sets *@time and *@duration, meta data for which
 * pprof has fields, in ns; 0 if unknown.  The caller frees the array. */
GPtrArray *cyan_pprof_extensions_comments (const CyanPprofExtensions *self,
                                           const CyanProfile *profile,
                                           gint64 *time,
                                           gint64 *duration);

/* The meta-data key of foreign comment number @n, counted from 1.  The caller frees it. */
char *cyan_pprof_comment_key (guint n);

/* Joins a system name and the hash of its body, which is not 0; the caller frees the text.  The
 * second function returns the hash, or 0 if there is none. */
char *cyan_pprof_body_write (const char *name, guint64 body_hash);
guint64 cyan_pprof_body_read (const char *system_name);
