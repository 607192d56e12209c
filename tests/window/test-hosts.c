/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles by host in the window. */
#include "driver.h"
#include "tests.h"

#include <string.h>

/* Writes a profile of three hosts, on the second of which lex takes @lex ms. */
static char *
write_fleet (const char *name, guint lex)
{
  g_autofree char *text = g_strdup_printf (
      "cct 1\nmetric\ttime\tms\nhost\tweb1\nhost\tweb2\nhost\tweb3\nfunction\tmain\nfunction\tlex\n"
      "0\t1\t3\t30\nby\t1-3\t1 1 1\t9 10 11\n"
      "1\t2\t-\t%u\nby\t1-2\t-\t100 %u\nend\t2\n",
      100 + lex, lex);

  return driver_write (name, text, -1);
}

static CyanWindow *
open_fleets (void)
{
  g_autofree char *before = write_fleet ("a.cct", 110), *after = write_fleet ("b.cct", 400);

  return driver_runs ((char *const[]){ before, NULL }, (char *const[]){ after, NULL });
}

WINDOW_TEST ("/window/hosts/words", open_fleets ())
{
  g_assert_cmpstr (driver_title (window), ==, "a (3 hosts) → b (3 hosts)");
  driver_select_function (window, "lex");
  wait_until (driver_shows (GTK_WIDGET (window), "host median"));
  g_assert_true (
      driver_shows (GTK_WIDGET (window), "A host has 0 ms to 400 ms of it, web2 the most."));
}

/* What hosts have is a column only if hosts are known. */
WINDOW_TEST ("/window/hosts/table", open_fleets ())
{
  char *const none[] = { driver_write ("c.folded", "main;lex 400\n", -1), NULL };
  CyanWindow *other;

  driver_choose_view (window, "Table");
  wait_until (driver_shows (GTK_WIDGET (window), "Host largest after"));
  g_assert_true (driver_shows (GTK_WIDGET (window), "Host median after"));
  other = driver_runs (none, none);
  driver_choose_view (other, "Table");
  wait_until (driver_shows (GTK_WIDGET (other), "Share after"));
  g_assert_false (driver_shows (GTK_WIDGET (other), "Host largest after"));
  driver_close (other);
  g_free (none[0]);
}
