/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The keys of a definition file: where each is stored, what it may be, and its default.
 */
#pragma once

#include "cyan-track-file.h"

typedef struct _CyanTrackKey CyanTrackKey;

/* Reads @value into the field; FALSE if it has another form. */
typedef gboolean (*CyanTrackKeySet) (const CyanTrackKey *key,
                                     gpointer field,
                                     const char *folder,
                                     const char *value);

struct _CyanTrackKey
{
  const char *name;
  CyanTrackKeySet set;
  gsize offset;         /* of the field */
  const char *fallback; /* the default, or NULL */
  int min, max;         /* of a number */
  const char *expected; /* for messages; NULL for a number from min to max */
};

/* Each ends with a key without a name. */
extern const CyanTrackKey cyan_track_keys[];     /* of a CyanTrack */
extern const CyanTrackKey cyan_benchmark_keys[]; /* of a CyanTrackBenchmark */

const CyanTrackKey *cyan_track_key_find (const CyanTrackKey *keys, const char *name);
/* @folder is what relative paths start from. */
gboolean cyan_track_key_set (const CyanTrackKey *key,
                             gpointer object,
                             const char *folder,
                             const char *value);
/* "a number from 1 to 100".  Caller frees. */
char *cyan_track_key_expected (const CyanTrackKey *key);

/* Sets the defaults of an object that is all zero. */
void cyan_track_keys_init (const CyanTrackKey *keys, gpointer object, const char *folder);
