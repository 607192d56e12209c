/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The environment of builds and runs. */
#include "cyan-environment.h"

#include <string.h>

/* Names, or their beginnings: settings of another repository, of another make, of the user. */
static const char *const dropped[] = { "CYAN_",
                                       "GIT_",
                                       "MAKEFLAGS=",
                                       "MAKELEVEL=",
                                       "MFLAGS=",
                                       "OLDPWD=",
                                       "PWD=",
                                       "XDG_CACHE_HOME=",
                                       "XDG_CONFIG_HOME=",
                                       "XDG_DATA_HOME=",
                                       "XDG_RUNTIME_DIR=",
                                       "XDG_STATE_HOME=" };

static gboolean
is_dropped (const char *entry)
{
  for (guint i = 0; i < G_N_ELEMENTS (dropped); i++)
    if (g_str_has_prefix (entry, dropped[i]))
      return TRUE;
  return FALSE;
}

static char **
inherit (void)
{
  g_auto (GStrv) all = g_get_environ ();
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();

  for (guint i = 0; all[i] != NULL; i++)
    if (!is_dropped (all[i]))
      g_ptr_array_add (kept, g_strdup (all[i]));
  g_ptr_array_add (kept, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&kept), FALSE);
}

static void
set (char ***environment, const char *name, const char *value)
{
  *environment = g_environ_setenv (*environment, name, value, TRUE);
}

static void
set_number (char ***environment, const char *name, gint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  set (environment, name, text);
}

char *
cyan_environment_profile (const CyanWorkspaceSlot *slot)
{
  return g_build_filename (slot->results, "profile", NULL);
}

char **
cyan_environment_new (const CyanSurroundings *about)
{
  char **environment = inherit ();

  set (&environment, "HOME", about->slot->home);
  set (&environment, "TMPDIR", about->slot->temporary);
  set (&environment, "CYAN_SOURCE", about->slot->source);
  set (&environment, "CYAN_BUILD", about->slot->build);
  set (&environment, "CYAN_REVISION", about->oid);
  set_number (&environment, "CYAN_JOBS", about->jobs);
  if (about->inputs != NULL)
    {
      g_autofree char *padding = g_strnfill (about->padding, 'x');
      g_autofree char *profile = cyan_environment_profile (about->slot);

      set (&environment, "CYAN_INPUTS", about->inputs);
      set (&environment, "CYAN_PROFILE", profile);
      set_number (&environment, "CYAN_RUN", about->number);
      set (&environment, "CYAN_PADDING", padding);
    }
  return environment;
}
