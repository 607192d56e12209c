/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In a program that was built without libsoup. */
#include "cyan-http.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

gboolean
cyan_http_get (const char *address,
               const CyanHttpOptions *options,
               GCancellable *cancellable,
               CyanHttpSink sink,
               gpointer data,
               GError **error)
{
  return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("this program was built without %s"), "HTTP");
}
