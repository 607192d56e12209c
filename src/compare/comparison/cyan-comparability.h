/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Warnings that two profiles are hardly comparable.  Private to this folder.
 */
#pragma once

#include "cyan-comparison.h"

/* Returns one line of text for each warning: the warnings of both profiles, prefixed with their
 * side, then the reasons to doubt that they are comparable.  Sets *@doubt to the warning that makes
 * the whole comparison doubtful, or to NULL; the array owns it.  Free with g_ptr_array_unref(). */
GPtrArray *cyan_comparability_warnings (const CyanComparison *comparison, const char **doubt);
