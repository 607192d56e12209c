/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --force, of all commands that write a file. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Set by the row below; cyan_cli_parse() passes it to cyan_output_set_force(). */
extern gboolean cyan_cli_force;

/* clang-format off */
/* Its row of an option table, below that of --output. */
#define CYAN_CLI_FORCE_ENTRY                                                                       \
  { "force", 0, 0, G_OPTION_ARG_NONE, &cyan_cli_force, "Replace a file that is read-only, too",    \
    NULL }
/* clang-format on */

G_END_DECLS
