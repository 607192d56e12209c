/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the readers of session files: cyan-session-read.c reads the document, its inputs and
 * options, cyan-session-read-view.c what is in view, cyan-session-read-nodes.c what is shown.
 */
#pragma once

#include "cyan-json-walk.h"
#include "cyan-session-file-private.h"

/* The state of reading a file; the data of each CyanJsonRead here. */
typedef struct
{
  CyanSessionFile *file;
  char *folder; /* owned; in which the file lies */
  gint64 version;
  guint side;
  CyanSessionInput *input; /* the last one, in the file */
  CyanShownNodes *shown;   /* the last one, in the file */
  CyanNameClaim *claim;    /* the one that is read */
  GArray *names;           /* of CyanStr, by their index in the document */
  GArray *numbers;         /* of guint32: those of one node */
  GPtrArray *maps;         /* of char * */
} CyanSessionReader;

/* A CyanJsonRead of one value, which @call reads. */
#define CYAN_SESSION_READ(name, call)                                                              \
  static gboolean name (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)    \
  {                                                                                                \
    CyanSessionReader *self = data;                                                                \
                                                                                                   \
    return call;                                                                                   \
  }

/* ---- values ---- */

gboolean
cyan_session_read_flag (CyanJsonWalk *walk, CyanJsonToken token, gboolean *value, GError **error);
gboolean cyan_session_read_range (CyanJsonWalk *walk,
                                  CyanJsonToken token,
                                  double least,
                                  double most,
                                  double *value,
                                  GError **error);
/* Less than CYAN_NODE_NONE. */
gboolean
cyan_session_read_count (CyanJsonWalk *walk, CyanJsonToken token, guint32 *value, GError **error);
/* One of @words, which end in NULL. */
gboolean cyan_session_read_word (CyanJsonWalk *walk,
                                 CyanJsonToken token,
                                 const char *const *words,
                                 guint *value,
                                 GError **error);

/* ---- members of the document ---- */

gboolean
cyan_session_read_view (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error);
gboolean
cyan_session_read_filter (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error);
gboolean
cyan_session_read_canvas (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error);

/* An element of "names" and of "nodes". */
gboolean
cyan_session_read_name (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error);
gboolean
cyan_session_read_node (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error);
gboolean
cyan_session_read_shown (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error);
gboolean cyan_session_read_before_focus (CyanJsonWalk *walk,
                                         CyanJsonToken token,
                                         gpointer data,
                                         GError **error);
gboolean cyan_session_read_before_filter (CyanJsonWalk *walk,
                                          CyanJsonToken token,
                                          gpointer data,
                                          GError **error);
/* Replaces indices of names by the names, and checks that all nodes that are referred to are there.
 * @path is for messages. */
gboolean cyan_session_link_nodes (CyanSessionReader *self, const char *path, GError **error);
