/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A server of the Model Context Protocol, revisions 2025-06-18, 2025-03-26 and 2024-11-05: JSON-RPC 2.0,
 * a message a line.
 *
 * Each tool runs this program with other arguments, so that an answer is what a person would get, and
 * so that a recording that is large or broken harms its own answer only.
 */
#pragma once

#include "cyan-tick.h"

/* Bytes of a message that is read; longer ones are refused. */
#define CYAN_SERVE_MAX_LINE (4 * 1024 * 1024)

/* All is borrowed. */
typedef struct
{
  char *const *roots;   /* folders, NULL-terminated, at least one: nothing else is opened */
  gboolean allow_run;   /* whether the tool that builds and runs commands is there */
  guint seconds;        /* that an answer may take; but for that tool */
  const char *scratch;  /* a folder for what programs write meanwhile */
  const CyanTick *tick; /* stops the server */
} CyanServeOptions;

/* Whether the kernel enforces that nothing else is opened, also on behalf of what a recording names. */
gboolean cyan_serve_is_confined (void);

/* Answers what comes from @input, to its end, on @output, both descriptors.  FALSE if a root is no
 * folder, or if nobody reads the answers. */
gboolean cyan_serve (const CyanServeOptions *options, int input, int output, GError **error);
