/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What an HTTP server answers, with limits for servers that do no good.
 *
 * Certificates are checked.  Headers of the user go to the server of the address alone, never to one that a
 * redirection leads to.  Messages have an address without what may be secret in it.
 */
#pragma once

#include <gio/gio.h>

#include "cyan-http-cache.h"

/* Environment variable: "@FILE", or the headers themselves, one a line. */
#define CYAN_HTTP_HEADERS_VARIABLE "CYANOTYPE_HTTP_HEADERS"

/* Who asks, and whom to trust.  All NULL: the headers of the environment, the system's certificates. */
typedef struct
{
  const char *headers; /* a file of lines "Name: value"; it is read again for each request */
  const char *
      ca; /* a file of certificates in PEM, of authorities that are trusted instead of the system's */
  /* Borrowed: an input takes the answer from it if it is there, else puts it there.  NULL: the server is asked
   * each time. */
  CyanHttpCache *cache;
} CyanHttpAccess;

typedef struct
{
  CyanHttpAccess access;
  guint idle_seconds;   /* without a byte, after which a server is given up */
  guint answer_seconds; /* of the whole answer, besides one for each 64 KiB that have come */
  guint64 max_bytes;    /* of the answer, packed and unpacked */
  gboolean stays;  /* a redirection to another server is refused, and nobody's headers are sent */
  gboolean packed; /* a packed file is taken as it is, else gzip is asked for and undone */
} CyanHttpOptions;

/* Whether @text begins with "http://" or "https://". */
gboolean cyan_http_is_address (const char *text);

/* @address for people: without a user, a password, and the values of what in its query looks like a
 * secret.  Caller frees. */
char *cyan_http_label (const char *address);

/* The seconds for which the server is asked to record, as by "?seconds=30"; 0: it is not. */
guint cyan_http_seconds (const char *address);

/* Parses @address.  Fails if it has no host, or a user or password, which a list of processes would
 * show. */
GUri *cyan_http_parse (const char *address, GError **error);

/* Gets the next piece of an answer.  @total are the bytes of all pieces, 0 if that is not known. */
typedef gboolean (*CyanHttpSink) (
    const char *bytes, gsize length, guint64 total, gpointer data, GError **error);

/* Asks for @address and hands the answer to @sink, piece by piece, in this thread.  @cancellable, which
 * must not be NULL, stops it from any thread.  An error does not name the address.  Fails with
 * CYAN_ERROR_IO, CYAN_ERROR_LIMIT, CYAN_ERROR_INVALID, CYAN_ERROR_CANCELLED, with the error of the sink, and
 * with CYAN_ERROR_UNSUPPORTED if this program was built without HTTP. */
gboolean cyan_http_get (const char *address,
                        const CyanHttpOptions *options,
                        GCancellable *cancellable,
                        CyanHttpSink sink,
                        gpointer data,
                        GError **error);
