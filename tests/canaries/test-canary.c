/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the checks of the tests must find: each test here is wrong on purpose, in one way, and
 * `./dev test --canaries` fails unless it is reported.
 */
#include "cyan-profile.h"
#include "profile-text.h"
#include "tests.h"

/* Opaque to the compiler, which must not see through what is wrong. */
static volatile guint one = 1;

static CyanProfile *
make (CyanStrings *strings)
{
  g_autoptr (GError) error = NULL;
  CyanProfile *profile = cyan_profile_from_text (strings, "a:1(b:2 c:3)", &error);

  g_assert_no_error (error);
  return profile;
}

static void
test_golden (void)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = make (strings);
  g_autofree char *text = cyan_profile_to_text (profile, 0);

  g_assert_cmpstr (text, ==, "a:1(b:2 c:4)");
}

static void
test_invariant (void)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = make (strings);
  g_autoptr (GError) error = NULL;

  profile->parent[3] = 2;
  cyan_profile_check (profile, &error);
  g_assert_no_error (error);
}

static void
test_leak (void)
{
  char *volatile lost = g_strdup ("nobody frees this");

  lost[0] = 'N';
  lost = NULL;
}

static void
test_overflow (void)
{
  g_autofree volatile char *bytes = g_malloc (16 * one);

  bytes[16 * one] = 1;
}

static void
test_undefined (void)
{
  volatile gint largest = G_MAXINT;

  largest += (gint) one;
}

static gpointer
increment (gpointer data)
{
  volatile guint *shared = data;

  for (guint i = 0; i < 100000; i++)
    *shared += 1;
  return NULL;
}

static void
test_race (void)
{
  static guint shared;
  GThread *threads[] = { g_thread_new ("one", increment, &shared),
                         g_thread_new ("other", increment, &shared) };

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

static void
test_unwritten (void)
{
  g_autofree volatile guint *numbers = g_new (guint, 4 * one);

  if (numbers[one] == 7)
    g_test_message ("seven");
}

TESTS ("canary")
{
  g_test_add_func ("/canary/golden", test_golden);
  g_test_add_func ("/canary/invariant", test_invariant);
  g_test_add_func ("/canary/leak", test_leak);
  g_test_add_func ("/canary/overflow", test_overflow);
  g_test_add_func ("/canary/undefined", test_undefined);
  g_test_add_func ("/canary/race", test_race);
  g_test_add_func ("/canary/unwritten", test_unwritten);
}
