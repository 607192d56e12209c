/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A bisection as one page in HTML.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-bisection.h"
#include "cyan-prose.h"

G_BEGIN_DECLS

/* @command compares the two sides of the largest step; untrusted, or NULL. */
void cyan_html_bisection (CyanProse *prose, const CyanBisection *state, const char *command);

G_END_DECLS
