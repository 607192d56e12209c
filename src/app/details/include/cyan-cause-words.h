/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What explains the change of a node, in sentences with links.
 *
 * The text is markup for a label that cyan_cause_label_connect() was called for: its links name
 * pairs of functions.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-session.h"

/* "By itself, in 100 contexts: −30.7 s, −29.1 %. Its source is the same; that of read_block,
 * further up, changed."  NULL if nothing is known, or the change is within noise.  Caller frees. */
char *cyan_cause_markup (CyanSession *session, CyanNode node);

/* Called for a click on a link, with the pair that it names. */
typedef void (*CyanCauseLinkFunc) (gpointer owner, guint32 pair);

/* Lets @label, a part of the GObject @owner, follow its links. */
void cyan_cause_label_connect (GtkLabel *label, CyanCauseLinkFunc follow, gpointer owner);
