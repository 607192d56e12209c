/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program: its command line, its windows, its keys.
 */
#pragma once

#include <adwaita.h>

#define CYAN_TYPE_APPLICATION (cyan_application_get_type ())
G_DECLARE_FINAL_TYPE (CyanApplication, cyan_application, CYAN, APPLICATION, AdwApplication)

CyanApplication *cyan_application_new (void);
