/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Foreign text made safe for where it goes.
 *
 * Names come from files that anybody can write.  Each of these takes valid UTF-8 (what a pool
 * holds) and returns a new string that the caller frees.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Characters of a name that are ever drawn. */
#define CYAN_NAME_DRAWN_MAX 512

/* For a terminal: control characters as \x1b, bidirectional overrides and zero-width characters
 * as U+FFFD, so that no name can move the cursor or reorder a line. */
char *cyan_text_for_terminal (const char *text);

/* For XML text and attributes: what XML 1.0 cannot carry as U+FFFD, then the five entities. */
char *cyan_text_for_xml (const char *text);

/* For a label: one line, at most @max_chars characters, cut in the middle with an ellipsis.
 * Line breaks and other controls become spaces.  An empty or blank name becomes "(no name)". */
char *cyan_text_for_label (const char *text, guint max_chars);

G_END_DECLS
