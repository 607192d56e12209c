/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folders of profiles, and what tells what is in them. */
#pragma once

#include "cyan-store.h"

/* Files that are read by their paths: of a folder, or behind HTTP. */

typedef struct _CyanFiles CyanFiles;

struct _CyanFiles
{
  /* All of the file @path, which is inside and has at most @max bytes, which
   * is not above CYAN_STORE_PROFILE_MAX. */
  GBytes *(*fetch) (const CyanFiles *self, const char *path, gsize max, GError **error);
  char *name; /* a folder or a URL that ends in "/" */
};

/* Links in the folder are not followed. */
CyanFiles *cyan_files_open_folder (const char *path, GError **error);
/* A store of files that @open opens at @address. */
CyanStore *cyan_files_open_store (const char *address,
                                  CyanStoreMode mode,
                                  CyanFiles *(*open) (const char *address, GError **error),
                                  GError **error);
/* Seconds without a byte after which a server is given up, 10 at first, and of a whole answer, 15,
 * besides those that its size allows.  For tests, which have less patience. */
void cyan_files_http_set_seconds (guint idle, guint answer);
void cyan_files_free (CyanFiles *self);
/* The profile @path, which must have so many bytes. */
GBytes *
cyan_files_fetch_profile (const CyanFiles *self, const char *path, gint64 bytes, GError **error);

/* The index of a folder of profiles: its "index.json", and the ".json" beside a profile. */

#define CYAN_INDEX_NAME    "index.json"
#define CYAN_INDEX_VERSION 1
/* The end of the name of a profile, and of what is known about it beside it. */
#define CYAN_INDEX_PROFILE ".pb.gz"
#define CYAN_INDEX_NOTE    ".json"
/* Bytes of an index, runs in it, and values of a run. */
#define CYAN_INDEX_MAX        (64 * 1024 * 1024)
#define CYAN_INDEX_MAX_RUNS   1000000
#define CYAN_INDEX_MAX_VALUES 256

typedef struct
{
  char *metric, *unit;
  double value;
} CyanIndexValue;

/* A run; of what stands beside a profile, all may be unknown.  All is owned. */
typedef struct
{
  char *benchmark, *machine, *revision;
  char *parent, *subject; /* or NULL */
  gint64 depth, commit_time;
  char *path; /* of the profile within the folder */
  gint64 bytes;
  char *sha256;      /* in lower case */
  GPtrArray *values; /* of CyanIndexValue */
} CyanIndexRun;

typedef struct
{
  char *project;   /* or NULL */
  GPtrArray *runs; /* of CyanIndexRun */
} CyanIndex;

/* Reads an index, in which each run has all that a run needs and a path of its own.  @name is for
 * messages. */
CyanIndex *cyan_index_read (const char *name, GBytes *json, GError **error);
/* Reads what stands beside a profile. */
CyanIndexRun *cyan_index_read_note (const char *name, GBytes *json, GError **error);
/* The text of @self as a file.  Caller frees. */
char *cyan_index_write (const CyanIndex *self);

CyanIndex *cyan_index_new (void);
CyanIndexRun *cyan_index_run_new (void);
void
cyan_index_run_add_value (CyanIndexRun *self, const char *metric, const char *unit, double value);
void cyan_index_run_free (CyanIndexRun *self);
void cyan_index_free (CyanIndex *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanFiles, cyan_files_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanIndexRun, cyan_index_run_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanIndex, cyan_index_free)
