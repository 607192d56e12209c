/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory budgets: charges, who makes them, and the limit. */
#include "cyan-budget.h"
#include "cyan-error.h"
#include "cyan-strings.h"
#include "tests.h"

#include <string.h>

#define N_THREADS 4
#define N_CHARGES 20000

TEST ("/budget/limit")
{
  g_autoptr (CyanBudget) budget = cyan_budget_new (100);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (cyan_budget_limit (budget), ==, 100);
  cyan_budget_charge (budget, 60);
  g_assert_true (cyan_budget_check (budget, 40, &error));
  g_assert_no_error (error);
  g_assert_false (cyan_budget_check (budget, 41, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "needs more than 100 bytes of memory"));
  g_assert_false (cyan_budget_check (budget, G_MAXUINT64, NULL));

  /* Charges count even beyond the limit. */
  cyan_budget_charge (budget, 60);
  g_assert_false (cyan_budget_check (budget, 0, NULL));
  cyan_budget_release (budget, 30);
  g_assert_true (cyan_budget_check (budget, 0, NULL));
  g_assert_cmpuint (cyan_budget_held (budget), ==, 90);
  g_assert_cmpuint (cyan_budget_peak (budget), ==, 120);
}

TEST ("/budget/none")
{
  g_autoptr (CyanBudget) machine = cyan_budget_new (0);

  cyan_budget_charge (NULL, 1);
  g_assert_true (cyan_budget_check (NULL, G_MAXUINT64, NULL));
  g_assert_cmpuint (cyan_budget_limit (NULL), ==, G_MAXUINT64);
  g_assert_cmpuint (cyan_budget_limit (machine), >, 1024 * 1024);
}

TEST ("/budget/charges")
{
  g_autoptr (CyanBudget) one = cyan_budget_new (100), two = cyan_budget_new (100);
  CyanCharge charge = { 0 };

  cyan_charge_set (&charge, 10);
  cyan_charge_move (&charge, one);
  cyan_charge_add (&charge, 5);
  g_assert_cmpuint (cyan_budget_held (one), ==, 15);
  cyan_charge_set (&charge, 7);
  g_assert_cmpuint (cyan_budget_held (one), ==, 7);
  cyan_charge_move (&charge, two);
  g_assert_cmpuint (cyan_budget_held (one), ==, 0);
  g_assert_cmpuint (cyan_budget_held (two), ==, 7);
  cyan_charge_clear (&charge);
  g_assert_cmpuint (cyan_budget_held (two), ==, 0);
}

/* A pool of strings is charged for its memory until it is freed, even after the owner of the budget
 * has released it. */
TEST ("/budget/strings")
{
  CyanBudget *budget = cyan_budget_new (100000);
  CyanStrings *strings = cyan_strings_new ();
  g_autofree char *long_text = g_strnfill (10000, 'x');
  guint64 before;

  cyan_strings_add (strings, long_text, -1);
  cyan_strings_set_budget (strings, budget);
  before = cyan_budget_held (budget);
  g_assert_cmpuint (before, >, 10000);
  cyan_strings_add (strings, long_text, -1);
  g_assert_cmpuint (cyan_budget_held (budget), ==, before);
  cyan_strings_add (strings, long_text, 9999);
  g_assert_cmpuint (cyan_budget_held (budget), >, before + 9999);
  cyan_budget_unref (cyan_budget_ref (budget));
  cyan_strings_ref (strings);
  cyan_strings_unref (strings);
  g_assert_cmpuint (cyan_budget_held (budget), >, before);
  cyan_strings_unref (strings);
  g_assert_cmpuint (cyan_budget_held (budget), ==, 0);
  cyan_budget_unref (budget);
}

static gpointer
charge_much (gpointer data)
{
  CyanBudget *budget = data;

  for (guint i = 0; i < N_CHARGES; i++)
    {
      cyan_budget_charge (budget, 3);
      cyan_budget_release (budget, 2);
    }
  return NULL;
}

TEST ("/budget/threads")
{
  g_autoptr (CyanBudget) budget = cyan_budget_new (1);
  GThread *threads[N_THREADS];

  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("charge", charge_much, budget);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
  g_assert_cmpuint (cyan_budget_held (budget), ==, N_THREADS * N_CHARGES);
  g_assert_cmpuint (cyan_budget_peak (budget), >=, N_THREADS * N_CHARGES);
  g_assert_cmpuint (cyan_budget_peak (budget), <=, N_THREADS * (N_CHARGES + 2));
}
