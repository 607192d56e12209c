/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions of two trees in text form, see cyan_profile_from_text(). */
#pragma once

#include "cyan-session.h"

CyanSession *
session_from_text (const char *before_text, const char *after_text, CyanMatchMethod method);
