/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether the source of a function differs between the two versions.
 *
 * It is in this layer because the code that finds it and the code that shows it do not depend on
 * each other.
 */
#pragma once

#include <glib.h>

/**
 * CyanChange:
 * @CYAN_CHANGE_UNKNOWN: the source of one side or of both was not found, or not searched
 * @CYAN_CHANGE_UNMODIFIED: the bodies are equal, as far as they are known
 * @CYAN_CHANGE_REFORMATTED: the bodies are written differently, but mean the same to the language
 * @CYAN_CHANGE_MODIFIED: the bodies differ
 */
typedef enum
{
  CYAN_CHANGE_UNKNOWN,
  CYAN_CHANGE_UNMODIFIED,
  CYAN_CHANGE_REFORMATTED,
  CYAN_CHANGE_MODIFIED,
} CyanChange;

/* By CyanChange: "unknown", "unmodified", "reformatted", "modified", and NULL. */
extern const char *const cyan_change_names[];

/**
 * CyanPresence:
 * @CYAN_PRESENCE_UNKNOWN: the sources were not given, or do not show it
 * @CYAN_PRESENCE_BOTH: the function is in the sources or the profiles of both versions
 * @CYAN_PRESENCE_BEFORE_ONLY: it is in the source of before and not in that of after
 * @CYAN_PRESENCE_AFTER_ONLY: it is in the source of after and not in that of before
 *
 * Which versions' sources contain a function, regardless of the profiles.
 */
typedef enum
{
  CYAN_PRESENCE_UNKNOWN,
  CYAN_PRESENCE_BOTH,
  CYAN_PRESENCE_BEFORE_ONLY,
  CYAN_PRESENCE_AFTER_ONLY,
} CyanPresence;
