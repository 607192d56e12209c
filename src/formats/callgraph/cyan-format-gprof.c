/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the text of gprof, of GNU's and of BSD's: the call graph, or the flat profile if there is
 * no other.  gprof/cg_print.c of the binutils defines it.
 *
 *   index % time    self  children    called     name
 *                   0.00    0.02       1/1           main [1]         a caller
 *   [3]     58.3    0.00    0.02       1         parse [3]            the function
 *                   0.00    0.02    4000/4000        even <cycle 1> [7]   what it calls
 *                   0.00    0.00       1/48002       leaf [2]
 *   -----------------------------------------------
 *
 * The arcs are taken from the lines below a function.  Those above it are the same ones again, but
 * for callers that have no entry, because they cost nothing or are left out.
 *
 * The report gprof-cc of Intel VTune is the same without calls; blank lines end its entries.
 */
#include "cyan-format-entry.h"

#include "cyan-call-graph.h"
#include "cyan-error.h"
#include "cyan-gprof-line.h"
#include "cyan-i18n.h"
#include "cyan-number.h"
#include "cyan-scratch.h"

#include <math.h>
#include <string.h>

#define US_PER_S 1e6

/* Percentages have one decimal at least. */
#define MOST_ROUNDED 0.05

/* Times and GNU's percentages have two decimals. */
#define TIME_ROUNDED    0.005
#define PERCENT_ROUNDED 0.00005

#define INDEX "Index by function name"

typedef struct
{
  CyanStr name;
  double self, children; /* of the function's own line */
  gboolean is_listed;    /* it has such a line */
  gboolean is_entry;     /* something outside of the graph calls it */
  gboolean is_missing;   /* it has no such line, but should */
  guint64 self_calls;
  double paid;  /* by the arcs to it */
  double given; /* by its own arcs */
  guint n_free; /* of the arcs to it, those of VTune that have no cost */
} Vertex;

/* A line of the flat profile. */
typedef struct
{
  CyanStr name;
  double self, percent;
} Flat;

typedef struct
{
  guint32 caller, callee;
  guint64 calls;
  double cost;
  gboolean is_above;  /* of the callee's entry, not of the caller's */
  gboolean is_hidden; /* gprof was told to give the other end no entry */
} Arc;

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanCharge charge;
  enum
  {
    ELSEWHERE,
    IN_FLAT,
    IN_GRAPH
  } place;
  gboolean has_graph;
  gboolean has_index; /* of functions, which comes behind the graph */
  gboolean is_vtune;
  GArray *flat;         /* of Flat */
  GArray *vertices;     /* of Vertex */
  GArray *arcs;         /* of Arc */
  GHashTable *by_index; /* of the graph: index -> vertex + 1 */
  guint function;       /* of the current entry; G_MAXUINT: none yet */
  guint n_known;        /* arcs with both ends; others are above the function of this entry */
  gboolean is_cycle;    /* the current entry is a cycle as a whole */
  gboolean spontaneous; /* the current entry has an unknown caller */
  double scale;         /* of times */
  gboolean in_cycles;   /* of the processor */
  guint64 n_loops;      /* calls of functions by themselves */
  guint n_missing;      /* functions that are called and should have an entry */
  double percent;       /* of the functions of the flat profile; at most */
  double seconds;       /* of all of them together */
  char *period;
} Reader;

/* A time of the file in the unit of the metric, whose values are whole numbers of at least 0. */
static double
scaled (const Reader *self, double time)
{
  return MAX (round (time * self->scale), 0);
}

static Vertex *
vertex_at (const Reader *self, guint vertex)
{
  return &g_array_index (self->vertices, Vertex, vertex);
}

static gboolean
add_vertex (Reader *self, CyanStr name, guint *vertex, GError **error)
{
  Vertex new = { .name = name };

  if (self->vertices->len + 1 >= cyan_profile_builder_max_nodes (self->builder))
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: too many functions"),
                      cyan_input_name (self->input));
  *vertex = self->vertices->len;
  cyan_charge_append (&self->charge, self->vertices, new);
  return TRUE;
}

/* The vertex of @line by its index, which is unique where names are not. */
static gboolean
find_vertex (Reader *self, const CyanGprofLine *line, guint *vertex, GError **error)
{
  gpointer key = GUINT_TO_POINTER (line->index);
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_index, key));

  *vertex = known - 1;
  if (known > 0)
    return TRUE;
  if (!add_vertex (
          self,
          cyan_strings_add (self->strings, line->name.at, (gssize) cyan_line_length (line->name)),
          vertex, error))
    return FALSE;
  g_hash_table_insert (self->by_index, key, GUINT_TO_POINTER (*vertex + 1));
  cyan_charge_add (&self->charge, CYAN_CHARGE_HASH_ENTRY);
  return TRUE;
}

/* Says where the lines above a function lead to.  Those of a cycle are of its members, too. */
static void
finish_callers (Reader *self, guint callee)
{
  guint n = self->n_known;

  for (guint a = n; a < self->arcs->len && callee != G_MAXUINT; a++)
    {
      Arc arc = g_array_index (self->arcs, Arc, a);

      arc.callee = callee;
      /* The calls of itself are in its own line already. */
      if (arc.caller != callee)
        g_array_index (self->arcs, Arc, n++) = arc;
    }
  g_array_set_size (self->arcs, n);
  self->n_known = n;
}

static gboolean
read_function (Reader *self, const CyanGprofLine *line, GError **error)
{
  Vertex *vertex;

  self->is_cycle = line->is_cycle;
  if (line->is_cycle)
    {
      finish_callers (self, G_MAXUINT);
      return TRUE;
    }
  if (!find_vertex (self, line, &self->function, error))
    return FALSE;
  finish_callers (self, self->function);
  vertex = vertex_at (self, self->function);
  if (vertex->is_listed)
    return cyan_input_fail_line (self->input, error, _ ("function %u is listed twice"),
                                 line->index);
  vertex->is_listed = TRUE;
  vertex->is_entry = self->spontaneous;
  vertex->self = scaled (self, line->self);
  vertex->children = scaled (self, line->children);
  vertex->self_calls = line->self_calls;
  return TRUE;
}

static gboolean
read_arc (Reader *self, const CyanGprofLine *line, GError **error)
{
  Arc arc = { .calls = line->calls,
              .cost = scaled (self, line->self + line->children),
              .is_above = self->function == G_MAXUINT,
              .is_hidden = line->is_hidden };
  guint32 *other = arc.is_above ? &arc.caller : &arc.callee;

  if (!find_vertex (self, line, other, error))
    return FALSE;
  if (!arc.is_above)
    {
      arc.caller = self->function;
      if (arc.callee == arc.caller)
        return TRUE;
      self->n_known++;
    }
  cyan_charge_append (&self->charge, self->arcs, arc);
  return cyan_budget_check (self->charge.budget, 0, error);
}

static void
end_entry (Reader *self)
{
  finish_callers (self, G_MAXUINT);
  self->function = G_MAXUINT;
  self->is_cycle = self->spontaneous = FALSE;
}

static gboolean
read_graph_line (Reader *self, CyanLine text, GError **error)
{
  CyanGprofLine line;

  switch (cyan_gprof_parse_graph (text, self->is_vtune, &line))
    {
    case CYAN_GPROF_BLANK:
      return TRUE;
    case CYAN_GPROF_END_OF_ENTRY:
      end_entry (self);
      return TRUE;
    case CYAN_GPROF_SPONTANEOUS:
      self->spontaneous = TRUE;
      return TRUE;
    case CYAN_GPROF_UNIT:
      self->scale = line.scale;
      self->in_cycles = TRUE;
      return TRUE;
    case CYAN_GPROF_FUNCTION:
      return read_function (self, &line, error);
    case CYAN_GPROF_ARC:
      return self->is_cycle || read_arc (self, &line, error);
    case CYAN_GPROF_OTHER:
    default:
      end_entry (self);
      self->place = ELSEWHERE;
      return TRUE;
    }
}

/* Reads a line of the flat profile, which only counts if there is no call graph. */
static gboolean
read_flat_line (Reader *self, CyanLine text, GError **error)
{
  CyanGprofLine line;
  Flat flat;

  if (!cyan_gprof_parse_flat (text, &line))
    {
      if (self->flat->len > 0)
        self->place = ELSEWHERE;
      return TRUE;
    }
  flat =
      (Flat){ cyan_strings_add (self->strings, line.name.at, (gssize) cyan_line_length (line.name)),
              line.self, line.percent };
  cyan_charge_append (&self->charge, self->flat, flat);
  self->seconds = MAX (self->seconds, line.cumulative);
  self->percent += line.percent + MOST_ROUNDED;
  return cyan_budget_check (self->charge.budget, 0, error);
}

static gboolean
read_line (Reader *self, const char *text, gsize length, GError **error)
{
  static const char counts[] = "Each sample counts as ";
  CyanLine line = { text, text + length };
  CyanGprofHeading heading = cyan_gprof_heading (line);

  self->has_index |= g_str_has_prefix (text, INDEX);

  self->is_vtune |= heading == CYAN_GPROF_VTUNE_GRAPH;
  if (heading == CYAN_GPROF_GRAPH || heading == CYAN_GPROF_VTUNE_GRAPH)
    {
      self->has_graph = TRUE;
      self->place = IN_GRAPH;
    }
  else if (heading == CYAN_GPROF_FLAT)
    {
      end_entry (self);
      self->place = IN_FLAT;
    }
  else if (self->period == NULL && g_str_has_prefix (text, counts))
    self->period =
        g_strndup (text + strlen (counts), strspn (text + strlen (counts), "0123456789."));
  else if (self->place == IN_GRAPH)
    return read_graph_line (self, line, error);
  else if (self->place == IN_FLAT)
    return read_flat_line (self, line, error);
  return TRUE;
}

/* The cost of an arc.  Those of VTune that have none share what the other arcs leave. */
static double
cost_of (const Reader *self, const Arc *arc)
{
  const Vertex *callee = vertex_at (self, arc->callee);

  if (arc->cost <= 0 && callee->n_free > 0)
    return MAX (callee->self + callee->children - callee->paid, 0) / callee->n_free;
  return arc->cost;
}

/* Keeps each arc once, and adds up what vertices pay. */
static void
sum_arcs (Reader *self)
{
  guint n = 0;

  for (guint a = 0; a < self->arcs->len; a++)
    {
      Arc arc = g_array_index (self->arcs, Arc, a);
      Vertex *callee = vertex_at (self, arc.callee), *caller = vertex_at (self, arc.caller);

      if (arc.is_above && caller->is_listed)
        continue;
      callee->paid += arc.cost;
      caller->given += arc.cost;
      callee->is_missing |= !callee->is_listed && !arc.is_hidden;
      callee->n_free += self->is_vtune && arc.cost <= 0;
      g_array_index (self->arcs, Arc, n++) = arc;
    }
  g_array_set_size (self->arcs, n);
}

/* The time of a line of the flat profile.  Many functions have half a sample, whose time is rounded
 * up: where the percentage is less rounded, it says how many halves there are. */
static double
time_of (const Reader *self, const Flat *flat)
{
  double half = self->period != NULL ? g_ascii_strtod (self->period, NULL) / 2 : 0;
  double slack = self->seconds * PERCENT_ROUNDED, exact = flat->percent / 100 * self->seconds;
  double halves = half > 0 ? round (exact / half) * half : 0;

  return slack < half / 2 && fabs (exact - halves) <= slack
                 && fabs (halves - flat->self) <= TIME_ROUNDED * 1.2
             ? halves
             : flat->self;
}

/* Adds a vertex for each line. */
static gboolean
list_flat (Reader *self, GError **error)
{
  for (guint i = 0; i < self->flat->len; i++)
    {
      const Flat *flat = &g_array_index (self->flat, Flat, i);
      guint vertex;

      if (!add_vertex (self, flat->name, &vertex, error))
        return FALSE;
      vertex_at (self, vertex)->self = scaled (self, time_of (self, flat));
    }
  return TRUE;
}

/* Takes own times from the flat profile, where one line has the name and agrees. */
static void
refine_self (Reader *self)
{
  g_autoptr (GHashTable) lines = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->flat->len; i++)
    {
      gpointer name = GUINT_TO_POINTER (g_array_index (self->flat, Flat, i).name);

      g_hash_table_insert (lines, name,
                           GUINT_TO_POINTER (g_hash_table_contains (lines, name) ? 0 : i + 1));
    }
  for (guint v = 0; v < self->vertices->len; v++)
    {
      Vertex *vertex = vertex_at (self, v);
      guint line = GPOINTER_TO_UINT (g_hash_table_lookup (lines, GUINT_TO_POINTER (vertex->name)));
      const Flat *flat = line > 0 ? &g_array_index (self->flat, Flat, line - 1) : NULL;

      if (flat != NULL && vertex->is_listed && vertex->self == scaled (self, flat->self))
        vertex->self = scaled (self, time_of (self, flat));
    }
}

static void
fill_graph (Reader *self, CyanCallGraph *graph)
{
  sum_arcs (self);
  if (self->has_graph)
    refine_self (self);
  for (guint v = 0; v < self->vertices->len; v++)
    {
      const Vertex *vertex = vertex_at (self, v);

      self->n_missing += vertex->is_missing;
      cyan_call_graph_add_vertex (graph);
      cyan_call_graph_set_function (graph, v,
                                    cyan_profile_builder_named (self->builder, vertex->name));
      /* Functions that gprof was told not to list cost what their callers pay. */
      cyan_call_graph_self (graph, v)[0] += vertex->is_listed || !self->has_graph
                                                ? vertex->self
                                                : MAX (vertex->paid - vertex->given, 0);
      self->n_loops = cyan_add_saturating (self->n_loops, vertex->self_calls);
      if (vertex->is_entry)
        cyan_call_graph_add_arc (graph, CYAN_CALL_GRAPH_OUTSIDE, v, 0, 0)[0] +=
            MAX (vertex->self + vertex->children - vertex->paid, 0);
    }
  for (guint a = 0; a < self->arcs->len; a++)
    {
      const Arc *arc = &g_array_index (self->arcs, Arc, a);

      cyan_call_graph_add_arc (graph, arc->caller, arc->callee, 0, arc->calls)[0] +=
          cost_of (self, arc);
    }
  /* Two decimals are too few for most arcs, and arcs within a cycle have no cost. */
  cyan_call_graph_set_by_calls (graph);
}

/* Behind the flat profile comes a blank line, unless it is all that gprof was to print. */
static void
warn_of_flat_end (const Reader *self)
{
  if (self->percent < 99.5 && self->percent > self->flat->len * MOST_ROUNDED)
    cyan_profile_builder_warn (self->builder,
                               _ ("the flat profile has at most %.1f %% of the time: functions are "
                                  "missing, so the file may have been cut"),
                               self->percent);
  else if (self->place == IN_FLAT)
    cyan_profile_builder_warn (self->builder,
                               _ ("nothing comes behind the flat profile, so nothing "
                                  "tells whether the file was cut"));
}

static gboolean
build (Reader *self, GError **error)
{
  g_autoptr (CyanCallGraph) graph = cyan_call_graph_new (1, cyan_input_budget (self->input));

  if (!self->has_graph && !list_flat (self, error))
    return FALSE;
  if (self->vertices->len == 0)
    return cyan_input_fail_line (self->input, error, "%s",
                                 self->has_graph ? _ ("the call graph is empty")
                                                 : _ ("the flat profile is empty"));
  cyan_profile_builder_metric (self->builder, self->in_cycles ? "cycles" : "time",
                               self->in_cycles ? "count" : "us");
  if (self->period != NULL)
    cyan_profile_builder_set_meta (self->builder, "seconds of a sample", self->period);
  fill_graph (self, graph);
  if (!self->has_graph)
    warn_of_flat_end (self);
  if (!self->has_graph)
    return cyan_call_graph_list (graph, self->builder, error);
  if (!self->is_vtune)
    cyan_profile_builder_warn (self->builder,
                               _ ("times are sampled and have two decimals; calls are exact"));
  cyan_call_graph_warn_loops (self->builder, self->n_loops);
  cyan_profile_builder_warn_n (
      self->builder, self->n_missing,
      "%u function is called and has no entry: the file may have been cut",
      "%u functions are called and have no entry: the file may have been cut", self->n_missing);
  if (self->function != G_MAXUINT)
    cyan_profile_builder_warn (self->builder,
                               _ ("the file ends within an entry: it may have been cut"));
  else if (!self->has_index)
    cyan_profile_builder_warn (self->builder, _ ("the index of functions, which comes behind the "
                                                 "call graph, is missing: the file may have been "
                                                 "cut"));
  return cyan_call_graph_unfold_input (graph, self->input, self->builder, error);
}

static gboolean
gprof_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = { .input = input,
                  .builder = builder,
                  .strings = cyan_profile_builder_strings (builder),
                  .flat = cyan_scratch_array (&scratch, sizeof (Flat)),
                  .vertices = cyan_scratch_array (&scratch, sizeof (Vertex)),
                  .arcs = cyan_scratch_array (&scratch, sizeof (Arc)),
                  .by_index = cyan_scratch_table (&scratch, NULL, NULL, NULL, NULL),
                  .function = G_MAXUINT,
                  .scale = US_PER_S };
  char *line;
  gsize length;
  int status;

  cyan_scratch_charge (&scratch, &self.charge, cyan_input_budget (input));
  cyan_input_set_share (input, CYAN_CALL_GRAPH_READING);
  while ((status = cyan_input_line (input, &line, &length, error)) > 0)
    if (!read_line (&self, line, length, error))
      break;
  cyan_scratch_free (&scratch, &self.period);

  return status == 0 && build (&self, error);
}

/* Accepts a heading of the graph or of the flat profile at the beginning of a line. */
static int
gprof_sniff (const char *head, gsize length)
{
  CyanLine rest = { head, head + length }, line;

  while (cyan_line_cell (&rest, '\n', &line))
    if (line.end < head + length && cyan_gprof_heading (line) != CYAN_GPROF_NOTHING)
      return 95;
  return 0;
}

const CyanFormat cyan_format_gprof = {
  .name = "gprof",
  .label = "text of gprof",
  .sniff = gprof_sniff,
  .read = gprof_read,
};
