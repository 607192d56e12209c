/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The precompiled header of each folder of the application.  A file still includes all that it
 * needs: it must also build with -Db_pch=false. */
#include <adwaita.h>
