/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One commit of one repository. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A revision of a repository; strings are the caller's. */
typedef struct
{
  const char *label;      /* for messages */
  const char *repository; /* its path; NULL, as the commit, for what is none */
  const char *commit;     /* hexadecimal */
} CyanGitRevision;

G_END_DECLS
