/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the full report of php-spx, the .txt.gz or .txt.zst beside its .json: beginnings and ends
 * of calls, and then the names of the functions.  spx_reporter_full.c and reportReader.js of
 * php-spx define both forms of its lines.
 *
 *   [events]
 *   2 1 31493 56        begins function 2, at 31493 ns; further metrics follow
 *   2 0 68437 512       ends it
 *   [functions]
 *   Words::all          function 0
 *
 * Since version 0.5 lines are shorter: "b|2|120|" begins function 2, which is called in line 0xb,
 * 120 ns after the event before, and "-2|a340|" ends it at 340 ns.  "r3" in place of a function is
 * that of the third last event.  Functions have a place: "/srv/words.php:9:foo".
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-frame-tree.h"
#include "cyan-i18n.h"
#include "cyan-ids.h"
#include "cyan-line.h"
#include "cyan-lines.h"
#include "cyan-scratch.h"
#include "cyan-notes.h"

#include <string.h>

#define EVENTS    "[events]"
#define FUNCTIONS "[functions]"

/* How far back "r3" may go. */
#define N_RECENT 20

typedef struct
{
  guint32 function;
  guint32 line; /* in the caller; 0: unknown */
  gboolean begins;
  double time;   /* ns */
  guint n_other; /* further metrics */
} Event;

typedef struct
{
  guint32 function;
  guint32 node;
} Call;

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanFrameTree tree;
  CyanIds frames; /* of the tree: function << 32 | line */
  GArray *open;   /* of Call */
  CyanCharge charge;
  guint32 recent[N_RECENT]; /* functions of the last events, as a ring */
  guint64 n_events;
  double last; /* time of the last event */
  guint n_other;
  GArray *functions; /* of guint32: index in the builder */
  gboolean in_functions;
} Reader;

static gboolean
is_function (CyanLine text, guint32 *function)
{
  guint64 value = 0;
  gboolean ok = cyan_line_is_count (text, &value) && value <= G_MAXINT32;

  *function = (guint32) value;
  return ok;
}

/* Reads "2 1 31493 56". */
static gboolean
parse_long_event (CyanLine line, Event *event)
{
  CyanLine cell;

  if (!cyan_line_cell (&line, ' ', &cell) || !is_function (cell, &event->function)
      || !cyan_line_cell (&line, ' ', &cell)
      || !(cyan_line_is (cell, "0") || cyan_line_is (cell, "1")))
    return FALSE;
  event->begins = *cell.at == '1';
  if (!cyan_line_cell (&line, ' ', &cell) || !cyan_line_is_number (cell, &event->time))
    return FALSE;
  while (cyan_line_cell (&line, ' ', &cell))
    event->n_other++;
  return TRUE;
}

/* Reads "b|2|120|" and "-2|a340|". */
static gboolean
parse_short_event (const Reader *self, CyanLine line, Event *event)
{
  CyanLine cell;
  guint64 number = 0;
  double time = 0;
  gboolean is_absolute;

  event->begins = *line.at != '-';
  if (!event->begins)
    line.at++;
  else if (!cyan_line_cell (&line, '|', &cell)
           || (cell.at < cell.end && (!cyan_line_hex (&cell, &number) || cell.at < cell.end))
           || number > G_MAXINT32)
    return FALSE;
  event->line = (guint32) number;
  if (!cyan_line_cell (&line, '|', &cell) || cell.at == cell.end)
    return FALSE;
  if (*cell.at != 'r')
    {
      if (!is_function (cell, &event->function))
        return FALSE;
    }
  else
    {
      cell.at++;
      if (!cyan_line_is_count (cell, &number) || number == 0 || number > N_RECENT
          || number > self->n_events)
        return FALSE;
      event->function = self->recent[(self->n_events - number) % N_RECENT];
    }
  if (!cyan_line_cell (&line, '|', &cell))
    return FALSE;
  is_absolute = cell.at < cell.end && *cell.at == 'a';
  cell.at += is_absolute;
  if ((is_absolute || cell.at < cell.end) && !cyan_line_is_number (cell, &time))
    return FALSE;
  event->time = is_absolute ? time : self->last + time;
  while (cyan_line_cell (&line, '|', &cell))
    event->n_other++;
  return TRUE;
}

static gboolean
begin_call (Reader *self, const Event *event, GError **error)
{
  guint32 frame = cyan_ids_number (&self->frames, (guint64) event->function << 32 | event->line);
  guint32 up = self->open->len > 0 ? g_array_index (self->open, Call, self->open->len - 1).node : 0;
  Call call = { event->function, cyan_frame_tree_child (&self->tree, up, frame, error) };

  if (call.node == CYAN_FRAME_TREE_NONE)
    return FALSE;
  cyan_frame_tree_call (&self->tree, call.node);
  g_array_append_val (self->open, call);
  cyan_charge_raise (&self->charge, self->open->len * sizeof call);
  return TRUE;
}

static gboolean
apply (Reader *self, const Event *event, GError **error)
{
  Call *call = self->open->len > 0 ? &g_array_index (self->open, Call, self->open->len - 1) : NULL;

  if (call != NULL && event->time > self->last)
    cyan_frame_tree_add (&self->tree, call->node, event->time - self->last);
  self->last = MAX (self->last, event->time);
  self->n_other = MAX (self->n_other, event->n_other);
  self->recent[self->n_events++ % N_RECENT] = event->function;
  if (event->begins)
    return begin_call (self, event, error);
  if (call == NULL || call->function != event->function)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("the end of a call that is not the innermost"));
  g_array_set_size (self->open, self->open->len - 1);
  return TRUE;
}

/* Reads "Words::all" or "/srv/words.php:9:foo". */
static void
read_function (Reader *self, const char *text)
{
  CyanFunction function = { .module = CYAN_STR_EMPTY, .file = CYAN_STR_EMPTY };
  const char *name = text;
  guint32 index;

  for (const char *at = strchr (text, ':'); at != NULL; at = strchr (at + 1, ':'))
    {
      gsize digits = strspn (at + 1, "0123456789");
      guint64 line;

      if (digits > 0 && at[1 + digits] == ':' && at > text
          && cyan_parse_uint64 (at + 1, digits, &line) && line <= G_MAXINT32)
        {
          function.file = cyan_strings_add (self->strings, text, at - text);
          function.line = (guint32) line;
          name = at + 2 + digits;
          break;
        }
    }
  function.name = cyan_strings_add (self->strings, *name != '\0' ? name : "(anonymous)", -1);
  index = cyan_profile_builder_add_function (self->builder, &function);
  cyan_charge_append (&self->charge, self->functions, index);
}

static gboolean
read_line (gpointer data, char *line, gsize length, GError **error)
{
  Reader *self = data;
  CyanLine text = { line, line + length };
  Event event = { 0 };

  if (strcmp (line, EVENTS) == 0 && self->n_events == 0)
    return TRUE;
  if (strcmp (line, FUNCTIONS) == 0 && !self->in_functions)
    {
      self->in_functions = TRUE;
      return TRUE;
    }
  if (self->in_functions)
    {
      read_function (self, line);
      return cyan_budget_check (self->charge.budget, 0, error);
    }
  if (!(strchr (line, ' ') != NULL ? parse_long_event (text, &event)
                                   : parse_short_event (self, text, &event)))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("not an event"));
  return apply (self, &event, error);
}

static gboolean
add_nodes (Reader *self, GError **error)
{
  g_autofree CyanNode *nodes = g_new (CyanNode, MAX (self->tree.n_nodes, 1));

  nodes[0] = CYAN_NODE_ROOT;
  for (guint32 n = 1; n < self->tree.n_nodes; n++)
    {
      guint64 id = cyan_ids_get (&self->frames, self->tree.frame[n]);

      if (id >> 32 >= self->functions->len)
        return cyan_input_fail_line (self->input, error,
                                     _ ("the file ends before the name of function %u"),
                                     (guint) (id >> 32));
      nodes[n] = cyan_profile_builder_child (
          self->builder, nodes[self->tree.parent[n]],
          g_array_index (self->functions, guint32, (guint) (id >> 32)), (guint32) id, error);
      if (nodes[n] == CYAN_NODE_NONE)
        return FALSE;
      cyan_profile_builder_add_calls (self->builder, nodes[n], self->tree.calls[n]);
      cyan_profile_builder_add (self->builder, 0, nodes[n], self->tree.values[0][n]);
    }
  return TRUE;
}

static gboolean
build (Reader *self, GError **error)
{
  cyan_profile_builder_metric (self->builder, "time", "ns");
  cyan_frame_tree_commit (&self->tree, 0, 1);
  if (!add_nodes (self, error))
    return FALSE;
  cyan_profile_builder_set_threads (self->builder, 1);
  cyan_warn_unpaired (self->builder, TRUE, 0, 0, self->open->len);
  cyan_profile_builder_warn_n (self->builder, self->n_other,
                               "%u further metric, whose name is in another file, was left "
                               "out",
                               "%u further metrics, whose names are in another file, were "
                               "left out",
                               self->n_other);
  return TRUE;
}

static gboolean
spx_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = { .input = input,
                  .builder = builder,
                  .strings = cyan_profile_builder_strings (builder),
                  .open = cyan_scratch_array (&scratch, sizeof (Call)),
                  .functions = cyan_scratch_array (&scratch, sizeof (guint32)) };

  cyan_frame_tree_init (&self.tree, &scratch, builder);
  cyan_ids_init (&self.frames, &scratch);
  cyan_scratch_charge (&scratch, &self.charge, cyan_input_budget (input));
  return cyan_lines_read (input, read_line, &self, error) && build (&self, error);
}

static int
spx_sniff (const char *head, gsize length)
{
  gsize at = strlen (EVENTS) + 1;

  if (!cyan_bytes_begin (head, length, EVENTS "\n"))
    return 0;
  while (at < length && (g_ascii_isxdigit (head[at]) || head[at] == '-'))
    at++;
  return at < length && strchr ("| ", head[at]) != NULL ? 95 : 0;
}

const CyanFormat cyan_format_spx = {
  .name = "spx",
  .label = "full report of php-spx",
  .sniff = spx_sniff,
  .read = spx_read,
};
