/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a recorded tree with lines "id parent name file:line calls self incl", plain or gzip. */
#pragma once

#include "cyan-profile.h"

CyanProfile *cct_tsv_read (CyanStrings *strings, const char *path);
