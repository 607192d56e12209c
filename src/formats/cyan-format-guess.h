/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Guesses what a file is that no format reads, so that the error can say what to do.
 */
#pragma once

#include <glib.h>

/* Says what a file that begins with [@head, @head + @length) certainly is, and what to do: a static
 * text such as "this is a web page".  NULL if it is nothing known. */
const char *cyan_format_recognise (const char *head, gsize length);

/* The same, but also says what the file may be.  Never NULL. */
const char *cyan_format_guess (const char *head, gsize length);
