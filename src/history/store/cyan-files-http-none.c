/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files behind HTTP, for a program that was built without it. */
#include "cyan-files.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

CyanFiles *
cyan_files_open_http (const char *url, GError **error)
{
  cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("this program was built without HTTP"));
  return NULL;
}
