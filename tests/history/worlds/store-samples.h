/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores for the tests, in a new folder. */
#pragma once

#include "cyan-store.h"

/* Values, functions and bytes of the profile of each sample run. */
#define SAMPLE_VALUES    1
#define SAMPLE_FUNCTIONS 20
#define SAMPLE_BYTES     3000

/* What runs refer to. */
typedef struct
{
  gint64 project, machine, environment, definition, metric;
} Sample;

/* A path in a folder of this test program that is removed at its end.  Caller frees. */
char *sample_path (const char *name);

/* Opens a store, which must succeed. */
CyanStore *sample_open (const char *path, CyanStoreMode mode);
/* Opens a store, which must fail with @code and a message that is one line, starts with @path and
 * contains @words. */
void sample_fails (const char *path, CyanStoreMode mode, int code, const char *words);

/* The same in every mode, with CYAN_ERROR_INVALID. */
void sample_is_refused (const char *path, const char *words);

/* Project "p", machine "m", an environment, benchmark "b" and metric "wall" in "s". */
Sample sample_begin (CyanStore *store);

/* A run without profile and functions; @uid may be NULL. */
CyanStoreRun sample_plain_run (const Sample *sample, gint64 revision, const char *uid);
/* A profile of this text (docs/cct-format.md). */
CyanProfile *sample_profile (const char *text);
/* Adds @run, with a uid of its own unless it has one, and as the last of its revision if its number
 * is 0.  @profile may be NULL. */
void sample_put_run (CyanStore *store, CyanStoreRun run, const CyanProfile *profile);
/* Must succeed. */
CyanStoreSizes sample_sizes (CyanStore *store);
/* It must be @code, with a message of one line that contains @words. */
void sample_assert_error (const GError *error, int code, const char *words);
/* Returns the id; @parent may be NULL. */
gint64 sample_put_revision (
    CyanStore *store, const Sample *sample, const char *oid, const char *parent, gint64 depth);

/* Adds revision "r<number>" and a run of it whose value is @number. */
gboolean sample_add_run (
    CyanStore *store, const Sample *sample, guint number, const char *uid, GError **error);
/* Makes a store with @n_runs runs, each of a revision of its own. */
void sample_make (const char *path, guint n_runs);
