/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The language of a source file. */
#include "cyan-language.h"

#include <string.h>

CyanLanguage
cyan_language_of_path (const char *path)
{
  static const struct
  {
    const char *extension;
    CyanLanguage language;
  } table[] = {
    { "c", CYAN_LANGUAGE_C },
    { "h", CYAN_LANGUAGE_CPP },
    { "cc", CYAN_LANGUAGE_CPP },
    { "cpp", CYAN_LANGUAGE_CPP },
    { "cxx", CYAN_LANGUAGE_CPP },
    { "c++", CYAN_LANGUAGE_CPP },
    { "C", CYAN_LANGUAGE_CPP },
    { "hh", CYAN_LANGUAGE_CPP },
    { "hpp", CYAN_LANGUAGE_CPP },
    { "hxx", CYAN_LANGUAGE_CPP },
    { "h++", CYAN_LANGUAGE_CPP },
    { "H", CYAN_LANGUAGE_CPP },
    { "inl", CYAN_LANGUAGE_CPP },
    { "ipp", CYAN_LANGUAGE_CPP },
    { "tcc", CYAN_LANGUAGE_CPP },
    { "py", CYAN_LANGUAGE_PYTHON },
    { "pyw", CYAN_LANGUAGE_PYTHON },
    { "go", CYAN_LANGUAGE_GO },
    { "java", CYAN_LANGUAGE_JAVA },
    { "rs", CYAN_LANGUAGE_RUST },
    { "js", CYAN_LANGUAGE_JAVASCRIPT },
    { "jsx", CYAN_LANGUAGE_JAVASCRIPT },
    { "mjs", CYAN_LANGUAGE_JAVASCRIPT },
    { "cjs", CYAN_LANGUAGE_JAVASCRIPT },
    { "ts", CYAN_LANGUAGE_TYPESCRIPT },
    { "mts", CYAN_LANGUAGE_TYPESCRIPT },
    { "cts", CYAN_LANGUAGE_TYPESCRIPT },
    { "tsx", CYAN_LANGUAGE_TSX },
    { "cs", CYAN_LANGUAGE_CSHARP },
    { "rb", CYAN_LANGUAGE_RUBY },
    { "rbw", CYAN_LANGUAGE_RUBY },
    { "ruby", CYAN_LANGUAGE_RUBY },
    { "rake", CYAN_LANGUAGE_RUBY },
    { "ru", CYAN_LANGUAGE_RUBY },
    { "gemspec", CYAN_LANGUAGE_RUBY },
  };
  const char *slash = strrchr (path, '/');
  const char *dot = strrchr (slash != NULL ? slash : path, '.');

  if (dot != NULL)
    for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
      if (strcmp (dot + 1, table[i].extension) == 0)
        return table[i].language;
  return CYAN_LANGUAGE_OTHER;
}
