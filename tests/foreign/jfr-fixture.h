/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes small Java Flight Recorder files, for the tests of their reader.
 */
#pragma once

#include <glib.h>

#include <string.h>

/* Ids of types, and of constants. */
enum
{
  LONG = 1,
  STRING,
  BOOLEAN,
  SYMBOL,
  CLASS,
  METHOD,
  FRAME,
  STACK,
  STATE,
  SAMPLE = 100,
  BLOCKED,
  SETTING,
};

typedef struct
{
  const char *name;
  guint type;
  gboolean is_constant, is_array;
} Field;

typedef struct
{
  const char *name;
  guint id;
  Field fields[4];
} Type;

static const Type types[] = {
  { "long", LONG, { { 0 } } },
  { "java.lang.String", STRING, { { 0 } } },
  { "boolean", BOOLEAN, { { 0 } } },
  { "jdk.types.Symbol", SYMBOL, { { "string", STRING, 0, 0 } } },
  { "java.lang.Class", CLASS, { { "name", SYMBOL, 1, 0 } } },
  { "jdk.types.Method", METHOD, { { "type", CLASS, 1, 0 }, { "name", SYMBOL, 1, 0 } } },
  { "jdk.types.StackFrame", FRAME, { { "method", METHOD, 1, 0 }, { "lineNumber", LONG, 0, 0 } } },
  { "jdk.types.StackTrace", STACK, { { "truncated", BOOLEAN, 0, 0 }, { "frames", FRAME, 0, 1 } } },
  { "jdk.types.ThreadState", STATE, { { "name", STRING, 0, 0 } } },
  { "jdk.ExecutionSample",
    SAMPLE,
    { { "sampledThread", LONG, 1, 0 }, { "stackTrace", STACK, 1, 0 }, { "state", STATE, 1, 0 } } },
  { "jdk.JavaMonitorEnter",
    BLOCKED,
    { { "duration", LONG, 0, 0 }, { "eventThread", LONG, 1, 0 }, { "stackTrace", STACK, 1, 0 } } },
  { "jdk.ActiveSetting", SETTING, { { "name", STRING, 0, 0 }, { "value", STRING, 0, 0 } } },
};

static inline void
jfr_put (GString *out, guint64 number)
{
  for (; number >= 0x80; number >>= 7)
    g_string_append_c (out, (char) (number | 0x80));
  g_string_append_c (out, (char) number);
}

static inline void
jfr_put_text (GString *out, const char *text)
{
  g_string_append_c (out, 3);
  jfr_put (out, strlen (text));
  g_string_append (out, text);
}

/* An event: its size in four bytes, its type, its contents. */
static inline void
jfr_put_event (GString *out, guint type, const GString *contents)
{
  g_autoptr (GString) event = g_string_new (NULL);
  gsize size;

  jfr_put (event, type);
  g_string_append_len (event, contents->str, (gssize) contents->len);
  size = event->len + 4;
  for (guint i = 0; i < 4; i++)
    g_string_append_c (out, (char) ((size >> (7 * i) & 0x7f) | (i < 3 ? 0x80 : 0)));
  g_string_append_len (out, event->str, (gssize) event->len);
}

/* The number of @text in the table @texts. */
static inline guint
number_of (GPtrArray *texts, const char *text)
{
  guint index;

  if (!g_ptr_array_find_with_equal_func (texts, text, g_str_equal, &index))
    {
      index = texts->len;
      g_ptr_array_add (texts, g_strdup (text));
    }
  return index;
}

static inline void
jfr_put_attribute (GString *out, GPtrArray *texts, const char *key, const char *value)
{
  jfr_put (out, number_of (texts, key));
  jfr_put (out, number_of (texts, value));
}

static inline void
jfr_put_type (GString *out, GPtrArray *texts, const Type *type)
{
  g_autofree char *id = g_strdup_printf ("%u", type->id);
  guint n = 0;

  while (n < 4 && type->fields[n].name != NULL)
    n++;
  jfr_put (out, number_of (texts, "class"));
  jfr_put (out, 2);
  jfr_put_attribute (out, texts, "id", id);
  jfr_put_attribute (out, texts, "name", type->name);
  jfr_put (out, n);
  for (guint i = 0; i < n; i++)
    {
      const Field *field = &type->fields[i];
      g_autofree char *of = g_strdup_printf ("%u", field->type);

      jfr_put (out, number_of (texts, "field"));
      jfr_put (out, 4);
      jfr_put_attribute (out, texts, "name", field->name);
      jfr_put_attribute (out, texts, "class", of);
      jfr_put_attribute (out, texts, "constantPool", field->is_constant ? "true" : "false");
      jfr_put_attribute (out, texts, "dimension", field->is_array ? "1" : "0");
      jfr_put (out, 0);
    }
}

static inline void
jfr_put_metadata (GString *out)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) elements = g_string_new (NULL);

  jfr_put (elements, number_of (texts, "root"));
  jfr_put (elements, 0);
  jfr_put (elements, 1);
  jfr_put (elements, number_of (texts, "metadata"));
  jfr_put (elements, 0);
  jfr_put (elements, G_N_ELEMENTS (types));
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    jfr_put_type (elements, texts, &types[i]);
  for (guint i = 0; i < 3; i++)
    jfr_put (out, 1); /* start, duration, id */
  jfr_put (out, texts->len);
  for (guint i = 0; i < texts->len; i++)
    jfr_put_text (out, g_ptr_array_index (texts, i));
  g_string_append_len (out, elements->str, (gssize) elements->len);
}

static inline void
jfr_put_big_endian (GString *out, gsize at, guint64 number)
{
  for (guint i = 0; i < 8; i++)
    out->str[at + i] = (char) (number >> (56 - 8 * i));
}

/* The beginning of a checkpoint that lies -@back bytes behind the one before it. */
static inline void
jfr_put_checkpoint (GString *out, gint64 back, guint n_pools)
{
  jfr_put (out, 0); /* start */
  jfr_put (out, 0); /* duration */
  for (guint i = 0; i < 9; i++)
    g_string_append_c (out, (char) ((guint64) back >> (7 * i) | (i < 8 ? 0x80 : 0)));
  jfr_put (out, 0); /* kind */
  jfr_put (out, n_pools);
}

static inline void
jfr_put_texts (GString *out, guint type, const char *const *texts)
{
  jfr_put (out, type);
  jfr_put (out, g_strv_length ((char **) texts));
  for (guint i = 0; texts[i] != NULL; i++)
    {
      jfr_put (out, i + 1);
      jfr_put_text (out, texts[i]);
    }
}

/* Class 1 has symbol 1 and class 3 has symbol 3; method 10 is that of class 1 with symbol 2, and
 * method 30 is that of class 3 with symbol 4. */
static inline void
jfr_put_methods (GString *out)
{
  jfr_put (out, CLASS);
  jfr_put (out, 2);
  for (guint i = 1; i <= 3; i += 2)
    {
      jfr_put (out, i);
      jfr_put (out, i);
    }
  jfr_put (out, METHOD);
  jfr_put (out, 2);
  for (guint i = 1; i <= 3; i += 2)
    {
      jfr_put (out, i * 10);
      jfr_put (out, i);
      jfr_put (out, i + 1);
    }
}

/* Stack 1: method 30 called by 10; 2: method 10; 3: as 1, truncated; 4: no frame; 5: an unknown
 * method called by 10. */
static inline void
jfr_put_stacks (GString *out)
{
  static const struct
  {
    guint is_truncated, n, methods[2];
  } stacks[] = { { 0, 2, { 30, 10 } },
                 { 0, 1, { 10 } },
                 { 1, 2, { 30, 10 } },
                 { 0, 0, { 0 } },
                 { 0, 2, { 99, 10 } } };

  jfr_put (out, STACK);
  jfr_put (out, G_N_ELEMENTS (stacks));
  for (guint i = 0; i < G_N_ELEMENTS (stacks); i++)
    {
      jfr_put (out, i + 1);
      jfr_put (out, stacks[i].is_truncated);
      jfr_put (out, stacks[i].n);
      for (guint f = 0; f < stacks[i].n; f++)
        {
          jfr_put (out, stacks[i].methods[f]);
          jfr_put (out, 7 + f); /* line */
        }
    }
}

typedef struct
{
  const char *symbols[5];
  const char *states[3];
  GString *events;
} JfrChunk;

static const JfrChunk jfr_plain = { { "p/A", "a", "p/q/B", "b" },
                                    { "STATE_RUNNABLE", "STATE_SLEEPING" },
                                    NULL };

static inline void
jfr_put_sample (GString *events, guint thread, guint stack, guint state)
{
  g_autoptr (GString) event = g_string_new (NULL);

  jfr_put (event, thread);
  jfr_put (event, stack);
  jfr_put (event, state);
  jfr_put_event (events, SAMPLE, event);
}

static inline void
jfr_put_blocked (GString *events, guint64 ticks, guint thread, guint stack)
{
  g_autoptr (GString) event = g_string_new (NULL);

  jfr_put (event, ticks);
  jfr_put (event, thread);
  jfr_put (event, stack);
  jfr_put_event (events, BLOCKED, event);
}

/* Appends a chunk to @file: a checkpoint, the events, another one, the types. */
static inline void
jfr_put_chunk (GString *file, const JfrChunk *chunk)
{
  g_autoptr (GString) out = g_string_new (NULL), first = g_string_new (NULL),
                      last = g_string_new (NULL), metadata = g_string_new (NULL);
  gsize pools;

  g_string_set_size (out, 68);
  memset (out->str, 0, 68);
  memcpy (out->str, "FLR\0\0\2\0\1", 8);
  jfr_put_checkpoint (first, 0, 2);
  jfr_put_texts (first, STATE, chunk->states);
  jfr_put_texts (first, SYMBOL, chunk->symbols);
  jfr_put_event (out, 1, first);
  if (chunk->events != NULL)
    g_string_append_len (out, chunk->events->str, (gssize) chunk->events->len);
  pools = out->len;
  jfr_put_checkpoint (last, 68 - (gint64) pools, 3);
  jfr_put_methods (last);
  jfr_put_stacks (last);
  jfr_put_event (out, 1, last);
  jfr_put_big_endian (out, 16, pools);
  jfr_put_big_endian (out, 24, out->len);
  jfr_put_metadata (metadata);
  jfr_put_event (out, 0, metadata);
  jfr_put_big_endian (out, 8, out->len);
  jfr_put_big_endian (out, 56, 500000000); /* ticks of 2 ns */
  out->str[67] = 1;
  g_string_append_len (file, out->str, (gssize) out->len);
}
