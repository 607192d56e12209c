/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of nodes by the hosts that they came from: records "host" and "by". */
#include "cyan-cct.h"

#include "cyan-i18n.h"
#include "cyan-number.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- reading ---- */

gboolean
cyan_cct_add_host (CyanCctReader *self, const char *name, GError **error)
{
  if (cyan_profile_builder_n_nodes (self->builder) > 1)
    return cyan_input_fail_line (self->input, error, _ ("a host behind the first node"));
  if (!g_hash_table_add (self->host_names, (gpointer) name))
    return cyan_input_fail_line (self->input, error, _ ("a second host of the same name"));
  g_ptr_array_add (self->hosts, (gpointer) name);
  cyan_charge_add (&self->charge, sizeof name + CYAN_CHARGE_HASH_ENTRY);
  return TRUE;
}

/* Whether the hosts have all of the last node. */
gboolean
cyan_cct_end_node (CyanCctReader *self, GError **error)
{
  return !self->is_unsplit
         || cyan_input_fail_line (self->input, error,
                                  _ ("node %u has no values of the hosts behind it"),
                                  cyan_profile_builder_n_nodes (self->builder) - 1);
}

void
cyan_cct_begin_node (CyanCctReader *self, CyanNode parent, const double *values, gboolean has_calls)
{
  gsize n_cells;

  if (self->hosts->len == 0)
    return;
  cyan_host_cells_hosts (cyan_profile_builder_hosts (self->builder), &n_cells);
  cyan_charge_append (&self->charge, self->first_cells, n_cells);
  self->parent = parent;
  self->is_unsplit = has_calls;
  for (guint m = 0; m < self->metric_names->len; m++)
    {
      self->of_node[m] = values[m];
      self->is_unsplit |= values[m] != 0;
    }
}

/* Reads "1-3 7", numbers of hosts from 1 on in ascending order, into those of the record.  One that is
 * there again has what its value before was rounded by. */
static gboolean
read_ranges (CyanCctReader *self, CyanLine field, GError **error)
{
  CyanLine range;
  guint64 next = 1;

  g_array_set_size (self->by_host, 0);
  while (cyan_line_cell (&field, ' ', &range))
    {
      CyanLine rest = range, from, to;
      guint64 first, last;

      cyan_line_cell (&rest, '-', &from);
      to = rest.at != NULL ? rest : from;
      if (!cyan_line_is_count (from, &first) || !cyan_line_is_count (to, &last) || first == 0
          || first + 1 < next || last < first || last > self->hosts->len)
        return cyan_cct_fail_field (self, range, _ ("a range of hosts"), error);
      for (next = first; next <= last; next++)
        {
          guint32 host = (guint32) next - 1;

          g_array_append_val (self->by_host, host);
        }
    }
  return TRUE;
}

/* Reads the calls of the hosts of the record; "-": all are unknown. */
static gboolean
read_calls (CyanCctReader *self, CyanLine field, GError **error)
{
  guint n = self->by_host->len;
  CyanLine cell;

  g_array_set_size (self->by_calls, n);
  for (guint i = 0; i < n; i++)
    {
      guint64 *calls = &g_array_index (self->by_calls, guint64, i);

      *calls = CYAN_CALLS_UNKNOWN;
      if (cyan_line_is (field, "-"))
        continue;
      if (!cyan_line_cell (&field, ' ', &cell)
          || (!cyan_line_is (cell, "-") && !cyan_line_is_count (cell, calls)))
        return cyan_input_fail_line (self->input, error, _ ("no calls of %u hosts"), n);
    }
  return TRUE;
}

/* Reads the values of metric @m of the hosts of the record; an empty field: all are 0. */
static gboolean
read_values (CyanCctReader *self, guint m, CyanLine field, GError **error)
{
  guint n = self->by_host->len, n_metrics = self->metric_names->len;
  gboolean is_empty = field.at == field.end;
  double sum = 0, size = 0;
  CyanLine cell;

  for (guint i = 0; i < n; i++)
    {
      double *value = &g_array_index (self->by_values, double, i *n_metrics + m);

      *value = 0;
      if (!is_empty && (!cyan_line_cell (&field, ' ', &cell) || !cyan_line_is_number (cell, value)))
        return cyan_input_fail_line (self->input, error, _ ("no values of %s of %u hosts"),
                                     (const char *) self->metric_names->pdata[m], n);
      sum += *value;
      size += fabs (*value);
    }
  if ((!is_empty && cyan_line_cell (&field, ' ', &cell))
      || fabs (sum - self->of_node[m]) > 1e-9 * size)
    return cyan_input_fail_line (self->input, error,
                                 _ ("the values of %s of the hosts are not those of node %u"),
                                 (const char *) self->metric_names->pdata[m],
                                 cyan_profile_builder_n_nodes (self->builder) - 1);
  return TRUE;
}

/* Whether all hosts of the record have the caller of the node, too. */
static gboolean
check_caller (CyanCctReader *self, GError **error)
{
  gsize at, end;
  const guint32 *hosts = cyan_host_cells_hosts (cyan_profile_builder_hosts (self->builder), &end);

  if (self->parent == CYAN_NODE_ROOT)
    return TRUE;
  at = g_array_index (self->first_cells, gsize, self->parent - 1);
  end = g_array_index (self->first_cells, gsize, self->parent);
  for (guint i = 0; i < self->by_host->len; i++)
    {
      guint32 host = g_array_index (self->by_host, guint32, i);

      /* Mostly it is the next one. */
      if (at < end && hosts[at] < host)
        at++;
      if (at < end && hosts[at] < host)
        at += CYAN_FIND_FIRST ((guint) (end - at), k, hosts[at + k] < host);
      if (at == end || hosts[at] != host)
        return cyan_input_fail_line (self->input, error,
                                     _ ("host %u has node %u, but not its caller"), host + 1,
                                     cyan_profile_builder_n_nodes (self->builder) - 1);
    }
  return TRUE;
}

static void
add_cells (CyanCctReader *self)
{
  CyanHostCells *cells = cyan_profile_builder_hosts (self->builder);
  CyanNode node = cyan_profile_builder_n_nodes (self->builder) - 1;
  guint n_metrics = self->metric_names->len;

  /* The first record brings all hosts, so that their numbers are those of the file. */
  for (guint h = cyan_host_cells_n_hosts (cells); h < self->hosts->len; h++)
    cyan_host_cells_host (cells, self->hosts->pdata[h]);
  for (guint i = 0; i < self->by_host->len; i++)
    cyan_host_cells_add (cells, node, g_array_index (self->by_host, guint32, i),
                         g_array_index (self->by_calls, guint64, i),
                         &g_array_index (self->by_values, double, i *n_metrics));
}

gboolean
cyan_cct_read_by (CyanCctReader *self, CyanLine line, GError **error)
{
  CyanNode node = cyan_profile_builder_n_nodes (self->builder) - 1;
  guint n_metrics = self->metric_names->len;
  CyanLine field = cyan_cct_take_field (&line);

  if (self->hosts->len == 0 || node == CYAN_NODE_ROOT || node == self->split)
    return cyan_input_fail_line (self->input, error,
                                 _ ("values of hosts without a node before them"));
  if (!read_ranges (self, field, error) || !read_calls (self, cyan_cct_take_field (&line), error))
    return FALSE;
  g_array_set_size (self->by_values, self->by_host->len * n_metrics);
  for (guint m = 0; m < n_metrics; m++)
    if (!read_values (self, m, cyan_cct_take_field (&line), error))
      return FALSE;
  if (!check_caller (self, error))
    return FALSE;
  add_cells (self);
  self->split = node;
  self->is_unsplit = FALSE;
  return TRUE;
}

/* ---- writing ---- */

static void
append_count (GString *line, guint64 count)
{
  char text[CYAN_NUMBER_SIZE];

  g_string_append_len (line, text, (gssize) cyan_uint64_write (count, text));
}

static void
append_value (GString *line, double value)
{
  char text[CYAN_NUMBER_SIZE];

  g_string_append_len (line, text, cyan_cct_put_value (text, value) - text);
}

static void
append_ranges (GString *line, const CyanHosts *hosts, gsize first, gsize end)
{
  for (gsize i = first, last; i < end; i = last + 1)
    {
      last = i;
      while (last + 1 < end && hosts->host[last + 1] == hosts->host[last] + 1)
        last++;
      g_string_append_c (line, i == first ? '\t' : ' ');
      append_count (line, (guint64) hosts->host[i] + 1);
      if (last > i)
        {
          g_string_append_c (line, '-');
          append_count (line, (guint64) hosts->host[last] + 1);
        }
    }
}

static void
append_calls (GString *line, const CyanHosts *hosts, gsize first, gsize end)
{
  gboolean is_known = FALSE;

  for (gsize i = first; hosts->calls != NULL && i < end; i++)
    is_known |= hosts->calls[i] != CYAN_CALLS_UNKNOWN;
  for (gsize i = first; is_known && i < end; i++)
    {
      g_string_append_c (line, i == first ? '\t' : ' ');
      if (hosts->calls[i] == CYAN_CALLS_UNKNOWN)
        g_string_append_c (line, '-');
      else
        append_count (line, hosts->calls[i]);
    }
  if (!is_known)
    g_string_append (line, "\t-");
}

static void
append_values (GString *line, const double *self, gsize first, gsize end)
{
  gsize i = first;

  g_string_append_c (line, '\t');
  while (i < end && self[i] == 0)
    i++;
  for (gsize k = first; i < end && k < end; k++)
    {
      if (k > first)
        g_string_append_c (line, ' ');
      append_value (line, self[k]);
    }
}

gboolean
cyan_cct_write_hosts (const CyanProfile *profile, CyanNode node, CyanOutput *output, GError **error)
{
  const CyanHosts *hosts = profile->hosts;
  gsize first, end;
  g_autoptr (GString) line = NULL;

  if (hosts == NULL || hosts->first[node] == hosts->first[node + 1])
    return TRUE;
  first = hosts->first[node];
  end = hosts->first[node + 1];
  line = g_string_new ("by");
  append_ranges (line, hosts, first, end);
  append_calls (line, hosts, first, end);
  for (guint m = 0; m < hosts->n_metrics; m++)
    append_values (line, hosts->self[m], first, end);
  g_string_append_c (line, '\n');
  return cyan_output_write (output, line->str, (gssize) line->len, error);
}
