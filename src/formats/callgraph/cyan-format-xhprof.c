/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the JSON of PHP's XHProf and of its successors (Tideways' php-xhprof-extension, xhgui): the
 * arcs of a call graph by name, with inclusive costs.
 *
 *   { "main()==>load": { "ct": 2, "wt": 120, "cpu": 100, "mu": 4096, "pmu": 4096 },
 *     "main()":        { "ct": 1, "wt": 400, ... } }
 *
 * What xhgui and Buggregator store has this object as "profile" beside "meta".  "load@2" is a
 * recursive call of load: a vertex of its own of the same function.
 */
#include "cyan-format-entry.h"

#include "cyan-call-graph.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-ids.h"
#include "cyan-json.h"
#include "cyan-number.h"
#include "cyan-scratch.h"

#include <math.h>
#include <string.h>

#define ARROW "==>"

enum
{
  WALL,
  CPU,
  MEMORY,
  PEAK,
  N_VALUES
};

static const struct
{
  const char *key;
  const char *name;
  const char *unit;
} values[N_VALUES] = {
  [WALL] = { "wt", "time", "us" },
  [CPU] = { "cpu", "cpu", "us" },
  [MEMORY] = { "mu", "memory", "bytes" },
  [PEAK] = { "pmu", "peak memory", "bytes" },
};

typedef struct
{
  guint32 caller; /* CYAN_CALL_GRAPH_OUTSIDE if a function has none */
  guint32 callee;
  guint64 calls;
  double value[N_VALUES];
} Arc;

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanJson *json;
  CyanStrings *names; /* of vertices */
  CyanIds vertices;   /* by CyanStr of their names */
  GArray *arcs;       /* of Arc */
  gboolean has_value[N_VALUES];
  guint64 n_negative;
} Reader;

static gboolean
find_vertex (Reader *self, const char *name, gssize length, guint32 *vertex, GError **error)
{
  guint before = self->vertices.ids->len;

  *vertex = cyan_ids_number (&self->vertices, cyan_strings_add (self->names, name, length));
  if (*vertex + 1 >= cyan_profile_builder_max_nodes (self->builder))
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: too many functions"),
                      cyan_input_name (self->input));
  if (*vertex == before)
    cyan_charge_add (&self->json->charge, CYAN_CHARGE_HASH_ENTRY);
  return TRUE;
}

static gboolean
read_number (Reader *self, const char *key, Arc *arc, gboolean *known, GError **error)
{
  double value;

  if (!cyan_parse_double (self->json->text, self->json->length, &value))
    return cyan_json_fail (self->json, error, _ ("not a number that we can read"));
  if (strcmp (key, "ct") == 0)
    {
      *known = TRUE;
      arc->calls = value > 0 && value < 1e18 ? (guint64) value : 0;
    }
  for (guint v = 0; v < N_VALUES; v++)
    if (strcmp (key, values[v].key) == 0)
      {
        *known = self->has_value[v] = TRUE;
        arc->value[v] = value;
      }
  return TRUE;
}

/* Reads the numbers of an arc.  *@known is FALSE if the object is something else. */
static gboolean
read_numbers (Reader *self, Arc *arc, gboolean *known, GError **error)
{
  CyanJsonToken token;

  while ((token = cyan_json_next (self->json, error)) == CYAN_JSON_KEY)
    {
      g_autofree char *key = cyan_json_dup (self->json);

      token = cyan_json_next (self->json, error);
      if (token == CYAN_JSON_ERROR
          || (token == CYAN_JSON_NUMBER ? !read_number (self, key, arc, known, error)
                                        : !cyan_json_skip (self->json, token, error)))
        return FALSE;
    }
  return token != CYAN_JSON_ERROR;
}

static gboolean
read_arc (Reader *self, const char *key, GError **error)
{
  const char *arrow = strstr (key, ARROW);
  Arc arc = { .caller = CYAN_CALL_GRAPH_OUTSIDE };
  gboolean known = FALSE;

  if (!read_numbers (self, &arc, &known, error))
    return FALSE;
  if (!known)
    return arrow == NULL || cyan_json_fail (self->json, error, _ ("an arc without numbers"));
  if (arrow != NULL && !find_vertex (self, key, arrow - key, &arc.caller, error))
    return FALSE;
  if (!find_vertex (self, arrow != NULL ? arrow + strlen (ARROW) : key, -1, &arc.callee, error))
    return FALSE;
  for (guint v = 0; v < N_VALUES; v++)
    if (arc.value[v] < 0)
      {
        arc.value[v] = 0;
        self->n_negative++;
      }
  cyan_charge_append (&self->json->charge, self->arcs, arc);
  return cyan_budget_check (self->json->charge.budget, 0, error);
}

/* Reads the members of the document, or of its "profile". */
static gboolean
read_members (Reader *self, gboolean is_document, GError **error)
{
  CyanJsonToken token;

  while ((token = cyan_json_next (self->json, error)) == CYAN_JSON_KEY)
    {
      g_autofree char *key = cyan_json_dup (self->json);
      gboolean ok;

      token = cyan_json_next (self->json, error);
      if (token == CYAN_JSON_ERROR)
        return FALSE;
      if (token != CYAN_JSON_OBJECT || (is_document && strcmp (key, "meta") == 0))
        ok = cyan_json_skip (self->json, token, error);
      else if (is_document && strcmp (key, "profile") == 0)
        ok = read_members (self, FALSE, error);
      else
        ok = read_arc (self, key, error);
      if (!ok)
        return FALSE;
    }
  return token != CYAN_JSON_ERROR;
}

static gboolean
read_document (Reader *self, GError **error)
{
  CyanJsonToken token = cyan_json_next (self->json, error);

  if (token == CYAN_JSON_ERROR)
    return FALSE;
  if (token != CYAN_JSON_OBJECT)
    return cyan_json_fail (self->json, error, _ ("not an object"));
  if (!read_members (self, TRUE, error))
    return FALSE;
  if (cyan_json_next (self->json, error) == CYAN_JSON_ERROR)
    return FALSE;
  return self->arcs->len > 0 || cyan_json_fail (self->json, error, _ ("there are no arcs"));
}

/* The function of "load@2" is load. */
static guint32
function_of (const Reader *self, guint vertex)
{
  const char *name =
      cyan_strings_get (self->names, (CyanStr) cyan_ids_get (&self->vertices, vertex));
  const char *at = strrchr (name, '@');
  gboolean is_level =
      at != NULL && at > name && at[1] != '\0' && at[1 + strspn (at + 1, "0123456789")] == '\0';
  CyanStr own = cyan_strings_add (cyan_profile_builder_strings (self->builder), name,
                                  is_level ? at - name : -1);

  return cyan_profile_builder_named (self->builder, own);
}

static void
add_arc (CyanCallGraph *graph, const Arc *arc, const guint *metrics)
{
  double *costs = cyan_call_graph_add_arc (graph, arc->caller, arc->callee, 0, arc->calls);

  for (guint v = 0; v < N_VALUES; v++)
    if (metrics[v] != G_MAXUINT)
      costs[metrics[v]] += arc->value[v];
  if (arc->callee == arc->caller)
    return;
  for (guint v = 0; v < N_VALUES; v++)
    if (metrics[v] != G_MAXUINT)
      {
        cyan_call_graph_self (graph, arc->callee)[metrics[v]] += arc->value[v];
        if (arc->caller != CYAN_CALL_GRAPH_OUTSIDE)
          cyan_call_graph_self (graph, arc->caller)[metrics[v]] -= arc->value[v];
      }
}

/* A function's own cost is what its callers pay less what it pays itself; callees may seem to cost
 * more, by the overhead of the timer or since they gave memory back. */
static guint64
raise_to_zero (CyanCallGraph *graph, guint n_metrics)
{
  guint64 n = 0;

  for (guint v = 0; v < cyan_call_graph_n_vertices (graph); v++)
    for (guint m = 0; m < n_metrics; m++)
      if (cyan_call_graph_self (graph, v)[m] < 0)
        {
          cyan_call_graph_self (graph, v)[m] = 0;
          n++;
        }
  return n;
}

static gboolean
build (Reader *self, GError **error)
{
  guint metrics[N_VALUES], n_metrics;
  g_autoptr (CyanCallGraph) graph = NULL;

  for (guint v = 0; v < N_VALUES; v++)
    metrics[v] = self->has_value[v]
                     ? cyan_profile_builder_metric (self->builder, values[v].name, values[v].unit)
                     : G_MAXUINT;
  n_metrics = cyan_profile_builder_n_metrics (self->builder);
  if (n_metrics == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: no arc has a time or memory"),
                      cyan_input_name (self->input));
  graph = cyan_call_graph_new (n_metrics, cyan_input_budget (self->input));
  for (guint v = 0; v < self->vertices.ids->len; v++)
    cyan_call_graph_set_function (graph, cyan_call_graph_add_vertex (graph), function_of (self, v));
  for (guint a = 0; a < self->arcs->len; a++)
    add_arc (graph, &g_array_index (self->arcs, Arc, a), metrics);
  self->n_negative += raise_to_zero (graph, n_metrics);
  cyan_call_graph_warn_negative (self->builder, self->n_negative);
  return cyan_call_graph_unfold_input (graph, self->input, self->builder, error);
}

static gboolean
xhprof_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_autoptr (CyanStrings) names = cyan_strings_new ();
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = { .input = input,
                  .builder = builder,
                  .json = cyan_scratch_own (&scratch, cyan_json_new (input),
                                            (GDestroyNotify) cyan_json_free),
                  .names = names,
                  .arcs = cyan_scratch_array (&scratch, sizeof (Arc)) };

  cyan_ids_init (&self.vertices, &scratch);
  cyan_strings_set_budget (names, cyan_input_budget (input));
  cyan_input_set_share (input, CYAN_CALL_GRAPH_READING);
  return read_document (&self, error) && build (&self, error);
}

/* An object with a name of an arc, and with calls or times. */
static int
xhprof_sniff (const char *head, gsize length)
{
  while (length > 0 && g_ascii_isspace (*head))
    {
      head++;
      length--;
    }
  return length > 0 && *head == '{' && g_strstr_len (head, (gssize) length, ARROW) != NULL
                 && (g_strstr_len (head, (gssize) length, "\"ct\"") != NULL
                     || g_strstr_len (head, (gssize) length, "\"wt\"") != NULL)
             ? 90
             : 0;
}

const CyanFormat cyan_format_xhprof = {
  .name = "xhprof",
  .label = "call graph of XHProf",
  .extensions = (const char *const[]){ ".xhprof.json", NULL },
  .sniff = xhprof_sniff,
  .read = xhprof_read,
};
