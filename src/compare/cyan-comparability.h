/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether two recordings can be compared at all, in words.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-compared.h"

G_BEGIN_DECLS

/* One line each, for people: the notes of both recordings with their side in front, and what makes
 * it doubtful that they can be compared.  *@doubt gets the one of them, if any, that makes the whole
 * comparison doubtful.  Free with g_ptr_array_unref(). */
GPtrArray *cyan_comparability_warnings (const CyanCompared *compared, const char **doubt);

G_END_DECLS
