/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session that is saved while a system call fails. */
#include "cli-fixture.h"
#include "failing.h"
#include "tests.h"

TEST ("/failing/session/save")
{
  static const char session[] =
      "{ \"format\": \"cyanotype-session\", \"version\": 1,"
      " \"before\": { \"runs\": [ { \"path\": \"good.folded\" } ] },"
      " \"after\": { \"runs\": [ { \"path\": \"other.folded\" } ] },"
      " \"names\": [\"main\", \"eval\"], \"nodes\": [[0, 0, 0], [1, 1, 0]],"
      " \"shown\": { \"top\": 1, \"below\": [2] }, \"selected\": 2 }";
  const Failing about = { .command = SAVE_SESSION " a.cyanotype b.cyanotype" };

  failing_begin ("session");
  write_good_profiles ();
  write_file ("a.cyanotype", session, -1);
  write_file ("b.cyanotype", "old", -1);
  failing_run (&about);
}
