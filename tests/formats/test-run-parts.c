/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that are dumped in parts are added up; those of another process are not. */
#include "load-text.h"

#include "cyan-run-parts.h"
#include "profile-text.h"
#include "tests.h"

#define HEAD "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\nevents: Ir\n"

TEST ("/run-parts/join")
{
  static const char *const texts[] = {
    HEAD "pid: 7\npart: 1\ndesc: Trigger: --dump-every-bb=100\nfn=f\n1 5\ntotals: 5\n",
    HEAD "pid: 7\npart: 2\ndesc: Trigger: Program termination\nfn=f\n1 3\ntotals: 3\n",
    HEAD "pid: 8\npart: 1\ndesc: Trigger: Client Request\nfn=f\n1 100\ntotals: 100\n",
  };
  static const char *const names[] = { "a", "b", "c", NULL };
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_profile_unref);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      CyanProfile *part = load_text (texts[i], -1, NULL);

      g_assert_cmpstr (cyan_profile_get_meta (part, "part"), ==, i == 1 ? "2" : "1");
      g_ptr_array_add (runs, part);
    }
  MUST (cyan_run_parts_join (runs, (char **) names, 0, NULL, NULL, &failure));
  g_assert_cmpuint (runs->len, ==, 2);
  assert_profile (runs->pdata[0], CYAN_PROFILE_TEXT_SELF, "f:8");
  assert_profile (runs->pdata[1], CYAN_PROFILE_TEXT_SELF, "f:100");
  ASSERT_TEXT (warnings_of (runs->pdata[0]),
               "the file knows no calls: all functions stand side by side\n");
}
