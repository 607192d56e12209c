/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of reading an evolution: what is read, its rows, the series made of them.
 *
 * Until it is known where the evolution begins, columns are counted from the first revision of the
 * branch.
 */
#pragma once

#include "cyan-evolution-read.h"

/* A value of a series. */
typedef struct
{
  guint column;
  gint64 run;
  double value;
} CyanEvolutionPoint;

/* A series before its columns are known. */
typedef struct
{
  const char *metric, *unit, *function; /* borrowed */
  int better;
  GArray *points; /* of CyanEvolutionPoint, by run */
} CyanEvolutionBuilder;

/* All series of one definition on one machine. */
typedef struct
{
  gint64 definition, machine; /* ids: the key */
  const CyanStoreDefinition *about;
  const CyanStoreMachine *on;
  guint n_machine;     /* among those of the reader */
  GPtrArray *builders; /* of CyanEvolutionBuilder */
  GArray *failures;    /* of CyanEvolutionFailure, by run */
} CyanEvolutionSetting;

typedef struct
{
  CyanStore *store;
  const CyanEvolutionQuery *query;
  gint64 project;
  GPtrArray *definitions, *machines, *metrics, *revisions; /* all of the project or store */
  GPtrArray *functions;                                    /* that match; NULL without a query */
  GPtrArray *function_labels, *units; /* of these functions; of definitions in the same order */
  GPtrArray *branch;                  /* of CyanStoreRevision: borrowed from @revisions */
  GHashTable *columns;                /* by id of a revision: its column + 1 */
  GHashTable *chosen;                 /* definitions by id, that match */
  GHashTable *elsewhere;              /* ids of measured revisions that are no columns */
  GHashTable *settings;               /* CyanEvolutionSetting, by itself */
  GPtrArray *setting_list;            /* the same; owned */
  CyanEvolutionSetting *last_setting; /* rows of one setting often follow each other */
  gint64 *sessions, *session_runs;    /* by machine, then by column: the last run and its session */
  CyanEvolution *evolution;
} CyanEvolutionReader;

/* Reads all rows that were asked for into the settings. */
gboolean cyan_evolution_read_rows (CyanEvolutionReader *self, GError **error);

/* Sets columns and series, from the first column on that has a run of these series.  Returns that
 * column. */
guint cyan_evolution_make_series (CyanEvolutionReader *self);
/* Marks the cells whose builds failed. */
gboolean cyan_evolution_set_failed_builds (CyanEvolutionReader *self, guint first, GError **error);
