/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes what readers find: growing columns, and a hash of (parent, function, call site). */
#include "cyan-profile-builder-private.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-number.h"
#include "cyan-text.h"

#define NONE CYAN_NODE_NONE

/* Nodes between two looks at the budget, which others charge too; a power of two. */
#define BUDGET_STRIDE 1024

/* Of a function in the table and in the hash that finds it. */
#define FUNCTION_BYTES (2 * sizeof (CyanFunction) + 40)

static guint
function_hash (gconstpointer key)
{
  const CyanFunction *f = key;

  return ((f->name * 31 + f->module) * 31 + f->file) * 31 + f->line + (guint) f->body_hash;
}

static gboolean
function_equal (gconstpointer a, gconstpointer b)
{
  const CyanFunction *f = a, *g = b;

  return f->name == g->name && f->module == g->module && f->file == g->file && f->line == g->line
         && f->body_hash == g->body_hash;
}

static void
clear_metric (gpointer data)
{
  CyanMetric *metric = data;

  g_free (metric->name);
  g_free (metric->unit);
  g_free (metric->self);
  g_free (metric->total);
}

static void
clear_meta (gpointer data)
{
  CyanMeta *meta = data;

  g_free (meta->key);
  g_free (meta->value);
}

CyanProfileBuilder *
cyan_profile_builder_new (CyanStrings *strings, guint max_nodes)
{
  CyanProfileBuilder *self = g_new0 (CyanProfileBuilder, 1);

  self->strings = cyan_strings_ref (strings);
  self->max_nodes = max_nodes > 0 ? max_nodes : CYAN_MAX_NODES;
  self->in_preorder = TRUE;
  self->functions = g_array_new (FALSE, FALSE, sizeof (CyanFunction));
  self->function_indices = g_hash_table_new_full (function_hash, function_equal, g_free, NULL);
  self->metrics = g_array_new (FALSE, TRUE, sizeof (CyanMetric));
  g_array_set_clear_func (self->metrics, clear_metric);
  self->meta = g_array_new (FALSE, FALSE, sizeof (CyanMeta));
  g_array_set_clear_func (self->meta, clear_meta);
  self->warnings = g_ptr_array_new_with_free_func (g_free);

  cyan_profile_builder_function (self, cyan_strings_add (strings, CYAN_ROOT_NAME, -1),
                                 CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
  cyan_profile_builder_append (self, NONE, 0, 0, NULL);
  return self;
}

void
cyan_profile_builder_forget_children (CyanProfileBuilder *self)
{
  for (guint i = 0; i < N_PARTS; i++)
    {
      g_free (self->parts[i].slots);
      self->parts[i] = (CyanBuilderPart){ 0 };
    }
}

void
cyan_profile_builder_free (CyanProfileBuilder *self)
{
  g_free (self->parent);
  g_free (self->last_child);
  g_free (self->next);
  g_free (self->first_child);
  g_free (self->function);
  g_free (self->call_site);
  g_free (self->calls);
  cyan_profile_builder_forget_children (self);
  g_free (self->format);
  g_array_unref (self->functions);
  g_hash_table_unref (self->function_indices);
  g_array_unref (self->metrics);
  g_array_unref (self->meta);
  g_ptr_array_unref (self->warnings);
  cyan_strings_unref (self->strings);
  cyan_charge_clear (&self->charge);
  g_free (self);
}

void
cyan_profile_builder_set_budget (CyanProfileBuilder *self, CyanBudget *budget)
{
  cyan_charge_move (&self->charge, budget);
}

/* Of one node, with what finishing adds. */
static guint64
node_bytes (const CyanProfileBuilder *self)
{
  return 7 * sizeof (CyanNode) + (self->calls != NULL ? sizeof (guint64) : 0)
         + self->metrics->len * 2 * sizeof (double);
}

CyanStrings *
cyan_profile_builder_strings (CyanProfileBuilder *self)
{
  return self->strings;
}

guint
cyan_profile_builder_n_nodes (const CyanProfileBuilder *self)
{
  return self->n_nodes;
}

guint
cyan_profile_builder_max_nodes (const CyanProfileBuilder *self)
{
  return self->max_nodes;
}

guint
cyan_profile_builder_metric (CyanProfileBuilder *self, const char *name, const char *unit)
{
  CyanMetric metric = { g_utf8_make_valid (name, -1), g_utf8_make_valid (unit, -1), NULL, NULL };

  metric.self = g_new0 (double, self->n_allocated);
  cyan_charge_add (&self->charge, 2 * sizeof (double) * (guint64) self->n_allocated);
  g_array_append_val (self->metrics, metric);
  return self->metrics->len - 1;
}

guint32
cyan_profile_builder_function (CyanProfileBuilder *self,
                               CyanStr name,
                               CyanStr module,
                               CyanStr file,
                               guint32 line,
                               guint64 body_hash)
{
  CyanFunction function = { name, module, file, line, body_hash };
  gpointer index;

  if (g_hash_table_lookup_extended (self->function_indices, &function, NULL, &index))
    return GPOINTER_TO_UINT (index);

  cyan_charge_add (&self->charge, FUNCTION_BYTES);
  g_array_append_val (self->functions, function);
  g_hash_table_insert (self->function_indices, g_memdup2 (&function, sizeof function),
                       GUINT_TO_POINTER (self->functions->len - 1));
  return self->functions->len - 1;
}

static gboolean
grow_columns (CyanProfileBuilder *self, GError **error)
{
  guint old = self->n_allocated;
  guint wanted = old == 0 ? 256 : old + old / 2;
  guint64 more;

  wanted = MAX (MIN (wanted, self->max_nodes), 1);
  more = (wanted - old) * node_bytes (self);
  if (!cyan_budget_check (self->charge.budget, more, error))
    return FALSE;
  cyan_charge_add (&self->charge, more);
  self->parent = g_renew (CyanNode, self->parent, wanted);
  self->last_child = g_renew (CyanNode, self->last_child, wanted);
  self->next = g_renew (CyanNode, self->next, wanted);
  self->first_child = g_renew (CyanNode, self->first_child, wanted);
  self->function = g_renew (guint32, self->function, wanted);
  self->call_site = g_renew (guint32, self->call_site, wanted);
  if (self->calls != NULL)
    self->calls = g_renew (guint64, self->calls, wanted);
  for (guint m = 0; m < self->metrics->len; m++)
    {
      CyanMetric *metric = &g_array_index (self->metrics, CyanMetric, m);

      metric->self = g_renew (double, metric->self, wanted);
      memset (metric->self + old, 0, (wanted - old) * sizeof (double));
    }
  self->n_allocated = wanted;
  return TRUE;
}

CyanNode
cyan_profile_builder_append (
    CyanProfileBuilder *self, CyanNode parent, guint32 function, guint32 call_site, GError **error)
{
  CyanNode node = self->n_nodes;

  if (node >= self->max_nodes)
    {
      cyan_fail (error, CYAN_ERROR_LIMIT, "more than %u nodes", self->max_nodes);
      return NONE;
    }
  if (node == self->n_allocated
          ? !grow_columns (self, error)
          : node % BUDGET_STRIDE == 0 && !cyan_budget_check (self->charge.budget, 0, error))
    return NONE;

  self->parent[node] = parent;
  self->first_child[node] = self->last_child[node] = self->next[node] = NONE;
  self->function[node] = function;
  self->call_site[node] = call_site;
  self->has_call_sites |= call_site != 0;
  if (self->calls != NULL)
    self->calls[node] = CYAN_CALLS_UNKNOWN;
  self->n_nodes++;

  if (parent == NONE)
    return node;
  /* In preorder the new node's parent is the node before it or one of that node's ancestors, and
   * those have no next sibling yet. */
  if (self->in_preorder)
    {
      CyanNode up = node - 1;

      while (up != NONE && up > parent)
        up = self->parent[up];
      self->in_preorder = up == parent;
    }
  if (self->last_child[parent] == NONE)
    self->first_child[parent] = node;
  else
    self->next[self->last_child[parent]] = node;
  self->last_child[parent] = node;
  return node;
}

static inline guint64
hash_key (CyanNode parent, guint32 function, guint32 call_site)
{
  guint64 hash = ((guint64) parent << 32 | function) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (hash ^ (hash >> 29) ^ call_site) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
}

static void
grow_part (CyanProfileBuilder *self, CyanBuilderPart *part)
{
  guint n_slots = MAX (MIN_PART_SLOTS, part->n_slots * 2), mask = n_slots - 1;
  CyanBuilderSlot *slots = g_new (CyanBuilderSlot, n_slots);

  memset (slots, 0xff, n_slots * sizeof *slots);
  for (guint i = 0; i < part->n_slots; i++)
    if (part->slots[i].node != NONE)
      {
        guint at = part->slots[i].hash & mask;

        while (slots[at].node != NONE)
          at = (at + 1) & mask;
        slots[at] = part->slots[i];
      }
  g_free (part->slots);
  cyan_charge_add (&self->charge, (n_slots - part->n_slots) * sizeof *slots);
  part->slots = slots;
  part->n_slots = n_slots;
}

CyanNode
cyan_profile_builder_child (
    CyanProfileBuilder *self, CyanNode parent, guint32 function, guint32 call_site, GError **error)
{
  guint64 whole = hash_key (parent, function, call_site);
  CyanBuilderPart *part = &self->parts[whole >> (64 - PART_BITS)];
  guint32 hash = (guint32) (whole >> (32 - PART_BITS));
  guint mask, at;
  CyanBuilderSlot *slot;
  CyanNode node;

  if ((guint64) part->n_used * 3 >= (guint64) part->n_slots * 2)
    grow_part (self, part);
  mask = part->n_slots - 1;
  for (at = hash & mask; (slot = &part->slots[at])->node != NONE; at = (at + 1) & mask)
    if (slot->hash == hash && self->parent[slot->node] == parent
        && self->function[slot->node] == function && self->call_site[slot->node] == call_site)
      return slot->node;

  node = cyan_profile_builder_append (self, parent, function, call_site, error);
  if (node != NONE)
    {
      *slot = (CyanBuilderSlot){ hash, node };
      part->n_used++;
    }
  return node;
}

void
cyan_profile_builder_add (CyanProfileBuilder *self, guint metric, CyanNode node, double value)
{
  g_array_index (self->metrics, CyanMetric, metric).self[node] += value;
}

double
cyan_profile_builder_self (const CyanProfileBuilder *self, guint metric, CyanNode node)
{
  return g_array_index (self->metrics, CyanMetric, metric).self[node];
}

void
cyan_profile_builder_add_calls (CyanProfileBuilder *self, CyanNode node, guint64 calls)
{
  if (self->calls == NULL)
    {
      self->calls = g_new (guint64, self->n_allocated);
      cyan_charge_add (&self->charge, self->n_allocated * sizeof (guint64));
      memset (self->calls, 0xff, self->n_allocated * sizeof (guint64));
    }
  if (self->calls[node] != CYAN_CALLS_UNKNOWN)
    calls = cyan_add_saturating (self->calls[node], calls);
  self->calls[node] = MIN (calls, CYAN_CALLS_UNKNOWN - 1);
}

void
cyan_profile_builder_set_format (CyanProfileBuilder *self, const char *format)
{
  g_free (self->format);
  self->format = g_strdup (format);
}

void
cyan_profile_builder_set_recording (CyanProfileBuilder *self,
                                    CyanRecording recording,
                                    double period)
{
  self->recording = recording;
  self->period = period;
}

void
cyan_profile_builder_set_unordered (CyanProfileBuilder *self)
{
  self->unordered = TRUE;
}

void
cyan_profile_builder_set_threads (CyanProfileBuilder *self, guint n_threads)
{
  self->n_threads = n_threads;
}

void
cyan_profile_builder_set_meta (CyanProfileBuilder *self, const char *key, const char *value)
{
  CyanMeta meta;

  for (guint i = 0; i < self->meta->len; i++)
    {
      CyanMeta *old = &g_array_index (self->meta, CyanMeta, i);

      if (strcmp (old->key, key) == 0)
        {
          g_free (old->value);
          old->value = g_utf8_make_valid (value, -1);
          return;
        }
    }
  cyan_charge_add (&self->charge, sizeof meta + strlen (key) + strlen (value));
  meta.key = g_utf8_make_valid (key, -1);
  meta.value = g_utf8_make_valid (value, -1);
  g_array_append_val (self->meta, meta);
}

void
cyan_profile_builder_warn (CyanProfileBuilder *self, const char *format, ...)
{
  g_autofree char *text = NULL, *valid = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  valid = g_utf8_make_valid (text, -1);
  g_ptr_array_add (self->warnings, cyan_text_for_terminal (valid));
}
