/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The dictionary of OTLP profiles: tables that samples refer to by index.  Entry 0 of each is none.
 */
#pragma once

#include "cyan-input.h"
#include "cyan-profile-builder.h"
#include "cyan-protobuf.h"
#include "cyan-scratch.h"

typedef struct
{
  CyanInput *input;            /* borrowed */
  CyanProfileBuilder *builder; /* borrowed */
  GArray *strings;             /* of CyanStr */
  GArray *mappings, *locations, *lines, *functions;
  GArray *stacks;    /* each a range of the array below */
  GArray *addresses; /* of guint32: locations, the leaf first */
  gboolean named;    /* some frame of a sample has a name */
  CyanCharge charge; /* of all of these */
} CyanOtlpDictionary;

/* It lives as long as @scratch. */
void cyan_otlp_dictionary_init (CyanOtlpDictionary *self,
                                CyanScratch *scratch,
                                CyanInput *input,
                                CyanProfileBuilder *builder);

/* Reads the message in the current field of @outer. */
gboolean
cyan_otlp_dictionary_read (CyanOtlpDictionary *self, const CyanProtobuf *outer, GError **error);

/* The string with this index.  FALSE if there is none. */
gboolean
cyan_otlp_dictionary_string (const CyanOtlpDictionary *self, guint64 index, CyanStr *string);

/* The node of the builder for the stack with this index, added if new; CYAN_NODE_NONE with @error.
 */
CyanNode cyan_otlp_dictionary_node (CyanOtlpDictionary *self, guint64 stack, GError **error);
