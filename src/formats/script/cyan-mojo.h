/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The values of MOJO, Austin's binary format: integers, strings, and frames.
 *
 * Strings and frames are defined before their first use, with keys that belong to a process.  Lines
 * of frames are those that ran, not those of definitions, and are left out.
 */
#pragma once

#include "cyan-input.h"
#include "cyan-profile-builder.h"

typedef struct
{
  guint32 function;   /* index of the builder */
  gboolean is_native; /* no Python */
} CyanMojoFrame;

/* What the keys of a process stand for. */
typedef struct _CyanMojoProcess CyanMojoProcess;

typedef struct
{
  CyanInput *input;            /* borrowed */
  CyanProfileBuilder *builder; /* borrowed */
  CyanStrings *strings;        /* of the builder */
  guint64 version;
  gboolean is_cut; /* the file ends within a value; functions then fail without an error */
  GString *text;   /* the last string that was read */

  GHashTable *processes;    /* of CyanMojoProcess, by pid */
  CyanMojoProcess *process; /* to which keys belong now */
  CyanMojoProcess *first;   /* that of the first sample, until it begins */
  CyanCharge charge;
} CyanMojo;

void cyan_mojo_init (CyanMojo *self, CyanInput *input, CyanProfileBuilder *builder);
void cyan_mojo_clear (CyanMojo *self);

gboolean cyan_mojo_integer (CyanMojo *self, gint64 *value, GError **error);
/* Reads @n integers that do not matter. */
gboolean cyan_mojo_skip (CyanMojo *self, guint n, GError **error);
/* Reads a string into text. */
gboolean cyan_mojo_text (CyanMojo *self, GError **error);

/* From now on keys belong to the process @pid. */
void cyan_mojo_set_process (CyanMojo *self, gint64 pid);
/* Read the key and the value of a string or of a frame. */
gboolean cyan_mojo_define_string (CyanMojo *self, GError **error);
gboolean cyan_mojo_define_frame (CyanMojo *self, GError **error);
/* Reads the key of a frame. */
gboolean cyan_mojo_frame (CyanMojo *self, CyanMojoFrame *frame, GError **error);
