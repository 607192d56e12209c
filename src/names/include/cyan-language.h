/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The language of a source file. */
#pragma once

#include <glib.h>

typedef enum
{
  CYAN_LANGUAGE_OTHER,
  CYAN_LANGUAGE_C,
  CYAN_LANGUAGE_CPP,
  CYAN_LANGUAGE_PYTHON,
  CYAN_LANGUAGE_GO,
  CYAN_LANGUAGE_JAVA,
  CYAN_LANGUAGE_RUST,
  CYAN_LANGUAGE_JAVASCRIPT, /* with JSX */
  CYAN_LANGUAGE_TYPESCRIPT,
  CYAN_LANGUAGE_TSX, /* TypeScript with JSX */
  CYAN_LANGUAGE_CSHARP,
  CYAN_LANGUAGE_RUBY,
  CYAN_N_LANGUAGES,
} CyanLanguage;

/* Decides by the extension of @path; headers count as C++. */
CyanLanguage cyan_language_of_path (const char *path);
