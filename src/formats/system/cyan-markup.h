/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads XML, for parsers whose errors name no file. */
#pragma once

#include "cyan-input.h"

/* Reads the rest of @input with @parser, which gets @data.  An error gets the file and the line.
 * @parser sets @silence to 0 at each element; an element of too many bytes is refused. */
gboolean cyan_markup_read (
    const GMarkupParser *parser, gpointer data, gsize *silence, CyanInput *input, GError **error);
