/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the user prefers.  A missing schema would end the program in g_settings_new(). */
#include "cyan-settings.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-input.h"
#include "cyan-profile.h"

#include "config.h"

#define FLAGS                 (G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS)
#define TEXT(name)            g_param_spec_string (name, NULL, NULL, "", FLAGS)
#define SWITCH(name, initial) g_param_spec_boolean (name, NULL, NULL, initial, FLAGS)
#define NUMBER(name, initial) g_param_spec_uint (name, NULL, NULL, 0, G_MAXUINT, initial, FLAGS)
#define VALUE(name, initial)                                                                       \
  g_param_spec_variant (name, NULL, NULL, G_VARIANT_TYPE_ANY, g_variant_new_parsed (initial), FLAGS)

#define N_SETTINGS 19

struct _CyanSettings
{
  GObject parent_instance;

  GValue values[N_SETTINGS + 1]; /* by property */
};

G_DEFINE_FINAL_TYPE (CyanSettings, cyan_settings, G_TYPE_OBJECT)

static void
cyan_settings_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  g_value_copy (&CYAN_SETTINGS (object)->values[id], value);
}

static void
cyan_settings_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  g_value_copy (value, &CYAN_SETTINGS (object)->values[id]);
}

static GParamSpec *specs[N_SETTINGS + 1];

/* The keys of the schema, and what they are where it is not installed. */
static void
cyan_settings_class_init (CyanSettingsClass *class)
{
  GParamSpec *const all[] = { NULL,
                              TEXT ("palette"),
                              TEXT ("match"),
                              TEXT ("png-size"),
                              TEXT ("sizes"),
                              TEXT ("reader-command"),
                              TEXT ("editor-command"),
                              SWITCH ("flames", FALSE),
                              SWITCH ("equal-thickness", FALSE),
                              SWITCH ("fold-calls", TRUE),
                              SWITCH ("maximized", FALSE),
                              NUMBER ("memory-limit", 0),
                              NUMBER ("node-limit", CYAN_MAX_NODES),
                              NUMBER ("helper-time-limit", CYAN_INPUT_CHILD_SECONDS),
                              NUMBER ("window-width", 1360),
                              NUMBER ("window-height", 900),
                              VALUE ("table-columns", "@a(sbi) []"),
                              VALUE ("table-sort", "('', false)"),
                              VALUE ("definition-files", "@a(say) []"),
                              VALUE ("recent-comparisons", "@a(asasa{sv}) []") };

  memcpy (specs, all, sizeof specs);
  G_OBJECT_CLASS (class)->get_property = cyan_settings_get_property;
  G_OBJECT_CLASS (class)->set_property = cyan_settings_set_property;
  g_object_class_install_properties (G_OBJECT_CLASS (class), G_N_ELEMENTS (specs), specs);
}

static gboolean
get_variant (GValue *value, GVariant *variant, gpointer data)
{
  g_value_set_variant (value, variant);
  return TRUE;
}

static GVariant *
set_variant (const GValue *value, const GVariantType *type, gpointer data)
{
  return g_value_dup_variant (value);
}

static void
cyan_settings_init (CyanSettings *self)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema =
      source != NULL ? g_settings_schema_source_lookup (source, CYAN_APP_ID, TRUE) : NULL;
  g_autoptr (GSettings) stored = schema != NULL ? g_settings_new_full (schema, NULL, NULL) : NULL;

  for (guint id = 1; id <= N_SETTINGS; id++)
    {
      const char *name = specs[id]->name;

      g_value_init (&self->values[id], specs[id]->value_type);
      g_param_value_set_default (specs[id], &self->values[id]);
      if (stored != NULL && specs[id]->value_type == G_TYPE_VARIANT)
        g_settings_bind_with_mapping (stored, name, self, name, G_SETTINGS_BIND_DEFAULT,
                                      get_variant, set_variant, NULL, NULL);
      else if (stored != NULL)
        g_settings_bind (stored, name, self, name, G_SETTINGS_BIND_DEFAULT);
    }
}

CyanSettings *
cyan_settings_get (void)
{
  static CyanSettings *settings;

  if (settings == NULL)
    settings = g_object_new (CYAN_TYPE_SETTINGS, NULL);
  return settings;
}

void
cyan_settings_bind (const char *name, gpointer object, const char *property)
{
  g_object_bind_property (cyan_settings_get (), name, object, property,
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
}

void
cyan_settings_add_action (gpointer map, const char *name)
{
  g_autoptr (GPropertyAction) action = g_property_action_new (name, cyan_settings_get (), name);

  g_action_map_add_action (map, G_ACTION (action));
}

/* Interned, or NULL. */
static CyanHttpAccess http;

void
cyan_settings_set_http (const char *headers, const char *ca)
{
  http = (CyanHttpAccess){ .headers = g_intern_string (headers), .ca = g_intern_string (ca) };
}

char *
cyan_settings_http_advice (const GError *error)
{
  switch (cyan_error_hint (error))
    {
    case CYAN_HINT_HTTP_HEADERS:
      /* Translators: an option of the command line and an environment variable. */
      return g_strdup_printf (
          _ ("Start the program with %s, or %s, to send headers such as Authorization."),
          "--http-headers @FILE", CYAN_HTTP_HEADERS_VARIABLE "=@FILE");
    case CYAN_HINT_HTTP_CA:
      /* Translators: an option of the command line. */
      return g_strdup_printf (_ ("Start the program with %s to trust another authority."),
                              "--http-ca FILE");
    default:
      return NULL;
    }
}

void
cyan_settings_limits (CyanLoadOptions *load)
{
  g_autofree char *reader = NULL;
  guint mebibytes;

  g_object_get (cyan_settings_get (), "reader-command", &reader, "memory-limit", &mebibytes,
                "node-limit", &load->max_nodes, "helper-time-limit", &load->child_seconds, NULL);
  load->reader = *reader != '\0' ? g_intern_string (reader) : NULL;
  load->memory_limit = (guint64) mebibytes << 20;
  load->http.headers = http.headers;
  load->http.ca = http.ca;
}

CyanRequest *
cyan_settings_new_request (const char *before, const char *after)
{
  CyanRequest *request = cyan_request_new (before, after);
  g_autofree char *match = NULL;

  g_object_get (cyan_settings_get (), "match", &match, NULL);
  cyan_match_method_parse (match, &request->how.method);
  return request;
}
