/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Translation. */
#include "cyan-i18n.h"
#include "tests.h"

#include <libintl.h>

/* The pseudo language has a translation of everything, and every catalog has its header below the
 * empty text. */
TEST ("/i18n/empty")
{
  const char *texts[] = { "", N_ ("Reading") };

  test_language_begin ("qps");
  bindtextdomain (GETTEXT_PACKAGE, g_getenv ("CYAN_CATALOGS"));
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  g_assert_cmpstr (_ (texts[1]), !=, "Reading");
  g_assert_cmpstr (_ (texts[0]), ==, "");
  test_language_end ();
}
