/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the reader of session files, and finds their nodes in a small comparison. */
#include "cyan-session-file.h"
#include "profile-text.h"
#include "fuzz.h"

static CyanComparison *
comparison_new (void)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile =
      cyan_profile_from_text (strings, "main(process(jv_free jv_free(x)) x)", NULL);
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;

  return cyan_comparison_new (profile, profile, &options, NULL, NULL);
}

static void
check_nodes (const CyanComparison *comparison, const GArray *nodes)
{
  for (guint i = 0; i < nodes->len; i++)
    FUZZ_CHECK (g_array_index (nodes, CyanNode, i) < comparison->compared.n_nodes);
}

/* A layout takes what was read. */
static void
check_shown (CyanComparison *comparison, const CyanShownNodes *shown)
{
  const CyanScale scale = CYAN_SCALE_INIT;
  g_autoptr (CyanLayout) layout = NULL;

  if (shown == NULL)
    return;
  check_nodes (comparison, shown->below);
  check_nodes (comparison, shown->unfolded);
  check_nodes (comparison, shown->goals);
  layout = cyan_layout_new (comparison, &scale, CYAN_BASIS_SHARE, NULL, NULL);
  cyan_layout_restore (layout, shown);
  FUZZ_CHECK (cyan_layout_top (layout) == shown->top);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanSessionFile) file =
      cyan_session_file_read_memory ("/x/x.cyanotype", data, size, &error);
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (CyanRequest) request = NULL;

  if (file == NULL)
    {
      fuzz_check_error (error);
      return 0;
    }
  request = cyan_session_file_new_request (file);
  FUZZ_CHECK (cyan_request_n_runs (request, 0) > 0);
  comparison = comparison_new ();
  cyan_session_file_find_nodes (file, comparison);
  check_shown (comparison, file->shown);
  check_shown (comparison, file->before_focus);
  check_shown (comparison, file->before_filter);
  FUZZ_CHECK (file->selected == CYAN_NODE_NONE || file->selected < comparison->compared.n_nodes);
  FUZZ_CHECK (file->reads == CYAN_NODE_NONE || file->reads < comparison->compared.n_nodes);
  return 0;
}
