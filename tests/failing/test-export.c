/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports and pictures that are written while a system call fails. */
#include "cli-fixture.h"
#include "failing.h"
#include "tests.h"

/* The file that a command writes over an older one. */
typedef struct
{
  const char *command, *file;
} Export;

static const Export exports[] = {
  { "compare good.folded other.folded -f text -o", "report.txt" },
  { "compare good.folded other.folded -f csv -o", "report.csv" },
  { "compare good.folded other.folded -f json -o", "report.json" },
  { "check good.folded other.folded --fail-above=1000% --markdown", "report.md" },
  { "compare good.folded other.folded -f html -o", "report.html" },
  { "render good.folded other.folded -o", "blueprint.svg" },
  { "render good.folded other.folded --view=rings --png-size=40px -o", "rings.png" },
  { "render good.folded other.folded --view=icicle -o", "icicle.pdf" },
  { "history evolution s.db -f csv -o", "evolution.csv" },
  { "history evolution s.db -o", "evolution.svg" },
};

static void
test_export (gconstpointer data)
{
  const Export *export = data;
  g_autofree char *command = g_strdup_printf ("cyan %s %s", export->command, export->file);
  const Failing about = { .command = command };
  g_autoptr (Run) made = NULL;

  failing_begin (export->file);
  write_good_profiles ();
  made = run_program ("sh", "-c",
                      "for r in 1 2 3; do \"$0\" history add s.db good.folded --create -r r$r -b b"
                      " --machine=m --parent=r$((r - 1)) || exit; done",
                      cyan_path (), NULL);
  g_assert_cmpint (made->status, ==, 0);
  write_file (export->file, "old", -1);
  failing_run (&about);
}

TESTS ()
{
  for (guint i = 0; i < G_N_ELEMENTS (exports); i++)
    {
      g_autofree char *path = g_strconcat ("/failing/export/", exports[i].file, NULL);

      g_test_add_data_func (path, &exports[i], test_export);
    }
}
