/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Messages of JSON-RPC 2.0.
 *
 * Private to this room.
 */
#pragma once

#include "cyan-json-walk.h"
#include "cyan-json-writer.h"

/* Codes of errors: those of JSON-RPC, one of the Model Context Protocol, one of ours. */
typedef enum
{
  CYAN_SERVE_NO_JSON = -32700,
  CYAN_SERVE_NO_REQUEST = -32600,
  CYAN_SERVE_NO_METHOD = -32601,
  CYAN_SERVE_NO_PARAMS = -32602,
  CYAN_SERVE_FAILED = -32603,
  CYAN_SERVE_NO_RESOURCE = -32002,
  CYAN_SERVE_BUSY = -32000,
} CyanServeCode;

typedef enum
{
  CYAN_SERVE_REQUEST,      /* wants an answer */
  CYAN_SERVE_NOTIFICATION, /* does not */
  CYAN_SERVE_ANSWER,       /* to a question that we do not ask */
} CyanServeMessageKind;

typedef struct
{
  const char *text; /* borrowed; one JSON object */
  gsize length;
  CyanServeMessageKind kind;
  char *id; /* as JSON, owned; NULL: none */
  char *method;
} CyanServeMessage;

/* Whether @text is JSON.  *@is_array: a batch. */
gboolean cyan_serve_is_json (const char *text, gsize length, gboolean *is_array, GError **error);
/* The elements of an array that is JSON, as texts.  Caller unrefs. */
GPtrArray *cyan_serve_split (const char *text, gsize length);

/* Reads @text, which is JSON and outlives @self.  FALSE if it is no message; its id may be known
 * nevertheless.  Clear @self in any case. */
gboolean
cyan_serve_message_read (CyanServeMessage *self, const char *text, gsize length, GError **error);
void cyan_serve_message_clear (CyanServeMessage *self);

/* Reads the parameters into @data. */
gboolean cyan_serve_message_params (const CyanServeMessage *self,
                                    const CyanJsonMember *members,
                                    guint n_members,
                                    gpointer data,
                                    GError **error);

/* A CyanJsonRead of an id, to an owned char *: a string or a whole number, as JSON. */
gboolean cyan_serve_read_id (CyanJsonWalk *walk, CyanJsonToken token, gpointer id, GError **error);

/* An answer up to its result, which is an open object; and its end. */
void cyan_serve_open_result (CyanJsonWriter *out, GString *text, const char *id);
void cyan_serve_close_result (CyanJsonWriter *out);
/* An answer that is an error; @id may be NULL. */
void cyan_serve_write_error (GString *text, const char *id, CyanServeCode code, const char *reason);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanServeMessage, cyan_serve_message_clear)
