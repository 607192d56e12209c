/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan merge`: adds up the profiles of threads, processes or hosts. */
#include <string.h>

#include "cyan-cli-merge.h"
#include "cyan-error.h"
#include "cyan-input.h"
#include "cyan-output.h"
#include "cyan-units.h"

/* Parts that cannot be read are named up to this number, and counted. */
#define MOST_NAMED 10

/* ---- which program ---- */

/* What is known of the program of the parts so far. */
typedef struct
{
  char *program;     /* the name of its file; NULL: no part has said so */
  GHashTable *roots; /* the names of the outermost functions */
  guint n_others;    /* parts that may be of another program */
  char *first;       /* the first of these */
  char *why;         /* what differs there */
} Programs;

static void
clear_programs (Programs *self)
{
  g_hash_table_unref (self->roots);
  g_free (self->program);
  g_free (self->first);
  g_free (self->why);
}

/* The name of the file of the program in the command line of @part; NULL if it has none. */
static char *
program_of (const CyanProfile *part)
{
  const char *command = cyan_profile_get_meta (part, "command");
  g_autofree char *path = command != NULL ? g_strndup (command, strcspn (command, " ")) : NULL;

  return path != NULL && *path != '\0' ? g_path_get_basename (path) : NULL;
}

/* Adds the outermost functions of @part.  Whether one of them is known, or there are none. */
static gboolean
shares_roots (Programs *self, const CyanProfile *part)
{
  guint32 cold = cyan_profile_cold_function (part);
  gboolean shares = g_hash_table_size (self->roots) == 0;
  guint n = 0;

  for (CyanNode i = 1; i < part->n_nodes; i = part->end[i])
    if (part->function[i] != cold)
      {
        n++;
        if (!g_hash_table_add (self->roots, g_strdup (cyan_profile_name (part, i))))
          shares = TRUE;
      }
  return shares || n == 0;
}

/* A part is of another program if its command runs another file than that of the first part that has
 * a command; without commands, if it has no outermost function in common with those before. */
static void
add_program (Programs *self, const CyanProfile *part, const char *name)
{
  g_autofree char *program = program_of (part);
  gboolean shares = shares_roots (self, part);
  gboolean both = program != NULL && self->program != NULL;
  gboolean is_same = both ? strcmp (program, self->program) == 0 : shares;

  if (!is_same && self->n_others++ == 0)
    {
      self->first = g_strdup (name);
      self->why = both ? g_strdup_printf ("its command is %s, not %s", program, self->program)
                       : g_strdup ("it has no outermost function of those before");
    }
  if (self->program == NULL)
    self->program = g_steal_pointer (&program);
}

/* ---- parts ---- */

typedef struct
{
  GPtrArray *paths;
  gboolean partial;
  CyanMerge *merge;
  Programs programs;
  GPtrArray *bad; /* of char *: why the first ones cannot be read */
  guint n_bad;
  GError *only; /* why the first one cannot be read */
} Parts;

static void
show_progress (guint done, guint n)
{
  g_autofree char *text = g_strdup_printf ("Adding %'u of %'u", done, n);

  cyan_cli_progress ((double) done / n, text);
}

static gboolean
take_part (guint i, CyanProfile *part, const GError *reason, gpointer data, GError **error)
{
  Parts *self = data;
  g_autofree char *name = cyan_input_label (self->paths->pdata[i]);

  show_progress (i + 1, self->paths->len);
  if (part == NULL)
    {
      /* It is the memory of all together. */
      if (cyan_cli_is_out_of_memory (reason))
        return cyan_fail_hint (error, CYAN_ERROR_LIMIT, cyan_error_hint (reason), "%s",
                               reason->message);
      if (self->n_bad++ < MOST_NAMED)
        g_ptr_array_add (self->bad, g_strdup (reason->message));
      if (self->only == NULL)
        self->only = g_error_copy (reason);
      if (self->partial)
        cyan_merge_add_unread (self->merge);
      return TRUE;
    }
  /* Nothing will be written: the others are only read to be named. */
  if (self->n_bad > 0 && !self->partial)
    return TRUE;
  add_program (&self->programs, part, name);
  return cyan_merge_add (self->merge, part, name, NULL, error);
}

/* Fails if there are parts that cannot be read, and none may be left out. */
static gboolean
check_bad (Parts *self, GError **error)
{
  guint n = self->paths->len;

  if (self->n_bad == 0 || (self->partial && self->n_bad < n))
    return TRUE;
  if (n == 1)
    return cyan_error_pass (&self->only, error);
  if (self->n_bad == 1)
    return cyan_fail_hint (error, (CyanError) self->only->code, cyan_error_hint (self->only),
                           "%s; --partial leaves it out", self->only->message);
  cyan_cli_progress_end ();
  for (guint i = 0; i < self->bad->len; i++)
    cyan_cli_fail ("%s", (const char *) self->bad->pdata[i]);
  if (self->n_bad == n)
    return cyan_fail (error, CYAN_ERROR_INVALID, "none of %u parts can be read", n);
  return cyan_fail (error, CYAN_ERROR_INVALID,
                    "%u of %u parts cannot be read; --partial leaves them out", self->n_bad, n);
}

/* ---- notes ---- */

/* One line for each note, however many parts have it. */
static void
say_notes (const Parts *self)
{
  guint n, n_parts = cyan_merge_n_parts (self->merge);
  const CyanMergeNote *notes = cyan_merge_notes (self->merge, &n);

  for (guint i = 0; i < n; i++)
    if (n_parts == 1)
      cyan_cli_note ("%s", notes[i].text);
    else if (notes[i].n_parts == n_parts)
      cyan_cli_note ("all %u parts: %s", n_parts, notes[i].text);
    else
      cyan_cli_note ("%u of %u parts: %s (the first is %s)", notes[i].n_parts, n_parts,
                     notes[i].text, notes[i].first);
}

static void
say_all (const Parts *self, const CyanProfile *whole, const char *path)
{
  g_autofree char *losses = cyan_profile_save_losses (whole, path);
  g_autofree char *total =
      cyan_value_to_text (whole->metrics[0].total[CYAN_NODE_ROOT], whole->metrics[0].unit);
  guint n_parts = cyan_merge_n_parts (self->merge);

  for (guint i = 0; i < self->bad->len; i++)
    cyan_cli_note ("%s", (const char *) self->bad->pdata[i]);
  if (self->n_bad > 0)
    cyan_cli_note ("%u of %u parts could not be read", self->n_bad, self->paths->len);
  say_notes (self);
  if (self->programs.n_others > 0)
    cyan_cli_note ("%u of %u parts may be of another program (the first is %s: %s)",
                   self->programs.n_others, n_parts, self->programs.first, self->programs.why);
  if (losses != NULL)
    cyan_cli_note ("%s", losses);
  cyan_cli_note ("%u %s %u contexts with %s", n_parts,
                 n_parts == 1 ? "profile makes" : "profiles make", whole->n_nodes - 1, total);
}

/* ---- the command ---- */

static CyanProfile *
merge_parts (Parts *self, const CyanCliLimits *limits, guint jobs, GError **error)
{
  g_autoptr (CyanBudget) budget = NULL;
  CyanCliReading how = { .jobs = jobs };
  CyanCliWatchdog watchdog;
  GError *failure = NULL;
  CyanProfile *whole = NULL;

  cyan_cli_limits_apply (limits, &how.load, &watchdog);
  watchdog.is_quiet = TRUE;
  how.tick = &watchdog.tick;
  how.load.budget = budget = cyan_budget_new (how.load.memory_limit);
  how.load.is_part = TRUE;
  how.load.hot = cyan_merge_part_limits (&limits->load.hot);
  self->merge = cyan_merge_new (limits->load.max_nodes, &limits->load.hot, budget);
  if (cyan_cli_read_parts (&how, self->paths, take_part, self, &failure)
      && check_bad (self, &failure))
    whole = cyan_merge_finish (self->merge, &watchdog.tick, &failure);
  cyan_cli_watchdog_end (&watchdog, &failure);
  if (whole == NULL)
    g_propagate_error (error, failure);
  return whole;
}

static gboolean
merge (Parts *self, const CyanCliLimits *limits, guint jobs, const char *path, GError **error)
{
  g_autoptr (CyanProfile) whole = merge_parts (self, limits, jobs, error);

  if (whole == NULL || !cyan_profile_save (whole, path, error))
    return FALSE;
  say_all (self, whole, path);
  return TRUE;
}

int
cyan_cli_merge (int argc, char **argv)
{
  const char *path = NULL;
  guint jobs = 0;
  g_autoptr (GError) error = NULL;
  CyanCliLimits limits = CYAN_CLI_LIMITS_INIT;
  Parts self = { 0 };
  const CyanCliOption entries[] = {
    { .group = cyan_cli_save_options, .to = &path },
    { "partial", 0, cyan_cli_flag, &self.partial,
      "Leave out the parts that cannot be read, and say which" },
    { "jobs", 'j', cyan_cli_count, &jobs,
      "Parts that are read at the same time (default: as many as there are processors)", "N",
      .low = 1, .high = 1000 },
    { .group = cyan_cli_limit_options, .to = &limits },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse (
          "merge", "PART... -o OUT",
          "Adds up the profiles of threads, processes or hosts of one run.  A PART is\n"
          "a profile, a folder of profiles, a pattern, or @LIST, a file of such names.",
          entries, &argc, &argv, &status))
    return status;
  if (argc < 2 || path == NULL)
    return cyan_cli_fail ("merge needs at least one profile and -o OUT");
  self.paths = cyan_cli_merge_list (argv + 1, path, &error);
  if (self.paths == NULL)
    return cyan_cli_error (error);
  self.bad = g_ptr_array_new_with_free_func (g_free);
  self.programs.roots = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  status = merge (&self, &limits, jobs > 0 ? jobs : g_get_num_processors (), path, &error)
               ? CYAN_EXIT_FINE
               : cyan_cli_error (error);
  g_clear_pointer (&self.merge, cyan_merge_free);
  g_clear_error (&self.only);
  clear_programs (&self.programs);
  g_ptr_array_unref (self.bad);
  g_ptr_array_unref (self.paths);
  return status;
}
