/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A small box in the colours of a node's box in the picture.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-session.h"

#define CYAN_TYPE_CHIP (cyan_chip_get_type ())
G_DECLARE_FINAL_TYPE (CyanChip, cyan_chip, CYAN, CHIP, GtkWidget)

GtkWidget *cyan_chip_new (void);

/* Shows the colours that @node has now, in the session's basis. */
void cyan_chip_set_node (CyanChip *self, CyanSession *session, CyanNode node, CyanPalette palette);
