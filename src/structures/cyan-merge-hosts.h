/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of a merged profile came from which host. */
#pragma once

#include "cyan-profile-builder.h"

/* Adds to the cells of @builder what the hosts of @part have, or else all of it as that of @host.
 * @nodes, by node of @part, and @metrics, of @part by metric of @builder, or CYAN_MERGE_NO_METRIC, say
 * what goes where. */
void cyan_merge_hosts_add (CyanProfileBuilder *builder,
                           const CyanProfile *part,
                           const char *host,
                           const CyanNode *nodes,
                           const guint *metrics);
