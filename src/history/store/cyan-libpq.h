/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libpq, loaded when it is first needed: with what it depends on it would take a third of the time in
 * which each command starts. */
#pragma once

#include <glib.h>
#include <libpq-fe.h>

/* What of libpq is called. */
#define CYAN_LIBPQ_FUNCTIONS(FUNCTION)                                                             \
  FUNCTION (PQcancel)                                                                              \
  FUNCTION (PQclear)                                                                               \
  FUNCTION (PQconnectdbParams)                                                                     \
  FUNCTION (PQconninfoFree)                                                                        \
  FUNCTION (PQconninfoParse)                                                                       \
  FUNCTION (PQenterPipelineMode)                                                                   \
  FUNCTION (PQerrorMessage)                                                                        \
  FUNCTION (PQexec)                                                                                \
  FUNCTION (PQexitPipelineMode)                                                                    \
  FUNCTION (PQfinish)                                                                              \
  FUNCTION (PQfreeCancel)                                                                          \
  FUNCTION (PQfreemem)                                                                             \
  FUNCTION (PQftype)                                                                               \
  FUNCTION (PQgetCancel)                                                                           \
  FUNCTION (PQgetResult)                                                                           \
  FUNCTION (PQgetisnull)                                                                           \
  FUNCTION (PQgetlength)                                                                           \
  FUNCTION (PQgetvalue)                                                                            \
  FUNCTION (PQnfields)                                                                             \
  FUNCTION (PQntuples)                                                                             \
  FUNCTION (PQpipelineSync)                                                                        \
  FUNCTION (PQprepare)                                                                             \
  FUNCTION (PQreset)                                                                               \
  FUNCTION (PQresultErrorField)                                                                    \
  FUNCTION (PQresultStatus)                                                                        \
  FUNCTION (PQsendQueryPrepared)                                                                   \
  FUNCTION (PQsetNoticeReceiver)                                                                   \
  FUNCTION (PQsetSingleRowMode)                                                                    \
  FUNCTION (PQstatus)                                                                              \
  FUNCTION (PQtransactionStatus)                                                                   \
  FUNCTION (PQunescapeBytea)

typedef struct
{
#define CYAN_LIBPQ_MEMBER(name) __typeof__ (name) *name;
  CYAN_LIBPQ_FUNCTIONS (CYAN_LIBPQ_MEMBER)
#undef CYAN_LIBPQ_MEMBER
} CyanLibpq;

/* Its functions, once cyan_libpq_load() has succeeded. */
extern CyanLibpq cyan_libpq;

/* Loads the library unless it is loaded; it stays until the program ends.  Any thread may call it.
 * Fails with CYAN_ERROR_UNSUPPORTED if it is not installed. */
gboolean cyan_libpq_load (GError **error);
