/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A commit of a repository. */
#pragma once

#include <glib.h>

/* A revision of a repository; the caller owns the strings. */
typedef struct
{
  const char *label;      /* for messages */
  const char *repository; /* its path; NULL, like commit, for a directory */
  const char *commit;     /* hexadecimal */
} CyanGitRevision;
