/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cyan-http.h"

/* Those of libsoup's addresses. */
#define CYAN_HTTP_URI_FLAGS                                                                        \
  (G_URI_FLAGS_HAS_PASSWORD | G_URI_FLAGS_ENCODED_PATH | G_URI_FLAGS_ENCODED_QUERY                 \
   | G_URI_FLAGS_ENCODED_FRAGMENT | G_URI_FLAGS_SCHEME_NORMALIZE)

/* The headers of @access as name, value, name, value, ..., NULL-terminated.  Caller frees. */
char **cyan_http_headers (const CyanHttpAccess *access, GError **error);
