/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The error domain of the core.
 *
 * A message is one line for people: the file, the position in it, the reason.  It says what was
 * expected if that helps.  It never ends in a full stop or a line break.
 */
#pragma once

#include <glib.h>

/**
 * CyanError:
 * @CYAN_ERROR_CANCELLED: the tick stopped the work
 * @CYAN_ERROR_IO: a file cannot be opened, read or written
 * @CYAN_ERROR_INVALID: the data violate their format
 * @CYAN_ERROR_UNSUPPORTED: an unknown format, or a format without the requested feature
 * @CYAN_ERROR_LIMIT: a documented limit was reached
 * @CYAN_ERROR_MISMATCH: two inputs cannot be combined, such as times in different units
 * @CYAN_ERROR_TEMPORARY: another program uses it, its server does not answer, or its disk is full:
 *   the same may succeed later
 */
typedef enum
{
  CYAN_ERROR_CANCELLED,
  CYAN_ERROR_IO,
  CYAN_ERROR_INVALID,
  CYAN_ERROR_UNSUPPORTED,
  CYAN_ERROR_LIMIT,
  CYAN_ERROR_MISMATCH,
  CYAN_ERROR_TEMPORARY,
} CyanError;

/* Settings that a person can change so that the same work gets further.  Messages name neither
 * options nor buttons: the command line and the window add theirs. */
typedef enum
{
  CYAN_HINT_NONE,
  CYAN_HINT_MEMORY_LIMIT,
  CYAN_HINT_NODE_LIMIT,
  /* These two where a hot tree stays below the limit. */
  CYAN_HINT_MEMORY_LIMIT_OR_HOT,
  CYAN_HINT_NODE_LIMIT_OR_HOT,
  CYAN_HINT_CALL_LIMIT, /* of the study of structures */
  CYAN_HINT_TIME_LIMIT, /* of other programs */
  /* Which rows of a store are meant. */
  CYAN_HINT_PROJECT,
  CYAN_HINT_BENCHMARK,
  CYAN_HINT_DEFINITION,
  CYAN_HINT_MACHINE,
  CYAN_HINT_REPOSITORY,
  CYAN_HINT_FORCE, /* to replace a file that is read-only */
  CYAN_HINT_HTTP_HEADERS,
  CYAN_HINT_HTTP_CA,
} CyanHint;

#define CYAN_ERROR (cyan_error_quark ())
GQuark cyan_error_quark (void);

/* Sets @error and returns FALSE, so that a failing function can return in one line.  Control
 * characters in the message become \x0a and the like, so that it stays one line. */
gboolean cyan_fail (GError **error, CyanError code, const char *format, ...) G_GNUC_PRINTF (3, 4);

/* The same for a function that returns a pointer: NULL. */
gpointer cyan_fail_null (GError **error, CyanError code, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* The same with a hint. */
gboolean cyan_fail_hint (GError **error, CyanError code, CyanHint hint, const char *format, ...)
    G_GNUC_PRINTF (4, 5);
/* Fails like @reason, which must be of this domain, and puts a position in front of its message. */
gboolean cyan_fail_at (GError **error, const GError *reason, const char *place, ...)
    G_GNUC_PRINTF (3, 4);
/* The hint of @error, which may be of any domain. */
CyanHint cyan_error_hint (const GError *error);

/* Whether @error means that the work was cancelled. */
gboolean cyan_error_is_cancelled (const GError *error);
/* Moves @reason (may be NULL) to @error if it means that.  FALSE then; the caller goes on
 * otherwise. */
gboolean cyan_error_goes_on (GError **reason, GError **error);
/* Moves @reason to @error.  FALSE. */
gboolean cyan_error_pass (GError **reason, GError **error);
