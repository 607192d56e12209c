/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads any bytes as a file: the guess of the format, and everything that loading reports. */
#include "cyan-format.h"
#include "fuzz.h"

#include <math.h>

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const CyanLoadOptions options = { .max_nodes = FUZZ_MAX_NODES };
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = NULL;

  /* Formats that need another program must not start it. */
  g_setenv ("PATH", "/nonexistent", TRUE);
  profile = cyan_profile_load_memory ("x", data, size, &options, NULL, &error);

  if (profile == NULL)
    fuzz_check_error (error);
  else
    {
      fuzz_check_profile (profile);
      for (guint m = 0; m < profile->n_metrics; m++)
        FUZZ_CHECK (isfinite (profile->metrics[m].total[CYAN_NODE_ROOT]));
    }
  return 0;
}
