/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loads and saves profiles.
 *
 * The content of a file decides which format reads it; its name only whether lines of one word and
 * a number are folded stacks.
 */
#pragma once

#include "cyan-call-tape.h"
#include "cyan-format-find.h"
#include "cyan-hot-sink.h"
#include "cyan-http.h"
#include "cyan-sampling-sink.h"
#include "cyan-tick.h"

/* Limits of reading.  All zero is the default. */
typedef struct
{
  guint max_nodes;       /* 0: CYAN_MAX_NODES */
  CyanBudget *budget;    /* borrowed: reading and the profile are charged to it; NULL: to a budget
                           of its own */
  guint64 memory_limit;  /* of that own budget, in bytes; 0: cyan_memory_default_limit() */
  const char *reader;    /* a command of the shell for files whose format is not
                              certain, as --reader of `cyan`; static or interned; NULL: they are refused */
  const char *unit;      /* of profiles that record none; static; NULL: it stays unknown */
  CyanHotLimits hot;     /* what of a recording of calls is kept */
  CyanSampling sampling; /* not together with hot */
  gboolean trusted;      /* somebody says that it is a profile: also what is CYAN_FORMAT_DOUBTFUL */
  gboolean lines;        /* the costs of lines are wanted, see CyanProfile */
  gboolean pieces;       /* the pieces are wanted, likewise, which a slice has none of: nothing is
                            folded, sampled or pruned; not together with a tape */
  gboolean is_part;      /* of a whole: no notes say what is odd in its tree */
  gboolean fold_recursion; /* as in cyan_profile_fold_recursion() */
  CyanCallTape *tape;  /* borrowed: gets the calls of a recording of calls; without limits of what
                              is kept; NULL: none */
  CyanHttpAccess http; /* for addresses; static or interned, but for the cache */
  guint child_seconds; /* time limit of a program that reads the file for us; 0:
                           CYAN_INPUT_CHILD_SECONDS */
} CyanLoadOptions;

/* Reads the profile in the file @path ("-": standard input), or at an address of HTTP, or a slice of it: "FILE@SLICE", see
 * cyan-slice.h; without a tape then, and without pieces.  The profile has a pool of strings of
 * its own.  An error is one line that names the file, the position and the reason.  What could be
 * read but looks odd is among the profile's warnings. */
CyanProfile *cyan_profile_load (const char *path,
                                const CyanLoadOptions *options,
                                const CyanTick *tick,
                                GError **error);

/* Reads the file @path once, and sets *@profiles to @n slices of it; NULL in @slices is the whole
 * recording.  FALSE with all NULL. */
gboolean cyan_profile_load_slices (const char *path,
                                   const char *const *slices,
                                   guint n,
                                   const CyanLoadOptions *options,
                                   const CyanTick *tick,
                                   CyanProfile **profiles,
                                   GError **error);

/* The same from memory; @name stands for the file in messages. */
CyanProfile *cyan_profile_load_memory (const char *name,
                                       gconstpointer bytes,
                                       gsize length,
                                       const CyanLoadOptions *options,
                                       const CyanTick *tick,
                                       GError **error);

/* Writes @profile to @path in the format of the extension (".cct", ".cct.gz", ".pb.gz", ".folded",
 * ...), through a temporary file that is renamed when complete; "-" is standard output as .cct.
 * Fails with CYAN_ERROR_UNSUPPORTED for an unknown extension and for a format that cannot be
 * written. */
gboolean cyan_profile_save (const CyanProfile *profile, const char *path, GError **error);

/* Describes the data that cyan_profile_save() to @path would lose, as one line for people that may
 * contain foreign text; NULL if there is none, or if saving would fail.  The caller frees it. */
char *cyan_profile_save_losses (const CyanProfile *profile, const char *path);
