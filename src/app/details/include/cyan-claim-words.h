/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What somebody says about functions, in words. */
#pragma once

#include "cyan-name-claims.h"

/* "parse_value and parse_json_value are the same", as plain text.  Caller frees. */
char *cyan_claim_words (const CyanNameClaim *claim);
