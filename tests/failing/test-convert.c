/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles that are converted and merged while a system call fails. */
#include "cli-fixture.h"
#include "failing.h"
#include "tests.h"

/* Each form is written over an older file. */
static void
test_convert (gconstpointer data)
{
  const char *name = data;
  g_autofree char *command = g_strdup_printf ("cyan convert good.folded -o %s", name);
  const Failing about = { .command = command };

  failing_begin (name);
  write_good_profiles ();
  write_file (name, "old", -1);
  failing_run (&about);
}

/* What is read is compressed, and the file is a new one. */
TEST ("/failing/convert/unpack")
{
  const Failing about = { .command = "cyan convert good.folded.gz -o new.cct" };

  failing_begin ("unpack");
  write_gzip ("good.folded.gz", "main;parse 20\nmain;eval 50\n", -1);
  failing_run (&about);
}

TEST ("/failing/convert/merge")
{
  const Failing about = { .command = "cyan merge good.folded other.folded -o sum.cct" };

  failing_begin ("merge");
  write_good_profiles ();
  write_file ("sum.cct", "old", -1);
  failing_run (&about);
}

TESTS ()
{
  g_test_add_data_func ("/failing/convert/cct", "p.cct", test_convert);
  g_test_add_data_func ("/failing/convert/cct-gz", "p.cct.gz", test_convert);
  g_test_add_data_func ("/failing/convert/pprof", "p.pb.gz", test_convert);
  g_test_add_data_func ("/failing/convert/folded", "p.folded", test_convert);
}
