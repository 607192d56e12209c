/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The comparison that comes with the program.
 */
#pragma once

#include "cyan-request.h"

/* Writes its profiles and sources into the user's cache, unless they are there.  The caller owns
 * the result; CYAN_ERROR_IO if they cannot be written. */
CyanRequest *cyan_sample_new_request (GError **error);
