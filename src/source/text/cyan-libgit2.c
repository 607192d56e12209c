/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libgit2 without any configuration of the user or the system, and with little memory.
 *
 * An object or a pack may claim any size, a chain of differences may take gigabytes to follow,
 * and a reference is read whole, however large its file is.  libgit2 has no limit for these, but it
 * stops with an error if memory is refused.  Blocks that are not large are not counted: a walk
 * through a long history takes many.
 */
#include "cyan-libgit2.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <git2.h>
#include <git2/sys/alloc.h>
/* It has git_error_set_oom() since libgit2 1.8. */
#if __has_include(<git2/sys/errors.h>)
#  include <git2/sys/errors.h>
#endif

#include "cyan-i18n.h"
#include "cyan-sync.h"

/* ---- memory ----
 *
 * An object or a pack may claim any size, a chain of differences may take gigabytes to follow,
 * and a reference is read whole, however large its file is.  libgit2 has no limit for these, but it
 * stops with an error if memory is refused.  Blocks that are not large are not counted: a walk
 * through a long history takes many. */

#define LARGE_BLOCK      (1024 * 1024)
#define MAX_LARGE_BLOCKS (4ull * 1024 * 1024 * 1024)

static _Thread_local guint64 large_bytes;

void
cyan_libgit2_begin (void)
{
  large_bytes = 0;
}

static gboolean
may_take (gsize size)
{
  if (size >= LARGE_BLOCK)
    large_bytes += MIN (size, MAX_LARGE_BLOCKS);
  if (size <= CYAN_LIBGIT2_MAX_BLOCK && (size < LARGE_BLOCK || large_bytes <= MAX_LARGE_BLOCKS))
    return TRUE;
  git_error_set_oom ();
  return FALSE;
}

static void *
take (size_t size, const char *file, int line)
{
  return may_take (size) ? malloc (MAX (size, 1)) : NULL;
}

static void *
retake (void *block, size_t size, const char *file, int line)
{
  return may_take (size) ? realloc (block, MAX (size, 1)) : NULL;
}

#ifdef CYAN_LIBGIT2_HAS_GCALLOC
/* Before libgit2 1.6 an allocator had these as well. */
static void *
retake_array (void *block, size_t n, size_t size, const char *file, int line)
{
  return retake (block, size > 0 && n > SIZE_MAX / size ? SIZE_MAX : n * size, file, line);
}

static void *
take_array (size_t n, size_t size, const char *file, int line)
{
  return retake_array (NULL, n, size, file, line);
}

static void *
take_zeros (size_t n, size_t size, const char *file, int line)
{
  void *block = take_array (n, size, file, line);

  return block != NULL ? memset (block, 0, n * size) : NULL;
}

static char *
take_bytes (const char *text, size_t length, const char *file, int line)
{
  char *copy = take (length + 1, file, line);

  if (copy == NULL)
    return NULL;
  memcpy (copy, text, length);
  copy[length] = '\0';
  return copy;
}

static char *
take_start (const char *text, size_t length, const char *file, int line)
{
  return take_bytes (text, strnlen (text, length), file, line);
}

static char *
take_text (const char *text, const char *file, int line)
{
  return take_bytes (text, strlen (text), file, line);
}
#endif

/* Makes libgit2 refuse blocks of more than CYAN_LIBGIT2_MAX_BLOCK bytes, and, in each thread, more
 * than 4 GB of large ones since the last cyan_libgit2_begin().  Call it before libgit2 is
 * initialised. */
static void
limit_memory (void)
{
  static git_allocator allocator = {
    .gmalloc = take,
    .grealloc = retake,
    .gfree = free,
#ifdef CYAN_LIBGIT2_HAS_GCALLOC
    .gcalloc = take_zeros,
    .gstrdup = take_text,
    .gstrndup = take_start,
    .gsubstrdup = take_bytes,
    .greallocarray = retake_array,
    .gmallocarray = take_array,
#endif
  };

  git_libgit2_opts (GIT_OPT_SET_ALLOCATOR, &allocator);
}

/* ---- without any configuration ---- */

static void
init (void)
{
  static const git_config_level_t levels[] = {
    GIT_CONFIG_LEVEL_PROGRAMDATA,
    GIT_CONFIG_LEVEL_SYSTEM,
    GIT_CONFIG_LEVEL_XDG,
    GIT_CONFIG_LEVEL_GLOBAL,
  };

  /* Objects that are missing in a partial clone are told one by one. */
  static const char *const extensions[] = { "partialclone" };

  limit_memory ();
  git_libgit2_init ();
  for (gsize i = 0; i < G_N_ELEMENTS (levels); i++)
    git_libgit2_opts (GIT_OPT_SET_SEARCH_PATH, levels[i], "");
  git_libgit2_opts (GIT_OPT_SET_EXTENSIONS, extensions, G_N_ELEMENTS (extensions));
  git_libgit2_opts (GIT_OPT_SET_OWNER_VALIDATION, 1);
  git_libgit2_opts (GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 1);
}

void
cyan_libgit2_init (void)
{
  static CyanOnce once = CYAN_ONCE_INIT;

  cyan_once (&once, init);
}

gboolean
cyan_libgit2_lacked_memory (void)
{
  const git_error *reason = git_error_last ();

  return reason != NULL && reason->klass == GIT_ERROR_NOMEMORY;
}

const char *
cyan_libgit2_reason (void)
{
  const git_error *reason = git_error_last ();

  if (cyan_libgit2_lacked_memory ())
    return _ ("it takes too much memory");
  return reason != NULL && reason->message != NULL ? reason->message
                                                   : _ ("libgit2 gives no reason");
}
