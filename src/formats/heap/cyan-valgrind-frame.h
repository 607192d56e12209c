/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The frames of valgrind's texts: "0x1092EE: keep (work.c:12)", or "0x48417B4: malloc (in
 * /usr/lib/libc.so.6)" without debug information.  dhat-rs adds a column: "(vec.rs:1469:9)".
 */
#pragma once

#include "cyan-profile-builder.h"

typedef struct
{
  CyanFunction function;
  guint32 line; /* that is executed in the function; 0: unknown */
} CyanValgrindFrame;

CyanValgrindFrame cyan_valgrind_frame_parse (CyanStrings *strings, const char *text, gsize length);
