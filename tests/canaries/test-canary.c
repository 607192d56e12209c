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

TEST ("/canary/golden")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = make (strings);
  g_autofree char *text = cyan_profile_to_text (profile, 0);

  g_assert_cmpstr (text, ==, "a:1(b:2 c:4)");
}

TEST ("/canary/invariant")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = make (strings);
  g_autoptr (GError) error = NULL;

  profile->parent[3] = 2;
  cyan_profile_check (profile, &error);
  g_assert_no_error (error);
}

TEST ("/canary/leak")
{
  char *volatile lost = g_strdup ("nobody frees this");

  lost[0] = 'N';
  lost = NULL;
}

TEST ("/canary/overflow")
{
  g_autofree volatile char *bytes = g_malloc (16 * one);

  bytes[16 * one] = 1;
}

TEST ("/canary/undefined")
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

TEST ("/canary/race")
{
  static guint shared;
  GThread *threads[] = { g_thread_new ("one", increment, &shared),
                         g_thread_new ("other", increment, &shared) };

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

TEST ("/canary/unwritten")
{
  g_autofree volatile guint *numbers = g_new (guint, 4 * one);

  if (numbers[one] == 7)
    g_test_message ("seven");
}
