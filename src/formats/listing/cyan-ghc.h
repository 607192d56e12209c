/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the text and the JSON of GHC's profiler have in common: cost centres, with ticks and bytes
 * of their own.
 *
 * A tick is a sample of the time; bytes and entries are exact.
 */
#pragma once

#include "cyan-input.h"
#include "cyan-profile-builder.h"

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  double total_ticks, total_bytes; /* negative: unknown */
  double tick;                     /* us; 0: unknown */
  guint ticks, bytes;              /* metrics */
  gboolean has_metrics;
} CyanGhc;

/* Adds the metrics.  If not a single tick was counted, bytes are the first. */
void cyan_ghc_add_metrics (CyanGhc *self);

/* The function of a cost centre.  @place is its source, as "Words.hs:(10,1)-(13,16)". */
guint32 cyan_ghc_function (CyanGhc *self, CyanStr label, CyanStr module, const char *place);

/* Adds the numbers of a cost centre to @node. */
void cyan_ghc_add (CyanGhc *self, CyanNode node, guint64 entries, double ticks, double bytes);

/* Sets what holds for the whole profile, at its end. */
void cyan_ghc_finish (CyanGhc *self);

/* Reads the document of +RTS -pj. */
gboolean cyan_ghc_read_json (CyanGhc *self, GError **error);
