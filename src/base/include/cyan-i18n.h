/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Translation of text for people.
 *
 * _(), C_() and ngettext() translate a text.  N_() only marks a text for translators; the code that
 * shows it translates it.  It is used in tables and for text that is passed in a loop (see
 * cyan-tick.h).  A program that binds no catalog, such as cyan, shows English.
 *
 * Use "%" PRIu64 for a 64-bit number in such a text: xgettext knows it, but not G_GUINT64_FORMAT.
 */
#pragma once

#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* The translation that _() gives.  An empty text stays empty: gettext's answer to it is the header
 * of the catalog. */
static inline G_GNUC_FORMAT (1) const char *cyan_translate (const char *text)
{
  return *text != '\0' ? g_dgettext (GETTEXT_PACKAGE, text) : text;
}

#undef _
#define _(text) cyan_translate (text)

/* ngettext() of libintl looks in the catalog of the program; this one looks in ours. */
#undef ngettext
#define ngettext(singular, plural, n) g_dngettext (GETTEXT_PACKAGE, singular, plural, n)

/* The number that decides about the plural for ngettext(). */
static inline unsigned long
cyan_plural_of (double count)
{
  return count < 0 ? 0 : count > 1e9 ? 1000000000UL : (unsigned long) count;
}
