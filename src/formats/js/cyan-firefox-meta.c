/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The meta data of a Firefox profile. */
#include "cyan-firefox.h"

#include "cyan-i18n.h"
#include "cyan-json-meta.h"

#include <string.h>

static gboolean
read_interval (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefox *self = data;

  if (!cyan_json_walk_number (walk, token, &self->interval, error))
    return FALSE;
  return self->interval >= 0 || cyan_json_walk_fail (walk, error, _ ("out of range"));
}

static gboolean
read_start_time (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefox *self = data;
  double ms;
  g_autoptr (GDateTime) time = NULL;
  g_autofree char *text = NULL;

  if (!cyan_json_walk_number (walk, token, &ms, error))
    return FALSE;
  /* Since 1970.  Unknown (0) and years after 9999 are left out. */
  if (ms > 0 && ms < 253402300800e3)
    time = g_date_time_new_from_unix_utc ((gint64) (ms / 1000));
  if (time != NULL)
    {
      text = g_date_time_format_iso8601 (time);
      cyan_profile_builder_set_meta (self->builder, "recorded", text);
    }
  return TRUE;
}

static gboolean
read_category_name (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefox *self = data;

  if (token == CYAN_JSON_STRING && self->idle < 0 && cyan_json_is (walk->json, "Idle"))
    self->idle = (gint32) walk->steps[walk->depth - 2].index;
  return cyan_json_skip (walk->json, token, error);
}

static gboolean
read_category (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = { { "name", read_category_name, FALSE } };

  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error);
}

static gboolean
read_cpu_unit (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanFirefox *self = data;

  if (token != CYAN_JSON_STRING)
    return cyan_json_walk_fail (walk, error, _ ("not a string"));
  if (cyan_json_is (walk->json, "ns"))
    self->cpu_unit = "ns";
  else if (cyan_json_is (walk->json, "\302\265s") || cyan_json_is (walk->json, "\316\274s"))
    self->cpu_unit = "us";
  else
    self->cpu_unit = "cycles";
  return TRUE;
}

static const CyanJsonMember sample_units[] = { { "threadCPUDelta", read_cpu_unit, FALSE } };

CYAN_JSON_META (read_arguments, CyanFirefox, builder, "command")

static const CyanJsonMember meta_members[] = {
  { "interval", read_interval, FALSE },
  { "preprocessedProfileVersion", CYAN_JSON_INTEGER (CyanFirefox, version, 0, G_MAXINT32) },
  { "startTime", read_start_time, .or_null = TRUE },
  { "categories", read_category, .each = TRUE, .or_null = TRUE },
  { "sampleUnits", .or_null = TRUE, CYAN_JSON_MEMBERS (sample_units) },
  { "product", .or_null = TRUE, CYAN_JSON_TEXT (CyanFirefox, product) },
  { "misc", .or_null = TRUE, CYAN_JSON_TEXT (CyanFirefox, misc) },
  { "arguments", read_arguments, .or_null = TRUE },
};

gboolean
cyan_firefox_read_meta (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  ((CyanFirefox *) data)->has_meta = TRUE;
  return cyan_json_walk_object (walk, token, meta_members, G_N_ELEMENTS (meta_members), data,
                                error);
}

void
cyan_firefox_set_producer (CyanFirefox *self)
{
  g_autofree char *producer = NULL;

  if (self->product == NULL || *self->product == '\0')
    return;
  if (self->misc != NULL && g_str_has_prefix (self->misc, "rv:"))
    producer = g_strdup_printf ("%s %s", self->product, self->misc + strlen ("rv:"));
  cyan_profile_builder_set_meta (self->builder, "producer",
                                 producer != NULL ? producer : self->product);
}
