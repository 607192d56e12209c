/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What waits for its bytes takes no processor time. */
#include "cyan-error.h"
#include "cyan-input.h"
#include "tests.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The descriptor that is read. */
#define SOURCE 100
/* After so many ticks the reader is stopped. */
#define N_TICKS 8
/* Seconds after which one that spins is killed. */
#define PATIENCE 3

/* read() of SOURCE gives EAGAIN from now on, whatever poll() says. */
static void
refuse_reads (void)
{
  struct sock_filter filter[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_read, 0, 3),
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS,
              offsetof (struct seccomp_data, args[0])
                  + (G_BYTE_ORDER == G_BIG_ENDIAN ? sizeof (guint32) : 0)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SOURCE, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAGAIN),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { G_N_ELEMENTS (filter), filter };

  g_assert_cmpint (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), ==, 0);
  g_assert_cmpint (prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), ==, 0);
}

static gboolean
count_tick (double fraction, const char *what, gpointer data)
{
  guint *n = data;

  return ++*n < N_TICKS;
}

/* Whether the reader of a pipe waited until it was stopped. */
static gboolean
waits (gboolean has_bytes, gboolean refuses)
{
  guint n_ticks = 0;
  const CyanTick tick = CYAN_TICK_INIT (count_tick, &n_ticks);
  const struct rlimit limit = { PATIENCE, PATIENCE };
  g_autoptr (GError) error = NULL;
  int pipes[2];

  g_assert_cmpint (setrlimit (RLIMIT_CPU, &limit), ==, 0);
  g_assert_cmpint (pipe (pipes), ==, 0);
  g_assert_cmpint (fcntl (pipes[0], F_SETFL, O_NONBLOCK), ==, 0);
  if (has_bytes)
    g_assert_cmpint (write (pipes[1], "a 1\n", 4), ==, 4);
  g_assert_cmpint (dup2 (pipes[0], SOURCE), ==, SOURCE);
  if (refuses)
    refuse_reads ();
  return cyan_input_new_for_pipe ("x", SOURCE, NULL, &tick, &error) == NULL
         && cyan_error_is_cancelled (error) && n_ticks == N_TICKS;
}

static void
assert_idle (gboolean has_bytes, gboolean refuses)
{
  gint64 before = test_cpu_time ();
  pid_t child = fork ();
  int status;

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    _exit (waits (has_bytes, refuses) ? 0 : 1);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
  g_assert_cmpint (test_cpu_time () - before, <, G_USEC_PER_SEC / 5);
}

TEST ("/io/input/silent")
{
  assert_idle (FALSE, FALSE);
}

/* As a file in /proc does, or a pipe that somebody else reads, too. */
TEST ("/io/input/refused")
{
  assert_idle (TRUE, TRUE);
}
