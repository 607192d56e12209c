/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the choices of a recorder and of a build have in common. */
#pragma once

#include "cyan-recorder.h"

typedef enum
{
  CYAN_COMMAND_NATIVE,
  CYAN_COMMAND_PYTHON,
  CYAN_COMMAND_NODE,
} CyanCommandKind;

CyanCommandKind cyan_command_kind (const char *const *command);

/* Fails, with @install in the message, if there is no such program. */
gboolean cyan_recorder_need (const char *program, const char *install, GError **error);
