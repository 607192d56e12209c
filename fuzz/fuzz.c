/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the fuzz targets: checks, and small trees made from bytes. */
#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Limits of these trees.  Small trees are enough to find errors with two trees. */
#define MAX_TREE  48
#define MAX_DEPTH 32

void
fuzz_fail (const char *place, const char *format, ...)
{
  va_list args;

  fprintf (stderr, "%s: wrong: ", place);
  va_start (args, format);
  vfprintf (stderr, format, args);
  va_end (args);
  fputc ('\n', stderr);
  abort ();
}

void
fuzz_check_error (const GError *error)
{
  FUZZ_CHECK (error != NULL);
  FUZZ_CHECK (error->message != NULL && *error->message != '\0');
  if (!g_utf8_validate (error->message, -1, NULL) || strchr (error->message, '\n') != NULL)
    fuzz_fail (G_STRLOC, "the message \"%s\"", error->message);
}

static void
check_text (const CyanStrings *strings, CyanStr text)
{
  FUZZ_CHECK (text < cyan_strings_count (strings));
  FUZZ_CHECK (strlen (cyan_strings_get (strings, text)) <= CYAN_STRING_MAX);
  FUZZ_CHECK (g_utf8_validate (cyan_strings_get (strings, text), -1, NULL));
}

static void
check_tree (const CyanProfile *profile)
{
  FUZZ_CHECK (profile->n_nodes >= 1);
  FUZZ_CHECK (profile->end[CYAN_NODE_ROOT] == profile->n_nodes);
  FUZZ_CHECK (profile->function[CYAN_NODE_ROOT] == 0);
  for (CyanNode node = 1; node < profile->n_nodes; node++)
    {
      CyanNode parent = profile->parent[node];

      FUZZ_CHECK (parent < node && node < profile->end[node]);
      FUZZ_CHECK (node < profile->end[parent] && profile->end[node] <= profile->end[parent]);
      FUZZ_CHECK (profile->function[node] < profile->n_functions);
    }
}

static void
check_metric (const CyanProfile *profile, const CyanMetric *metric)
{
  g_autofree double *sum = g_memdup2 (metric->self, profile->n_nodes * sizeof (double));

  FUZZ_CHECK (g_utf8_validate (metric->name, -1, NULL));
  FUZZ_CHECK (g_utf8_validate (metric->unit, -1, NULL));
  for (CyanNode node = profile->n_nodes; node-- > 0;)
    {
      FUZZ_CHECK (isfinite (metric->self[node]));
      if (isfinite (metric->total[CYAN_NODE_ROOT]))
        FUZZ_CHECK (metric->total[node] == sum[node]);
      if (node > 0)
        sum[profile->parent[node]] += sum[node];
    }
}

void
fuzz_check_profile (const CyanProfile *profile)
{
  check_tree (profile);
  FUZZ_CHECK (profile->n_metrics >= 1 && profile->n_functions >= 1);
  for (guint m = 0; m < profile->n_metrics; m++)
    check_metric (profile, &profile->metrics[m]);
  for (guint f = 0; f < profile->n_functions; f++)
    {
      check_text (profile->strings, profile->functions[f].name);
      check_text (profile->strings, profile->functions[f].module);
      check_text (profile->strings, profile->functions[f].file);
    }
  for (guint i = 0; i < profile->n_meta; i++)
    FUZZ_CHECK (g_utf8_validate (profile->meta[i].key, -1, NULL)
                && g_utf8_validate (profile->meta[i].value, -1, NULL));
  for (guint i = 0; i < profile->warnings->len; i++)
    {
      const char *warning = g_ptr_array_index (profile->warnings, i);

      FUZZ_CHECK (g_utf8_validate (warning, -1, NULL) && strchr (warning, '\n') == NULL);
    }
}

uint8_t
fuzz_byte (FuzzBytes *bytes)
{
  if (bytes->left == 0)
    return 0;
  bytes->left--;
  return *bytes->at++;
}

static CyanStr
take_name (CyanStrings *strings, FuzzBytes *bytes, FuzzNames names)
{
  guint length = fuzz_byte (bytes);
  const char *text = (const char *) bytes->at;

  if (names == FUZZ_NAMES_FEW)
    {
      char name[] = { (char) ('a' + length % 16), '\0' };

      return cyan_strings_add (strings, name, 1);
    }
  length = (guint) MIN (length, bytes->left);
  bytes->at += length;
  bytes->left -= length;
  return cyan_strings_add (strings, length > 0 ? text : "", length);
}

/* Usually a small value, sometimes one at the limits of arithmetic. */
static double
take_value (FuzzBytes *bytes)
{
  static const double odd[] = { 0,     0.1,  -1,  1e-300, 4611686018427387904.0,
                                1e300, -1e9, 1e9, 5e-324, 9007199254740993.0 };
  guint byte = fuzz_byte (bytes);

  return byte < 240 ? byte : odd[byte % G_N_ELEMENTS (odd)];
}

CyanProfile *
fuzz_tree (CyanStrings *strings, FuzzBytes *bytes, FuzzNames names)
{
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, MAX_TREE);
  CyanNode path[MAX_DEPTH] = { CYAN_NODE_ROOT };
  guint depth = 0;
  guint flags = fuzz_byte (bytes);

  cyan_profile_builder_metric (builder, "time", flags & 1 ? "samples" : "ns");
  if (flags & 2)
    cyan_profile_builder_metric (builder, "bytes", "bytes");
  if (flags & 4)
    cyan_profile_builder_set_unordered (builder);
  if (flags & 8)
    cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED, flags & 16 ? 10 : 0);

  while (bytes->left > 0)
    {
      guint op = fuzz_byte (bytes);

      if (op == 0)
        break;
      if (op % 4 == 3)
        depth -= MIN (depth, op >> 5);
      else if (op % 4 == 2)
        cyan_profile_builder_add (builder, flags & 2 ? (op >> 2) % 2 : 0, path[depth],
                                  depth > 0 ? take_value (bytes) : 0);
      else if (depth + 1 < MAX_DEPTH)
        {
          guint32 function = cyan_profile_builder_function (
              builder, take_name (strings, bytes, names),
              op & 64 ? take_name (strings, bytes, names) : CYAN_STR_EMPTY,
              op & 128 ? take_name (strings, bytes, names) : CYAN_STR_EMPTY, op & 128, 0);
          CyanNode node = cyan_profile_builder_append (builder, path[depth], function,
                                                       op & 8 ? fuzz_byte (bytes) : 0, NULL);

          if (node == CYAN_NODE_NONE)
            break;
          path[++depth] = node;
          cyan_profile_builder_add (builder, 0, node, op & 16 ? take_value (bytes) : 1);
          if (op & 32)
            cyan_profile_builder_add_calls (builder, node, fuzz_byte (bytes));
          if (op % 4 == 1)
            depth--;
        }
    }
  return cyan_profile_builder_finish (builder);
}
