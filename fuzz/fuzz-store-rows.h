/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all targets that open stores check. */
#pragma once

#include "cyan-store.h"

/* Whatever a store contains, all of it can be read, or there is an error. */
void fuzz_check_store (CyanStore *store);
