/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an overview reads: the names and rows that a query means, and their evolution. */
#pragma once

#include "cyan-evolution-read.h"
#include "cyan-spectrum-base.h"

/* One definition of the benchmark. */
typedef struct
{
  const CyanEvolutionSeries *series;
  gint64 definition;  /* id of its row */
  GHashTable *counts; /* runs with a profile, by id of their revision */
} CyanSpectrumWay;

typedef struct
{
  CyanStore *store;
  const CyanSpectrumQuery *query;
  gint64 project, machine, metric; /* ids of rows */
  char *project_name, *benchmark, *machine_name, *metric_name;
  GPtrArray *definitions; /* of CyanStoreDefinition: all of the project */
  CyanEvolution *evolution;
  gint64 *columns;                /* ids of the revisions, by column */
  GArray *ways;                   /* of CyanSpectrumWay, oldest first */
  CyanSpectrumOverview *overview; /* what is being made */
} CyanSpectrumReader;

/* Sets all but the overview, for @self->store and @self->query. */
gboolean cyan_spectrum_reader_open (CyanSpectrumReader *self, GError **error);
void cyan_spectrum_reader_clear (CyanSpectrumReader *self);

/* The runs with a profile of the revision in @column. */
guint cyan_spectrum_reader_count (const CyanSpectrumReader *self,
                                  const CyanSpectrumWay *way,
                                  guint column);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanSpectrumReader, cyan_spectrum_reader_clear)
