/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the compiler reads once for all files of a program of tests.  Each file includes what it
 * needs all the same: with -Db_pch=false it must build, too. */
#include <gio/gio.h>
