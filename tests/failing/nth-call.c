/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stands before functions of libc, counts their calls and lets one of them fail. */
/* Under the names of libc itself, not those that its headers would put in their place. */
#undef _FORTIFY_SOURCE
#undef _FILE_OFFSET_BITS

#include "nth-call.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define VARIABLE "NTH_CALL"

/* What happens to a call. */
typedef enum
{
  PASSES,
  FAILS,
  FAILS_LATER, /* after the one that filled the disk */
} Fate;

/* Nothing here allocates memory: it may be called before the allocator is ready. */
static unsigned counted_kinds, failing_number;
static int failing_action;
static char counted_folder[PATH_MAX];
/* Forked children share that of a preloaded program. */
static uint32_t own_counter, *counter = &own_counter;

/* ---- which calls count ---- */

static bool
is_inside (const char *path)
{
  size_t length = strlen (counted_folder);

  return strncmp (path, counted_folder, length) == 0
         && (path[length] == '/' || path[length] == '\0');
}

static bool
name_of_file (int fd, char *name, size_t size)
{
  char link[32];
  ssize_t length;

  snprintf (link, sizeof link, "/proc/self/fd/%d", fd);
  length = readlink (link, name, size - 1);
  name[length > 0 ? length : 0] = '\0';
  return length > 0;
}

static bool
counts_path (unsigned kind, int folder, const char *path)
{
  char base[PATH_MAX];

  if ((counted_kinds & kind) == 0)
    return false;
  if (path[0] == '/')
    return is_inside (path);
  if (folder == AT_FDCWD ? getcwd (base, sizeof base) == NULL
                         : !name_of_file (folder, base, sizeof base))
    return false;
  return is_inside (base);
}

static bool
counts_file (unsigned kind, int fd)
{
  char name[PATH_MAX];

  if ((counted_kinds & kind) == 0 || fd <= STDERR_FILENO || !name_of_file (fd, name, sizeof name))
    return false;
  return is_inside (name) || strncmp (name, "pipe:", 5) == 0 || strncmp (name, "socket:", 7) == 0;
}

/* ---- what happens ---- */

static Fate
fate (bool counts)
{
  uint32_t n;

  if (!counts)
    return PASSES;
  n = __atomic_add_fetch (counter, 1, __ATOMIC_SEQ_CST);
  if (failing_number == 0 || n < failing_number)
    return PASSES;
  if (n > failing_number)
    return failing_action == NTH_CALL_FULL ? FAILS_LATER : PASSES;
  return FAILS;
}

static int
fail (void)
{
  if (failing_action == NTH_CALL_KILL)
    kill (getpid (), SIGKILL);
  errno = failing_action == NTH_CALL_FULL ? ENOSPC : failing_action;
  return -1;
}

static bool
fails (bool counts)
{
  return fate (counts) != PASSES && fail () != 0;
}

/* How many bytes of a write are written; -1: the call fails at once. */
static ssize_t
part_to_write (int fd, size_t length)
{
  switch (fate (counts_file (NTH_CALL_WRITE, fd)))
    {
    case PASSES:
      return (ssize_t) length;
    case FAILS:
      if (length > 1 && (failing_action == NTH_CALL_KILL || failing_action == NTH_CALL_FULL))
        return (ssize_t) length / 2;
      return fail ();
    case FAILS_LATER:
    default:
      return fail ();
    }
}

/* After @part of @length bytes were written. */
static ssize_t
end_write (ssize_t written, ssize_t part, size_t length)
{
  if ((size_t) part < length && failing_action == NTH_CALL_KILL)
    fail ();
  return written;
}

/* ---- setting up ---- */

void
nth_call_arm (unsigned kinds, unsigned number, int action, const char *folder)
{
  __atomic_store_n (counter, 0, __ATOMIC_SEQ_CST);
  failing_number = number;
  failing_action = action;
  snprintf (counted_folder, sizeof counted_folder, "%s", folder);
  counted_kinds = kinds;
}

unsigned
nth_call_count (void)
{
  return __atomic_load_n (counter, __ATOMIC_SEQ_CST);
}

__attribute__ ((constructor)) static void
set_up (void)
{
  const char *setting = getenv (VARIABLE);
  char path[PATH_MAX], folder[PATH_MAX];
  unsigned kinds, number;
  int action, file;
  void *memory;

  if (setting == NULL)
    return;
  /* Paths are those of the tests and have no colon. */
  if (sscanf (setting, "%u %u %d %4095[^:]:%4095s", &kinds, &number, &action, path, folder) != 5
      || (file = open (path, O_RDWR | O_CLOEXEC)) < 0
      || (memory = mmap (NULL, NTH_CALL_COUNTER_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0))
             == MAP_FAILED)
    abort ();
  close (file);
  counter = memory;
  /* Programs that this one starts are not affected. */
  unsetenv (VARIABLE);
  unsetenv ("LD_PRELOAD");
  nth_call_arm (kinds, number, action, folder);
}

/* ---- the functions of libc ---- */

/* Declares @real, the next function @name: that of libc, or of a sanitizer. */
#define REAL(name, type, ...)                                                                      \
  static type (*real) (__VA_ARGS__);                                                               \
                                                                                                   \
  if (real == NULL)                                                                                \
  *(void **) &real = dlsym (RTLD_NEXT, name)

#define MODE(mode, flags)                                                                          \
  if ((flags & (O_CREAT | __O_TMPFILE)) != 0)                                                      \
    {                                                                                              \
      va_list rest;                                                                                \
                                                                                                   \
      va_start (rest, flags);                                                                      \
      mode = va_arg (rest, mode_t);                                                                \
      va_end (rest);                                                                               \
    }

#define OPEN(name)                                                                                 \
  int name (const char *path, int flags, ...)                                                      \
  {                                                                                                \
    mode_t mode = 0;                                                                               \
    REAL (#name, int, const char *, int, ...);                                                     \
                                                                                                   \
    MODE (mode, flags)                                                                             \
    return fails (counts_path (NTH_CALL_OPEN, AT_FDCWD, path)) ? -1 : real (path, flags, mode);    \
  }

#define OPEN_AT(name)                                                                              \
  int name (int folder, const char *path, int flags, ...)                                          \
  {                                                                                                \
    mode_t mode = 0;                                                                               \
    REAL (#name, int, int, const char *, int, ...);                                                \
                                                                                                   \
    MODE (mode, flags)                                                                             \
    return fails (counts_path (NTH_CALL_OPEN, folder, path)) ? -1                                  \
                                                             : real (folder, path, flags, mode);   \
  }

#define CREAT(name)                                                                                \
  int name (const char *path, mode_t mode)                                                         \
  {                                                                                                \
    REAL (#name, int, const char *, mode_t);                                                       \
                                                                                                   \
    return fails (counts_path (NTH_CALL_OPEN, AT_FDCWD, path)) ? -1 : real (path, mode);           \
  }

#define FOPEN(name)                                                                                \
  FILE *name (const char *path, const char *mode)                                                  \
  {                                                                                                \
    REAL (#name, FILE *, const char *, const char *);                                              \
                                                                                                   \
    return fails (counts_path (NTH_CALL_OPEN, AT_FDCWD, path)) ? NULL : real (path, mode);         \
  }

#define PREAD(name, offset_type)                                                                   \
  ssize_t name (int fd, void *bytes, size_t length, offset_type offset)                            \
  {                                                                                                \
    REAL (#name, ssize_t, int, void *, size_t, offset_type);                                       \
                                                                                                   \
    return fails (counts_file (NTH_CALL_READ, fd)) ? -1 : real (fd, bytes, length, offset);        \
  }

#define PWRITE(name, offset_type)                                                                  \
  ssize_t name (int fd, const void *bytes, size_t length, offset_type offset)                      \
  {                                                                                                \
    ssize_t part = part_to_write (fd, length);                                                     \
    REAL (#name, ssize_t, int, const void *, size_t, offset_type);                                 \
                                                                                                   \
    return part < 0 ? -1 : end_write (real (fd, bytes, (size_t) part, offset), part, length);      \
  }

#define SYNC(name)                                                                                 \
  int name (int fd)                                                                                \
  {                                                                                                \
    REAL (#name, int, int);                                                                        \
                                                                                                   \
    return fails (counts_file (NTH_CALL_SYNC, fd)) ? -1 : real (fd);                               \
  }

#define TRUNCATE(name, offset_type)                                                                \
  int name (const char *path, offset_type length)                                                  \
  {                                                                                                \
    REAL (#name, int, const char *, offset_type);                                                  \
                                                                                                   \
    return fails (counts_path (NTH_CALL_TRUNCATE, AT_FDCWD, path)) ? -1 : real (path, length);     \
  }

#define FTRUNCATE(name, offset_type)                                                               \
  int name (int fd, offset_type length)                                                            \
  {                                                                                                \
    REAL (#name, int, int, offset_type);                                                           \
                                                                                                   \
    return fails (counts_file (NTH_CALL_TRUNCATE, fd)) ? -1 : real (fd, length);                   \
  }

#define MMAP(name, offset_type)                                                                    \
  void *name (void *at, size_t length, int access, int flags, int fd, offset_type offset)          \
  {                                                                                                \
    bool is_shared = (counted_kinds & NTH_CALL_MAP) != 0 && fd < 0 && (flags & MAP_SHARED) != 0;   \
    REAL (#name, void *, void *, size_t, int, int, int, offset_type);                              \
                                                                                                   \
    return fails (is_shared || counts_file (NTH_CALL_MAP, fd))                                     \
               ? MAP_FAILED                                                                        \
               : real (at, length, access, flags, fd, offset);                                     \
  }

#define SPAWN(name)                                                                                \
  int name (pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,               \
            const posix_spawnattr_t *attributes, char *const arguments[],                          \
            char *const environment[])                                                             \
  {                                                                                                \
    REAL (#name, int, pid_t *, const char *, const posix_spawn_file_actions_t *,                   \
          const posix_spawnattr_t *, char *const[], char *const[]);                                \
                                                                                                   \
    return fails ((counted_kinds & NTH_CALL_FORK) != 0)                                            \
               ? errno                                                                             \
               : real (pid, path, actions, attributes, arguments, environment);                    \
  }

#define UNLINK(name)                                                                               \
  int name (const char *path)                                                                      \
  {                                                                                                \
    REAL (#name, int, const char *);                                                               \
                                                                                                   \
    return fails (counts_path (NTH_CALL_UNLINK, AT_FDCWD, path)) ? -1 : real (path);               \
  }

#define RENAME(name)                                                                               \
  int name (const char *from, const char *to)                                                      \
  {                                                                                                \
    REAL (#name, int, const char *, const char *);                                                 \
                                                                                                   \
    return fails (counts_path (NTH_CALL_RENAME, AT_FDCWD, to)) ? -1 : real (from, to);             \
  }

/* glibc's headers call these where the size of the buffer is known, or a mode is not given. */
int __open_2 (const char *path, int flags);
int __open64_2 (const char *path, int flags);
int __openat_2 (int folder, const char *path, int flags);
int __openat64_2 (int folder, const char *path, int flags);
ssize_t __read_chk (int fd, void *bytes, size_t length, size_t room);
ssize_t __pread_chk (int fd, void *bytes, size_t length, off_t offset, size_t room);
ssize_t __pread64_chk (int fd, void *bytes, size_t length, off64_t offset, size_t room);

OPEN (open)
OPEN (open64)
OPEN_AT (openat)
OPEN_AT (openat64)
CREAT (creat)
CREAT (creat64)
FOPEN (fopen)
FOPEN (fopen64)
PREAD (pread, off_t)
PREAD (pread64, off64_t)
PWRITE (pwrite, off_t)
PWRITE (pwrite64, off64_t)
SYNC (fsync)
SYNC (fdatasync)
TRUNCATE (truncate, off_t)
TRUNCATE (truncate64, off64_t)
FTRUNCATE (ftruncate, off_t)
FTRUNCATE (ftruncate64, off64_t)
MMAP (mmap, off_t)
MMAP (mmap64, off64_t)
SPAWN (posix_spawn)
SPAWN (posix_spawnp)
UNLINK (unlink)
UNLINK (rmdir)
RENAME (rename)
RENAME (link)

int
__open_2 (const char *path, int flags)
{
  return open (path, flags);
}

int
__open64_2 (const char *path, int flags)
{
  return open64 (path, flags);
}

int
__openat_2 (int folder, const char *path, int flags)
{
  return openat (folder, path, flags);
}

int
__openat64_2 (int folder, const char *path, int flags)
{
  return openat64 (folder, path, flags);
}

DIR *
opendir (const char *path)
{
  REAL ("opendir", DIR *, const char *);

  return fails (counts_path (NTH_CALL_OPEN, AT_FDCWD, path)) ? NULL : real (path);
}

ssize_t
read (int fd, void *bytes, size_t length)
{
  REAL ("read", ssize_t, int, void *, size_t);

  return fails (counts_file (NTH_CALL_READ, fd)) ? -1 : real (fd, bytes, length);
}

ssize_t
__read_chk (int fd, void *bytes, size_t length, size_t room)
{
  return read (fd, bytes, length);
}

ssize_t
__pread_chk (int fd, void *bytes, size_t length, off_t offset, size_t room)
{
  return pread (fd, bytes, length, offset);
}

ssize_t
__pread64_chk (int fd, void *bytes, size_t length, off64_t offset, size_t room)
{
  return pread64 (fd, bytes, length, offset);
}

ssize_t
readv (int fd, const struct iovec *parts, int n)
{
  REAL ("readv", ssize_t, int, const struct iovec *, int);

  return fails (counts_file (NTH_CALL_READ, fd)) ? -1 : real (fd, parts, n);
}

ssize_t
write (int fd, const void *bytes, size_t length)
{
  ssize_t part = part_to_write (fd, length);
  REAL ("write", ssize_t, int, const void *, size_t);

  return part < 0 ? -1 : end_write (real (fd, bytes, (size_t) part), part, length);
}

ssize_t
writev (int fd, const struct iovec *parts, int n)
{
  REAL ("writev", ssize_t, int, const struct iovec *, int);

  return fails (counts_file (NTH_CALL_WRITE, fd)) ? -1 : real (fd, parts, n);
}

int
renameat (int from_folder, const char *from, int to_folder, const char *to)
{
  REAL ("renameat", int, int, const char *, int, const char *);

  return fails (counts_path (NTH_CALL_RENAME, to_folder, to))
             ? -1
             : real (from_folder, from, to_folder, to);
}

int
renameat2 (int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
  REAL ("renameat2", int, int, const char *, int, const char *, unsigned);

  return fails (counts_path (NTH_CALL_RENAME, to_folder, to))
             ? -1
             : real (from_folder, from, to_folder, to, flags);
}

int
mkdir (const char *path, mode_t mode)
{
  REAL ("mkdir", int, const char *, mode_t);

  return fails (counts_path (NTH_CALL_MKDIR, AT_FDCWD, path)) ? -1 : real (path, mode);
}

int
mkdirat (int folder, const char *path, mode_t mode)
{
  REAL ("mkdirat", int, int, const char *, mode_t);

  return fails (counts_path (NTH_CALL_MKDIR, folder, path)) ? -1 : real (folder, path, mode);
}

int
unlinkat (int folder, const char *path, int flags)
{
  REAL ("unlinkat", int, int, const char *, int);

  return fails (counts_path (NTH_CALL_UNLINK, folder, path)) ? -1 : real (folder, path, flags);
}

pid_t
fork (void)
{
  REAL ("fork", pid_t, void);

  return fails ((counted_kinds & NTH_CALL_FORK) != 0) ? -1 : real ();
}

/* A function cannot return twice for vfork(), but a copy of the program does as well. */
pid_t
vfork (void)
{
  return fork ();
}

ssize_t
send (int fd, const void *bytes, size_t length, int flags)
{
  REAL ("send", ssize_t, int, const void *, size_t, int);

  return fails (counts_file (NTH_CALL_SEND, fd)) ? -1 : real (fd, bytes, length, flags);
}

ssize_t
sendto (int fd,
        const void *bytes,
        size_t length,
        int flags,
        const struct sockaddr *to,
        socklen_t to_length)
{
  REAL ("sendto", ssize_t, int, const void *, size_t, int, const struct sockaddr *, socklen_t);

  return fails (counts_file (NTH_CALL_SEND, fd)) ? -1
                                                 : real (fd, bytes, length, flags, to, to_length);
}

ssize_t
sendmsg (int fd, const struct msghdr *message, int flags)
{
  REAL ("sendmsg", ssize_t, int, const struct msghdr *, int);

  return fails (counts_file (NTH_CALL_SEND, fd)) ? -1 : real (fd, message, flags);
}
