/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes and reads the texts of claims. */
#include "cyan-queue.h"

#include <string.h>

#include "cyan-machine.h"
#include "cyan-number.h"
#include "cyan-store-query.h"

/* The words of an owner: four of cyan_machine_process(), of which the third is the number of the
 * process; its computer; since when. */
#define PID     2
#define HOST    4
#define SINCE   5
#define N_WORDS 6

char *
cyan_queue_cell (gint64 machine, gint64 revision)
{
  g_assert (machine != CYAN_STORE_UNKNOWN && revision != CYAN_STORE_UNKNOWN);
  return g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, machine, revision);
}

char *
cyan_queue_owner (gint64 since)
{
  g_autofree char *process = cyan_machine_process ();
  g_autofree char *host = g_utf8_make_valid (g_get_host_name (), -1);

  return g_strdup_printf ("%s %s %" G_GINT64_FORMAT, process, g_strdelimit (host, " ", '-'), since);
}

static gint64
read_number (const char *word)
{
  guint64 number;

  return cyan_parse_uint64 (word, strlen (word), &number) && number <= G_MAXINT64
             ? (gint64) number
             : CYAN_STORE_UNKNOWN;
}

static void
free_row (gpointer data)
{
  CyanQueueRow *self = data;

  g_free (self->project);
  g_free (self->oid);
  g_free (self->subject);
  g_free (self->machine);
  g_free (self->host);
  g_free (self);
}

static void
read_owner (CyanQueueRow *self, const char *owner)
{
  g_auto (GStrv) words = g_strsplit (owner, " ", N_WORDS + 1);

  self->pid = self->since = CYAN_STORE_UNKNOWN;
  if (g_strv_length (words) != N_WORDS)
    return;
  self->pid = read_number (words[PID]);
  self->since = read_number (words[SINCE]);
  self->host = g_strdup (words[HOST]);
}

static void
take_cell (const CyanSql *columns, gpointer data)
{
  CyanQueueRow *self = data;

  self->project = cyan_sql_dup_name (columns[0]);
  self->oid = cyan_sql_dup_name (columns[1]);
  self->subject = cyan_sql_dup_text (columns[2]);
  self->machine = cyan_sql_dup_name (columns[3]);
  self->runs = cyan_sql_get_integer (columns[4]);
}

static gboolean
read_cell (CyanQueueRow *self, CyanStore *store, const char *what, GError **error)
{
  g_auto (GStrv) words = g_strsplit (what, " ", 3);
  CyanSql values[2];

  self->runs = CYAN_STORE_UNKNOWN;
  if (g_strv_length (words) != G_N_ELEMENTS (values))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    values[i] = cyan_sql_integer (read_number (words[i]));
  return cyan_store_query (store,
                           "SELECT project.name, revision.oid, revision.subject, machine.name,"
                           " (SELECT count(*) FROM run WHERE run.revision = revision.id"
                           " AND run.machine = machine.id)"
                           " FROM machine CROSS JOIN revision"
                           " JOIN project ON project.id = revision.project"
                           " WHERE machine.id = $1 AND revision.id = $2",
                           values, G_N_ELEMENTS (values), take_cell, self, error);
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const CyanQueueRow *x = *(CyanQueueRow *const *) a, *y = *(CyanQueueRow *const *) b;

  if (x->since != y->since)
    return x->since < y->since ? -1 : 1;
  if (g_strcmp0 (x->host, y->host) != 0)
    return g_strcmp0 (x->host, y->host);
  if (x->pid != y->pid)
    return x->pid < y->pid ? -1 : 1;
  return g_strcmp0 (x->oid, y->oid);
}

GPtrArray *
cyan_queue_read (CyanStore *store, gint64 *now, GError **error)
{
  g_autoptr (GPtrArray) claims = cyan_store_read_claims (store, error);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (free_row);

  if (claims == NULL || !cyan_store_now (store, now, error))
    return NULL;
  for (guint i = 0; i < claims->len; i++)
    {
      const CyanStoreClaim *claim = claims->pdata[i];
      CyanQueueRow *row = g_new0 (CyanQueueRow, 1);

      g_ptr_array_add (rows, row);
      row->until = claim->until;
      read_owner (row, claim->owner);
      if (!read_cell (row, store, claim->what, error))
        return NULL;
    }
  g_ptr_array_sort (rows, compare_rows);
  return g_steal_pointer (&rows);
}
