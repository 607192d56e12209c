/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The language of a source file. */
#pragma once

#include <glib.h>

/* Each with the syntax of its names, see CyanNaming, and the extensions of its files.  What its
 * sources are like is in the table of source/lang. */
#define CYAN_LANGUAGES(ROW)                                                                        \
  ROW (OTHER, C, "")                                                                               \
  ROW (C, C, "c")                                                                                  \
  ROW (CPP, C, "h cc cpp cxx c++ C hh hpp hxx h++ H inl ipp tcc")                                  \
  ROW (PYTHON, PYTHON, "py pyw")                                                                   \
  ROW (GO, GO, "go")                                                                               \
  ROW (JAVA, JAVA, "java")                                                                         \
  ROW (RUST, RUST, "rs")                                                                           \
  ROW (JAVASCRIPT, JAVASCRIPT, "js jsx mjs cjs") /* with JSX */                                    \
  ROW (TYPESCRIPT, JAVASCRIPT, "ts mts cts")                                                       \
  ROW (TSX, JAVASCRIPT, "tsx") /* TypeScript with JSX */                                           \
  ROW (CSHARP, CSHARP, "cs")                                                                       \
  ROW (RUBY, RUBY, "rb rbw ruby rake ru gemspec")

typedef enum
{
#define CYAN_LANGUAGE_ROW(name, naming, extensions) CYAN_LANGUAGE_##name,
  CYAN_LANGUAGES (CYAN_LANGUAGE_ROW)
#undef CYAN_LANGUAGE_ROW
      CYAN_N_LANGUAGES,
} CyanLanguage;

/* Decides by the extension of @path; headers count as C++. */
CyanLanguage cyan_language_of_path (const char *path);
