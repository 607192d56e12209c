/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions belong to a runtime: nobody reads them to find what made a program slower. */
#pragma once

#include <glib.h>

/* Whether a function of this name, which may end in its file in parentheses, module and file ("":
 * unknown) is one of the kernel, of the C library, of an interpreter or of its standard library: a
 * builtin, a regular expression, the garbage collector, an import; or no name is known. */
gboolean cyan_name_is_runtime (const char *name, const char *module, const char *file);

/* Whether a function of this name and module is one of the kernel. */
gboolean cyan_name_is_kernel (const char *name, const char *module);

/* Whether a function of this name and file is work of the environment, which differs from run to
 * run: the collector of garbage, the kernel that clears new pages, an import. */
gboolean cyan_name_is_environment (const char *name, const char *file);
