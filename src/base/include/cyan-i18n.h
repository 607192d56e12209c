/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words for people, in their language.
 *
 * _(), C_() and ngettext() look a word up, N_() marks one for translators where it stands and
 * leaves the look-up to who shows it: tables, and what is said in a loop (see cyan-tick.h).  A
 * program that binds no catalog, such as cyan, has every word in English.
 *
 * A number of 64 bits in such a word is "%" PRIu64, which xgettext knows, and not G_GUINT64_FORMAT.
 */
#pragma once

#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* The one of libintl looks in the catalog of the program, that of GLib in ours. */
#undef ngettext
#define ngettext(singular, plural, n) g_dngettext (GETTEXT_PACKAGE, singular, plural, n)
