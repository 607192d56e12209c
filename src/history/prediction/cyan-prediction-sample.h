/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A sample: what one profile says about the cost of calls and how often blocks are executed (LITO,
 * section 3.1).
 *
 * Contexts are summed up: the nodes of a function are its name without what differs between builds,
 * in its file.
 */
#pragma once

#include "cyan-code-calls.h"
#include "cyan-function-changes.h"
#include "cyan-name-parts.h"
#include "cyan-prediction-edges.h"
#include "cyan-profile.h"

#define CYAN_SAMPLE_NONE G_MAXUINT

typedef struct
{
  const char *file; /* or "" */
  CyanNameParts parts;
  double total; /* of its outermost contexts, in the sample's metric */
  double own;   /* of all contexts, without what they call */
  double calls; /* of all contexts */
  double cost;  /* of one call: their ratio; 0 if it was never called */
} CyanSampleFunction;

typedef struct
{
  CyanProfile *profile;
  CyanStrings *strings;
  double total;           /* of the program */
  GArray *functions;      /* of CyanSampleFunction */
  GHashTable *named;      /* last name -> GArray of indices */
  GHashTable *older;      /* last name of today -> that in the profile, if it is another */
  CyanSampleEdges *edges; /* by function */
  GPtrArray *callees;     /* by function: GArray of indices */
  double lowest, highest; /* cost of a call */
} CyanSample;

/* Whether the calls in @profile were counted: only such a profile can be a sample. */
gboolean cyan_sample_is_exact (const CyanProfile *profile);

/* Takes values from the metric called @metric; if there is none, from the one that tells most.
 * Takes a reference to @profile. */
CyanSample *cyan_sample_new (CyanProfile *profile, const char *metric);
void cyan_sample_free (CyanSample *self);

/* A later revision renamed the functions called @before to @after, last names. */
void cyan_sample_rename (CyanSample *self, const char *before, const char *after);

/* Whether the costs of calls in @profile tell something about @metric: it has that metric, or both
 * @metric and one that it has are of instructions or of time. */
gboolean cyan_sample_covers (const CyanProfile *profile, const char *metric);

/* The function of a source, @name with its scopes, in the file @path; CYAN_SAMPLE_NONE if it was
 * not executed. */
guint cyan_sample_find (const CyanSample *self, const char *name, const char *path);

/* The function that @caller, or CYAN_SAMPLE_NONE, means by the last name @name: the one it calls,
 * else the most expensive.  CYAN_SAMPLE_NONE if there is none. */
guint cyan_sample_callee (const CyanSample *self, guint caller, const char *name);

/* How often @caller calls functions of the last name @name. */
double cyan_sample_edge_to (const CyanSample *self, guint caller, const char *name);

/* How often @block of @body, a version of @function or of one inside it that is executed @calls
 * times, is executed: as often as the most frequent call in it; without one, like the block around
 * it.  NAN for a loop of which nothing is known. */
double cyan_sample_executions (
    const CyanSample *self, guint function, double calls, const CyanCodeBody *body, guint block);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSample, cyan_sample_free)
