/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads a file of a format that is not known through a command of the user.
 *
 * The command is for /bin/sh.  It has the file, decompressed, as its standard input and a path to
 * it as $1, and prints a profile in any format that is known.
 */
#pragma once

#include "cyan-converter.h"

/* Runs @command on @input, of which nothing was skipped, and calls @reader on what it prints.
 * Errors and *@said are those of cyan_converter_read(). */
gboolean cyan_reader_read (const char *command,
                           CyanInput *input,
                           CyanConverterReader reader,
                           gpointer data,
                           char **said,
                           GError **error);
