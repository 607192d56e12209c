/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Session files: what is compared, and what a window shows of it.  See docs/session-file.md.
 *
 * A session file is data.  Reading one opens no other file, runs nothing and asks no network.
 */
#pragma once

#include "cyan-filter.h"
#include "cyan-node-names.h"
#include "cyan-partition.h"
#include "cyan-request.h"
#include "cyan-layout.h"

#define CYAN_SESSION_FILE_SUFFIX  ".cyanotype"
#define CYAN_SESSION_FILE_VERSION 1
/* Maximum bytes of a session file. */
#define CYAN_SESSION_FILE_MAX (16 * 1024 * 1024)
/* Maximum number of claims in it. */
#define CYAN_SESSION_FILE_MAX_CLAIMS 1000u

typedef enum
{
  CYAN_SESSION_RUN,
  CYAN_SESSION_SOURCES,
  CYAN_SESSION_RENAMES,
} CyanSessionInputKind;

/* A file or folder that the session needs. */
typedef struct
{
  CyanSessionInputKind kind;
  guint side;     /* 0 before, 1 after; 0 for renames, which are of both */
  char *path;     /* absolute; or, of a run, an address without secrets */
  char *revision; /* of sources in a repository; NULL: they are a folder */
  char *slice;    /* of a run; NULL: all of it */
  guint64 size;   /* of a run and of renames, in bytes, when the session was saved */
  char *sha256;   /* likewise, hexadecimal; NULL: not known, as of a folder */

  /* The result of cyan_session_file_check(). */
  gboolean is_missing;
  gboolean has_changed;
} CyanSessionInput;

/* Where the drawn tree is on the canvas.  Lengths of the picture are pixels at zoom 1. */
typedef struct
{
  gboolean is_known;  /* FALSE: the tree was not drawn, and nothing else here has a meaning */
  gboolean is_fitted; /* nobody has zoomed or scrolled: another size of the canvas fits it anew */
  gboolean keeps_scale;
  double width, height; /* of the canvas, in pixels of the screen */
  double zoom;
  double x, y;                                   /* of the picture, in the middle of the canvas */
  double px_per_height, px_per_width, level_gap; /* of the CyanScale */
  double part_wide, part_high; /* of the largest boxes for which there is room, 0...1 */
} CyanSessionPlace;

/* All fields are owned.  Nodes are indices of @names, until cyan_session_file_find_nodes(). */
typedef struct
{
  CyanRefCount refs;
  CyanRequest *request; /* how to compare; cyan_session_file_new_request() adds the inputs */
  GPtrArray *inputs;    /* of CyanSessionInput */

  char *view;     /* "blueprint", "icicle", "side-by-side", "rings", "table" or what a later version
                   * has; or NULL */
  char *table;    /* "tree", "functions" or "callers", likewise */
  char *hot_path; /* "slower", "faster" or "largest", likewise */
  guint hot_rank;
  CyanBasis basis;
  CyanWidth width;
  CyanSizes sizes;
  gboolean panes[4]; /* details, sources, legend and edits: what became of functions */
  CyanFilter *filter;
  CyanSessionPlace place;

  CyanNodeNames *names;          /* NULL: nodes are those of a comparison */
  CyanShownNodes *shown;         /* or NULL */
  CyanShownNodes *before_focus;  /* what was shown before the focus on a node; or NULL */
  CyanShownNodes *before_filter; /* what was shown before there was a filter; or NULL */
  CyanNode selected;             /* or CYAN_NODE_NONE */
  CyanNode reads;    /* the function whose source is read instead of that of the selected node; or
                   * CYAN_NODE_NONE */
  guint n_not_found; /* nodes that cyan_session_file_find_nodes() did not find */
} CyanSessionFile;

/* A session that compares what @request does, with nodes of @comparison, of which nothing is shown
 * yet.  Paths are made absolute. */
CyanSessionFile *cyan_session_file_new (const CyanRequest *request,
                                        const CyanComparison *comparison);
CyanSessionFile *cyan_session_file_ref (CyanSessionFile *self);
void cyan_session_file_unref (CyanSessionFile *self);

/* Whether the name of @path says that it is a session file. */
gboolean cyan_session_file_is_named (const char *path);

/* Fails with CYAN_ERROR_IO, CYAN_ERROR_INVALID, CYAN_ERROR_LIMIT, and with CYAN_ERROR_UNSUPPORTED
 * if a newer version is needed. */
CyanSessionFile *cyan_session_file_read (const char *path, GError **error);
/* The same from memory; @path stands for the file in messages, and paths are relative to its
 * folder. */
CyanSessionFile *
cyan_session_file_read_memory (const char *path, gconstpointer bytes, gsize length, GError **error);

/* Writes a session with nodes of @comparison.  Paths below the folder of @path, or beside it,
 * become relative.  Reads all runs for their checksums. */
gboolean cyan_session_file_write (CyanSessionFile *self,
                                  const CyanComparison *comparison,
                                  const char *path,
                                  const CyanTick *tick,
                                  GError **error);

/* ---- after reading ---- */

/* Finds out which inputs are missing, and which have changed; reads all runs in files.  Those at addresses
 * count as missing, since a file that somebody sent decides which servers they are of.  FALSE only with
 * CYAN_ERROR_CANCELLED. */
gboolean cyan_session_file_check (CyanSessionFile *self, const CyanTick *tick, GError **error);
/* The first missing input, or NULL. */
const CyanSessionInput *cyan_session_file_missing (const CyanSessionFile *self);
/* Takes @path instead of that of a missing input, wherever it occurs.  Others that are missing from
 * the same folder are looked for beside @path. */
void cyan_session_file_replace (CyanSessionFile *self,
                                const CyanSessionInput *missing,
                                const char *path);
/* Whether it is a run at an address. */
gboolean cyan_session_input_is_address (const CyanSessionInput *self);
/* Runs at addresses are no longer missing. */
void cyan_session_file_accept_addresses (CyanSessionFile *self);
/* Goes on without sources. */
void cyan_session_file_drop_sources (CyanSessionFile *self);

/* The whole request. */
CyanRequest *cyan_session_file_new_request (const CyanSessionFile *self);

/* Replaces names by the nodes of @comparison; what is not found is left out. */
void cyan_session_file_find_nodes (CyanSessionFile *self, const CyanComparison *comparison);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSessionFile, cyan_session_file_unref)
