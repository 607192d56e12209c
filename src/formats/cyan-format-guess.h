/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a file that no format reads looks like, so that the error can say what to do.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A static text such as "this is a web page": what a file that begins with [@head, @head + @length)
 * is beyond doubt, and what helps.  NULL where it is none of what we know. */
const char *cyan_format_recognise (const char *head, gsize length);

/* The same, and something vaguer where there is doubt.  Never NULL. */
const char *cyan_format_guess (const char *head, gsize length);

G_END_DECLS
