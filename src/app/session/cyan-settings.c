/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program's settings.  A missing schema would end the program in g_settings_new(). */
#include "cyan-settings.h"

#include "config.h"

GSettings *
cyan_settings_get (void)
{
  static GSettings *settings = NULL;
  static gsize looked_up = 0;

  if (g_once_init_enter (&looked_up))
    {
      GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
      g_autoptr (GSettingsSchema) schema = NULL;

      if (source != NULL)
        schema = g_settings_schema_source_lookup (source, CYAN_APP_ID, TRUE);
      if (schema != NULL)
        settings = g_settings_new_full (schema, NULL, NULL);
      g_once_init_leave (&looked_up, 1);
    }
  return settings;
}

void
cyan_settings_limits (CyanLoadOptions *load)
{
  GSettings *settings = cyan_settings_get ();
  g_autofree char *reader = NULL;

  if (settings == NULL)
    return;
  reader = g_settings_get_string (settings, "reader-command");
  load->reader = *reader != '\0' ? g_intern_string (reader) : NULL;
  load->memory_limit = (guint64) g_settings_get_uint (settings, "memory-limit") << 20;
  load->max_nodes = g_settings_get_uint (settings, "node-limit");
  load->child_seconds = g_settings_get_uint (settings, "helper-time-limit");
}

CyanRequest *
cyan_settings_new_request (const char *before, const char *after)
{
  CyanRequest *request = cyan_request_new (before, after);
  GSettings *settings = cyan_settings_get ();

  if (settings != NULL)
    {
      g_autofree char *match = g_settings_get_string (settings, "match");

      cyan_match_method_parse (match, &request->how.method);
    }
  return request;
}
