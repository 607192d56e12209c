/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draws the functions, calls and edits of a random program.
 *
 * As in real programs, popularity falls off as 1 / rank (Zipf), the number of callees and the cost
 * of a call have heavy tails (Pareto), and a third of the functions are leaves.
 */
#include "cyan-graph.h"

#include <math.h>

static const char *const areas[] = { "net",     "io",     "core",  "util",   "render",  "parser",
                                     "storage", "index",  "query", "engine", "session", "cache",
                                     "codec",   "stream", "graph", "layout", "text",    "image",
                                     "audio",   "video",  "math",  "crypto", "sched",   "memory",
                                     "event",   "widget", "plugin" };
static const char *const things[] = { "Buffer",   "Manager",   "Factory",  "Visitor", "Handler",
                                      "Context",  "Resolver",  "Iterator", "Builder", "Adapter",
                                      "Registry", "Scheduler", "Decoder",  "Encoder", "Listener",
                                      "Provider", "Pool",      "Queue",    "Tree",    "Node",
                                      "Table",    "Channel",   "Socket",   "Request", "Response",
                                      "Token",    "Document",  "Element" };
static const char *const verbs[] = { "get",     "set",      "find",    "insert", "erase",  "update",
                                     "process", "handle",   "resolve", "parse",  "emit",   "flush",
                                     "commit",  "apply",    "visit",   "build",  "decode", "encode",
                                     "read",    "write",    "lock",    "notify", "layout", "paint",
                                     "merge",   "dispatch", "compute" };
static const char *const types[] = {
  "int",   "long",        "std::string", "std::vector<int>",     "const char*",
  "Value", "std::size_t", "Args...",     "std::shared_ptr<Node>"
};

#define PICK(random, list) ((list)[g_rand_int_range ((random), 0, G_N_ELEMENTS (list))])

/* A value between 1 and @max with P(x > k) = k^-@shape. */
static double
pareto (GRand *random, double shape, double max)
{
  return MIN (max, pow (1 - g_rand_double (random), -1 / shape));
}

/* A rank below @n; P(rank) falls off as 1 / (rank + 8). */
static guint
zipf (GRand *random, guint n)
{
  double rank = 8 * pow (n / 8.0 + 1, g_rand_double (random)) - 8;

  return MIN ((guint) rank, n - 1);
}

static char *
draw_name (GRand *random, guint kind)
{
  const char *area = PICK (random, areas), *other_area = PICK (random, areas);
  const char *thing = PICK (random, things), *other_thing = PICK (random, things);
  const char *third_thing = PICK (random, things);
  const char *verb = PICK (random, verbs), *type = PICK (random, types);
  const char *other_type = PICK (random, types);

  switch (kind % 10)
    {
    case 0:
    case 1:
    case 2:
      return g_strdup_printf ("%s::%s%s::%s%s(%s, %s)", area, thing, other_thing, verb, third_thing,
                              type, other_type);
    case 3:
    case 4:
      return g_strdup_printf ("%s::detail::%s<%s, %s>::%s_%s(%s) const", area, thing, type,
                              other_type, verb, other_area, type);
    case 5:
    case 6:
    case 7:
      return g_strdup_printf ("org.example.%s.%s.%s%s.%s%s", area, other_area, thing, other_thing,
                              verb, third_thing);
    case 8:
      return g_strdup_printf ("%s_%s_%s", area, verb, other_area);
    default:
      return g_strdup_printf ("org.example.%s.%s$Lambda$%d/0x%08x.%s", area, thing,
                              g_rand_int_range (random, 1, 999), g_rand_int (random), verb);
    }
}

/* Adds @text as a unique name and takes it. */
static guint
add_name (CyanGraph *self, GRand *random, char *text)
{
  CyanGraphName *name = &self->names[self->n_names];

  name->text = text;
  name->module = PICK (random, areas);
  name->file = g_strdup_printf ("src/%s/%s.cc", name->module, PICK (random, things));
  name->line = (guint) g_rand_int_range (random, 1, 4000);
  return self->n_names++;
}

static void
draw_functions (CyanGraph *self, GRand *random)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->n_functions; i++)
    {
      CyanGraphFunction *function = &self->functions[i];
      char *text = i == 0 ? g_strdup ("main") : draw_name (random, i);

      while (g_hash_table_contains (seen, text))
        {
          g_free (text);
          text = draw_name (random, i);
        }
      g_hash_table_add (seen, text);
      function->name = function->later_name = add_name (self, random, text);
      function->ns = 40 * pareto (random, 0.9, 1e6);
      function->factor = 1;
      function->times = 1;
    }
}

static void
draw_calls (CyanGraph *self, GRand *random)
{
  g_autofree guint *order = g_new (guint, self->n_functions);
  g_autofree guint *caller_of = g_new0 (guint, self->n_functions);
  g_autofree gboolean *is_leaf = g_new (gboolean, self->n_functions);

  for (guint i = 0; i < self->n_functions; i++)
    order[i] = i;
  for (guint i = self->n_functions - 1; i > 1; i--)
    {
      guint k = (guint) g_rand_int_range (random, 1, (int) i + 1), kept = order[i];

      order[i] = order[k];
      order[k] = kept;
    }
  for (guint i = 0; i < self->n_functions; i++)
    is_leaf[i] = i != 0 && g_rand_double (random) < 0.35;
  for (guint i = 0; i < self->n_functions; i++)
    {
      CyanGraphFunction *function = &self->functions[i];
      guint wanted = 2 + (guint) pareto (random, 0.9, 300), last;

      function->partner = i;
      if (is_leaf[i])
        continue;
      wanted = MIN (wanted, self->n_functions / 4);
      function->callees = g_new (guint, wanted);
      while (function->n_callees < wanted)
        {
          guint callee = order[zipf (random, self->n_functions)];

          if (callee == 0 || caller_of[callee] == i + 1)
            continue;
          /* At least the last callee is not a leaf, so every tree can go on. */
          if (is_leaf[callee] && function->n_callees + 1 == wanted
              && function->n_leaf_callees + 1 == wanted)
            continue;
          caller_of[callee] = i + 1;
          last = function->n_callees++;
          if (is_leaf[callee])
            {
              function->callees[last] = function->callees[function->n_leaf_callees];
              last = function->n_leaf_callees++;
            }
          function->callees[last] = callee;
        }
    }
  /* Recursion goes through one other function and back. */
  for (guint i = 1; i < self->n_functions; i++)
    {
      CyanGraphFunction *function = &self->functions[i];

      if (i % 3 == 0 && function->n_callees > 0)
        function->partner = function->callees[function->n_leaf_callees];
    }
}

/* Draws the changes of the later version, at most one per function. */
static void
draw_edits (CyanGraph *self, GRand *random)
{
  guint each = MAX (2, self->n_functions / 150);

  for (guint kind = 0; kind < 7; kind++)
    for (guint i = 0; i < each; i++)
      {
        CyanGraphFunction *function;
        const char *text;

        do
          function = &self->functions[g_rand_int_range (random, 1, (int) self->n_functions)];
        while (function->factor != 1 || function->times != 1 || function->removed
               || function->wrapper != 0 || function->added != 0
               || function->later_name != function->name);
        text = self->names[function->name].text;
        switch (kind)
          {
          case 0:
            function->factor = g_rand_double_range (random, 1.5, 4);
            break;
          case 1:
            function->factor = g_rand_double_range (random, 0.2, 0.7);
            break;
          case 2:
            function->times = 2;
            function->factor = 2;
            break;
          case 3:
            function->removed = TRUE;
            break;
          case 4:
            function->wrapper =
                add_name (self, random, g_strdup_printf ("wrap::checked<%s>", text));
            break;
          case 5:
            function->added =
                add_name (self, random, g_strdup_printf ("org.example.added.Feature%u.run", i));
            break;
          default:
            function->later_name = add_name (self, random, g_strdup_printf ("%s_v2", text));
          }
      }
}

CyanGraph *
cyan_graph_new (guint32 seed, guint n_functions)
{
  CyanGraph *self = g_new0 (CyanGraph, 1);
  GRand *random = g_rand_new_with_seed (seed);

  self->n_functions = n_functions;
  self->functions = g_new0 (CyanGraphFunction, n_functions);
  self->names = g_new0 (CyanGraphName, n_functions * 2);
  add_name (self, random, g_strdup (""));
  draw_functions (self, random);
  draw_calls (self, random);
  draw_edits (self, random);
  g_rand_free (random);
  return self;
}

void
cyan_graph_free (CyanGraph *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_functions; i++)
    g_free (self->functions[i].callees);
  for (guint i = 0; i < self->n_names; i++)
    {
      g_free (self->names[i].text);
      g_free (self->names[i].file);
    }
  g_free (self->functions);
  g_free (self->names);
  g_free (self);
}
