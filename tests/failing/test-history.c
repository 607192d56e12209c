/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores that are written while a system call fails. */
#include "cli-fixture.h"
#include "failing.h"
#include "tests.h"

#define ADD "cyan history add s.db other.folded -r r2 -b b --machine=m"

/* A store with a run of each of @n revisions. */
static void
make_store (guint n)
{
  write_good_profiles ();
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *revision = g_strdup_printf ("r%u", i);
      g_autofree char *folded = g_strdup_printf ("main;parse %u\nmain;eval 50\n", 20 + i);
      g_autoptr (Run) run = NULL;

      write_file ("one.folded", folded, -1);
      run = cyan ("history", "add", "s.db", "one.folded", "-r", revision, "-b", "b", "--machine=m",
                  "--create", NULL);
      assert_fine (run);
    }
}

TEST ("/failing/history/add")
{
  const Failing about = { .command = ADD, .store = "s.db" };

  failing_begin ("add");
  make_store (1);
  failing_run (&about);
}

TEST ("/failing/history/create")
{
  const Failing about = { .command = ADD " --create", .store = "s.db" };

  failing_begin ("create");
  write_good_profiles ();
  failing_run (&about);
}

TEST ("/failing/history/prune")
{
  const Failing about = { .command = "cyan history prune s.db --keep=1", .store = "s.db" };

  failing_begin ("prune");
  make_store (4);
  failing_run (&about);
}

TEST ("/failing/history/merge")
{
  const Failing about = { .command = "cyan history copy s.db new.db", .store = "new.db" };

  g_autoptr (Run) other = NULL;

  failing_begin ("merge");
  make_store (3);
  other = cyan ("history", "add", "new.db", "other.folded", "-r", "r9", "-b", "b", "--machine=n",
                "--create", NULL);
  assert_fine (other);
  failing_run (&about);
}

TEST ("/failing/history/copy")
{
  const Failing about = { .command = "cyan history copy s.db new.db",
                          .store = "new.db",
                          .once = TRUE };

  failing_begin ("copy-store");
  make_store (3);
  failing_run (&about);
}

TEST ("/failing/history/repair")
{
  const Failing about = { .command = "cyan history check s.db --repair=new.db",
                          .store = "new.db",
                          .salvages = TRUE,
                          .once = TRUE };

  failing_begin ("repair");
  make_store (3);
  failing_run (&about);
}

/* A folder with profiles of two revisions, which its index makes a store. */
static void
make_folder (void)
{
  g_autoptr (Run) made = NULL;

  write_good_profiles ();
  made = run_program ("sh", "-c",
                      "mkdir -p runs/b/m/r1 runs/b/m/r2 &&"
                      " \"$0\" convert good.folded -o runs/b/m/r1/0.pb.gz &&"
                      " \"$0\" convert other.folded -o runs/b/m/r2/0.pb.gz &&"
                      " \"$0\" history index runs",
                      cyan_path (), NULL);
  g_assert_cmpint (made->status, ==, 0);
}

TEST ("/failing/history/index")
{
  const Failing about = { .command = "cyan history index runs" };

  failing_begin ("index");
  make_folder ();
  write_file ("runs/index.json", "{}", -1);
  failing_run (&about);
}

TEST ("/failing/history/folder")
{
  const Failing about = { .command = "cyan compare --store=runs r1 r2 -f csv -o rows.csv" };

  failing_begin ("folder");
  make_folder ();
  failing_run (&about);
}
