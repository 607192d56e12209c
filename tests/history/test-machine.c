/* SPDX-License-Identifier: GPL-3.0-or-later */
/* This machine, and its processes. */
#include "cyan-machine.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests.h"

TEST ("/machine/facts")
{
  g_autofree char *first = cyan_machine_identity (), *second = cyan_machine_identity ();
  g_autoptr (GHashTable) facts = cyan_machine_facts ();
  g_autofree char *json = cyan_machine_facts_to_json (facts);

  g_assert_cmpstr (first, ==, second);
  g_assert_true (g_pattern_match_simple ("?*, * processors, * GiB, ?*", first));
  g_assert_true (g_str_has_prefix (g_hash_table_lookup (facts, "kernel"), "Linux "));
  g_assert_nonnull (g_hash_table_lookup (facts, "compiler"));
  g_assert_nonnull (strstr (json, "\"libc\": \"glibc "));
  g_assert_true (cyan_machine_fact_varies ("load"));
  g_assert_false (cyan_machine_fact_varies ("kernel"));
}

static char *
name_of (pid_t pid)
{
  g_autofree char *own = cyan_machine_process (), *mine = NULL;
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", pid), *stat = NULL;
  g_auto (GStrv) fields = NULL;
  char *number;

  g_assert_true (g_file_get_contents (path, &stat, NULL, NULL));
  fields = g_strsplit (strrchr (stat, ')'), " ", -1);
  mine = g_strdup_printf (" %d ", getpid ());
  number = strstr (own, mine);
  g_assert_nonnull (number);
  *number = '\0';
  return g_strdup_printf ("%s %d %s", own, pid, fields[20]);
}

TEST ("/machine/process")
{
  g_autofree char *own = cyan_machine_process (), *other = NULL, *reused = NULL;
  pid_t pid = fork ();

  if (pid == 0)
    for (;;)
      pause ();
  other = name_of (pid);
  reused = g_strdup_printf ("%s0", other);
  g_assert_false (cyan_machine_process_ended (own));
  g_assert_false (cyan_machine_process_ended (other));
  /* The same number, but another start. */
  g_assert_true (cyan_machine_process_ended (reused));
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
  g_assert_true (cyan_machine_process_ended (other));
  /* Of another machine. */
  g_assert_false (cyan_machine_process_ended ("0123 pid:[1] 999999999 1"));
  g_assert_false (cyan_machine_process_ended ("nonsense"));
}
