/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Progress and cancellation. */
#include "cyan-error.h"
#include "cyan-tick.h"
#include "tests.h"

typedef struct
{
  double fraction;
  const char *what;
  gboolean go_on;
} Listener;

static gboolean
listen (double fraction, const char *what, gpointer data)
{
  Listener *listener = data;

  listener->fraction = fraction;
  listener->what = what;
  return listener->go_on;
}

TEST ("/tick/slices")
{
  Listener listener = { .go_on = TRUE };
  CyanTick whole = CYAN_TICK_INIT (listen, &listener);
  CyanTick half = cyan_tick_slice (&whole, 0.5, 1.0);
  CyanTick quarter = cyan_tick_slice (&half, 0.0, 0.5);

  g_assert_true (cyan_tick (&whole, 0.25, "Reading", NULL));
  g_assert_cmpfloat (listener.fraction, ==, 0.25);
  g_assert_cmpstr (listener.what, ==, "Reading");
  cyan_tick (&half, 0, "x", NULL);
  g_assert_cmpfloat (listener.fraction, ==, 0.5);
  cyan_tick (&half, 1, "x", NULL);
  g_assert_cmpfloat (listener.fraction, ==, 1);
  cyan_tick (&quarter, 0.5, "x", NULL);
  g_assert_cmpfloat (listener.fraction, ==, 0.625);
  /* Progress stays within its share. */
  cyan_tick (&quarter, 7, "x", NULL);
  g_assert_cmpfloat (listener.fraction, ==, 0.75);
  cyan_tick (&quarter, -7, "x", NULL);
  g_assert_cmpfloat (listener.fraction, ==, 0.5);
}

TEST ("/tick/stop")
{
  Listener listener = { .go_on = FALSE };
  CyanTick whole = CYAN_TICK_INIT (listen, &listener);
  g_autoptr (GError) error = NULL;

  g_assert_false (cyan_tick (&whole, 0.25, "Reading", &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_CANCELLED);
  g_assert_true (cyan_error_is_cancelled (error));
  g_assert_false (cyan_tick (&whole, 0.25, "Reading", NULL));
  g_assert_false (cyan_error_is_cancelled (NULL));
}

TEST ("/tick/nobody-listens")
{
  CyanTick silent = cyan_tick_slice (NULL, 0.2, 0.4);

  g_assert_true (cyan_tick (NULL, 0.5, "Reading", NULL));
  g_assert_true (cyan_tick (&silent, 0.5, "Reading", NULL));
}
