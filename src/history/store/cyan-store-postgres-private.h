/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the PostgreSQL driver. */
#pragma once

#include <libpq-fe.h>

#include "cyan-store-private.h"

/* ---- libpq, loaded when it is first needed: with what it depends on it would take a third of the
 * time in which each command starts ---- */

/* The functions of libpq that are called. */
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

/* ---- a store ---- */

typedef struct
{
  CyanStore store;
  PGconn *connection;
  char *schema;
  gboolean writes;
  GHashTable *statements; /* names of prepared statements by their texts, by address */
  guint n_pending;        /* statements that were sent and not answered yet */
  gboolean is_lost;       /* the connection, in the midst of answers */
  gboolean is_answering;  /* rows are being taken */
  gboolean is_checked;    /* names are looked for in the schema; before, only in PostgreSQL's own */
} CyanPostgres;

/* Connects again if the connection was lost, but not within a transaction. */
gboolean cyan_postgres_ensure (CyanPostgres *self, GError **error);

/* Fails for @result, or for the connection if that is lost. */
gboolean cyan_postgres_fail (CyanPostgres *self, const PGresult *result, GError **error);
/* Waits for the answers to all statements; fails if one of them did. */
gboolean cyan_postgres_flush (CyanPostgres *self, GError **error);
/* Runs statements without parameters; rows are dropped. */
gboolean cyan_postgres_exec (CyanPostgres *self, const char *sql, GError **error);
/* See CyanStoreDriver.  Within a transaction a statement without rows is only sent: if it fails,
 * one of the next calls does, at the latest the commit.  So a run does not take as many journeys to
 * the server as it has functions. */
gboolean cyan_postgres_query (CyanStore *store,
                              const char *sql,
                              const CyanSql *values,
                              guint n_values,
                              CyanSqlRow row,
                              gpointer data,
                              GError **error);

/* The index of functions, whose names can be longer than a key of it. */
#define CYAN_POSTGRES_FUNCTION_KEY "md5(name), md5(module), md5(file)"

/* Our tables.  Caller frees. */
char **cyan_postgres_tables (void);
/* Whether the schema contains nothing; *@exists is whether it is there. */
gboolean
cyan_postgres_is_empty (CyanPostgres *self, gboolean *exists, gboolean *is_empty, GError **error);
/* Whether nothing in the schema would run when it is read or written. */
gboolean cyan_postgres_check_nothing_runs (CyanPostgres *self, GError **error);
/* From now on names are looked for in the schema. */
gboolean cyan_postgres_enter (CyanPostgres *self, GError **error);
/* Whether the schema is a store of ours, with nothing in it but our tables, of a version that we
 * can read, or write if we do; if so, enters it. */
gboolean cyan_postgres_check_schema (CyanPostgres *self, GError **error);
