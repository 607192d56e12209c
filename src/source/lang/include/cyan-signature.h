/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Distinguishes overloads: compares the parameters in a profile's name with those of a definition.
 *
 * A profile has types as the compiler resolved them.  A source has aliases, template parameters and
 * parameter names instead.  So only definite differences count.
 */
#pragma once

#include <glib.h>

typedef enum
{
  CYAN_SIGNATURE_DIFFERS,  /* a different number of parameters, or a different type */
  CYAN_SIGNATURE_POSSIBLE, /* no definite difference */
  CYAN_SIGNATURE_SAME,
} CyanSignatureFit;

/* @parameters: "(int, char const*) const" of a name; @signature: "(int a,const char * b) const" as
 * ctags gives it.  NULL is compatible with anything. */
CyanSignatureFit cyan_signature_fit (const char *parameters, const char *signature);
