/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the fuzz targets.
 *
 * A target is one LLVMFuzzerTestOneInput(). libFuzzer calls it in a special build; in others
 * driver.c replays files, which does not need clang.  A target aborts if it finds an error.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-profile-builder.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* Maximum nodes that a reader may make of a few kilobytes. */
#define FUZZ_MAX_NODES 4096

/* Prints what is wrong and aborts. */
void fuzz_fail (const char *place, const char *format, ...) G_GNUC_PRINTF (2, 3) G_GNUC_NORETURN;

#define FUZZ_CHECK(condition)                                                                      \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (G_UNLIKELY (!(condition)))                                                                 \
      fuzz_fail (G_STRLOC, "%s", #condition);                                                      \
  }                                                                                                \
  G_STMT_END

/* Checks that @error says why something failed, in one line of UTF-8. */
void fuzz_check_error (const GError *error);

/* Checks the invariants of CyanProfile. */
void fuzz_check_profile (const CyanProfile *profile);

/* Bytes that are consumed from the front; after their end come zeros. */
typedef struct
{
  const uint8_t *at;
  size_t left;
} FuzzBytes;

uint8_t fuzz_byte (FuzzBytes *bytes);

/**
 * FuzzNames:
 * @FUZZ_NAMES_FEW: one of sixteen names, so that two trees have many in common
 * @FUZZ_NAMES_FOREIGN: names from the bytes
 */
typedef enum
{
  FUZZ_NAMES_FEW,
  FUZZ_NAMES_FOREIGN,
} FuzzNames;

/* Makes a small tree.  Each byte is an instruction: go down to a child, go up, add a value, or end.
 * The end of the bytes ends the tree, too. */
CyanProfile *fuzz_tree (CyanStrings *strings, FuzzBytes *bytes, FuzzNames names);
