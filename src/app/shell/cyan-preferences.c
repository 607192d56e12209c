/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The window of preferences: the picture, how much reading profiles may take, and what reads those
 * of other formats.
 *
 * Each row is a setting.  Limits are in force from the next load on.
 */
#include "cyan-preferences.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-memory.h"
#include "cyan-settings.h"
#include "cyan-units.h"
#include "cyan-widgets.h"

#define MEMORY_KEY "memory-limit"

struct _CyanPreferences
{
  AdwPreferencesWindow parent_instance;

  /* template children, borrowed */
  AdwActionRow *automatic_row;
  GtkSwitch *automatic_switch;
  GtkWidget *memory_row;
  GtkSpinButton *memory_spin;
  GtkSpinButton *nodes_spin;
  GtkSpinButton *time_spin;
  GtkSwitch *folds_switch;
  GtkEditable *reader_row;
};

G_DEFINE_FINAL_TYPE (CyanPreferences, cyan_preferences, ADW_TYPE_PREFERENCES_WINDOW)

/* ---- memory ---- */

static guint
default_mebibytes (void)
{
  return (guint) MAX (cyan_memory_default_limit () >> 20, 1);
}

/* "2 GiB" in place of a number of MiB.  Caller frees. */
static char *
memory_text (double mebibytes)
{
  return cyan_memory_to_text ((guint64) mebibytes << 20);
}

static gboolean
on_memory_output (GtkSpinButton *spin, gpointer data)
{
  g_autofree char *text = memory_text (gtk_spin_button_get_value (spin));

  if (strcmp (gtk_editable_get_text (GTK_EDITABLE (spin)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (spin), text);
  return TRUE;
}

/* Takes "2 GiB", "1,5G" and, without a unit, MiB. */
static int
on_memory_input (GtkSpinButton *spin, double *mebibytes, gpointer data)
{
  double value = gtk_adjustment_get_value (gtk_spin_button_get_adjustment (spin));
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (spin)));
  g_autofree char *shown = memory_text (value);
  g_autofree char *with_unit = NULL;
  guint64 bytes;

  /* The shown text is rounded: unedited, it keeps the exact value. */
  if (strcmp (text, shown) == 0)
    {
      *mebibytes = value;
      return TRUE;
    }
  g_strdelimit (g_strstrip (text), ",", '.');
  for (char *space; (space = strchr (text, ' ')) != NULL;)
    memmove (space, space + 1, strlen (space));
  with_unit = g_strconcat (text, strspn (text, "0123456789.") == strlen (text) ? "M" : "", NULL);
  if (!cyan_memory_parse (with_unit, &bytes))
    return GTK_INPUT_ERROR;
  *mebibytes = (double) (bytes >> 20);
  return TRUE;
}

static void
show_memory (CyanPreferences *self)
{
  guint mebibytes;

  g_object_get (cyan_settings_get (), MEMORY_KEY, &mebibytes, NULL);
  gtk_switch_set_active (self->automatic_switch, mebibytes == 0);
  gtk_spin_button_set_value (self->memory_spin, mebibytes > 0 ? mebibytes : default_mebibytes ());
  gtk_widget_set_sensitive (self->memory_row, mebibytes > 0);
}

static void
on_memory_changed (CyanPreferences *self)
{
  guint mebibytes = gtk_switch_get_active (self->automatic_switch)
                        ? 0
                        : (guint) gtk_spin_button_get_value (self->memory_spin);

  g_object_set (cyan_settings_get (), MEMORY_KEY, mebibytes, NULL);
}

/* ---- errors ---- */

/* The title of the row, or NULL. */
static const char *
row_title (CyanHint hint)
{
  switch (hint)
    {
    case CYAN_HINT_MEMORY_LIMIT:
    case CYAN_HINT_MEMORY_LIMIT_OR_HOT:
      return _ ("Memory Limit");
    case CYAN_HINT_NODE_LIMIT:
    case CYAN_HINT_NODE_LIMIT_OR_HOT:
      return _ ("Nodes of a Profile");
    case CYAN_HINT_TIME_LIMIT:
      return _ ("Seconds for Other Programs");
    case CYAN_HINT_HTTP_HEADERS:
    case CYAN_HINT_HTTP_CA:
    case CYAN_HINT_NONE:
    default:
      return NULL;
    }
}

char *
cyan_preferences_explain (const GError *error, gboolean *limit, gboolean *hot)
{
  CyanHint hint = cyan_error_hint (error);
  const char *preference = row_title (hint);
  g_autofree char *advice = cyan_settings_http_advice (error);
  GString *text = g_string_new (error->message);

  *limit = preference != NULL;
  *hot = hint == CYAN_HINT_MEMORY_LIMIT_OR_HOT || hint == CYAN_HINT_NODE_LIMIT_OR_HOT;
  if (*limit)
    {
      g_string_append_c (text, '\n');
      /* Translators: the title of a row of the preferences. */
      g_string_append_printf (text, _ ("“%s” in the preferences sets another limit."), preference);
    }
  if (advice != NULL)
    g_string_append_printf (text, "\n%s", advice);
  if (*hot)
    {
      g_autofree char *least = cyan_round_share_to_text (CYAN_HOT_PHI);

      g_string_append_c (text, '\n');
      g_string_append_printf (
          text, _ ("Contexts with at least %s of the whole need little memory."), least);
    }
  return g_string_free (text, FALSE);
}

/* ---- object ---- */

static void
cyan_preferences_class_init (CyanPreferencesClass *class)
{
  cyan_children_own (class, NULL);
#define CHILD(member) CYAN_CHILD (CyanPreferences, member)
  cyan_template_bind (class, "preferences.ui", CHILD (automatic_row), CHILD (automatic_switch),
                      CHILD (memory_row), CHILD (memory_spin), CHILD (nodes_spin),
                      CHILD (time_spin), CHILD (folds_switch), CHILD (reader_row), NULL);
}

static void
cyan_preferences_init (CyanPreferences *self)
{
  g_autofree char *automatic = memory_text (default_mebibytes ());
  g_autofree char *subtitle = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  /* Translators: an amount of memory. */
  subtitle = g_strdup_printf (_ ("Half of what there is: %s"), automatic);
  adw_action_row_set_subtitle (self->automatic_row, subtitle);
  g_signal_connect (self->memory_spin, "output", G_CALLBACK (on_memory_output), NULL);
  g_signal_connect (self->memory_spin, "input", G_CALLBACK (on_memory_input), NULL);
  show_memory (self);
  cyan_connect (self->automatic_switch, "notify::active", on_memory_changed, self);
  cyan_connect (self->memory_spin, "value-changed", on_memory_changed, self);
  cyan_connect (cyan_settings_get (), "notify::" MEMORY_KEY, show_memory, self);
  cyan_settings_bind ("node-limit", self->nodes_spin, "value");
  cyan_settings_bind ("helper-time-limit", self->time_spin, "value");
  cyan_settings_bind ("reader-command", self->reader_row, "text");
  cyan_settings_bind ("fold-calls", self->folds_switch, "active");
}

CyanPreferences *
cyan_preferences_new (GtkWindow *parent)
{
  return g_object_new (CYAN_TYPE_PREFERENCES, "transient-for", parent, NULL);
}
