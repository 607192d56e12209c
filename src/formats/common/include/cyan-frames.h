/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the functions of frames, for formats that give only the name of a frame.
 *
 * Readers see the same few names millions of times.  They look a name up in an array by string
 * number, which is faster than the builder's hash of five properties.
 */
#pragma once

#include "cyan-profile-builder.h"
#include "cyan-scratch.h"

/* Splits @name into parts and sets them in @function.  Returns FALSE if there is nothing to
 * split. */
typedef gboolean (*CyanFrameSplit) (CyanStrings *strings, CyanStr name, CyanFunction *function);

typedef struct
{
  CyanProfileBuilder *builder; /* borrowed */
  CyanStrings *strings;        /* borrowed from the builder */
  GArray *functions;           /* of guint32 by CyanStr: index + 1; 0: not asked for yet */
  CyanFrameSplit split;        /* or NULL */
  CyanCharge charge;
} CyanFrames;

/* It lives as long as @scratch; @split may be NULL. */
static inline void
cyan_frames_init (CyanFrames *self,
                  CyanScratch *scratch,
                  CyanProfileBuilder *builder,
                  CyanFrameSplit split)
{
  self->builder = builder;
  self->strings = cyan_profile_builder_strings (builder);
  self->functions = cyan_scratch_array (scratch, sizeof (guint32));
  self->split = split;
  cyan_scratch_charge (scratch, &self->charge, cyan_profile_builder_budget (builder));
}

/* The index of the function of @name, or of the parts into which it is split. */
static inline guint32
cyan_frames_function (CyanFrames *self, CyanStr name)
{
  guint32 *index;

  if (name >= self->functions->len)
    {
      g_array_set_size (self->functions, MAX (1024, name * 2));
      cyan_charge_set (&self->charge, self->functions->len * sizeof *index);
    }
  index = &g_array_index (self->functions, guint32, name);
  if (*index == 0)
    {
      CyanFunction f = { .name = name, .module = CYAN_STR_EMPTY, .file = CYAN_STR_EMPTY };

      if (self->split != NULL && !self->split (self->strings, name, &f))
        f = (CyanFunction){ .name = name, .module = CYAN_STR_EMPTY, .file = CYAN_STR_EMPTY };
      *index =
          1 + cyan_profile_builder_function (self->builder, f.name, f.module, f.file, f.line, 0);
    }
  return *index - 1;
}
