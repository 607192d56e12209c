/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads what Parca answers to a query for pprof: a compressed profile as base64, in JSON.
 *
 * https://github.com/parca-dev/parca: proto/parca/query/v1alpha1/query.proto, QueryResponse.
 */
#include "cyan-format-entry.h"
#include "cyan-i18n.h"
#include "cyan-json-sniff.h"
#include "cyan-json-walk.h"

#include <string.h>

/* The share of decoding in the whole work. */
#define DECODING_SHARE 0.2

/* Whether [@text, @text + @length) is base64 in whole groups of four. */
static gboolean
is_base64 (const char *text, gsize length)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  gsize n_digits = strspn (text, digits);

  return length % 4 == 0 && length - n_digits <= 2
         && strspn (text + n_digits, "=") == length - n_digits;
}

static gboolean
read_profile (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanProfileBuilder *builder = data;
  CyanInput *outer = walk->json->input;
  CyanTick tick = cyan_input_tick_after (outer);
  g_autofree char *name = g_strdup_printf ("%s: pprof", cyan_input_name (outer));
  g_autofree char *text = NULL;
  g_autoptr (CyanInput) input = NULL;
  const GPtrArray *warnings;
  gsize length;

  if (!cyan_json_walk_text (walk, token, &text, error))
    return FALSE;
  length = strlen (text);
  if (length == 0 || !is_base64 (text, length))
    return cyan_json_walk_fail (walk, error, _ ("not base64"));
  cyan_charge_add (&walk->json->charge, length);
  g_base64_decode_inplace (text, &length);

  input = cyan_input_new_for_memory (name, text, length, &tick, error);
  if (input == NULL)
    return FALSE;
  cyan_input_set_budget (input, cyan_input_budget (outer));
  if (!cyan_format_pprof.read (input, builder, error))
    return FALSE;
  warnings = cyan_input_warnings (input);
  for (guint i = 0; i < warnings->len; i++)
    cyan_profile_builder_warn (builder, "%s", (const char *) g_ptr_array_index (warnings, i));
  return TRUE;
}

static gboolean
parca_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonMember members[] = { { "pprof", read_profile, .required = TRUE } };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);

  cyan_input_set_share (input, DECODING_SHARE);
  return cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), builder, error);
}

/* clang-format off */
CYAN_JSON_SNIFF (parca_sniff,
                 { 90, { "pprof", "filtered" } },
                 { 60, { "pprof" } })
/* clang-format on */

const CyanFormat cyan_format_parca = {
  .name = "parca",
  .label = "answer of Parca",
  .sniff = parca_sniff,
  .read = parca_read,
};
