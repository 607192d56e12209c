/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-merge-about.h"

#include <inttypes.h>
#include <string.h>

#include "cyan-i18n.h"
#include "cyan-number.h"

static void
clear_meta (gpointer data)
{
  CyanMeta *meta = data;

  g_free (meta->key);
  g_free (meta->value);
}

static void
clear_note (gpointer data)
{
  CyanMergeNote *note = data;

  g_free (note->text);
  g_free (note->first);
}

void
cyan_merge_about_init (CyanMergeAbout *self)
{
  self->meta = g_array_new (FALSE, FALSE, sizeof (CyanMeta));
  g_array_set_clear_func (self->meta, clear_meta);
  self->notes = g_array_new (FALSE, FALSE, sizeof (CyanMergeNote));
  g_array_set_clear_func (self->notes, clear_note);
}

void
cyan_merge_about_clear (CyanMergeAbout *self)
{
  g_free (self->format);
  g_array_unref (self->meta);
  g_array_unref (self->notes);
}

/* @text as it is in a file: a long one is cut.  Caller frees. */
static char *
as_in_file (const char *text)
{
  g_autoptr (CyanStrings) strings = NULL;

  if (strlen (text) <= CYAN_STRING_MAX)
    return g_strdup (text);
  strings = cyan_strings_new ();
  return g_strdup (cyan_strings_get (strings, cyan_strings_add (strings, text, -1)));
}

/* ---- notes ---- */

/* What is said of each part, but not of the whole. */
static gboolean
is_about_part (const CyanProfile *part, const char *note)
{
  g_autofree char *unread = cyan_profile_unread_parts (part);

  return strcmp (note, _ (CYAN_NOTE_PART)) == 0 || strcmp (note, _ (CYAN_NOTE_THREAD)) == 0
         || g_strcmp0 (note, unread) == 0;
}

/* Where @text is, or belongs. */
static guint
find_note (const CyanMergeAbout *self, const char *text, gboolean *found)
{
  guint low = 0, high = self->notes->len;

  *found = FALSE;
  while (low < high && !*found)
    {
      guint middle = low + (high - low) / 2;
      int order = strcmp (text, g_array_index (self->notes, CyanMergeNote, middle).text);

      *found = order == 0;
      if (order > 0)
        low = middle + 1;
      else
        high = middle;
    }
  return *found ? high : low;
}

/* Adds a note of the part that was counted last. */
static void
add_note (CyanMergeAbout *self, const char *note, const char *name)
{
  g_autofree char *text = as_in_file (note);
  gboolean found;
  guint at = find_note (self, text, &found);
  CyanMergeNote *known;

  if (!found)
    {
      const CyanMergeNote new = { g_steal_pointer (&text), g_strdup (name), 0, 0 };

      g_array_insert_val (self->notes, at, new);
    }
  known = &g_array_index (self->notes, CyanMergeNote, at);
  known->n_parts += known->last != self->n_parts;
  known->last = self->n_parts;
  if (self->notes->len > CYAN_MERGE_MAX_NOTES)
    g_array_set_size (self->notes, CYAN_MERGE_MAX_NOTES);
}

/* ---- meta data ---- */

static gboolean
is_sum (const char *key)
{
  return strcmp (key, CYAN_META_PARTS) == 0 || strcmp (key, CYAN_META_UNREAD_PARTS) == 0;
}

/* Whether @part has this meta data, with the same value. */
static gboolean
has_meta (const CyanProfile *part, const CyanMeta *meta)
{
  const char *text = cyan_profile_get_meta (part, meta->key);
  g_autofree char *value = text != NULL ? as_in_file (text) : NULL;

  return g_strcmp0 (value, meta->value) == 0;
}

static void
add_meta (CyanMergeAbout *self, const CyanProfile *part)
{
  guint64 count;

  for (guint i = 0; self->n_parts == 1 && i < part->n_meta; i++)
    {
      const CyanMeta meta = { g_strdup (part->meta[i].key), as_in_file (part->meta[i].value) };

      g_array_append_val (self->meta, meta);
    }
  for (guint i = self->meta->len; i-- > 0;)
    {
      const CyanMeta *meta = &g_array_index (self->meta, CyanMeta, i);

      if (is_sum (meta->key) || !has_meta (part, meta))
        g_array_remove_index (self->meta, i);
    }
  self->n_merged = cyan_add_saturating (
      self->n_merged, cyan_profile_get_count (part, CYAN_META_PARTS, &count) ? count : 1);
  self->n_unread = cyan_add_saturating (
      self->n_unread, cyan_profile_get_count (part, CYAN_META_UNREAD_PARTS, &count) ? count : 0);
}

/* ---- all ---- */

static guint
add_threads (guint a, guint b)
{
  return a == 0 || b == 0 ? 0 : a < G_MAXUINT - b ? a + b : G_MAXUINT;
}

void
cyan_merge_about_add (CyanMergeAbout *self,
                      const CyanProfile *part,
                      const char *name,
                      gboolean same_first)
{
  gboolean is_first = self->n_parts++ == 0;

  self->recording = is_first ? part->recording : MAX (self->recording, part->recording);
  self->period = is_first || (same_first && self->period == part->period) ? part->period : 0;
  self->n_threads = is_first ? part->n_threads : add_threads (self->n_threads, part->n_threads);
  if (is_first)
    self->format = g_strdup (part->format);
  else if (strcmp (self->format, part->format) != 0)
    {
      g_free (self->format);
      self->format = g_strdup ("cct");
    }
  add_meta (self, part);
  for (guint i = 0; i < part->warnings->len; i++)
    if (!is_about_part (part, part->warnings->pdata[i]))
      add_note (self, part->warnings->pdata[i], name);
}

static void
set_count (CyanProfileBuilder *builder, const char *key, guint64 count)
{
  g_autofree char *text = g_strdup_printf ("%" PRIu64, count);

  cyan_profile_builder_set_meta (builder, key, text);
}

void
cyan_merge_about_describe (const CyanMergeAbout *self, CyanProfileBuilder *builder)
{
  cyan_profile_builder_set_format (builder, self->format);
  cyan_profile_builder_set_recording (builder, self->recording, self->period);
  cyan_profile_builder_set_threads (builder, self->n_threads);
  cyan_profile_builder_set_unordered (builder);
  for (guint i = 0; i < self->meta->len; i++)
    {
      const CyanMeta *meta = &g_array_index (self->meta, CyanMeta, i);

      cyan_profile_builder_set_meta (builder, meta->key, meta->value);
    }
  set_count (builder, CYAN_META_PARTS, self->n_merged);
  if (self->n_unread > 0)
    set_count (builder, CYAN_META_UNREAD_PARTS, self->n_unread);
  for (guint i = 0; i < self->notes->len; i++)
    cyan_profile_builder_warn (builder, "%s", g_array_index (self->notes, CyanMergeNote, i).text);
}
