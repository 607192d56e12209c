/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds pprof profiles field by field, for tests.
 */
#pragma once

#include "load-text.h"

static inline void
pb_number (GByteArray *bytes, guint64 value)
{
  for (;; value >>= 7)
    {
      guint8 byte = (guint8) ((value & 0x7f) | (value >= 0x80 ? 0x80 : 0));

      g_byte_array_append (bytes, &byte, 1);
      if (value < 0x80)
        return;
    }
}

static inline void
pb_field (GByteArray *bytes, guint field, guint64 value)
{
  pb_number (bytes, field << 3);
  pb_number (bytes, value);
}

static inline void
pb_bytes (GByteArray *bytes, guint field, const void *content, gsize length)
{
  pb_number (bytes, field << 3 | 2);
  pb_number (bytes, length);
  if (length > 0)
    g_byte_array_append (bytes, content, (guint) length);
}

static inline void
pb_text (GByteArray *bytes, guint field, const char *text)
{
  pb_bytes (bytes, field, text, strlen (text));
}

/* Appends the message @message as field @field and frees it. */
static inline void
pb_message (GByteArray *bytes, guint field, GByteArray *message)
{
  pb_bytes (bytes, field, message->data, message->len);
  g_byte_array_unref (message);
}

/* A message of @n numbers in the fields 1, 2, ...; zeros are omitted. */
static inline GByteArray *
pb_numbers (guint n, const guint64 *values)
{
  GByteArray *message = g_byte_array_new ();

  for (guint i = 0; i < n; i++)
    if (values[i] != 0)
      pb_field (message, i + 1, values[i]);
  return message;
}

#define PB_NUMBERS(...)                                                                            \
  pb_numbers (sizeof ((guint64[]){ __VA_ARGS__ }) / sizeof (guint64), (guint64[]){ __VA_ARGS__ })

static inline void
pb_packed (GByteArray *bytes, guint field, guint n, const guint64 *values)
{
  GByteArray *message = g_byte_array_new ();

  for (guint i = 0; i < n; i++)
    pb_number (message, values[i]);
  pb_message (bytes, field, message);
}

/* A sample of @n locations and @m values; append it with pb_message (bytes, 2, ...). */
static inline GByteArray *
pb_sample_n (guint n, const guint64 *locations, guint m, const guint64 *values)
{
  GByteArray *message = g_byte_array_new ();

  pb_packed (message, 1, n, locations);
  pb_packed (message, 2, m, values);
  return message;
}

/* Appends a sample with one value; location ids come leaf first. */
#define PB_SAMPLE(bytes, value, ...)                                                               \
  pb_message ((bytes), 2,                                                                          \
              pb_sample_n (sizeof ((guint64[]){ __VA_ARGS__ }) / sizeof (guint64),                 \
                           (guint64[]){ __VA_ARGS__ }, 1, (guint64[]){ (guint64) (value) }))

/* Appends a function and a location of it, both with this id. */
static inline void
pb_function (GByteArray *bytes, guint64 id, guint64 name)
{
  GByteArray *location = PB_NUMBERS (id);

  pb_message (location, 4, PB_NUMBERS (id));
  pb_message (bytes, 4, location);
  pb_message (bytes, 5, PB_NUMBERS (id, name));
}

/* Appends the string table: the empty string, then @texts up to NULL. */
static inline void
pb_strings (GByteArray *bytes, const char *const *texts)
{
  pb_text (bytes, 6, "");
  for (; *texts != NULL; texts++)
    pb_text (bytes, 6, *texts);
}

#define PB_STRINGS(bytes, ...) pb_strings ((bytes), (const char *const[]){ __VA_ARGS__, NULL })

/* Loads @bytes and frees them. */
static inline CyanProfile *
pb_load (GByteArray *bytes, GError **error)
{
  CyanProfile *profile = load_text ((const char *) bytes->data, bytes->len, error);

  g_byte_array_unref (bytes);
  return profile;
}

static inline CyanProfile *
pb_load_fine (GByteArray *bytes)
{
  g_autoptr (GError) error = NULL;
  CyanProfile *profile = pb_load (bytes, &error);

  g_assert_no_error (error);
  return profile;
}
