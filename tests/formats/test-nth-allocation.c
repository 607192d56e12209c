/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lets the n-th allocation fail, for all n, in the libraries that do not abort like GLib.
 *
 * The linker replaces inflateInit2(), ZSTD_createDCtx() and, for the statically linked demangler,
 * malloc() and realloc() by the functions in this file: see meson.build.
 */
#include "cyan-error.h"
#include "cyan-format.h"
#include "cyan-names.h"

#include "compress-fixture.h"
#include "tests.h"

#define ZSTD_STATIC_LINKING_ONLY
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

static guint n_allocations;
static guint fails; /* number, counted from 1, of the first allocation that fails; 0: none */
static guint n_live;

/* Whether only one allocation fails, or all from that one on. */
static gboolean once;

static gboolean
may_allocate (void)
{
  n_allocations++;
  return fails == 0 || n_allocations < fails || (once && n_allocations > fails);
}

static void *
allocate (size_t size)
{
  if (!may_allocate ())
    return NULL;
  n_live++;
  return malloc (size);
}

static void
release (void *memory)
{
  n_live -= memory != NULL;
  free (memory);
}

static voidpf
zlib_allocate (voidpf data, uInt n, uInt size)
{
  return allocate ((size_t) n * size);
}

static void
zlib_release (voidpf data, voidpf memory)
{
  release (memory);
}

static void *
zstd_allocate (void *data, size_t size)
{
  return allocate (size);
}

static void
zstd_release (void *data, void *memory)
{
  release (memory);
}

int __real_inflateInit2_ (z_streamp stream, int bits, const char *version, int size);
int __wrap_inflateInit2_ (z_streamp stream, int bits, const char *version, int size);
ZSTD_DCtx *__wrap_ZSTD_createDCtx (void);

int
__wrap_inflateInit2_ (z_streamp stream, int bits, const char *version, int size)
{
  stream->zalloc = zlib_allocate;
  stream->zfree = zlib_release;
  return __real_inflateInit2_ (stream, bits, version, size);
}

ZSTD_DCtx *
__wrap_ZSTD_createDCtx (void)
{
  const ZSTD_customMem memory = { zstd_allocate, zstd_release, NULL };

  return ZSTD_createDCtx_advanced (memory);
}

/* Allocations of the demangler may be freed by this program, so they are only counted. */
static gboolean in_demangler;

void *__real_malloc (size_t size);
void *__wrap_malloc (size_t size);
void *__real_realloc (void *memory, size_t size);
void *__wrap_realloc (void *memory, size_t size);

void *
__wrap_malloc (size_t size)
{
  return in_demangler && !may_allocate () ? NULL : __real_malloc (size);
}

void *
__wrap_realloc (void *memory, size_t size)
{
  return in_demangler && !may_allocate () ? NULL : __real_realloc (memory, size);
}

/* Runs @work with the first, the second ... allocation failing, until none fails any more.  @work
 * returns whether it succeeded. */
static void
fail_each (gboolean (*work) (gpointer data), gpointer data)
{
  for (guint pass = 0; pass < 2; pass++)
    {
      guint n_all;

      once = pass == 1;
      fails = n_allocations = 0;
      g_assert_true (work (data));
      g_assert_cmpuint (n_allocations, >, 0);
      n_all = n_allocations;
      for (fails = 1; fails <= n_all; fails++)
        {
          n_allocations = 0;
          work (data);
          g_assert_cmpuint (n_allocations, >=, fails);
          g_assert_cmpuint (n_live, ==, 0);
        }
      fails = 0;
      g_assert_true (work (data));
    }
}

static gboolean
load (gpointer data)
{
  const GByteArray *bytes = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile =
      cyan_profile_load_memory ("x", bytes->data, bytes->len, NULL, NULL, &error);

  if (profile != NULL)
    {
      g_assert_no_error (error);
      g_assert_cmpuint (profile->n_nodes, ==, 20002);
      return TRUE;
    }
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "x: there is not enough memory to unpack the "));
  return FALSE;
}

static char *
make_profile (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (text, "a;b%u 1\n", i);
  return g_string_free (text, FALSE);
}

TEST ("/nth-allocation/gzip")
{
  g_autofree char *text = make_profile ();
  g_autoptr (GByteArray) bytes = test_gzip (text, strlen (text));

  fail_each (load, bytes);
}

TEST ("/nth-allocation/zstd")
{
  g_autofree char *text = make_profile ();
  g_autoptr (GByteArray) bytes = test_zstd (text, strlen (text));

  fail_each (load, bytes);
}

/* Without memory a name stays mangled. */
static gboolean
demangle (gpointer data)
{
  const char *const *names = data;
  g_autofree char *normal = NULL;

  in_demangler = TRUE;
  normal = cyan_name_normalise (names[0]);
  in_demangler = FALSE;
  if (strcmp (normal, names[1]) == 0)
    return TRUE;
  g_assert_cmpstr (normal, ==, names[0]);
  return FALSE;
}

TEST ("/nth-allocation/demangler")
{
  static const char *names[][2] = {
    { "_ZN3foo3barILi3EEEvi", "foo::bar<3>(int)" },
    { "_ZNSt6vectorIiSaIiEE9push_backEOi",
      "std::vector<int, std::allocator<int> >::push_back(int&&)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    fail_each (demangle, names[i]);
}
