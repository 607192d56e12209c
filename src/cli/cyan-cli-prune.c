/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history prune`, and what `cyan track` does by the rule of a store. */
#include <stdio.h>

#include "cyan-cli.h"
#include "cyan-store-prune.h"
#include "cyan-units.h"

static GPtrArray *
prune (CyanStore *store, const char *text, CyanPruneMode mode, GError **error)
{
  g_autoptr (CyanRetention) rule = cyan_retention_parse (text, error);

  return rule != NULL
             ? cyan_store_prune (store, rule, g_get_real_time () / G_USEC_PER_SEC, mode, error)
             : NULL;
}

/* ---- after tracking ---- */

static void
say_pruned (const GPtrArray *pruned, const char *text, CyanPruneMode mode)
{
  guint64 profiles = 0, bytes = 0;
  g_autofree char *size = NULL;

  for (guint i = 0; i < pruned->len; i++)
    {
      const CyanStorePruned *row = pruned->pdata[i];

      profiles += row->profiles;
      bytes += row->bytes;
    }
  size = cyan_value_to_text ((double) bytes, "bytes");
  if (profiles > 0)
    cyan_cli_note ("%s %" G_GUINT64_FORMAT " %s of %u %s, %s: the store keeps %s",
                   mode == CYAN_PRUNE_DRY_RUN ? "would drop" : "dropped", profiles,
                   profiles == 1 ? "profile" : "profiles", pruned->len,
                   pruned->len == 1 ? "revision" : "revisions", size, text);
}

void
cyan_cli_keep_rule (CyanStore *store, gboolean dry_run)
{
  CyanPruneMode mode = dry_run ? CYAN_PRUNE_DRY_RUN : CYAN_PRUNE_DROP;
  g_autoptr (GPtrArray) pruned = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (cyan_store_get (store, CYAN_STORE_KEEP, &text, &error) && text != NULL)
    pruned = prune (store, text, mode, &error);
  if (pruned != NULL)
    say_pruned (pruned, text, mode);
  else if (error != NULL)
    cyan_cli_note ("nothing was dropped: %s", error->message);
}

/* ---- history prune ---- */

static void
print_line (guint64 profiles, guint64 bytes, const char *of)
{
  g_autofree char *size = cyan_value_to_text ((double) bytes, "bytes");

  printf ("%" G_GUINT64_FORMAT " %s, %s%s\n", profiles, profiles == 1 ? "profile" : "profiles",
          size, of);
}

static void
print_pruned (const GPtrArray *pruned)
{
  guint64 profiles = 0, bytes = 0;

  for (guint i = 0; i < pruned->len; i++)
    {
      const CyanStorePruned *row = pruned->pdata[i];
      g_autofree char *name = g_strescape (row->oid, NULL);
      g_autofree char *of = g_strconcat (" of ", name, NULL);

      print_line (row->profiles, row->bytes, of);
      profiles += row->profiles;
      bytes += row->bytes;
    }
  print_line (profiles, bytes, " in all");
}

typedef struct
{
  const char *keep; /* NULL: by the rule of the store */
  gboolean always, dry_run;
} Options;

/* Sets *@text to the rule; caller frees.  With --always it becomes that of the store. */
static gboolean
choose_rule (CyanStore *store, const Options *options, char **text, GError **error)
{
  g_autoptr (CyanRetention) rule = NULL;

  *text = NULL;
  if (options->keep != NULL)
    *text = g_strstrip (g_strdup (options->keep));
  else if (!cyan_store_get (store, CYAN_STORE_KEEP, text, error))
    return FALSE;
  if (*text == NULL)
    *text = g_strdup (CYAN_STORE_PRUNE_DEFAULT);
  rule = cyan_retention_parse (*text, error);
  return rule != NULL
         && (!options->always
             || cyan_store_set (store, CYAN_STORE_KEEP,
                                cyan_retention_keeps_all (rule) ? NULL : *text, error));
}

static GPtrArray *
run (const char *path, const Options *options, GError **error)
{
  g_autoptr (CyanStore) store =
      cyan_cli_open_store (path, options->dry_run ? CYAN_STORE_READ : CYAN_STORE_WRITE, error);
  g_autofree char *text = NULL;

  if (store == NULL || !choose_rule (store, options, &text, error))
    return NULL;
  return prune (store, text, options->dry_run ? CYAN_PRUNE_DRY_RUN : CYAN_PRUNE_SHRINK, error);
}

int
cyan_cli_history_prune (int argc, char **argv)
{
  Options options = { 0 };
  g_autoptr (GPtrArray) pruned = NULL;
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { "keep", 'k', cyan_cli_text, &options.keep,
      "What to keep, such as 100 newest, or 90d all, then 1 per day"
      " (default: what the store says)",
      "RULE" },
    { "always", 0, cyan_cli_flag, &options.always,
      "With --keep: from now on, track does the same whenever it has measured" },
    { "dry-run", 'n', cyan_cli_flag, &options.dry_run, "Only say what would be dropped" },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse (
          "history prune", "STORE",
          "Drops profiles of a store to save room, and says which.  Numbers stay, and\n"
          "so do the profiles of the newest revisions, of both sides of each step,\n"
          "and of revisions with a note.",
          entries, &argc, &argv, &status))
    return status;
  if (argc != 2)
    return cyan_cli_fail ("history prune needs one store");
  if (options.always && (options.keep == NULL || options.dry_run))
    return cyan_cli_fail ("--always needs --keep, and not --dry-run");
  pruned = run (argv[1], &options, &error);
  if (pruned == NULL)
    return cyan_cli_error (error);
  print_pruned (pruned);
  return cyan_cli_finish_output ();
}
