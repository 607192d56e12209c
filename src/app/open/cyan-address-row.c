/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An entry for the address of a profile. */
#include "cyan-open-private.h"

#include "cyan-error.h"
#include "cyan-http.h"
#include "cyan-i18n.h"
#include "cyan-settings.h"
#include "cyan-widgets.h"

#define MESSAGE_CHARS 40

struct _CyanAddressRow
{
  AdwPreferencesRow parent_instance;

  GtkEditable *entry;
  GtkWidget *problem; /* a label below it */
  char *address;      /* what is in the entry, without spaces around it */
  CyanAddressState state;
};

G_DEFINE_FINAL_TYPE (CyanAddressRow, cyan_address_row, ADW_TYPE_PREFERENCES_ROW)

/* Whether an address begins so. */
static gboolean
is_beginning (const char *text)
{
  g_autofree char *lower = g_ascii_strdown (text, -1);

  return g_str_has_prefix ("https://", lower) || g_str_has_prefix ("http://", lower);
}

/* A sentence begins with a capital.  Caller frees. */
static char *
problem_text (const GError *error)
{
  g_autofree char *advice = cyan_settings_http_advice (error);
  GString *text = g_string_new (NULL);

  g_string_append_unichar (text, g_unichar_toupper (g_utf8_get_char (error->message)));
  g_string_append_printf (text, "%s.", g_utf8_next_char (error->message));
  if (advice != NULL)
    g_string_append_printf (text, "\n%s", advice);
  return g_string_free (text, FALSE);
}

static void
show_problem (CyanAddressRow *self, const GError *error)
{
  g_autofree char *text = error != NULL ? problem_text (error) : g_strdup ("");

  gtk_label_set_text (GTK_LABEL (self->problem), text);
  gtk_widget_set_visible (self->problem, error != NULL);
  cyan_widget_set_class (self->entry, "error", error != NULL);
  gtk_accessible_update_state (
      GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
      error != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

/* Of one that is still being typed, nothing is said. */
static void
check (CyanAddressRow *self, gboolean is_complete)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GUri) uri = cyan_http_parse (self->address, &error);

  if (*self->address == '\0')
    self->state = CYAN_ADDRESS_NONE;
  else
    self->state = uri != NULL ? CYAN_ADDRESS_GOOD : CYAN_ADDRESS_BAD;
  show_problem (self,
                self->state == CYAN_ADDRESS_BAD && (is_complete || !is_beginning (self->address))
                    ? error
                    : NULL);
}

static void
on_changed (CyanAddressRow *self)
{
  g_free (self->address);
  self->address = g_strstrip (g_strdup (gtk_editable_get_text (self->entry)));
  check (self, FALSE);
  g_signal_emit_by_name (self, "changed");
}

/* Return in an empty entry is that of the dialog. */
static void
on_activate (CyanAddressRow *self)
{
  check (self, TRUE);
  if (self->state == CYAN_ADDRESS_GOOD)
    g_signal_emit_by_name (self, "entered");
  else if (self->state == CYAN_ADDRESS_NONE)
    gtk_widget_activate_default (GTK_WIDGET (self));
}

CyanAddressState
cyan_address_row_get_state (CyanAddressRow *self)
{
  return self->state;
}

char *
cyan_address_row_take (CyanAddressRow *self)
{
  g_autofree char *address = self->state == CYAN_ADDRESS_GOOD ? g_strdup (self->address) : NULL;

  if (address != NULL)
    gtk_editable_set_text (self->entry, "");
  return g_steal_pointer (&address);
}

void
cyan_address_row_set_spoken (CyanAddressRow *self, const char *label)
{
  cyan_widget_set_spoken (self->entry, label);
}

static void
leave (CyanAddressRow *self)
{
  g_clear_pointer (&self->address, g_free);
}

static void
cyan_address_row_class_init (CyanAddressRowClass *class)
{
  cyan_children_own (class, G_CALLBACK (leave));
  cyan_signal_new (class, "changed", 0);
  cyan_signal_new (class, "entered", 0);
}

static void
cyan_address_row_init (CyanAddressRow *self)
{
  GtkWidget *box;

  self->entry = GTK_EDITABLE (gtk_entry_new ());
  self->problem = cyan_label_new (NULL, "caption error", MESSAGE_CHARS);
  self->address = g_strdup ("");
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), _ ("Or an address, such as "
                                                              "http://HOST/debug/pprof/profile"));
  gtk_entry_set_input_purpose (GTK_ENTRY (self->entry), GTK_INPUT_PURPOSE_URL);
  gtk_widget_set_visible (self->problem, FALSE);
  box = cyan_column_new (6, self->entry, self->problem, NULL);
  cyan_widget_set_margins (box, 12, 9);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), FALSE);
  gtk_widget_set_focusable (GTK_WIDGET (self), FALSE);
  cyan_connect (self->entry, "changed", on_changed, self);
  cyan_connect (self->entry, "activate", on_activate, self);
}
