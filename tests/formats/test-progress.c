/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loading reports progress up to the end, and can be cancelled in each part of the work. */
#include "cyan-sync.h"
#include "load-text.h"
#include "tests.h"

#include <string.h>

typedef struct
{
  CyanMutex mutex;
  double last;
  double stop_at;  /* stop at this fraction */
  gint64 stopped;  /* time of that */
  char words[256]; /* all messages, each once */
} Watch;

static gboolean
watch_tick (double fraction, const char *what, gpointer data)
{
  Watch *watch = data;
  gboolean go_on;

  g_assert_true (cyan_mutex_try_lock (&watch->mutex));
  g_assert_cmpfloat (fraction, >=, watch->last - 1e-9);
  g_assert_cmpfloat (fraction, <=, 1 + 1e-9);
  watch->last = fraction;
  if (!g_str_has_suffix (watch->words, what))
    {
      g_strlcat (watch->words, " ", sizeof watch->words);
      g_strlcat (watch->words, what, sizeof watch->words);
    }
  go_on = fraction < watch->stop_at;
  if (!go_on && watch->stopped == 0)
    watch->stopped = test_cpu_time ();
  cyan_mutex_unlock (&watch->mutex);
  return go_on;
}

/* Checks the messages while @text is loaded, then stops at more and more moments. */
static void
assert_progress (const GString *text, const char *words)
{
  Watch whole = { .mutex = CYAN_MUTEX_INIT, .stop_at = 2 };
  CyanTick tick = CYAN_TICK_INIT (watch_tick, &whole);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile =
      cyan_profile_load_memory ("t", text->str, text->len, NULL, &tick, &error);

  g_assert_no_error (error);
  g_assert_true (cyan_profile_check (profile, &error));
  g_assert_cmpstr (whole.words, ==, words);
  g_assert_cmpfloat (whole.last, >, 0.97);

  for (guint i = 0; i <= 48; i++)
    {
      Watch watch = { .mutex = CYAN_MUTEX_INIT, .stop_at = i / 50.0 };
      g_autoptr (CyanProfile) stopped = NULL;

      tick = (CyanTick) CYAN_TICK_INIT (watch_tick, &watch);
      stopped = cyan_profile_load_memory ("t", text->str, text->len, NULL, &tick, &error);
      g_assert_null (stopped);
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_CANCELLED);
      g_clear_error (&error);
      /* Far less than a complete load. */
      g_assert_cmpint (test_cpu_time () - watch.stopped, <, G_USEC_PER_SEC);
    }
}

/* A leaf below each of some callers in turn: far from preorder. */
TEST ("/progress/folded")
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 150000; i++)
    g_string_append_printf (text, "main;f%u;g%u %u\n", i % 300, i / 300, i % 9);
  assert_progress (text, " Reading Sorting");
}

TEST ("/progress/cct")
{
  g_autoptr (GString) text = g_string_new ("cct 1\nmetric\ttime\tns\nfunction\tf\n");

  for (guint i = 0; i < 150000; i++)
    g_string_append_printf (text, "%u\t1\t%u\t%u\t%u\n", i / 3, i, i % 7, i % 5);
  g_string_append (text, "end\t150000\n");
  assert_progress (text, " Reading Sorting");
}

/* Complete events, the last ones first, on three threads. */
TEST ("/progress/trace-event")
{
  g_autoptr (GString) text = g_string_new ("[");

  for (guint i = 100000; i > 0; i--)
    g_string_append_printf (text,
                            "{\"ph\":\"X\",\"name\":\"f%u\",\"ts\":%u,\"dur\":%u,\"tid\":%u},\n",
                            i % 500, i, i % 16 == 0 ? 15 : 1, i % 3);
  g_string_append (text, "{}]");
  assert_progress (text, " Reading Sorting Nesting Sorting Nesting Sorting Nesting Sorting");
}

/* More slices than one sorted block: a call of 40000 slices that nest in the order of recording. */
TEST ("/progress/equal-slices")
{
  g_autoptr (GString) text = g_string_new ("[");
  g_autoptr (CyanProfile) profile = NULL;

  for (guint i = 0; i < 40000; i++)
    g_string_append_printf (text, "{\"ph\":\"X\",\"name\":\"f%u\",\"ts\":%u,\"dur\":5},\n", i,
                            i % 4 * 10);
  g_string_append (text, "{}]");
  profile = MUST (load_text (text->str, (gssize) text->len, &failure));
  g_assert_cmpuint (profile->n_nodes, ==, 40001);
  for (guint i = 0; i < 40000; i++)
    {
      /* Four stacks, each of every fourth call. */
      g_autofree char *name = g_strdup_printf ("f%u", i % 10000 * 4 + i / 10000);

      g_assert_cmpstr (cyan_profile_name (profile, i + 1), ==, name);
      g_assert_cmpuint (profile->parent[i + 1], ==, i % 10000 == 0 ? 0 : i);
    }
}
