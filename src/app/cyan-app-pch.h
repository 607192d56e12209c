/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the compiler reads once for all files of a room.  Each file includes what it needs all the
 * same: with -Db_pch=false it must build, too. */
#include <adwaita.h>
