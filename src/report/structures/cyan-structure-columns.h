/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The columns of the report of structures, for all its forms.
 *
 * Private to this room.
 */
#pragma once

#include "cyan-report-structures.h"
#include "cyan-rows.h"

typedef enum
{
  CYAN_STRUCTURES_SHAPE,
  CYAN_STRUCTURES_COVERAGE,
  CYAN_STRUCTURES_HOT,
  CYAN_STRUCTURES_METRICS,
  CYAN_STRUCTURES_COST,
} CyanStructureSection;

typedef enum
{
  CYAN_STRUCTURES_GUINT,
  CYAN_STRUCTURES_GUINT64,
  CYAN_STRUCTURES_BYTES,    /* a guint64 */
  CYAN_STRUCTURES_NUMBER,   /* a double */
  CYAN_STRUCTURES_SHARE,    /* a double; negative or not a number: none */
  CYAN_STRUCTURES_COUPLING, /* a CyanCoupling; two columns for programs */
} CyanStructureType;

typedef struct
{
  CyanStructureSection section;
  const char *title; /* for people */
  const char *name;  /* for programs */
  const char *other; /* of the second column of a coupling */
  CyanStructureType type;
  gsize offset; /* in CyanStudyRow */
} CyanStructureColumn;

extern const CyanStructureColumn cyan_structure_columns[];
extern const guint cyan_structure_n_columns;

/* The value for people.  Caller frees. */
char *cyan_structure_cell (const CyanStudyRow *row, const CyanStructureColumn *column);

void cyan_report_structures_rows (CyanRows *rows, gconstpointer about);
