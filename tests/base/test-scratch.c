/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a function needs until it returns. */
#include "cyan-scratch.h"
#include "tests.h"

/* A thing that notes when it is cleared. */
typedef struct
{
  GString *log;
  char name;
} thing;

static void
thing_init (thing *self, GString *log, char name)
{
  self->log = log;
  self->name = name;
}

static void
thing_clear (thing *self)
{
  g_string_append_c (self->log, self->name);
}

static char *
use_things (GString *log, CyanBudget *budget)
{
  g_auto (CyanScratch) scratch = { NULL };
  struct
  {
    thing first, second;
    char *text;
    CyanCharge charge;
  } self = { .text = NULL };
  GArray *array = cyan_scratch_array (&scratch, sizeof (guint64));
  GHashTable *table = cyan_scratch_table (&scratch, g_str_hash, g_str_equal, g_free, NULL);

  cyan_scratch_hold (&scratch, thing, &self.first, log, 'a');
  cyan_scratch_hold (&scratch, thing, &self.second, log, 'b');
  cyan_scratch_free (&scratch, &self.text);
  cyan_scratch_charge (&scratch, &self.charge, budget);
  cyan_charge_add (&self.charge, 30);
  g_assert_cmpuint (cyan_budget_held (budget), ==, 30);
  g_array_set_size (array, 2);
  g_assert_cmpuint (g_array_index (array, guint64, 1), ==, 0);
  g_hash_table_add (table, g_strdup ("key"));
  g_ptr_array_add (cyan_scratch_pointers (&scratch, g_free), g_strdup ("pointer"));
  g_string_append (cyan_scratch_text (&scratch), "text");
  self.text = g_strdup ("late");
  g_assert_cmpstr (log->str, ==, "");
  return g_strdup (self.text);
}

TEST ("/scratch/released")
{
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (CyanBudget) budget = cyan_budget_new (100);
  g_autofree char *text = use_things (log, budget);

  g_assert_cmpstr (text, ==, "late");
  g_assert_cmpstr (log->str, ==, "ba");
  g_assert_cmpuint (cyan_budget_held (budget), ==, 0);
}

/* What the caller takes is released by the caller only. */
TEST ("/scratch/disowned")
{
  char *taken;

  {
    g_auto (CyanScratch) scratch = { NULL };

    cyan_scratch_own (&scratch, g_strdup ("first"), g_free);
    taken = cyan_scratch_own (&scratch, g_strdup ("taken"), g_free);
    cyan_scratch_own (&scratch, g_strdup ("last"), g_free);
    cyan_scratch_disown (&scratch, taken);
    cyan_scratch_disown (&scratch, taken);
  }
  g_assert_cmpstr (taken, ==, "taken");
  g_free (taken);
}
