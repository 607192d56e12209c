/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The calls of a body as text: the blocks around a call, each with "/", and the callee with its
 * receiver. */
#pragma once

#include "cyan-code-calls.h"

/* Caller frees. */
CyanCodeBody *code_body_read (CyanLanguage language, const char *text);
const CyanCodeBlock *code_body_block (const CyanCodeBody *body, guint index);
/* Appends a line. */
void code_body_append_call (GString *out, const CyanCodeBody *body, guint index);
/* Checks that what is behind the end of @text, or of a beginning of it, never counts, nor do blank
 * lines and white space at line ends.  @body is that of @text. */
void code_body_check_laws (CyanLanguage language, const char *text, const CyanCodeBody *body);
