/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What reading a V8 CPU profile and building its tree share. */
#pragma once

#include "cyan-v8-profile.h"

/* A node and the id of its child, or of its parent. */
typedef struct
{
  guint32 node; /* index */
  gboolean is_parent;
  gint64 other; /* id */
} CyanV8Link;
