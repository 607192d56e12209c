/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A CPU profile of V8: a tree of numbered nodes, and the node of each sample.
 *
 * A .cpuprofile is one; Chrome's traces have several, each in chunks.  The definition is
 * https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile.
 *
 * "timeDeltas" are the microseconds since the previous sample, the first since the start of the
 * recording.  As in the developer tools of Chrome, samples are put in the order of their times, and
 * the time between two samples belongs to the earlier one.  So the first delta belongs to none, and
 * the last sample has no time.
 */
#pragma once

#include "cyan-json-walk.h"
#include "cyan-profile-builder.h"
#include "cyan-scratch.h"

typedef struct
{
  CyanProfileBuilder *builder; /* borrowed */
  CyanJsonWalk *walk;          /* borrowed; charged with the memory */

  GArray *nodes;                  /* of CyanV8Node */
  GArray *links;                  /* of CyanV8Link */
  GArray *samples;                /* of gint64: ids of nodes */
  GArray *deltas;                 /* of double: us */
  gboolean has_nodes, has_deltas; /* the file has them, some or none */

  /* The node and its call frame that are read. */
  gint64 id, hits;
  CyanStr name, url;
  gint64 line; /* from 0; -1: unknown */
  double last; /* the time stamp that was read last, us */

  guint32 origin; /* of its pieces */
  gint64 start;   /* of the recording, ns */
} CyanV8Profile;

/* The member "samples". */
#define CYAN_V8_SAMPLES                                                                            \
  "samples", .or_null = TRUE, CYAN_JSON_INTEGERS (CyanV8Profile, samples, G_MININT64, G_MAXINT64)

typedef struct
{
  gint64 id;
  guint32 function;
  guint32 parent; /* index; CYAN_V8_NONE for a root */
  guint32 first_child, next;
  CyanNode node; /* of the builder */
  double hits;
} CyanV8Node;

#define CYAN_V8_NONE G_MAXUINT32

/* It lives as long as @scratch. */
CyanV8Profile *
cyan_v8_profile_new (CyanScratch *scratch, CyanProfileBuilder *builder, CyanJsonWalk *walk);

/* Adds a node.  Fails with CYAN_ERROR_LIMIT. */
gboolean cyan_v8_profile_add (CyanV8Profile *self, const CyanV8Node *node, GError **error);

/* Adds an element of "timeDeltas". */
gboolean cyan_v8_profile_add_delta (CyanV8Profile *self, double delta, GError **error);

/* Read an element of "nodes", and the array "timeDeltas".  Each is a CyanJsonRead whose data is a
 * CyanV8Profile. */
gboolean cyan_v8_read_node (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error);
gboolean
cyan_v8_read_deltas (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error);

/* Names @function, if it has no name, and makes its file a path, if it is the URL of one. */
void cyan_v8_set_function (CyanStrings *strings, CyanFunction *function);
/* The function of a call frame.  @name may be empty, @url is kept unless it is that of a file.
 * @line counts from 1; 0, and all that is too large for a line: unknown. */
guint32 cyan_v8_function (CyanProfileBuilder *builder, CyanStr name, CyanStr url, double line);

/* Removes all nodes and samples. */
void cyan_v8_profile_forget (CyanV8Profile *self);
/* Moves all nodes and samples of @other to the end of those of @self. */
void cyan_v8_profile_take (CyanV8Profile *self, CyanV8Profile *other);

/* Where the values of profiles go, and what is said of all of them. */
typedef struct
{
  gboolean is_partial; /* parts may be missing: counts what refers to them, instead of failing */
  gboolean has_time;   /* there is a metric for times */
  guint time, count;   /* metrics: us, samples */
  double sum, squares; /* of the times of samples */
  guint64 n_late;      /* samples that stood behind later ones */
  guint64 n_lost;      /* samples and parents whose nodes are missing */
} CyanV8Sums;

/* Adds the tree and the samples to the builder. */
gboolean cyan_v8_profile_build (CyanV8Profile *self, CyanV8Sums *sums, GError **error);
/* Afterwards: counts the hits of the nodes, for profiles without samples. */
void cyan_v8_profile_count_hits (CyanV8Profile *self, const CyanV8Sums *sums);

/* When a sample was taken.  It is the first member of samples that cyan_v8_moment_compare() sorts by
 * thread and time, and those of one time as they stand in the file. */
typedef struct
{
  guint64 thread; /* any number of it */
  gint64 time;    /* ns, from any start */
  guint32 position;
  guint32 origin; /* of its pieces */
} CyanV8Moment;

gint cyan_v8_moment_compare (gconstpointer a, gconstpointer b);

/* Adds a piece of a sample that was taken then, if pieces are wanted. */
void cyan_v8_moment_add_piece (const CyanV8Moment *self,
                               CyanProfileBuilder *builder,
                               CyanNode node,
                               guint metric,
                               double value);

/* Adds to @node the time from @moment to @next, if that is of the same thread. @next may be NULL. */
void cyan_v8_sums_add (CyanV8Sums *self,
                       CyanProfileBuilder *builder,
                       CyanNode node,
                       const CyanV8Moment *moment,
                       const CyanV8Moment *next);

/* Adds the notes, and says how the profile was recorded. */
void cyan_v8_sums_describe (const CyanV8Sums *self, CyanProfileBuilder *builder);
