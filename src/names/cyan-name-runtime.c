/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-name-runtime.h"

#include <string.h>

static gboolean
starts_with_any (const char *text, const char *const *starts)
{
  for (guint i = 0; starts[i] != NULL; i++)
    if (g_str_has_prefix (text, starts[i]))
      return TRUE;
  return FALSE;
}

/* Whether a file is one of the standard library of Go: ".../go/src/runtime/malloc.go", also with a
 * version behind "go". */
static gboolean
is_of_go (const char *file)
{
  static const char *const packages[] = {
    "archive/",  "bufio/",   "bytes/",   "compress/", "container/", "context/", "crypto/",
    "encoding/", "errors/",  "fmt/",     "hash/",     "html/",      "image/",   "internal/",
    "io/",       "log/",     "math/",    "mime/",     "net/",       "os/",      "path/",
    "reflect/",  "regexp/",  "runtime/", "slices/",   "sort/",      "strconv/", "strings/",
    "sync/",     "syscall/", "testing/", "text/",     "time/",      "unicode/", NULL
  };
  const char *folder = strstr (file, "/src/"), *go = folder;

  if (folder == NULL)
    return FALSE;
  while (go > file && go[-1] != '/')
    go--;
  return g_str_has_prefix (go, "go") && go + 2 + strspn (go + 2, "-.0123456789") == folder
         && starts_with_any (folder + strlen ("/src/"), packages);
}

/* Whether a file is one of the standard library of Python, whose packages of others are in folders
 * of their own, of Go or of Node.js. */
static gboolean
is_of_library (const char *file)
{
  const char *library = strstr (file, "/lib/python");

  return g_str_has_prefix (file, "node:") || is_of_go (file)
         || (library != NULL && g_ascii_isdigit (library[strlen ("/lib/python")])
             && strstr (library, "-packages/") == NULL);
}

gboolean
cyan_name_is_runtime (const char *name, const char *module, const char *file)
{
  /* cProfile's builtins, V8's entries without a function, an address, imports, and what the C
   * library calls itself. */
  static const char *const names[] = {
    "{built-in ",          "{method ", "<built-in ", "<builtins.", "<method ", "<frozen ",
    "(garbage collector)", "<GC>",     "(program)",  "(idle)",     "RegExp: ", "0x",
    "[unknown]",           "__GI_",    NULL
  };
  static const char *const modules[] = { "[kernel",   "[unknown]", "[vdso]",    "builtins",
                                         "libc.so",   "libc-2",    "ld-linux",  "libm.so",
                                         "libpython", "<frozen",   "libgcc_s.", NULL };
  const char *base = strrchr (module, '/');

  return starts_with_any (name, names) || g_str_has_prefix (file, "<frozen ")
         || strstr (name, " (<frozen ") != NULL || is_of_library (file)
         || starts_with_any (base != NULL && *module != '[' ? base + 1 : module, modules);
}

gboolean
cyan_name_is_kernel (const char *name, const char *module)
{
  return g_str_has_prefix (module, "[kernel") || g_str_has_suffix (name, "_[k]");
}

gboolean
cyan_name_is_environment (const char *name, const char *file)
{
  static const char *const names[] = { "(garbage collector)",    "<GC>",
                                       "clear_page_erms",        "clear_page_rep",
                                       "clear_page_orig",        "clear_huge_page",
                                       "clear_subpage",          "<frozen importlib",
                                       "runtime.bgsweep",        "runtime.gcAssist",
                                       "runtime.gcBgMarkWorker", NULL };

  return starts_with_any (name, names) || g_str_has_prefix (file, "<frozen importlib")
         || strstr (name, " (<frozen importlib") != NULL;
}
