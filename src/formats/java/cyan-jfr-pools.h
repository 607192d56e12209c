/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The constants of a Java Flight Recorder chunk: for each kind that stacks need, where the constant
 * with an id is.  They are parsed when they are used.
 */
#pragma once

#include "cyan-jfr-types.h"

typedef enum
{
  CYAN_JFR_STACKS,
  CYAN_JFR_METHODS,
  CYAN_JFR_CLASSES,
  CYAN_JFR_SYMBOLS,
  CYAN_JFR_STATES,
  CYAN_JFR_STRINGS,
  CYAN_JFR_N_POOLS,
} CyanJfrPoolKind;

#define CYAN_JFR_NO_CONSTANT G_MAXUINT32

typedef struct
{
  guint32 type; /* index */
  CyanIds ids;
  GArray *at; /* of guint32 by number: position in the chunk */
} CyanJfrPool;

typedef struct
{
  const CyanJfrChunk *chunk; /* borrowed */
  const CyanJfrTypes *types; /* borrowed */
  CyanJfrPool pools[CYAN_JFR_N_POOLS];
  CyanCharge charge;
} CyanJfrPools;

void cyan_jfr_pools_init (CyanJfrPools *self, const CyanJfrChunk *chunk, const CyanJfrTypes *types);
void cyan_jfr_pools_clear (CyanJfrPools *self);

/* Reads all checkpoints of the chunk. */
gboolean cyan_jfr_pools_read (CyanJfrPools *self, GError **error);

/* The number of constants of a kind. */
guint cyan_jfr_pools_n (const CyanJfrPools *self, CyanJfrPoolKind kind);
/* The number, from 0, of the constant to which @value refers; CYAN_JFR_NO_CONSTANT if there is
 * none. */
guint32
cyan_jfr_pools_find (const CyanJfrPools *self, CyanJfrPoolKind kind, const CyanJfrValue *value);
/* Starts reading a constant. */
void cyan_jfr_pools_seek (const CyanJfrPools *self,
                          CyanJfrPoolKind kind,
                          guint32 number,
                          CyanJfrBytes *bytes);
/* Reads the wanted fields of a constant. */
void cyan_jfr_pools_value (const CyanJfrPools *self,
                           CyanJfrPoolKind kind,
                           guint32 number,
                           CyanJfrValue *values);
