/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Answers of bounded length.
 *
 * Private to this room.
 */
#pragma once

#include <glib.h>

/* Makes valid UTF-8 without NUL of @text, so short that it is a part of an answer of CYAN_BRIEF_MAX bytes;
 * what is cut, @is_cut says so already or not, ends with a note.  Caller frees. */
char *cyan_serve_text_fit (const char *text, gsize length, gboolean is_cut);
