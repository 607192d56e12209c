/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of Java methods.
 *
 * A method is named "java.util.HashMap.put", as Java prints it: the class with dots, the method; no
 * types of arguments.  Hidden classes have an address behind their name and perhaps a number, which
 * differ from run to run: they get the form "Main$$Lambda$14/0x00007f6c4c007a08" that Java prints,
 * and cyan-name-rules.c removes the numbers from it.
 */
#pragma once

#include "cyan-jfr-pools.h"
#include "cyan-profile-builder.h"

typedef struct
{
  CyanProfileBuilder *builder; /* borrowed */
  CyanStrings *strings;        /* borrowed from the builder */
  const CyanJfrPools *pools;   /* borrowed: of the current chunk */
  GString *text;               /* the one read last */
  /* Of the current chunk, by number of constant: what it is, plus 1; 0: not asked for yet. */
  GArray *texts;     /* of guint32: CyanStr of constant texts */
  GArray *symbols;   /* of guint32: CyanStr */
  GArray *classes;   /* of guint32: CyanStr, by number of symbol */
  GArray *functions; /* of guint32: index, by number of method */
  /* Of all chunks. */
  CyanIds pairs;     /* of class and method, two CyanStr */
  GArray *of_pair;   /* of guint32: index of the function */
  guint64 n_unknown; /* frames whose method is not in the file */
  CyanCharge charge;
} CyanJfrNames;

void cyan_jfr_names_init (CyanJfrNames *self, CyanProfileBuilder *builder);
void cyan_jfr_names_clear (CyanJfrNames *self);

/* Begins a chunk with the constants in @pools, of the types @types. */
void cyan_jfr_names_begin (CyanJfrNames *self, const CyanJfrPools *pools, CyanJfrTypes *types);

/* The text that @value is; empty if it is none. */
CyanStr cyan_jfr_names_text (CyanJfrNames *self, const CyanJfrValue *value);
/* The function of the method to which @value refers. */
guint32 cyan_jfr_names_function (CyanJfrNames *self, const CyanJfrValue *value);
