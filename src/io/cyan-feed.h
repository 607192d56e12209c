/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answer of an HTTP server as a descriptor to read from; a thread of its own asks. */
#pragma once

#include "cyan-http.h"

typedef struct _CyanFeed CyanFeed;

/* Seconds without a byte after which a server is given up, and those of an answer, besides the seconds
 * for which it was asked to record. */
#define CYAN_FEED_IDLE_SECONDS   60
#define CYAN_FEED_ANSWER_SECONDS 120
/* The longest answer. */
#define CYAN_FEED_MAX ((guint64) 4 * 1024 * 1024 * 1024)

/* Begins to ask.  Sets *@fd, which the caller closes before cyan_feed_free().  NULL on an error. */
CyanFeed *
cyan_feed_new (const char *address, const CyanHttpAccess *access, int *fd, GError **error);
/* Stops asking. */
void cyan_feed_free (CyanFeed *self);

/* The bytes of the whole answer; 0 if they are not known, or not yet. */
guint64 cyan_feed_total (CyanFeed *self);

/* After the descriptor has ended: whether that was the end of the answer.  The error does not name the
 * address. */
gboolean cyan_feed_end (CyanFeed *self, GError **error);
