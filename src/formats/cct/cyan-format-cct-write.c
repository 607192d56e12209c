/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes Cyanotype's own text format: header, functions, nodes in preorder, end line. */
#include "cyan-cct.h"

#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"

#include <math.h>
#include <string.h>

static const char *const recordings[] = CYAN_FORMAT_CCT_RECORDINGS;

/* Tab, line break and backslash are what the format itself needs. */
static gboolean
write_field (CyanOutput *output, const char *text, GError **error)
{
  if (!cyan_output_write (output, "\t", 1, error))
    return FALSE;
  for (;;)
    {
      gsize plain = strcspn (text, "\\\t\n\r");
      const char *escape;

      if (!cyan_output_write (output, text, (gssize) plain, error))
        return FALSE;
      text += plain;
      if (*text == '\0')
        return TRUE;
      escape = *text == '\\' ? "\\\\" : *text == '\t' ? "\\t" : *text == '\n' ? "\\n" : "\\r";
      if (!cyan_output_write (output, escape, 2, error))
        return FALSE;
      text++;
    }
}

/* Writes a record of a word and one or two fields; NULL for @second: one. */
static gboolean
write_record (
    CyanOutput *output, const char *word, const char *first, const char *second, GError **error)
{
  return cyan_output_write (output, word, -1, error) && write_field (output, first, error)
         && (second == NULL || write_field (output, second, error))
         && cyan_output_write (output, "\n", 1, error);
}

/* Fails on metrics that the reader would refuse. */
static gboolean
check_metrics (const CyanProfile *profile, GError **error)
{
  if (profile->n_metrics > CYAN_CCT_MAX_METRICS)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("more than %d metrics"),
                      CYAN_CCT_MAX_METRICS);
  for (guint m = 0; m < profile->n_metrics; m++)
    {
      guint first;

      if (*profile->metrics[m].name == '\0')
        return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("a metric without a name"));
      if (cyan_profile_find_metric (profile, profile->metrics[m].name, &first) && first != m)
        return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("a second metric of the same name"));
    }
  return TRUE;
}

static gboolean
write_head (const CyanProfile *profile, CyanOutput *output, GError **error)
{
  if (!cyan_output_printf (output, error, "cct %d\nrecording\t%s\n", CYAN_CCT_VERSION,
                           recordings[profile->recording]))
    return FALSE;
  if (profile->period != 0)
    {
      g_autofree char *period = cyan_double_to_text (profile->period);

      if (!cyan_output_printf (output, error, "period\t%s\n", period))
        return FALSE;
    }
  if (profile->unordered && !cyan_output_write (output, "siblings\tunordered\n", -1, error))
    return FALSE;
  if (profile->n_threads != 0
      && !cyan_output_printf (output, error, "threads\t%u\n", profile->n_threads))
    return FALSE;
  if (profile->pruning.floor > 0 || profile->pruning.phi > 0)
    {
      g_autofree char *phi = cyan_double_to_text (profile->pruning.phi);
      g_autofree char *epsilon = cyan_double_to_text (profile->pruning.epsilon);
      g_autofree char *floor = cyan_double_to_text (profile->pruning.floor);
      g_autofree char *whole = cyan_double_to_text (profile->metrics[0].total[CYAN_NODE_ROOT]);

      if (!cyan_output_printf (output, error, "hot\t%s\t%s\t%s\t%s\n", phi, epsilon, floor, whole))
        return FALSE;
    }
  for (guint i = 0; i < profile->n_meta; i++)
    if (!write_record (output, "meta", profile->meta[i].key, profile->meta[i].value, error))
      return FALSE;
  for (guint i = 0; i < profile->warnings->len; i++)
    if (!write_record (output, "note", g_ptr_array_index (profile->warnings, i), NULL, error))
      return FALSE;
  for (guint m = 0; m < profile->n_metrics; m++)
    if (!write_record (output, "metric", profile->metrics[m].name, profile->metrics[m].unit, error))
      return FALSE;
  for (guint h = 0; profile->hosts != NULL && h < profile->hosts->n_hosts; h++)
    if (!write_record (output, "host", profile->hosts->names[h], NULL, error))
      return FALSE;
  return TRUE;
}

/* Trailing fields with default values are omitted. */
static gboolean
write_function (const CyanProfile *profile, guint32 index, CyanOutput *output, GError **error)
{
  const CyanFunction *function = &profile->functions[index];
  const CyanStr strings[] = { function->name, function->module, function->file };
  guint n_strings = 3;

  if (function->line == 0 && function->body_hash == 0)
    while (n_strings > 1 && strings[n_strings - 1] == CYAN_STR_EMPTY)
      n_strings--;
  if (!cyan_output_write (output, "function", 8, error))
    return FALSE;
  for (guint i = 0; i < n_strings; i++)
    if (!write_field (output, cyan_strings_get (profile->strings, strings[i]), error))
      return FALSE;
  if (function->body_hash != 0)
    return cyan_output_printf (output, error, "\t%u\t%" G_GINT64_MODIFIER "x\n", function->line,
                               function->body_hash);
  if (function->line != 0)
    return cyan_output_printf (output, error, "\t%u\n", function->line);
  return cyan_output_write (output, "\n", 1, error);
}

/* Whether a node has the function of the synthetic root, which has no number in the file. */
static gboolean
uses_root_function (const CyanProfile *profile)
{
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    if (profile->function[i] == 0)
      return TRUE;
  return FALSE;
}

static char *
put_number (char *at, guint64 value)
{
  char digits[20];
  guint n = 0;

  do
    digits[n++] = (char) ('0' + value % 10);
  while ((value /= 10) > 0);
  while (n > 0)
    *at++ = digits[--n];
  return at;
}

char *
cyan_cct_put_value (char *at, double value)
{
  g_autofree char *text = NULL;

  if (value >= 0 && value < 1e15 && value == (double) (guint64) value)
    return put_number (at, (guint64) value);
  text = cyan_double_to_text (value);
  return g_stpcpy (at, text);
}

static gboolean
write_nodes (const CyanProfile *profile, CyanOutput *output, GError **error)
{
  /* A number takes at most 25 bytes. */
  g_autofree char *line = g_malloc (32 * (5 + profile->n_metrics));

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      guint32 function = profile->function[i];
      guint64 calls = cyan_profile_calls (profile, i);
      gboolean has_call_site = profile->call_site != NULL && profile->call_site[i] != 0;
      double missing = cyan_profile_missing (profile, i);
      char *at = line;

      at = put_number (at, profile->parent[i]);
      *at++ = '\t';
      at = put_number (at, function != 0 ? function : profile->n_functions);
      *at++ = '\t';
      if (calls == CYAN_CALLS_UNKNOWN)
        *at++ = '-';
      else
        at = put_number (at, calls);
      for (guint m = 0; m < profile->n_metrics; m++)
        {
          *at++ = '\t';
          at = cyan_cct_put_value (at, profile->metrics[m].self[i]);
        }
      if (has_call_site || missing > 0)
        {
          *at++ = '\t';
          at = put_number (at, has_call_site ? profile->call_site[i] : 0);
        }
      if (missing > 0)
        {
          *at++ = '\t';
          at = cyan_cct_put_value (at, missing);
        }
      *at++ = '\n';
      if (!cyan_output_write (output, line, at - line, error)
          || !cyan_cct_write_hosts (profile, i, output, error))
        return FALSE;
    }
  return TRUE;
}

/* One record for each value that was rounded; the synthetic root is not in the file. */
static gboolean
write_rests (const CyanProfile *profile, CyanOutput *output, GError **error)
{
  const CyanRests *rests = profile->rests;

  for (guint i = 0; rests != NULL && i < rests->n; i++)
    {
      const CyanRest *rest = &rests->rows[i];
      g_autofree char *value = cyan_double_to_text (rest->value);

      if (rest->node != CYAN_NODE_ROOT
          && !cyan_output_printf (output, error, "rest\t%u\t%u\t%s\n", rest->node, rest->metric + 1,
                                  value))
        return FALSE;
    }
  return TRUE;
}

/* One record for each function that has something. */
static gboolean
write_flat (const CyanProfile *profile, CyanOutput *output, GError **error)
{
  const CyanFlatProfile *flat = profile->flat;
  g_autofree char *line = g_malloc (32 * (3 + profile->n_metrics));

  for (guint32 f = 1; flat != NULL && f < flat->n_functions; f++)
    {
      gboolean is_used = flat->calls[f] != 0;
      char *at = g_stpcpy (line, "flat\t");

      at = put_number (at, f);
      *at++ = '\t';
      if (isnan (flat->calls[f]))
        *at++ = '-';
      else
        at = cyan_cct_put_value (at, flat->calls[f]);
      for (guint m = 0; m < profile->n_metrics; m++)
        {
          *at++ = '\t';
          at = cyan_cct_put_value (at, flat->self[m][f]);
          is_used |= flat->self[m][f] != 0;
        }
      *at++ = '\n';
      if (is_used && !cyan_output_write (output, line, at - line, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
cyan_format_cct_write (const CyanProfile *profile, CyanOutput *output, GError **error)
{
  /* The reader checks the same of what it reads. */
  cyan_assert_valid (cyan_profile_check, profile);
  if (!check_metrics (profile, error) || !write_head (profile, output, error))
    return FALSE;
  for (guint32 f = 1; f < profile->n_functions; f++)
    if (!write_function (profile, f, output, error))
      return FALSE;
  if (uses_root_function (profile) && !write_function (profile, 0, output, error))
    return FALSE;
  return write_flat (profile, output, error) && write_nodes (profile, output, error)
         && write_rests (profile, output, error)
         && cyan_output_printf (output, error, "end\t%u\n", profile->n_nodes - 1);
}
