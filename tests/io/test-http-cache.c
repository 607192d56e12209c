/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers that are kept. */
#include "cyan-http-cache.h"

#include <string.h>

#include "tests.h"

static GBytes *
answer (const char *text)
{
  return g_bytes_new_static (text, strlen (text));
}

/* The first answer stays, also in copies; a copy can do without some. */
TEST ("/http-cache/first-stays")
{
  CyanHttpCache *cache = cyan_http_cache_new (), *copy;
  GBytes *first = answer ("1"), *other = answer ("2");

  g_assert_null (cyan_http_cache_find (cache, "http://h/a"));
  g_assert_true (cyan_http_cache_add (cache, "http://h/a", first) == first);
  g_assert_true (cyan_http_cache_add (cache, "http://h/a", answer ("3")) == first);
  g_assert_true (cyan_http_cache_add (cache, "http://h/b", other) == other);
  copy =
      cyan_http_cache_without (cache, (const char *const[]){ "http://h/a", "/no/address", NULL });
  g_assert_null (cyan_http_cache_find (copy, "http://h/a"));
  g_assert_true (cyan_http_cache_find (cache, "http://h/a") == first);
  cyan_http_cache_unref (cache);
  g_assert_true (g_bytes_equal (cyan_http_cache_find (copy, "http://h/b"), other));
  cyan_http_cache_unref (copy);
}
