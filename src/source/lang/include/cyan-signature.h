/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Overloads told apart: the parameters in a profile's name against those of a definition.
 *
 * A profile has types as the compiler resolved them, a source has what somebody wrote: an alias, a
 * template's parameter, the names of the parameters.  Two that cannot be the same are told from two
 * that can.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  CYAN_SIGNATURE_DIFFERS,  /* another number of parameters, or another type */
  CYAN_SIGNATURE_POSSIBLE, /* nothing speaks against it */
  CYAN_SIGNATURE_SAME,
} CyanSignatureFit;

/* @parameters: "(int, char const*) const" of a name; @signature: "(int a,const char * b) const" as
 * ctags gives it.  NULL is possible with anything. */
CyanSignatureFit cyan_signature_fit (const char *parameters, const char *signature);

G_END_DECLS
