/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the files of session files: cyan-session-file.c has their inputs and nodes, others read
 * (cyan-session-read.c) and write (cyan-session-write.c) their JSON.
 */
#pragma once

#include "cyan-json-walk.h"
#include "cyan-session-file.h"

#define CYAN_SESSION_FILE_FORMAT "cyanotype-session"

/* The members of three objects: fields of CyanSessionFile, of CyanSessionPlace and of CyanRequest. */
#define CYAN_SESSION_N_VIEW    11
#define CYAN_SESSION_N_CANVAS  12
#define CYAN_SESSION_N_OPTIONS 10
extern const CyanJsonMember cyan_session_view[CYAN_SESSION_N_VIEW];
extern const CyanJsonMember cyan_session_canvas[CYAN_SESSION_N_CANVAS];
extern const CyanJsonMember cyan_session_options[CYAN_SESSION_N_OPTIONS];

/* Without inputs, nodes and a place. */
CyanSessionFile *cyan_session_file_alloc (void);
/* Adds an input, and takes @path. */
CyanSessionInput *cyan_session_file_add_input (CyanSessionFile *self,
                                               CyanSessionInputKind kind,
                                               guint side,
                                               char *path);

/* The size and checksum of a regular file.  FALSE without an error if it is none, not there or not
 * ours to read; with CYAN_ERROR_IO if reading it fails, and with CYAN_ERROR_CANCELLED if @tick
 * stopped it.  Free *@sha256. */
gboolean cyan_session_file_stamp (
    const char *path, guint64 *size, char **sha256, const CyanTick *tick, GError **error);

/* A GCompareFunc for nodes. */
int cyan_session_compare_nodes (gconstpointer a, gconstpointer b);
