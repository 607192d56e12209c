/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the same function in the sources of the other version, by its own source.
 *
 * The file and line in a profile are of the version that was recorded; in the other version they
 * may belong to another function.
 */
#pragma once

#include "cyan-function-text.h"
#include "cyan-source-location.h"
#include "cyan-tick.h"

/* The text in @other of the function of @text, which is in @own.  It must have the same name and
 * scope, in the file of the same path, else in the only file that has it; of several, the one with
 * the same parameters.  For a whole file, the file of the same path.  NULL with
 * CYAN_ERROR_UNSUPPORTED if there is none or it is ambiguous. */
CyanFunctionText *cyan_function_counterpart (CyanSourceLocation *own,
                                             const CyanFunctionText *text,
                                             CyanSourceLocation *other,
                                             const CyanTick *tick,
                                             GError **error);
