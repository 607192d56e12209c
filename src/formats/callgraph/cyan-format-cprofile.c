/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the files of Python's cProfile and profile: a dictionary in marshal's format.
 *
 *   { (file, line, name): (calls that are not recursive, calls, own time, time in all,
 *                          { caller: (calls, calls that are not recursive, own time, time in all)
 * }) }
 *
 * The pure Python profiler writes a number of calls instead of the inner tuple.  Times are seconds.
 * This is a call graph, from which the tree is inferred.
 */
#include "cyan-format-entry.h"

#include "cyan-call-graph.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-marshal.h"
#include "cyan-name-python.h"
#include "cyan-scratch.h"

#include <math.h>
#include <string.h>

#define NS_PER_S      1e9
#define MAX_SECONDS   1e12
#define READING_SHARE 0.5

typedef struct
{
  guint64 plain_calls; /* calls that are not recursive */
  guint64 calls;
  double own; /* ns */
  double all; /* total time in ns; negative: unknown */
} Times;

typedef struct
{
  CyanStr file, name;
  guint32 line;
  gboolean has_times;
  Times times;
  guint64 from_calls; /* calls by all known callers */
  double from_all;
} Function;

typedef struct
{
  guint32 caller, callee;
  Times times;
} Arc;

/* A tuple that references may refer to. */
typedef struct
{
  enum
  {
    UNFINISHED,
    KEY,
    TIMES
  } kind;
  guint32 function;
  Times times;
} Known;

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanMarshal marshal;
  GArray *functions;     /* of Function */
  GHashTable *number_of; /* Function * (its key) -> index + 1 */
  GArray *arcs;          /* of Arc */
  GHashTable *known;     /* by number + 1: Known * */
  CyanCharge charge;     /* of these */
  guint64 n_negative;
} Reader;

static guint
hash_function (gconstpointer data)
{
  const Function *f = data;

  return (f->file * 31 + f->name) * 31 + f->line;
}

static gboolean
same_function (gconstpointer a, gconstpointer b)
{
  const Function *f = a, *g = b;

  return f->file == g->file && f->name == g->name && f->line == g->line;
}

static Function *
function_at (Reader *self, guint index)
{
  return &g_array_index (self->functions, Function, index);
}

static gboolean
expect (
    Reader *self, CyanMarshalKind kind, CyanMarshalValue *value, const char *what, GError **error)
{
  CyanMarshalKind got = cyan_marshal_next (&self->marshal, value, error);

  if (got == CYAN_MARSHAL_ERROR)
    return FALSE;
  return got == kind
         || cyan_input_fail_byte (self->input, error, _ ("something else in place of %s"),
                                  _ (what));
}

static void
remember (Reader *self, const CyanMarshalValue *tuple, Known known)
{
  if (tuple->number != G_MAXUINT32
      && g_hash_table_insert (self->known, GUINT_TO_POINTER (tuple->number + 1),
                              g_memdup2 (&known, sizeof known)))
    cyan_charge_add (&self->charge, sizeof known + CYAN_CHARGE_HASH_ENTRY);
}

static gboolean
recall (Reader *self, const CyanMarshalValue *tuple, gint kind, Known *known, GError **error)
{
  const Known *found = g_hash_table_lookup (self->known, GUINT_TO_POINTER (tuple->number + 1));

  if (found == NULL || (gint) found->kind != kind)
    return cyan_input_fail_byte (self->input, error, _ ("a reference to another kind of tuple"));
  *known = *found;
  return TRUE;
}

static gboolean
find_function (Reader *self, const Function *key, guint32 *function, GError **error)
{
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->number_of, key));

  if (known == 0)
    {
      if (self->functions->len + 1 >= cyan_profile_builder_max_nodes (self->builder))
        return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: too many functions"),
                          cyan_input_name (self->input));
      cyan_charge_append (&self->charge, self->functions, *key);
      cyan_charge_add (&self->charge, sizeof *key + CYAN_CHARGE_HASH_ENTRY);
      known = self->functions->len;
      g_hash_table_insert (self->number_of, g_memdup2 (key, sizeof *key), GUINT_TO_POINTER (known));
    }
  *function = known - 1;
  return TRUE;
}

/* Reads the rest of a key: (file, line, name). */
static gboolean
read_key (Reader *self, const CyanMarshalValue *tuple, guint32 *function, GError **error)
{
  CyanMarshalValue file, line, name;
  Function key = { 0 };
  Known known = { 0 };

  if (tuple->kind == CYAN_MARSHAL_SAME_TUPLE)
    {
      if (!recall (self, tuple, KEY, &known, error))
        return FALSE;
      *function = known.function;
      return TRUE;
    }
  if (tuple->kind != CYAN_MARSHAL_TUPLE || tuple->size != 3)
    return cyan_input_fail_byte (self->input, error,
                                 _ ("something else in place of a function's (file, line, name)"));
  if (!expect (self, CYAN_MARSHAL_STRING, &file, N_ ("the name of a file"), error)
      || !expect (self, CYAN_MARSHAL_INT, &line, N_ ("the number of a line"), error)
      || !expect (self, CYAN_MARSHAL_STRING, &name, N_ ("the name of a function"), error))
    return FALSE;
  key.file = file.string;
  key.name = name.string;
  key.line = (guint32) CLAMP (line.integer, 0, G_MAXINT32);
  if (!find_function (self, &key, function, error))
    return FALSE;
  remember (self, tuple, (Known){ .kind = KEY, .function = *function });
  return TRUE;
}

static gboolean
read_count (Reader *self, guint64 *count, GError **error)
{
  CyanMarshalValue value;

  if (!expect (self, CYAN_MARSHAL_INT, &value, N_ ("a number of calls"), error))
    return FALSE;
  self->n_negative += value.integer < 0;
  *count = (guint64) MAX (value.integer, 0);
  return TRUE;
}

/* Rounds to the nanoseconds that the profiler counted; seconds in a double are not exact. */
static double
to_nanoseconds (double seconds)
{
  double exact = seconds * NS_PER_S, whole = round (exact);

  return fabs (exact - whole) < 1e-3 + 1e-12 * whole ? whole : exact;
}

static gboolean
read_time (Reader *self, double *time, GError **error)
{
  CyanMarshalValue value;
  CyanMarshalKind kind = cyan_marshal_next (&self->marshal, &value, error);

  if (kind == CYAN_MARSHAL_ERROR)
    return FALSE;
  if (kind != CYAN_MARSHAL_FLOAT && kind != CYAN_MARSHAL_INT)
    return cyan_input_fail_byte (self->input, error, _ ("something else in place of a time"));
  if (fabs (value.real) > MAX_SECONDS)
    return cyan_input_fail_byte (self->input, error, _ ("a time that is too long"));
  self->n_negative += value.real < 0;
  *time = to_nanoseconds (MAX (value.real, 0));
  return TRUE;
}

/* Reads the calls and times of one caller. */
static gboolean
read_caller_times (Reader *self, Times *times, GError **error)
{
  CyanMarshalValue value;
  Known known = { 0 };

  switch (cyan_marshal_next (&self->marshal, &value, error))
    {
    case CYAN_MARSHAL_ERROR:
      return FALSE;
    case CYAN_MARSHAL_INT:
      self->n_negative += value.integer < 0;
      *times = (Times){ .calls = (guint64) MAX (value.integer, 0), .all = -1 };
      return TRUE;
    case CYAN_MARSHAL_SAME_TUPLE:
      if (!recall (self, &value, TIMES, &known, error))
        return FALSE;
      *times = known.times;
      return TRUE;
    case CYAN_MARSHAL_TUPLE:
      if (value.size == 4)
        break;
      G_GNUC_FALLTHROUGH;
    default:
      return cyan_input_fail_byte (self->input, error,
                                   _ ("something else in place of a caller's calls and times"));
    }
  if (!read_count (self, &times->calls, error) || !read_count (self, &times->plain_calls, error)
      || !read_time (self, &times->own, error) || !read_time (self, &times->all, error))
    return FALSE;
  remember (self, &value, (Known){ .kind = TIMES, .times = *times });
  return TRUE;
}

static gboolean
read_callers (Reader *self, guint32 callee, GError **error)
{
  CyanMarshalValue value;
  CyanMarshalKind kind;

  if (!expect (self, CYAN_MARSHAL_DICT, &value, N_ ("a function's callers"), error))
    return FALSE;
  while ((kind = cyan_marshal_next (&self->marshal, &value, error)) != CYAN_MARSHAL_END)
    {
      Arc arc = { .callee = callee };
      Function *function;

      if (kind == CYAN_MARSHAL_ERROR || !read_key (self, &value, &arc.caller, error)
          || !read_caller_times (self, &arc.times, error))
        return FALSE;
      cyan_charge_append (&self->charge, self->arcs, arc);
      function = function_at (self, callee);
      function->from_calls += MIN (arc.times.calls, G_MAXUINT64 - function->from_calls);
      function->from_all += MAX (arc.times.all, 0);
    }
  return TRUE;
}

static gboolean
read_function (Reader *self, const CyanMarshalValue *tuple, GError **error)
{
  guint32 function = 0;
  CyanMarshalValue value;
  Times times = { 0 };

  if (!read_key (self, tuple, &function, error)
      || !expect (self, CYAN_MARSHAL_TUPLE, &value, N_ ("a function's calls and times"), error))
    return FALSE;
  if (function_at (self, function)->has_times)
    return cyan_input_fail_byte (self->input, error, _ ("the same function twice"));
  if (value.size != 5)
    return cyan_input_fail_byte (self->input, error, _ ("%u values of a function instead of 5"),
                                 value.size);
  if (!read_count (self, &times.plain_calls, error) || !read_count (self, &times.calls, error)
      || !read_time (self, &times.own, error) || !read_time (self, &times.all, error))
    return FALSE;
  function_at (self, function)->times = times;
  function_at (self, function)->has_times = TRUE;
  return read_callers (self, function, error);
}

static gboolean
read_all (Reader *self, GError **error)
{
  CyanMarshalValue value;
  CyanMarshalKind kind;
  const char *rest;
  gsize length;
  guint n = 0;

  if (!expect (self, CYAN_MARSHAL_DICT, &value, N_ ("a dictionary"), error))
    return FALSE;
  while ((kind = cyan_marshal_next (&self->marshal, &value, error)) != CYAN_MARSHAL_END)
    {
      if (kind == CYAN_MARSHAL_ERROR || !read_function (self, &value, error))
        return FALSE;
      if (n++ % 4096 == 0 && !cyan_input_poll (self->input, error))
        return FALSE;
    }
  if (!cyan_input_peek (self->input, 1, &rest, &length, error))
    return FALSE;
  if (length > 0)
    cyan_profile_builder_warn (self->builder, _ ("what stands behind the profile was left out"));
  return TRUE;
}

/* Names functions "module:name", as many Python profilers do, and "{built-in method x}", as pstats
 * does, if they are not Python. */
static gboolean
name_functions (Reader *self, CyanCallGraph *graph, GError **error)
{
  CyanStrings *strings = cyan_profile_builder_strings (self->builder);
  CyanPythonModules modules;
  gboolean ok = TRUE;

  cyan_python_modules_init (&modules);
  for (guint f = 0; f < self->functions->len; f++)
    cyan_python_modules_add (&modules, cyan_strings_get (strings, function_at (self, f)->file));
  for (guint f = 0; f < self->functions->len && ok; f++)
    {
      const Function *function = function_at (self, f);
      const char *file = cyan_strings_get (strings, function->file);
      const char *name = cyan_strings_get (strings, function->name);
      gboolean is_python = *file != '\0' && strcmp (file, "~") != 0;
      g_autofree char *module = is_python ? cyan_python_modules_name (&modules, file) : NULL;
      g_autofree char *full = is_python ? g_strconcat (module, ":", name, NULL) : g_strdup (name);
      gsize length = strlen (full);

      if (!is_python && length > 2 && full[0] == '<' && full[length - 1] == '>')
        {
          full[0] = '{';
          full[length - 1] = '}';
        }
      cyan_call_graph_set_function (graph, f,
                                    cyan_profile_builder_function (
                                        self->builder, cyan_strings_add (strings, full, -1),
                                        CYAN_STR_EMPTY, is_python ? function->file : CYAN_STR_EMPTY,
                                        is_python ? function->line : 0, 0));
      ok = f % CYAN_TICK_STRIDE != 0 || cyan_input_poll (self->input, error);
    }
  cyan_python_modules_clear (&modules);
  return ok && cyan_input_poll (self->input, error);
}

/* Adds the calls without a known caller: they come from outside of the recording. */
static void
add_entry (Reader *self, CyanCallGraph *graph, guint index)
{
  const Function *function = function_at (self, index);
  const Times *times = &function->times;

  if (times->calls <= function->from_calls)
    return;
  /* For a recursive function the time is that of its outermost calls. */
  cyan_call_graph_add_arc (graph, CYAN_CALL_GRAPH_OUTSIDE, index, 0,
                           times->calls - function->from_calls)[0] +=
      times->plain_calls == times->calls ? MAX (times->all - function->from_all, 0) : times->all;
}

static void
add_arc (Reader *self, CyanCallGraph *graph, const Arc *arc)
{
  const Function *callee = function_at (self, arc->callee);
  double all = arc->times.all;

  if (all < 0)
    all = callee->times.all * ((double) arc->times.calls / (double) MAX (callee->from_calls, 1));
  cyan_call_graph_add_arc (graph, arc->caller, arc->callee, 0, arc->times.calls)[0] += all;
}

static gboolean
finish (Reader *self, GError **error)
{
  g_autoptr (CyanCallGraph) graph = cyan_call_graph_new (1, cyan_input_budget (self->input));

  cyan_profile_builder_metric (self->builder, "time", "ns");
  for (guint f = 0; f < self->functions->len; f++)
    {
      cyan_call_graph_add_vertex (graph);
      cyan_call_graph_self (graph, f)[0] = function_at (self, f)->times.own;
      if (f % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (self->input, error))
        return FALSE;
    }
  for (guint f = 0; f < self->functions->len; f++)
    add_entry (self, graph, f);
  for (guint a = 0; a < self->arcs->len; a++)
    {
      add_arc (self, graph, &g_array_index (self->arcs, Arc, a));
      if (a % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (self->input, error))
        return FALSE;
    }
  if (!name_functions (self, graph, error))
    return FALSE;
  cyan_profile_builder_warn_n (self->builder, self->n_negative,
                               "%'" PRIu64 " negative number was taken as 0",
                               "%'" PRIu64 " negative numbers were taken as 0", self->n_negative);
  return cyan_call_graph_unfold_input (graph, self->input, self->builder, error);
}

static gboolean
cprofile_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = { .input = input,
                  .builder = builder,
                  .functions = cyan_scratch_array (&scratch, sizeof (Function)),
                  .number_of =
                      cyan_scratch_table (&scratch, hash_function, same_function, g_free, NULL),
                  .arcs = cyan_scratch_array (&scratch, sizeof (Arc)),
                  .known = cyan_scratch_table (&scratch, NULL, NULL, NULL, g_free) };

  cyan_scratch_charge (&scratch, &self.charge, cyan_input_budget (input));
  cyan_scratch_hold (&scratch, cyan_marshal, &self.marshal, input,
                     cyan_profile_builder_strings (builder));
  cyan_input_set_share (input, READING_SHARE);

  return read_all (&self, error) && finish (&self, error);
}

/* Accepts a dictionary that is empty or whose first key is a tuple of three that begins with a
 * string. */
static int
cprofile_sniff (const char *head, gsize length)
{
  guchar tuple;
  gsize at = 2;

  if (length < 2 || (head[0] & 0x7f) != '{')
    return 0;
  if (head[1] == '0')
    return length == 2 ? 60 : 0;
  tuple = head[1] & 0x7f;
  if (tuple == '(' && length > 6 && memcmp (head + 2, "\3\0\0\0", 4) == 0)
    at = 6;
  else if (tuple == ')' && length > 3 && head[2] == 3)
    at = 3;
  else
    return 0;
  return strchr ("sutaAzZ", head[at] & 0x7f) != NULL && head[at] != 0 ? 95 : 0;
}

const CyanFormat cyan_format_cprofile = {
  .name = "cprofile",
  .label = "profile of Python's cProfile",
  .extensions = (const char *const[]){ ".prof", ".pstats", NULL },
  .sniff = cprofile_sniff,
  .read = cprofile_read,
  .write = NULL,
};
