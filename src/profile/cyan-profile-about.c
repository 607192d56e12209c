/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a reader says of a recording as a whole: its format, how it was made, warnings. */
#include "cyan-profile-private.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cyan-assert.h"
#include "cyan-i18n.h"
#include "cyan-number.h"
#include "cyan-text.h"

void
cyan_profile_builder_set_format (CyanProfileBuilder *self, const char *format)
{
  g_free (self->format);
  self->format = g_strdup (format);
}

void
cyan_profile_builder_set_recording (CyanProfileBuilder *self,
                                    CyanRecording recording,
                                    double period)
{
  g_assert (recording <= CYAN_RECORDING_INFERRED);
  self->recording = recording;
  self->period = period > 0 && isfinite (period) ? period : 0;
}

void
cyan_profile_builder_set_length (CyanProfileBuilder *self, double length)
{
  self->length = length > 0 && isfinite (length) ? length : 0;
}

double
cyan_profile_builder_period (const CyanProfileBuilder *self)
{
  return self->period;
}

void
cyan_profile_builder_set_unordered (CyanProfileBuilder *self)
{
  self->unordered = TRUE;
}

void
cyan_profile_builder_set_threads (CyanProfileBuilder *self, guint n_threads)
{
  self->n_threads = n_threads;
}

void
cyan_profile_builder_set_meta (CyanProfileBuilder *self, const char *key, const char *value)
{
  CyanMeta meta;

  for (guint i = 0; i < self->meta->len; i++)
    {
      CyanMeta *old = &g_array_index (self->meta, CyanMeta, i);

      if (strcmp (old->key, key) == 0)
        {
          g_free (old->value);
          old->value = g_utf8_make_valid (value, -1);
          return;
        }
    }
  cyan_charge_add (&self->charge, sizeof meta + strlen (key) + strlen (value));
  meta.key = g_utf8_make_valid (key, -1);
  meta.value = g_utf8_make_valid (value, -1);
  g_array_append_val (self->meta, meta);
}

static void G_GNUC_PRINTF (2, 0)
    add_warning (CyanProfileBuilder *self, const char *format, va_list args)
{
  g_autofree char *text = g_strdup_vprintf (format, args);
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  cyan_assert_slow (strchr (format, '\n') == NULL);
  g_ptr_array_add (self->warnings, cyan_text_for_terminal (valid));
}

void
cyan_profile_builder_warn (CyanProfileBuilder *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  add_warning (self, format, args);
  va_end (args);
}

void
cyan_profile_builder_warn_n (
    CyanProfileBuilder *self, guint64 n, const char *one, const char *many, ...)
{
  va_list args;

  va_start (args, many);
  if (n > 0)
    add_warning (self, ngettext (one, many, n), args);
  va_end (args);
}

void
cyan_profile_builder_describe (CyanProfileBuilder *self, const CyanProfile *profile)
{
  cyan_profile_builder_set_format (self, profile->format);
  cyan_profile_builder_set_recording (self, profile->recording, profile->period);
  cyan_profile_builder_set_length (self, profile->length);
  if (profile->unordered)
    cyan_profile_builder_set_unordered (self);
  cyan_profile_builder_set_threads (self, profile->n_threads);
  for (guint i = 0; i < profile->n_meta; i++)
    cyan_profile_builder_set_meta (self, profile->meta[i].key, profile->meta[i].value);
  for (guint i = 0; i < profile->warnings->len; i++)
    cyan_profile_builder_warn (self, "%s", (const char *) profile->warnings->pdata[i]);
}

gboolean
cyan_profile_get_count (const CyanProfile *self, const char *key, guint64 *count)
{
  const char *text = cyan_profile_get_meta (self, key);

  return text != NULL && cyan_parse_uint64 (text, strlen (text), count);
}

char *
cyan_profile_unread_parts (const CyanProfile *self)
{
  guint64 n, unread;

  if (!cyan_profile_get_count (self, CYAN_META_PARTS, &n)
      || !cyan_profile_get_count (self, CYAN_META_UNREAD_PARTS, &unread) || unread == 0)
    return NULL;
  return g_strdup_printf (_ ("%" PRIu64 " of %" PRIu64 " parts could not be read"), unread,
                          cyan_add_saturating (n, unread));
}
