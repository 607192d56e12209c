/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lets the n-th system call of a kind fail, or kills the program there.
 *
 * The calls are counted where programs and libraries call libc, so what SQLite, GLib and libgit2 do
 * is counted, too: no driver of each library is needed.  It works in two ways:
 *
 * - Preloaded into a program (LD_PRELOAD), with NTH_CALL in its environment: see nth_call_setting().
 *   Programs that it starts are not affected.
 * - Linked into a test program, which calls nth_call_arm() in a child that it has forked.
 *
 * Only calls on files in one folder, on pipes and on sockets are counted: no fonts, locales and
 * libraries.  Standard input, output and error are never counted.
 */
#pragma once

#include <stdint.h>

/* Kinds of calls; several can be added.  Each has the calls in brackets, and their variants. */
enum
{
  NTH_CALL_OPEN = 1 << 0,     /* open, creat, fopen, opendir */
  NTH_CALL_READ = 1 << 1,     /* read, pread, readv */
  NTH_CALL_WRITE = 1 << 2,    /* write, pwrite, writev */
  NTH_CALL_SYNC = 1 << 3,     /* fsync, fdatasync */
  NTH_CALL_RENAME = 1 << 4,   /* rename, link */
  NTH_CALL_TRUNCATE = 1 << 5, /* ftruncate, truncate */
  NTH_CALL_MAP = 1 << 6,      /* mmap of a file, or shared with children */
  NTH_CALL_FORK = 1 << 7,     /* fork, vfork, posix_spawn */
  NTH_CALL_MKDIR = 1 << 8,    /* mkdir */
  NTH_CALL_UNLINK = 1 << 9,   /* unlink, rmdir */
  NTH_CALL_SEND = 1 << 10,    /* send, sendto, sendmsg */

  /* Between two of them, what is on the disk stays the same. */
  NTH_CALL_CHANGES = NTH_CALL_WRITE | NTH_CALL_SYNC | NTH_CALL_RENAME | NTH_CALL_TRUNCATE
                     | NTH_CALL_MKDIR | NTH_CALL_UNLINK,
};

/* What happens at the call, in place of the number of an error.  Of a write of several bytes, the
 * first half is written before. */
#define NTH_CALL_KILL 0    /* SIGKILL */
#define NTH_CALL_FULL (-1) /* that half is all that has room: later calls fail with ENOSPC */

/* Counts calls of @kinds from now on; @number is counted from 1, 0 lets none fail. */
void nth_call_arm (unsigned kinds, unsigned number, int action, const char *folder);
/* The calls that were counted. */
unsigned nth_call_count (void);

/* The value of NTH_CALL for a preloaded program: printf (NTH_CALL_FORMAT, kinds, number, action,
 * counter, folder).  The file @counter must exist and have NTH_CALL_COUNTER_SIZE bytes; it has the
 * calls that were counted as a uint32_t, also after a kill. */
#define NTH_CALL_FORMAT       "%u %u %d %s:%s"
#define NTH_CALL_COUNTER_SIZE sizeof (uint32_t)
