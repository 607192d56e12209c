/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where to start, as a section of a text. */
#include "cyan-start.h"

static void
append_line (CyanProse *out, const char *label, const char *text)
{
  if (text != NULL)
    cyan_prose_say (out, "     %-5s %s\n", label, text);
}

static void
append_start (CyanProse *out, const CyanReportOptions *options, guint i, gboolean with_path)
{
  const CyanStart *start = &options->ranking->at[i];

  cyan_prose_say (out, " %2u. %s: %s\n", i + 1, cyan_start_function_of (out, options, start),
                  cyan_start_size (out, options, start));
  if (with_path)
    append_line (out, "in", cyan_start_path (out, options, start));
  append_line (out, "why", cyan_start_because (out, options, start));
  append_line (out, "read", cyan_start_read (out, options, start));
  append_line (out, "commits", cyan_start_commits (out, options, i));
}

static void
append_changed (CyanProse *out, const CyanReportOptions *options, guint most)
{
  g_autoptr (GArray) changed = cyan_start_changed (options);
  double more = 0;

  for (guint i = 0; i < changed->len; i++)
    {
      const CyanStartChanged *item = &g_array_index (changed, CyanStartChanged, i);

      if (i == 0)
        cyan_prose_say (out, "\nChanged, without a clear effect\n");
      if (i < most)
        cyan_prose_say (out, "  %s: %s of the run by itself\n",
                        cyan_start_function (out, options, item->pair),
                        cyan_prose_share (out, item->cost));
      else
        more += item->cost;
    }
  if (changed->len > most)
    cyan_prose_say (out, "  %u more: %s of the run by themselves\n", changed->len - most,
                    cyan_prose_share (out, more));
}

void
cyan_start_text (CyanProse *out, const CyanReportOptions *options, guint most, gboolean with_path)
{
  guint n = cyan_start_n_shown (options, most);
  const char *text;

  cyan_prose_say (out, "\nStart here\n");
  if (!cyan_ranking_answers (options->ranking))
    cyan_prose_say (out, "  %s\n", cyan_start_nobody (out, options, n));
  for (guint i = 0; i < n; i++)
    append_start (out, options, i, with_path);
  text = cyan_start_directions (out, options);
  if (text != NULL)
    cyan_prose_say (out, "  %s\n", text);
  text = cyan_start_rest_text (out, options, n);
  if (text != NULL)
    cyan_prose_say (out, "  %s\n", text);
  append_changed (out, options, most);
}
