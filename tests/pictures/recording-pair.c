/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of real recordings. */
#include "recording-pair.h"

#include "cct-tsv.h"
#include "cyan-pipeline.h"
#include "tests.h"

const char *const recordings[][3] = {
  { "black", "black-a.us.cct.zst", "black-b.us.cct.zst" },
  { "cmark", "cmark-a.callgrind.out.zst", "cmark-b.callgrind.out.zst" },
  { "gomarkdown", "gomarkdown-a.folded.zst", "gomarkdown-b.folded.zst" },
  { "jq", "jq-a.cct.tsv.gz", "jq-b.cct.tsv.gz" },
  { "jq-sampled", "jq-a.perf.pb.gz", "jq-b.perf.pb.gz" },
  { "lark", "lark-a.cct.zst", "lark-b.cct.zst" },
  { "lark-visit", "lark-visit-a.cct.tsv.gz", "lark-visit-b.cct.tsv.gz" },
  { "lua", "lua-a.cct.tsv.gz", "lua-b.cct.tsv.gz" },
  { "marked", "marked-a.folded.zst", "marked-b.folded.zst" },
  { "demo", "../../data/demo/before.json.gz", "../../data/demo/after.json.gz" },
  { NULL, NULL, NULL },
};

static CyanProfile *
load (CyanStrings *strings, const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", name, NULL);
  g_autoptr (GError) error = NULL;
  CyanProfile *profile;

  if (g_str_has_suffix (name, ".tsv.gz"))
    return cct_tsv_read (strings, path);
  profile = cyan_profile_load (path, NULL, NULL, &error);
  g_assert_no_error (error);
  return profile;
}

CyanComparison *
recording_compare (const char *before, const char *after)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) a = load (strings, before);
  g_autoptr (CyanProfile) b = load (strings, after);
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  CyanComparison *comparison = cyan_comparison_new (a, b, &options, NULL, &error);

  g_assert_no_error (error);
  return comparison;
}
