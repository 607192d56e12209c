/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libgit2's allocator.
 *
 * An object or a pack may claim any size, a chain of differences may take gigabytes to follow,
 * and a reference is read whole, however large its file is.  libgit2 has no limit for these, but it
 * stops with an error if memory is refused.  Blocks that are not large are not counted: a walk
 * through a long history takes many.
 */
#include "cyan-libgit2-memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <git2.h>
#include <git2/sys/alloc.h>
/* It has git_error_set_oom() since libgit2 1.8. */
#if __has_include(<git2/sys/errors.h>)
#  include <git2/sys/errors.h>
#endif

#include "cyan-libgit2.h"

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

void
cyan_libgit2_limit_memory (void)
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
