/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Escapes untrusted text for its destination.
 *
 * Names come from files that anybody can write.  Each function takes valid UTF-8 (as in a pool) and
 * returns a new string that the caller frees.
 */
#pragma once

#include <glib.h>

/* Maximum characters of a name that is drawn. */
#define CYAN_NAME_DRAWN_MAX 512

/* For a terminal: control characters become \x1b, bidirectional overrides and zero-width characters
 * become U+FFFD.  So no name can move the cursor or reorder a line. */
char *cyan_text_for_terminal (const char *text);

/* For XML text and attributes: characters that XML 1.0 cannot contain become U+FFFD, then the five
 * entities are escaped. */
char *cyan_text_for_xml (const char *text);

/* For a label: one line of at most @max_chars characters, cut in the middle with an ellipsis.  Line
 * breaks and other controls become spaces.  An empty or blank name becomes "(no name)". */
char *cyan_text_for_label (const char *text, guint max_chars);

/* Appends a blank and @word as a shell reads it, for a command to copy. */
void cyan_text_append_word (GString *command, const char *word);
/* The same of an option such as "--store" with its value; nothing if that is NULL. */
void cyan_text_append_option (GString *command, const char *option, const char *value);
