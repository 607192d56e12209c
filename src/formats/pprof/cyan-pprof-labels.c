/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels of samples, counted by key and value. */
#include "cyan-pprof-labels.h"

#include "cyan-text.h"

#include <string.h>

/* Characters of a value that are kept. */
#define VALUE_CHARS 100

static CyanPprofLabelKey *
find_key (CyanPprofLabels *self, guint32 key)
{
  if (self->n_keys > 0 && self->keys[self->last].key == key)
    return &self->keys[self->last];
  for (guint i = 0; i < self->n_keys; i++)
    if (self->keys[i].key == key)
      {
        self->last = i;
        return &self->keys[i];
      }
  if (self->n_keys == CYAN_PPROF_LABEL_KEYS)
    return NULL;
  self->last = self->n_keys++;
  self->keys[self->last].key = key;
  return &self->keys[self->last];
}

static void
add_number (CyanPprofLabelKey *key, const CyanPprofLabel *label)
{
  if (key->n_numbers == 0)
    {
      key->least = key->greatest = label->number;
      key->unit = label->unit;
    }
  key->least = MIN (key->least, label->number);
  key->greatest = MAX (key->greatest, label->number);
  key->n_numbers++;
}

void
cyan_pprof_labels_add (CyanPprofLabels *self, const CyanPprofLabel *label)
{
  CyanPprofLabelKey *key = find_key (self, label->key);

  if (key == NULL)
    return;
  if (label->text == 0)
    {
      add_number (key, label);
      return;
    }
  for (guint i = 0; i < key->n_values; i++)
    if (key->values[i].text == label->text)
      {
        key->values[i].n++;
        return;
      }
  if (key->n_values == CYAN_PPROF_LABEL_VALUES)
    {
      key->n_others++;
      return;
    }
  key->values[key->n_values].text = label->text;
  key->values[key->n_values++].n = 1;
}

static void
append_count (GString *text, guint64 n)
{
  g_string_append_printf (text, " (%" G_GUINT64_FORMAT "%s)", n, n == 1 ? " sample" : " samples");
}

static char *
describe (const CyanPprofLabelKey *key, CyanPprofTables *tables)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < key->n_values; i++)
    {
      const char *value = cyan_pprof_tables_text (tables, key->values[i].text);
      g_autofree char *shown = cyan_text_for_label (value, VALUE_CHARS);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", shown);
      append_count (text, key->values[i].n);
    }
  if (key->n_others > 0)
    {
      g_string_append (text, ", others");
      append_count (text, key->n_others);
    }
  if (key->n_numbers > 0)
    {
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, text->len > 0 ? ", " : "", key->least);
      if (key->greatest != key->least)
        g_string_append_printf (text, " to %" G_GINT64_FORMAT, key->greatest);
      if (key->unit != 0)
        g_string_append_printf (text, " %s", cyan_pprof_tables_text (tables, key->unit));
      append_count (text, key->n_numbers);
    }
  return g_string_free (text, FALSE);
}

void
cyan_pprof_labels_finish (const CyanPprofLabels *self,
                          CyanPprofTables *tables,
                          const char *except,
                          CyanProfileBuilder *builder)
{
  for (guint i = 0; i < self->n_keys; i++)
    {
      const char *name = cyan_pprof_tables_text (tables, self->keys[i].key);
      g_autofree char *key = NULL;
      g_autofree char *value = NULL;

      if (except != NULL && strcmp (name, except) == 0)
        continue;
      key = g_strdup_printf ("label %s", name);
      value = describe (&self->keys[i], tables);
      cyan_profile_builder_set_meta (builder, key, value);
    }
}
