/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who measures what right now. */
#include "cyan-report-history-parts.h"

/* Characters of a name. */
#define NAME_WIDTH 40

static const CyanField columns[] = {
  { "host,process", "The computer of the tracker, and the number of its process there" },
  { "since", "When it claimed this, in seconds since 1970 in UTC by the clock of the store" },
  { "until", "When its claim ends unless it is renewed, likewise" },
  { "project,revision,subject", "What it measures" },
  { "machine", "The name of the machine, which several computers may have" },
  { "runs", "Stored runs of the revision on that machine" },
  { NULL },
};

static const CyanQueueRow *
row_at (const CyanReportQueue *about, guint i)
{
  return about->rows->pdata[i];
}

/* ---- text ---- */

static gboolean
is_same_tracker (const CyanQueueRow *a, const CyanQueueRow *b)
{
  return g_strcmp0 (a->host, b->host) == 0 && a->pid == b->pid;
}

static guint
count_trackers (const CyanReportQueue *about)
{
  guint n = 0;

  for (guint i = 0; i < about->rows->len; i++)
    {
      guint earlier = 0;

      while (earlier < i && !is_same_tracker (row_at (about, earlier), row_at (about, i)))
        earlier++;
      n += earlier == i;
    }
  return n;
}

static const char *
tracker_of (CyanProse *prose, const CyanQueueRow *row)
{
  if (row->host == NULL)
    return "?";
  return cyan_prose_text (prose, "%s, process %" G_GINT64_FORMAT,
                          cyan_prose_name (prose, row->host, NAME_WIDTH), row->pid);
}

static const char *
time_of (CyanProse *prose, gint64 time)
{
  g_autoptr (GDateTime) when =
      time != CYAN_STORE_UNKNOWN ? g_date_time_new_from_unix_local (time) : NULL;

  return when != NULL ? cyan_prose_kept (prose, g_date_time_format (when, "%Y-%m-%d %H:%M:%S"))
                      : "?";
}

static void
append_row (CyanProse *prose, const CyanReportQueue *about, const CyanQueueRow *row, guint width)
{
  cyan_prose_say (prose, "%s  %-19s  %.8s", cyan_prose_pad (prose, tracker_of (prose, row), width),
                  time_of (prose, row->since),
                  row->oid != NULL ? cyan_prose_name (prose, row->oid, NAME_WIDTH) : "?");
  if (row->project != NULL)
    cyan_prose_say (prose, " of %s on %s, %s", cyan_prose_name (prose, row->project, NAME_WIDTH),
                    cyan_prose_name (prose, row->machine, NAME_WIDTH),
                    cyan_prose_count (prose, (guint) CLAMP (row->runs, 0, G_MAXUINT), "run"));
  if (row->until > about->now)
    cyan_prose_say (prose, "; ends in %" G_GINT64_FORMAT " s unless renewed\n",
                    row->until - about->now);
  else
    cyan_prose_say (prose, "; over, another tracker may take it\n");
}

static void
say_queue (CyanProse *prose, gconstpointer data)
{
  const CyanReportQueue *about = data;
  guint width = strlen ("tracker");

  if (about->rows->len == 0)
    {
      cyan_prose_say (prose, "%s: nobody measures\n", cyan_prose_label (prose, about->store));
      return;
    }
  cyan_prose_say (prose, "%s: %s, %s\n\n", cyan_prose_label (prose, about->store),
                  cyan_prose_count (prose, count_trackers (about), "tracker"),
                  cyan_prose_count (prose, about->rows->len, "revision"));
  for (guint i = 0; i < about->rows->len; i++)
    width = MAX (width, (guint) g_utf8_strlen (tracker_of (prose, row_at (about, i)), -1));
  cyan_prose_say (prose, "%-*s  %-19s  measures\n", (int) width, "tracker", "since");
  for (guint i = 0; i < about->rows->len; i++)
    append_row (prose, about, row_at (about, i), width);
}

/* ---- rows ---- */

static void
put_row (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanQueueRow *row = row_at (about, i);

  cyan_rows_text (rows, "host", row->host);
  cyan_rows_integer (rows, "process", row->pid);
  cyan_rows_integer (rows, "since", row->since);
  cyan_rows_integer (rows, "until", row->until);
  cyan_rows_text (rows, "project", row->project);
  cyan_rows_text (rows, "revision", row->oid);
  cyan_rows_text (rows, "subject", row->subject);
  cyan_rows_text (rows, "machine", row->machine);
  cyan_rows_integer (rows, "runs", row->runs);
}

static void
put_queue (CyanRows *rows, gconstpointer data)
{
  const CyanReportQueue *about = data;

  cyan_rows_comment (rows, "store %s", about->store);
  cyan_rows_text (rows, "store", about->store);
  cyan_rows_integer (rows, "now", about->now);
  cyan_rows_table (rows, "claims", about->rows->len, put_row, about);
}

const CyanReport cyan_report_queue = { .text = say_queue, .rows = put_queue, .columns = columns };
