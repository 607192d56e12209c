/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How sure a conclusion is.  What each says of a kind of conclusion is in the header of that kind.
 */
#pragma once

typedef enum
{
  CYAN_CONFIDENCE_POSSIBLE,
  CYAN_CONFIDENCE_LIKELY,
  CYAN_CONFIDENCE_STRONG,
} CyanConfidence;

/* "possible", "likely", "strong"; marked by N_(). */
extern const char *const cyan_confidence_names[];
