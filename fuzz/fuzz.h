/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the fuzz targets share.
 *
 * A target is one LLVMFuzzerTestOneInput().  libFuzzer drives it in a build of its own; everywhere
 * else driver.c replays files, which needs no clang.  Whatever a target finds wrong aborts.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-profile-builder.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* Nodes that a reader may make of a few kilobytes. */
#define FUZZ_MAX_NODES 4096

/* Aborts with what is wrong. */
void fuzz_fail (const char *place, const char *format, ...) G_GNUC_PRINTF (2, 3) G_GNUC_NORETURN;

#define FUZZ_CHECK(condition)                                                                      \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (G_UNLIKELY (!(condition)))                                                                 \
      fuzz_fail (G_STRLOC, "%s", #condition);                                                      \
  }                                                                                                \
  G_STMT_END

/* What failed has told why, in one line of UTF-8. */
void fuzz_check_error (const GError *error);

/* The invariants of CyanProfile. */
void fuzz_check_profile (const CyanProfile *profile);

/* Bytes that are used up from their beginning; zeros behind their end. */
typedef struct
{
  const uint8_t *at;
  size_t left;
} FuzzBytes;

uint8_t fuzz_byte (FuzzBytes *bytes);

/**
 * FuzzNames:
 * @FUZZ_NAMES_FEW: one of sixteen, so that two trees have many in common
 * @FUZZ_NAMES_FOREIGN: what stands in the bytes
 */
typedef enum
{
  FUZZ_NAMES_FEW,
  FUZZ_NAMES_FOREIGN,
} FuzzNames;

/* A small tree: an instruction a byte, down to a child, up again, a value, until one that ends it
 * or there are no more bytes. */
CyanProfile *fuzz_tree (CyanStrings *strings, FuzzBytes *bytes, FuzzNames names);
