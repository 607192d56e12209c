/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads JSON token by token, straight from the input.
 *
 * Strict RFC 8259 over valid UTF-8.  Only the current token is held, so a document of any size
 * takes the memory of its longest string.  Nesting is limited to CYAN_JSON_MAX_DEPTH.  Skipped
 * values are checked as strictly as those read, except for duplicate keys, which the caller finds
 * with cyan_json_seen() in the objects it reads.
 */
#pragma once

#include "cyan-input.h"

/* Stacks of calls are nested in some formats: two levels for each call. */
#define CYAN_JSON_MAX_DEPTH 20000

typedef enum
{
  CYAN_JSON_ERROR, /* the GError is set */
  CYAN_JSON_END,   /* of the input, after its single value */
  CYAN_JSON_OBJECT,
  CYAN_JSON_OBJECT_END,
  CYAN_JSON_ARRAY,
  CYAN_JSON_ARRAY_END,
  CYAN_JSON_KEY,
  CYAN_JSON_STRING,
  CYAN_JSON_NUMBER,
  CYAN_JSON_TRUE,
  CYAN_JSON_FALSE,
  CYAN_JSON_NULL,
} CyanJsonToken;

typedef struct
{
  /* The last KEY, STRING (both unescaped) or NUMBER (as written); valid until the next call.  Not
   * NUL-terminated, but without NUL bytes: an escaped one is read as U+FFFD. */
  const char *text;
  gsize length;

  /* For messages: "event" and its number, or NULL. */
  const char *item;
  guint64 item_number;

  /* Set by the caller: an array at the top may lack its "]", as in trace files of a killed program,
   * and arrays may end in a comma. */
  gboolean may_be_open;
  /* Whether the "]" was missing. */
  gboolean was_open;

  /* Whether the last error is that the input ends too early. */
  gboolean is_cut;

  /* The memory of the scanner, and of what a reader keeps as long as the scanner lives. */
  CyanCharge charge;

  /* Private. */
  CyanInput *input;      /* borrowed */
  guint64 n_odd_escapes; /* backslashes that begin no escape, which the input is told at the end */
  GError *failure;       /* a read error */
  const char *base;      /* everything before it is consumed */
  const char *start;     /* of the token */
  const char *at;
  const char *end;
  gboolean at_eof;
  guint state;
  guint depth;
  char open[CYAN_JSON_MAX_DEPTH]; /* '{' or '[' */
  GString *unescaped;
  gsize unescaped_size; /* charged bytes of it */
} CyanJson;

CyanJson *cyan_json_new (CyanInput *input);
void cyan_json_free (CyanJson *self);

CyanJsonToken cyan_json_next (CyanJson *self, GError **error);

/* Skips the rest of the value that started with @token, the last token read. */
gboolean cyan_json_skip (CyanJson *self, CyanJsonToken token, GError **error);

/* Sets @error to the position of the last token and the reason: "NAME: byte 120: event 3: REASON".
 * Returns FALSE. */
gboolean cyan_json_fail (CyanJson *self, GError **error, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* Whether the last key, string or number is @word. */
gboolean cyan_json_is (const CyanJson *self, const char *word);

/* The last number times 10^@decimals, rounded to an integer; exact if it is written without an
 * exponent.  FALSE if the magnitude exceeds CYAN_JSON_SCALED_MAX. */
gboolean cyan_json_scaled (const CyanJson *self, guint decimals, gint64 *value);

#define CYAN_JSON_SCALED_MAX G_GINT64_CONSTANT (9000000000000000000)

/* Whether the last key is in @keys already; adds it.  @keys is a table with g_str_hash() that owns
 * its keys. */
gboolean cyan_json_seen (CyanJson *self, GHashTable *keys);
/* Removes all keys from @keys. */
void cyan_json_forget (CyanJson *self, GHashTable *keys);

/* A copy of the last key or string; caller frees. */
char *cyan_json_dup (const CyanJson *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanJson, cyan_json_free)
