/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the reader of callgrind files: numbers, events, parts of a run, names. */
#pragma once

#include "cyan-call-graph.h"
#include "cyan-line.h"
#include "cyan-profile-builder.h"
#include "cyan-scratch.h"

#include <glib.h>

/* Parses a number without sign, decimal or hexadecimal. */
gboolean cyan_callgrind_parse_number (CyanLine text, guint64 *value);

/* Parses a position, absolute or relative to @last.  Returns NULL, or a static text that says why
 * it cannot be parsed. */
const char *cyan_callgrind_parse_position (CyanLine text, guint64 last, guint64 *value);

/*
 * The events of a callgrind file: what it counts, in which unit, and what is derived from that.
 *
 * Names are written as "Ir", as Xdebug's "Time_(10ns)" or pprof's "cpu(ms)".  Derived events are
 * sums of others: "event: CEst = Ir + 10 Bm + 100 LLm : cycles".
 */

/* Maximum number of metrics, including derived ones. */
#define CYAN_CALLGRIND_MAX_EVENTS 32

typedef struct
{
  char *name;
  char *text; /* of a derived event: the text after "event:" */
  const char *unit;
  double scale; /* factor from the file's numbers to the unit */
  guint metric;
  double factors[CYAN_CALLGRIND_MAX_EVENTS]; /* of a derived event: by event */
} CyanCallgrindEvent;

typedef struct
{
  char *list;           /* the text after "events:"; NULL until it is read */
  GArray *events;       /* of CyanCallgrindEvent: the listed ones in the order of the file, then
                           the derived ones */
  guint n_listed;       /* number of events that are not derived */
  GPtrArray *described; /* of char *: the texts after "event:", in the order of the file */
} CyanCallgrindEvents;

/* They live as long as @scratch. */
void cyan_callgrind_events_init (CyanCallgrindEvents *self, CyanScratch *scratch);

/* Takes the text after "event:".  Returns FALSE if there are too many. */
gboolean cyan_callgrind_events_describe (CyanCallgrindEvents *self, const char *text);

/* Takes the text after "events:".  @creator is the text after "creator:", or "".  Returns NULL, or
 * a static text that says why the list cannot be used. */
const char *
cyan_callgrind_events_list (CyanCallgrindEvents *self, const char *text, const char *creator);

/* Adds the metrics to @builder, "Ir" first.  Returns their number. */
guint cyan_callgrind_events_add_metrics (CyanCallgrindEvents *self, CyanProfileBuilder *builder);

/* Adds @values, one per listed event in the file's numbers, to @costs, one per metric. */
void
cyan_callgrind_events_add (const CyanCallgrindEvents *self, const double *values, double *costs);

/*
 * The parts of a run in a callgrind file: their totals, which tell whether the file was cut, and
 * whether the run has more of them in other files.
 *
 * Each part has its own totals.  callgrind dumps a run in parts with --dump-every-bb, on client
 * requests or by callgrind_control, and each thread for itself with --separate-threads.
 */

typedef struct
{
  double sums[CYAN_CALLGRIND_MAX_EVENTS]; /* of listed events over all parts */
  gboolean has_costs;                     /* the current part has costs */
  gboolean at_totals;                     /* the last line was "totals:" */
  gboolean dumped_early;                  /* the run went on after the last part */

  /* Private. */
  double totals[CYAN_CALLGRIND_MAX_EVENTS]; /* over all parts */
  double part_totals[CYAN_CALLGRIND_MAX_EVENTS];
  gboolean part_has_totals; /* the current part has totals or a summary */
  gboolean has_totals, lacks_totals;
  char *number;        /* of the first part; NULL: unknown */
  char *thread;        /* of the first part; NULL: none */
  GHashTable *threads; /* of char * */
} CyanCallgrindParts;

/* They live as long as @scratch. */
void cyan_callgrind_parts_init (CyanCallgrindParts *self, CyanScratch *scratch);

/* A part begins.  @number is NULL if it is unknown. */
void cyan_callgrind_parts_begin (CyanCallgrindParts *self, const char *number);
/* The current part is of this thread. */
void cyan_callgrind_parts_thread (CyanCallgrindParts *self, const char *thread);
/* Takes totals, one per listed event.  They override earlier ones of the same part; it ends with
 * them if they are @final. */
void cyan_callgrind_parts_totals (CyanCallgrindParts *self, const double *totals, gboolean final);

/* At the end of the file: sets the threads and the part of a run in @builder, and warns if the file
 * may have been cut.  @creator is the text after "creator:", or "". */
void cyan_callgrind_parts_finish (CyanCallgrindParts *self,
                                  const CyanCallgrindEvents *events,
                                  const char *creator,
                                  gboolean cut_line,
                                  CyanProfileBuilder *builder);

/*
 * The names of files, objects and functions in a callgrind file, written out or as numbers.
 *
 * "(7) name" defines number 7, and "(7)" refers to it.  Files, objects and functions are numbered
 * separately.  An empty name means unknown.
 *
 * A function is identified by name, file and object; once it was used by number, the number alone
 * identifies it.  A name may come before its file, so reading a name and finding its vertex are two
 * steps.
 *
 * "a'b'c" is a called by b called by c, in files where callgrind separated callers, and "a'2" is a
 * recursive call of a.  Each is a vertex of its own; both belong to the function a.
 */

/* The name of a function as read from the file. */
typedef struct
{
  CyanStr name;   /* in the pool of vertex names */
  guint32 number; /* number + 1; 0: none */
} CyanCallgrindName;

typedef struct
{
  gboolean separate;     /* names may contain the names of callers ("a'b") */
  gboolean have_places;  /* names end in " FILE:LINE", as those of yappi do */
  gboolean drop_numbers; /* names may end in a number of pprof ("a [1/2]"), which is dropped: with
                          * -call_tree pprof numbers the contexts of a function, but only where it
                          * is called */
  guint64 n_nameless;    /* how often a file or an object had a number without a name, which means
                          * unknown */

  /* Private. */
  CyanScratch kept; /* frees what is below */
  CyanProfileBuilder *builder;
  CyanStrings *strings; /* the builder's */
  CyanStrings *raw;     /* the names of vertices */
  GHashTable *files;    /* by number: CyanStr + 1 */
  GHashTable *objects;  /* the same for objects */
  GHashTable *numbered; /* by number: Numbered * */

  GHashTable *vertex_of;   /* Entry * -> vertex + 1 */
  GHashTable *function_of; /* Entry * -> index in functions + 1 */
  GArray *functions;       /* of Entry */
  GArray *vertices;        /* of guint32: index in functions */
  CyanCharge charge;
} CyanCallgrindNames;

CyanCallgrindNames *cyan_callgrind_names_new (CyanProfileBuilder *builder);
void cyan_callgrind_names_free (CyanCallgrindNames *self);

/* Read the file, object or function that @text stands for, and remove trailing blanks from @text.
 * Return NULL, or a static text that says why it cannot be read. */
const char *cyan_callgrind_names_file (CyanCallgrindNames *self, char *text, CyanStr *file);
const char *cyan_callgrind_names_object (CyanCallgrindNames *self, char *text, CyanStr *object);
const char *
cyan_callgrind_names_function (CyanCallgrindNames *self, char *text, CyanCallgrindName *name);
/* The vertex of @name; a new vertex gets the next number.  @file and @object apply if it is new. */
guint cyan_callgrind_names_vertex (CyanCallgrindNames *self,
                                   CyanCallgrindName name,
                                   CyanStr file,
                                   CyanStr object);

/* The name of the function of @vertex, and the file in which it is defined. */
void cyan_callgrind_names_get (const CyanCallgrindNames *self,
                               guint vertex,
                               CyanStr *name,
                               CyanStr *file);
/* Tells that @vertex is entered at @line. */
void cyan_callgrind_names_entered (CyanCallgrindNames *self, guint vertex, guint32 line);

/* Adds the functions to the builder and sets them for the vertices of @graph.  Returns FALSE with
 * CYAN_ERROR_LIMIT if the budget is exceeded. */
gboolean
cyan_callgrind_names_set_functions (CyanCallgrindNames *self, CyanCallGraph *graph, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanCallgrindNames, cyan_callgrind_names_free)
