/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The changed functions, one a line or a row. */
#include "cyan-report-comparison.h"

#include "cyan-report-kind.h"
/* Names are padded to at most this width. */
#define NAME_WIDTH 40
/* At most this many unread files are listed. */
#define MAX_UNREAD 10

static const CyanField columns[] = {
  { "fate", "added, deleted, modified, renamed, moved, reformatted or unmodified" },
  { "source", "Of its body: modified, reformatted or unmodified; empty if it is on one side only" },
  { "name,file,line,last_line", "Its location after" },
  { "before_name,before_file,before_line,before_last_line", "Its location before" },
  { "body_hash,before_body_hash", "Of what its body means, without its own name" },
  { NULL },
};

/* The side whose location is shown: after, or before if the function was removed. */
static guint
shown_side (const CyanFunctionChange *change)
{
  return change->path[1] != NULL ? 1 : 0;
}

static guint
count (const CyanFunctionChanges *changes, CyanFunctionFate fate)
{
  guint n = 0;

  for (guint i = 0; i < changes->changes->len; i++)
    n += ((CyanFunctionChange *) g_ptr_array_index (changes->changes, i))->fate == fate;
  return n;
}

static void
append_summary (CyanProse *out, const CyanFunctionChanges *changes)
{
  guint n_listed = count (changes, CYAN_FUNCTION_UNMODIFIED);
  guint n_changed = 0;

  for (guint fate = 0; fate < CYAN_FUNCTION_REFORMATTED; fate++)
    {
      guint n = count (changes, (CyanFunctionFate) fate);

      if (n > 0)
        cyan_prose_say (out, "%s%u %s", n_changed > 0 ? ", " : "", n,
                        cyan_function_fate_names[fate]);
      n_changed += n;
    }
  if (n_changed == 0)
    cyan_prose_say (out, "no function changed");
  if (changes->n_reformatted > 0)
    cyan_prose_say (out, ", %u reformatted", changes->n_reformatted);
  if (n_listed > 0)
    cyan_prose_say (out, ", %u unmodified\n", n_listed);
  else if (changes->n_unmodified > 0)
    cyan_prose_say (out, ", %u unmodified in the files that differ\n", changes->n_unmodified);
  else
    cyan_prose_say (out, "\n");
  if (changes->n_equal_files > 0)
    cyan_prose_say (out, "%u %s equal\n", changes->n_equal_files,
                    changes->n_equal_files == 1 ? "file is" : "files are");
}

static const char *
shown_name (CyanProse *out, const CyanFunctionChange *change)
{
  return cyan_prose_safe (out, change->name[shown_side (change)]);
}

static guint
find_name_width (CyanProse *out, const CyanFunctionChanges *changes)
{
  guint width = 0;

  for (guint i = 0; i < changes->changes->len; i++)
    width =
        MAX (width,
             (guint) g_utf8_strlen (shown_name (out, g_ptr_array_index (changes->changes, i)), -1));
  return MIN (width, NAME_WIDTH);
}

/* Appends "modified    parse   src/parse.c:12", and the old location if it differs. */
static void
append_line (CyanProse *out, const CyanFunctionChange *change, guint width)
{
  guint side = shown_side (change);
  gboolean renamed = change->fate == CYAN_FUNCTION_RENAMED;

  cyan_prose_say (out, "%-11s  %s  %s:%u", cyan_function_fate_names[change->fate],
                  cyan_prose_pad (out, shown_name (out, change), width),
                  cyan_prose_safe (out, change->path[side]), change->first_line[side]);
  if (renamed || change->fate == CYAN_FUNCTION_MOVED)
    cyan_prose_say (out, "  from %s%s%s:%u%s",
                    renamed ? cyan_prose_safe (out, change->name[0]) : "", renamed ? "  " : "",
                    cyan_prose_safe (out, change->path[0]), change->first_line[0],
                    change->change == CYAN_CHANGE_MODIFIED ? ", and modified" : "");
  cyan_prose_say (out, "\n");
}

static void
say_functions (CyanProse *prose, gconstpointer about)
{
  const CyanReportFunctions *functions = about;
  const CyanFunctionChanges *changes = functions->changes;
  guint width = find_name_width (prose, changes);

  cyan_prose_say (prose, "%s to %s: ", cyan_prose_safe (prose, functions->before_name),
                  cyan_prose_safe (prose, functions->after_name));
  append_summary (prose, changes);
  if (changes->changes->len > 0)
    cyan_prose_say (prose, "\n");
  for (guint i = 0; i < changes->changes->len; i++)
    append_line (prose, g_ptr_array_index (changes->changes, i), width);
  for (guint i = 0; i < MIN (changes->unread->len, MAX_UNREAD); i++)
    cyan_prose_say (prose, i == 0 ? "\nnot read: %s\n" : "not read: %s\n",
                    cyan_prose_safe (prose, g_ptr_array_index (changes->unread, i)));
  if (changes->unread->len > MAX_UNREAD)
    cyan_prose_say (prose, "not read: %u more files\n", changes->unread->len - MAX_UNREAD);
}

/* By side. */
static const char *const location_names[2][4] = {
  { "before_name", "before_file", "before_line", "before_last_line" },
  { "name", "file", "line", "last_line" },
};

/* Writes the location on a side; all values are missing if the function is not there. */
static void
put_location (CyanRows *rows, const CyanFunctionChange *change, guint side)
{
  const char *const *names = location_names[side];
  gboolean exists = change->path[side] != NULL;

  cyan_rows_text (rows, names[0], exists ? change->name[side] : NULL);
  cyan_rows_text (rows, names[1], change->path[side]);
  cyan_rows_count_if (rows, names[2], exists, change->first_line[side]);
  cyan_rows_count_if (rows, names[3], exists, change->last_line[side]);
}

static void
put_hash (CyanRows *rows, const CyanFunctionChange *change, guint side)
{
  char hash[17];

  g_snprintf (hash, sizeof hash, "%016" G_GINT64_MODIFIER "x", change->hash[side]);
  cyan_rows_text (rows, side == 1 ? "body_hash" : "before_body_hash",
                  change->path[side] != NULL ? hash : NULL);
}

static void
put_change (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanReportFunctions *functions = about;
  const CyanFunctionChange *change = g_ptr_array_index (functions->changes->changes, i);
  gboolean on_both = change->path[0] != NULL && change->path[1] != NULL;

  cyan_rows_text (rows, "fate", cyan_function_fate_names[change->fate]);
  cyan_rows_text (rows, "source", on_both ? cyan_change_names[change->change] : NULL);
  for (guint side = 2; side-- > 0;)
    {
      put_location (rows, change, side);
      if (rows->form->nested)
        put_hash (rows, change, side);
    }
  /* CSV has the hashes in its last columns, so that older columns keep their place. */
  for (guint side = 2; side-- > 0 && !rows->form->nested;)
    put_hash (rows, change, side);
}

static void
put_functions (CyanRows *rows, gconstpointer about)
{
  const CyanReportFunctions *functions = about;
  const CyanFunctionChanges *changes = functions->changes;

  cyan_rows_comment (rows, "functions; before %s; after %s", functions->before_name,
                     functions->after_name);
  cyan_rows_text (rows, "before", functions->before_name);
  cyan_rows_text (rows, "after", functions->after_name);
  cyan_rows_table (rows, "functions", changes->changes->len, put_change, functions);
  cyan_rows_count (rows, "reformatted", changes->n_reformatted);
  cyan_rows_count (rows, "unmodified", changes->n_unmodified);
  cyan_rows_count (rows, "equal_files", changes->n_equal_files);
  cyan_rows_texts (rows, "unread", changes->unread);
}

const CyanReport cyan_report_functions = { .text = say_functions,
                                           .rows = put_functions,
                                           .columns = columns };
