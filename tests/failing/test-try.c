/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two revisions that are built and recorded while a system call fails. */
#include "cli-fixture.h"
#include "failing.h"
#include "tests.h"

/* Two commits of a script that leaves a profile with the time in a file. */
static const char make_repository[] =
    "set -e\n"
    "git init -q -b main --template= .\n"
    "git config user.name A\n"
    "git config user.email a@example.org\n"
    "cat > bench <<'END'\n"
    "#!/bin/sh\n"
    "printf 'cct 1\\nmetric\\ttime\\tms\\nfunction\\tmain\\t\\t\\t\\n0\\t1\\t1\\t%s\\nend\\t1\\n'"
    " \"$(cat time)\" > \"$CYAN_PROFILE\"\n"
    "END\n"
    "chmod +x bench\n"
    "for t in 50 80; do echo $t > time; git add .; git commit -q -m $t; done\n";

TEST ("/failing/try/try")
{
  const Failing about = {
    .command = "cyan try --print --runs=1 --recorder=none --build=true --store=s.db main~1 main"
               " -- ./bench",
    .store = "s.db",
    .in_parts = TRUE,
    .varies = TRUE,
    .max_tries = 2,
  };
  g_autoptr (Run) made = NULL;

  failing_begin ("try");
  made = run_program ("sh", "-c", make_repository, NULL);
  assert_fine (made);
  failing_run (&about);
}
