/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What can be read for a node: its own source, and that of the callers and callees whose change
 * explains it.
 */
#pragma once

#include "cyan-causes.h"

typedef enum
{
  CYAN_READING_OWN,
  CYAN_READING_CALLER,  /* somewhere above it */
  CYAN_READING_CALLEE,  /* somewhere below it */
  CYAN_READING_INLINED, /* in no profile: a compiler put it into the node's function */
} CyanReadingRole;

typedef struct
{
  CyanReadingRole role;
  guint32 source; /* a pair of functions, or see cyan_readings_inlined() */
} CyanReading;

#define CYAN_READINGS_MAX 4

typedef struct
{
  guint n;
  CyanReading at[CYAN_READINGS_MAX]; /* its own first; all others have changed */
  guint first;                       /* the one to open: its own if that has changed or if no
                                      * other explains why the node did */
} CyanReadings;

/* Whether the source of a pair of functions was modified, is new or is gone. */
gboolean cyan_readings_changed (const CyanSourceSnapshot *known, guint32 pair);

/* The function of a source that is no pair: from the number of pairs on, these are the inlined
 * functions of @known.  NULL if it is a pair. */
const CyanInlined *cyan_readings_inlined (const CyanComparison *comparison,
                                          const CyanSourceSnapshot *known,
                                          guint32 source);

/* Without @causes, which may be NULL, there is its own only. */
void cyan_readings_init (CyanReadings *self,
                         const CyanComparison *comparison,
                         const CyanSourceSnapshot *known,
                         const CyanCauses *causes,
                         CyanNode node);
