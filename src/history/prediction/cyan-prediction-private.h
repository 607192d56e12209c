/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of the prediction. */
#pragma once

#include <glib.h>

#include "cyan-code-calls.h"
#include "cyan-function-changes.h"
#include "cyan-name-parts.h"
#include "cyan-prediction-read.h"
#include "cyan-profile.h"
#include "cyan-source-location.h"

/* The revisions of a prediction. */

/* Sets the project and the columns of @self, at least two; revisions are still all zero.
 * *@repository is where the sources are; caller frees it.  Fails like cyan_prediction_new(). */
gboolean cyan_prediction_find_columns (CyanPrediction *self,
                                       CyanStore *store,
                                       const CyanEvolutionQuery *query,
                                       const CyanPredictionOptions *options,
                                       const CyanTick *tick,
                                       char **repository,
                                       GError **error);

/* The values and profiles that a store has for the columns of a prediction. */

/* By definition, then by column. */
typedef struct
{
  GPtrArray
      *definitions;  /* of CyanStoreDefinition, by benchmark; those of one as they were added */
  guint *benchmarks; /* by definition: its benchmark in the prediction */
  guint n_definitions, n_columns;
  int better;        /* of the metric, as of CyanStoreMetric */
  double *means;     /* of the successful runs; NAN: none */
  CyanSteps **steps; /* by definition */
  gint64 *profiles;  /* of the newest successful run that has one; CYAN_STORE_UNKNOWN: none */
} CyanPredictionCells;

/* Sets the machine, the metric and the benchmarks of @prediction, whose columns are there.  Fails
 * like cyan_prediction_new(). */
CyanPredictionCells *cyan_prediction_cells_new (CyanPrediction *prediction,
                                                CyanStore *store,
                                                const CyanEvolutionQuery *query,
                                                GError **error);
void cyan_prediction_cells_free (CyanPredictionCells *self);

/* How much slower @column is than the one before it, as a fraction; NAN if not both were measured
 * by one definition of @benchmark.  If the one before is an outlier, the one before that counts.
 * *@accident: the steps of the values say that it did not become slower for good; FALSE where
 * they cannot tell. */
double cyan_prediction_cells_change (const CyanPredictionCells *self,
                                     guint benchmark,
                                     guint column,
                                     gboolean *accident);
/* The profile of @benchmark at @column, by its newest definition; or CYAN_STORE_UNKNOWN. */
gint64
cyan_prediction_cells_profile (const CyanPredictionCells *self, guint benchmark, guint column);

/* How well a metric called @name tells the work of a program: the smaller the better.  Instructions
 * come first, since they hardly scatter. */
guint cyan_prediction_metric_rank (const char *name);

/* The functions that a revision modified and added, with the calls that it added and deleted. */

typedef struct
{
  const CyanFunctionChange *function;
  CyanCodeBody *bodies[2]; /* by side; that before an added function is empty */
  CyanCodeCallChanges *calls;
  guint *same_block; /* see cyan_code_body_match_blocks() */
} CyanModification;

/* The last names of a function that was renamed, by side. */
typedef struct
{
  char *names[2];
} CyanRenamed;

typedef struct
{
  CyanFunctionChanges *functions;
  GPtrArray *modified; /* of CyanModification: with another text on both sides */
  GPtrArray *added;    /* of CyanModification */
  GArray *renamed;     /* of CyanRenamed */
} CyanPredictionChanges;

/* Fails like cyan_function_changes_new(), and if a text cannot be read. */
CyanPredictionChanges *cyan_prediction_changes_new (CyanSourceLocation *before,
                                                    CyanSourceLocation *after,
                                                    const CyanTick *tick,
                                                    GError **error);
void cyan_prediction_changes_free (CyanPredictionChanges *self);

/* The functions of all sources of a revision, with their calls.  A file is read once, however many
 * revisions have it. */

typedef struct
{
  char *name;         /* the last part */
  CyanCodeBody *body; /* of the text from its first to its last line */
} CyanProgramFunction;

/* The functions read from files, of any revision. */
typedef struct _CyanProgramFiles CyanProgramFiles;

CyanProgramFiles *cyan_program_files_new (void);
void cyan_program_files_free (CyanProgramFiles *self);

/* A call in a program. */
typedef struct
{
  guint function, block; /* of the caller */
} CyanProgramSite;

typedef struct
{
  GPtrArray *functions; /* of CyanProgramFunction, by path and line; borrowed from the files */
  GPtrArray *paths;     /* of the functions' files; owned */
  GHashTable *named;    /* name -> GArray of indices */
  GHashTable *callers;  /* last name of a callee -> GArray of CyanProgramSite */
} CyanProgram;

/* Reads what @files lacks of the sources at @location.  Fails only with CYAN_ERROR_CANCELLED, or if
 * the files cannot be listed. */
CyanProgram *cyan_program_new (CyanProgramFiles *files,
                               CyanSourceLocation *location,
                               const CyanTick *tick,
                               GError **error);
void cyan_program_free (CyanProgram *self);

/* Those of this name, or NULL. */
const GArray *cyan_program_find (const CyanProgram *self, const char *name);
/* The calls of functions of this name, as CyanProgramSite, or NULL. */
const GArray *cyan_program_callers (const CyanProgram *self, const char *name);

/* A sample: what one profile says about the cost of calls and how often blocks are executed (LITO,
 * section 3.1).  Contexts are summed up: the nodes of a function are its name without what differs
 * between builds, in its file. */

#define CYAN_SAMPLE_NONE G_MAXUINT

typedef struct _CyanSampleEdges CyanSampleEdges;

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

/* Calls of the most executed edge. */
double cyan_sample_most_calls (const CyanSample *self);
/* How often @caller calls functions of the last name @name. */
double cyan_sample_edge_to (const CyanSample *self, guint caller, const char *name);

/* How often @block of @body, a version of @function or of one inside it that is executed @calls
 * times, is executed: as often as the most frequent call in it; without one, like the block around
 * it.  NAN for a loop of which nothing is known. */
double cyan_sample_executions (
    const CyanSample *self, guint function, double calls, const CyanCodeBody *body, guint block);

/* Where a function is executed: a compiler may have put it into its callers. */

typedef struct
{
  guint function;    /* of the sample: the one that has the code; CYAN_SAMPLE_NONE: not executed */
  double calls;      /* executions of the body */
  gboolean is_whole; /* all of that function is this one */
} CyanInlining;

/* LITO's cost of a revision: what the calls that it added and deleted cost by a sample. */

/* Sets what LITO and the baselines say of @benchmark.  @programs are the sources by side, NULL
 * where no function was modified.  *@n_unknown: the calls whose callee nobody knows. */
void cyan_prediction_cost (const CyanSample *sample,
                           const CyanPredictionChanges *changes,
                           CyanProgram *const *programs,
                           const CyanPredictionOptions *options,
                           CyanPredictedBenchmark *benchmark,
                           guint *n_unknown);

/* PerfScope's risk of a revision: it needs no profile. */

/* The risk score of what @changes added; @program has the sources after the revision. */
double cyan_prediction_perfscope (const CyanPredictionChanges *changes, const CyanProgram *program);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanPredictionCells, cyan_prediction_cells_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanPredictionChanges, cyan_prediction_changes_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanProgram, cyan_program_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanProgramFiles, cyan_program_files_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSample, cyan_sample_free)
