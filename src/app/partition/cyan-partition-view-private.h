/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by cyan-partition-view.c, which follows the session and draws, and
 * cyan-partition-view-input.c, which handles clicks, keys and the menu.
 */
#pragma once

#include "cyan-partition-view.h"

/* Adds actions, and what the class does with input. */
void cyan_partition_view_install_input (CyanPictureClass *class);
void cyan_partition_view_add_controllers (CyanPartitionView *self);
/* Enables the actions that fit the selected node. */
void cyan_partition_view_update_actions (CyanPartitionView *self);
