/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Generates a recording of a program that does not exist: a random call graph, unfolded to a tree
 * with a given number of nodes.
 *
 * The same seed gives the same bytes everywhere. --edited gives the same recording of a later
 * version: some functions are slower, faster, called more often, renamed, wrapped, new or gone, and
 * all times have 3 % of noise.  Both versions walk the same tree in preorder and differ only in
 * what they write.  So memory holds one path only, and trees of any size can be streamed.
 */
#include <glib.h>

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "cyan-graph.h"

/* Maximum nodes on a path, without wrappers. */
#define MAX_DEPTH 200

/* A function on the path from the root. */
typedef struct
{
  guint function;
  guint64 budget;   /* nodes still to be made in its subtree */
  guint n_children; /* children still to be made */
  guint n_open;     /* its nodes that have begun but not ended */
  guint next;       /* index of its next callee */
  guint chain;      /* levels of recursion still to be made */
  guint64 calls;
  guint64 node; /* number in the file; 0: not written */
  gboolean dropped;
  gsize length; /* of the folded path, including this frame */
} Frame;

typedef enum
{
  FORMAT_CCT,
  FORMAT_FOLDED,
  FORMAT_TRACE_EVENT,
} Format;

static const char *const format_names[] = { "cct", "folded", "trace-event", NULL };

typedef struct
{
  const CyanGraph *graph;
  FILE *out;
  Format format;
  gboolean edited;
  GRand *random; /* for the shape of the tree: used alike in both versions */
  GRand *noise;
  guint64 n_nodes; /* number of nodes to make */
  guint64 n_written;
  guint64 lost;       /* nodes that did not fit where they belonged and are still to be made */
  guint32 *number_of; /* by name: number in the file; 0: none yet */
  guint32 n_numbers;
  GString *path;
  guint64 clock; /* ns since the start */
  Frame stack[MAX_DEPTH + 1];
  guint depth;
} Generator;

static guint32
function_number (Generator *self, guint name)
{
  const CyanGraphName *entry = &self->graph->names[name];

  if (self->number_of[name] == 0)
    {
      self->number_of[name] = ++self->n_numbers;
      fprintf (self->out, "function\t%s\t%s\t%s\t%u\n", entry->text, entry->module, entry->file,
               entry->line);
    }
  return self->number_of[name];
}

/* Writes the trace event, one per line, of a call that begins, or ends if @name is NULL. */
static void
write_event (Generator *self, const char *name)
{
  fprintf (self->out, "%s{\"ts\":%" G_GUINT64_FORMAT ".%03u,\"pid\":1,\"tid\":1,",
           self->n_written > 0 ? ",\n" : "", self->clock / 1000, (guint) (self->clock % 1000));
  if (name != NULL)
    fprintf (self->out, "\"ph\":\"B\",\"name\":\"%s\"}", name);
  else
    fputs ("\"ph\":\"E\"}", self->out);
}

/* Writes one node and returns its number. *@length is the length of the caller's path, then of its
 * own. */
static guint64
write_node (Generator *self,
            guint64 parent,
            guint name,
            guint64 calls,
            guint64 self_ns,
            guint call_site,
            gsize *length)
{
  if (self->format == FORMAT_TRACE_EVENT)
    {
      write_event (self, self->graph->names[name].text);
      self->clock += self_ns;
    }
  else if (self->format == FORMAT_FOLDED)
    {
      g_string_truncate (self->path, *length);
      if (*length > 0)
        g_string_append_c (self->path, ';');
      g_string_append (self->path, self->graph->names[name].text);
      *length = self->path->len;
      fwrite (self->path->str, 1, self->path->len, self->out);
      fprintf (self->out, " %" G_GUINT64_FORMAT "\n", self_ns);
    }
  else
    {
      guint32 number = function_number (self, name);

      fprintf (self->out,
               "%" G_GUINT64_FORMAT "\t%u\t%" G_GUINT64_FORMAT "\t%" G_GUINT64_FORMAT "\t%u\n",
               parent, number, calls, self_ns, call_site);
    }
  return ++self->n_written;
}

/* Ends the last @n calls. */
static void
end_calls (Generator *self, guint n)
{
  for (; self->format == FORMAT_TRACE_EVENT && n > 0; n--)
    write_event (self, NULL);
}

static guint64
self_time (Generator *self, guint function, guint64 calls, gboolean edited)
{
  const CyanGraphFunction *entry = &self->graph->functions[function];
  double ns = g_rand_double_range (self->random, 300, 3000);
  gboolean busy = g_rand_double (self->random) < 0.8;
  double spread = g_rand_double_range (self->random, 0.4, 1.8);

  if (busy)
    ns += (double) MIN (calls, 50000) * entry->ns * spread;
  if (edited)
    ns *= entry->factor * g_rand_double_range (self->noise, 0.97, 1.03);
  return (guint64) ns + 1;
}

/* How many of the caller's remaining nodes one child gets: usually few, sometimes most. */
static guint64
child_budget (Generator *self, const Frame *caller)
{
  guint64 rest = caller->budget;
  double share;

  if (caller->n_children == 1)
    return rest;
  share = g_rand_double (self->random);
  if (rest > 64)
    share = g_rand_double (self->random) < 0.1 ? 0.9 + share / 11 : share * share * 0.6;
  else
    share *= 0.5;
  return CLAMP ((guint64) (share * (double) rest), 1, rest - (caller->n_children - 1));
}

/* How many children a frame with remaining nodes gets: about two, sometimes hundreds. */
static guint
draw_n_children (Generator *self, const Frame *frame, guint n_callees)
{
  double u = g_rand_double (self->random);
  guint64 n = (guint64) (1 / (u * u * 0.6 + 0.0001));

  if (frame->chain > 0)
    n = 2;
  if (self->depth > MAX_DEPTH - 60)
    n = MAX (n, 3);
  if (self->depth == MAX_DEPTH)
    n = n_callees;
  return (guint) MIN (MIN (n, n_callees), frame->budget);
}

static void
push (Generator *self,
      const Frame *caller,
      guint function,
      guint64 budget,
      guint chain,
      guint call_site)
{
  const CyanGraphFunction *entry = &self->graph->functions[function];
  Frame frame = { .function = function, .chain = chain, .dropped = caller->dropped };
  double u = g_rand_double (self->random);
  guint64 self_ns;

  if (u < 0.35)
    frame.calls = (guint64) ((double) caller->calls / (u * 2.8 + 0.02));
  else
    frame.calls = u < 0.75 ? caller->calls : (guint64) ((double) caller->calls * u);
  frame.calls = CLAMP (frame.calls, 1, 2000000);
  self_ns = self_time (self, function, frame.calls, self->edited);

  frame.budget = budget - 1;
  frame.node = caller->node;
  frame.length = caller->length;
  /* One removed function must not remove a large branch of the program. */
  if (self->edited && entry->removed && budget <= 1 + self->n_nodes / 500)
    frame.dropped = TRUE;
  if (!frame.dropped)
    {
      guint64 calls = frame.calls * (self->edited ? entry->times : 1);

      if (self->edited && entry->wrapper != 0)
        frame.node = write_node (self, frame.node, entry->wrapper, calls, 200 + calls, call_site,
                                 &frame.length);
      frame.n_open = 1 + (self->edited && entry->wrapper != 0);
      frame.node = write_node (self, frame.node, self->edited ? entry->later_name : entry->name,
                               calls, self_ns, call_site, &frame.length);
      if (self->edited && entry->added != 0)
        {
          gsize length = frame.length;

          write_node (self, frame.node, entry->added, calls,
                      (guint64) ((double) self_ns * 0.5) + 500, 1, &length);
          end_calls (self, 1);
        }
    }
  if (frame.budget > 0)
    {
      frame.n_children = draw_n_children (self, &frame, entry->n_callees);
      /* The last child gets all remaining nodes, so it must not be a leaf. */
      frame.next = (guint) g_rand_int_range (self->random, (gint32) entry->n_leaf_callees,
                                             (gint32) entry->n_callees)
                   + 1 + entry->n_callees - frame.n_children;
      self->stack[self->depth++] = frame;
    }
  else
    end_calls (self, frame.n_open);
}

static void
push_child (Generator *self, Frame *caller)
{
  const CyanGraphFunction *entry = &self->graph->functions[caller->function];
  guint index = caller->next++ % entry->n_callees;
  guint function = entry->callees[index];
  guint64 budget = child_budget (self, caller);
  guint chain = 0;

  if (caller->chain > 0 && caller->n_children == 1)
    {
      function = entry->partner;
      chain = caller->chain - 1;
    }
  else if (budget > 60 && self->depth < MAX_DEPTH / 2 && g_rand_double (self->random) < 0.002)
    {
      chain = (guint) g_rand_int_range (self->random, 10, MAX_DEPTH / 2);
    }
  /* A leaf is a single node; the rest of its share goes to its siblings. */
  if (self->depth == MAX_DEPTH || self->graph->functions[function].n_callees == 0)
    {
      if (caller->n_children == 1)
        self->lost += budget - 1;
      budget = 1;
    }
  else if (self->lost > 0)
    {
      caller->budget += self->lost;
      budget += self->lost;
      self->lost = 0;
    }
  caller->budget -= budget;
  caller->n_children--;
  push (self, caller, function, budget, chain, index + 2);
}

static void
generate (Generator *self)
{
  Frame nobody = { .calls = 1 };

  if (self->format == FORMAT_TRACE_EVENT)
    fputs ("{\"traceEvents\":[\n", self->out);
  if (self->format == FORMAT_CCT)
    fprintf (self->out,
             "cct 1\nrecording\texact\nmeta\tproducer\tcyan-generate\nmeta\tversion\t%s\n"
             "metric\ttime\tns\n",
             self->edited ? "edited" : "first");
  push (self, &nobody, 0, self->n_nodes, 0, 0);
  while (self->depth > 0)
    {
      Frame *top = &self->stack[self->depth - 1];

      if (top->n_children == 0)
        {
          end_calls (self, top->n_open);
          self->depth--;
        }
      else
        push_child (self, top);
    }
  if (self->format == FORMAT_TRACE_EVENT)
    fputs ("\n]}\n", self->out);
  if (self->format == FORMAT_CCT)
    fprintf (self->out, "end\t%" G_GUINT64_FORMAT "\n", self->n_written);
}

int
main (int argc, char **argv)
{
  gint64 n_nodes = 10000;
  int seed = 1;
  gboolean edited = FALSE;
  g_autofree char *format = NULL;
  const GOptionEntry entries[] = {
    { "nodes", 'n', 0, G_OPTION_ARG_INT64, &n_nodes, "Nodes of the first version", "N" },
    { "seed", 's', 0, G_OPTION_ARG_INT, &seed, "Another program", "N" },
    { "edited", 'e', 0, G_OPTION_ARG_NONE, &edited, "The later version of the program", NULL },
    { "format", 'f', 0, G_OPTION_ARG_STRING, &format, "cct (default), folded or trace-event",
      "NAME" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE");
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanGraph) graph = NULL;
  g_autofree Generator *self = g_new0 (Generator, 1);
  guint chosen = FORMAT_CCT;
  gboolean fine;

  setlocale (LC_ALL, "C");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      fprintf (stderr, "cyan-generate: %s\n", error->message);
      return 2;
    }
  while (format != NULL && format_names[chosen] != NULL
         && strcmp (format, format_names[chosen]) != 0)
    chosen++;
  if (argc != 2 || n_nodes < 1 || n_nodes > G_MAXINT32 || format_names[chosen] == NULL)
    {
      fputs ("cyan-generate: needs a FILE to write, nodes in 1..2147483647, format cct, folded or "
             "trace-event\n",
             stderr);
      return 2;
    }

  graph = cyan_graph_new ((guint32) seed, (guint) CLAMP (n_nodes / 20, 120, 3000));
  self->graph = graph;
  self->format = (Format) chosen;
  self->edited = edited;
  self->n_nodes = (guint64) n_nodes;
  self->random = g_rand_new_with_seed ((guint32) seed + 1);
  self->noise = g_rand_new_with_seed ((guint32) seed + 2);
  self->number_of = g_new0 (guint32, graph->n_names);
  self->path = g_string_new (NULL);
  self->out = fopen (argv[1], "w");
  fine = self->out != NULL;
  if (fine)
    {
      setvbuf (self->out, NULL, _IOFBF, 1 << 20);
      generate (self);
      fine = !ferror (self->out);
      fine = fclose (self->out) == 0 && fine;
    }
  if (!fine)
    perror ("cyan-generate");
  g_rand_free (self->random);
  g_rand_free (self->noise);
  g_free (self->number_of);
  g_string_free (self->path, TRUE);
  return fine ? 0 : 2;
}
