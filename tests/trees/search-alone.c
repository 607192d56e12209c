/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search-alone.h"

#include "cyan-match-release.h"

CyanMatching *
match_search_alone (const CyanProfile *before, const CyanProfile *after, const GPtrArray *claims)
{
  const CyanMatchOptions options = { .claims = claims };
  CyanMatching *matching = g_new0 (CyanMatching, 1);
  CyanMatchRelease release = { .is_plain = TRUE, .is_unrelated = TRUE };
  CyanMatchNames names = { 0 };
  CyanMatchRun run = { 0 };
  g_autoptr (GError) error = NULL;

  matching->n_before = before->n_nodes;
  matching->n_after = after->n_nodes;
  matching->renames = g_array_new (FALSE, FALSE, sizeof (CyanMatchRename));
  matching->uncertain = g_array_new (FALSE, FALSE, sizeof (CyanMatchRival));
  matching->joins = g_array_new (FALSE, FALSE, sizeof (CyanMatchJoin));
  cyan_match_names_init (&names, before, after, &options);
  cyan_match_release_init (&release, &names, before, after, &options);
  cyan_match_run_once (&release, &run, NULL, &error);
  g_assert_no_error (error);
  cyan_match_release_finish (&release, &run, matching);
  cyan_match_run_clear (&run);
  cyan_match_release_clear (&release);
  cyan_match_names_clear (&names);
  for (CyanNode i = 0; i < matching->n_before; i++)
    matching->n_pairs += matching->after_of[i] != CYAN_NODE_NONE;
  return matching;
}
