/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * V8's .heapprofile: sampled memory that was still in use at the end, as written by node
 * --heap-prof and the developer tools of Chrome.
 *
 * It is a tree of nested nodes in "head", each with a "callFrame", the bytes of its samples in
 * "selfSize", and "children".  The definition is
 * https://chromedevtools.github.io/devtools-protocol/tot/HeapProfiler/#type-SamplingHeapProfile.
 * The interval of the samples is not in the file; V8 has scaled their bytes already.
 */
#include "cyan-format-entry.h"

#include "cyan-json-tree.h"
#include "cyan-json-sniff.h"
#include "cyan-v8-profile.h"

static gboolean
set_frame (CyanStrings *strings, guint32 parent, double own, CyanFunction *function)
{
  cyan_v8_set_function (strings, function);
  return TRUE;
}

static gboolean
heapprofile_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonForm form = {
    .root = "head",
    .children = "children",
    .name = "callFrame.functionName",
    .file = "callFrame.url",
    .line = "callFrame.lineNumber",
    .line_from_zero = TRUE,
    .value = "selfSize",
    .needs_value = TRUE,
    .keeps_twins = TRUE,
    .unit = "bytes",
    .frame = set_frame,
  };

  return cyan_json_form_read (&form, input, builder, error);
}

/* clang-format off */
CYAN_JSON_SNIFF (heapprofile_sniff,
                 { 95, { "head.callFrame", "head.selfSize" } },
                 { 95, { "head.callFrame", "head.children" } })
/* clang-format on */

const CyanFormat cyan_format_heapprofile = {
  .name = "heapprofile",
  .label = "V8 heap profile",
  .extensions = (const char *const[]){ ".heapprofile", NULL },
  .sniff = heapprofile_sniff,
  .read = heapprofile_read,
};
