/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tools: what each is for, what it takes, and the command that it becomes.
 *
 * Private to this room.
 */
#pragma once

#include "cyan-serve-jobs.h"
#include "cyan-serve-message.h"
#include "cyan-serve-roots.h"

typedef struct _CyanServeTool CyanServeTool;

/* Appends the array "tools". */
void cyan_serve_tools_list (CyanJsonWriter *out, gboolean allow_run);
/* NULL: there is none.  *@runs: it builds and runs commands. */
const CyanServeTool *cyan_serve_tools_find (const char *name, gboolean *runs);

/* What was given for its arguments: by their order, of char *, or NULL. */
typedef struct
{
  const CyanServeTool *tool;
  GPtrArray **values; /* owned */
} CyanServeCall;

/* Reads the arguments of a call of @tool.  FALSE if the types are wrong, if one is not known, or is
 * missing.  Clear @self in any case. */
gboolean cyan_serve_call_read (CyanServeCall *self,
                               const CyanServeTool *tool,
                               const CyanServeMessage *message,
                               GError **error);
void cyan_serve_call_clear (CyanServeCall *self);

/* What to run; FALSE if a path is not below the roots, or if a text would be an option. */
gboolean cyan_serve_call_command (const CyanServeCall *self,
                                  const CyanServeRoots *roots,
                                  CyanServeCommand *command,
                                  GError **error);
/* The same for the report of the comparison that the call makes, in JSON; FALSE without an error if it
 * makes none. */
gboolean cyan_serve_call_report (const CyanServeCall *self,
                                 const CyanServeRoots *roots,
                                 CyanServeCommand *command,
                                 GError **error);
/* "before.cct to after.cct".  Caller frees. */
char *cyan_serve_call_title (const CyanServeCall *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanServeCall, cyan_serve_call_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanServeCommand, cyan_serve_command_clear)
