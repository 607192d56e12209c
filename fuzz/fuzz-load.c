/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a file: what the content is taken for, and all that loading says of it. */
#include "cyan-format.h"
#include "fuzz.h"

#include <math.h>

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const CyanLoadOptions options = { .max_nodes = FUZZ_MAX_NODES };
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = NULL;

  /* No program is run that some formats are read through. */
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
