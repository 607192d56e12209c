/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Warnings that two recordings can hardly be compared.  Private to this folder.
 */
#pragma once

#include "cyan-compared.h"

G_BEGIN_DECLS

/* One line each, for people: the warnings of both recordings with their side in front, then the
 * reasons to doubt that they can be compared.  Sets *@doubt to the one that makes the whole
 * comparison doubtful, or NULL.  Free with g_ptr_array_unref(). */
GPtrArray *cyan_comparability_warnings (const CyanCompared *compared, const char **doubt);

G_END_DECLS
