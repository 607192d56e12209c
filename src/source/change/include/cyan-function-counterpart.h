/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The same function in the other version's sources, by what its own source says of it.
 *
 * A profile's file and line belong to the version that ran; in the other one another function may
 * stand there.
 */
#pragma once

#include "cyan-function-text.h"
#include "cyan-source-location.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

/* The text in @other of the function that @text of @own is: of the same name and scope, in the file
 * of the same path, else in the only file that has it; of several the one with the same parameters.
 * For a whole file the file of the same path.  NULL with CYAN_ERROR_UNSUPPORTED if there is none or
 * nobody knows which. */
CyanFunctionText *cyan_function_counterpart (CyanSourceLocation *own,
                                             const CyanFunctionText *text,
                                             CyanSourceLocation *other,
                                             const CyanTick *tick,
                                             GError **error);

G_END_DECLS
