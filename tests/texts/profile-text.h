/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text form of a tree. */
#pragma once

#include "cyan-profile.h"

/* Optional parts of cyan_profile_to_text(). */
typedef enum
{
  CYAN_PROFILE_TEXT_NAMES = 0,
  CYAN_PROFILE_TEXT_SELF = 1 << 0,      /* ":12" */
  CYAN_PROFILE_TEXT_CALLS = 1 << 1,     /* "*3" */
  CYAN_PROFILE_TEXT_CALL_SITE = 1 << 2, /* "@7" */
} CyanProfileTextFlags;

/* The tree as one line: "main:5*1(parse:30*2@7(lex) eval)".  Names with a character of "
 * ():*@'" are in single quotes, in which a quote is doubled.  Caller frees. */
char *cyan_profile_to_text (const CyanProfile *self, CyanProfileTextFlags flags);

/* Parses that form; there may be several roots.  A node without ":" has self 1, one without "*"
 * unknown calls.  The metric is "time" in "ns".  Fails with CYAN_ERROR_INVALID. */
CyanProfile *cyan_profile_from_text (CyanStrings *strings, const char *text, GError **error);
