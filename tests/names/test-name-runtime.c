/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What nobody reads to find what made a program slower. */
#include "cyan-name-runtime.h"
#include "tests.h"

static const struct
{
  const char *name, *module, *file;
  gboolean runtime, environment;
} cases[] = {
  { "main", "", "", FALSE, FALSE },
  { "deepcopy", "copy", "/usr/lib/python3.11/copy.py", FALSE, FALSE },
  { "(anonymous namespace)::f(int)", "", "", FALSE, FALSE },
  { "{closure#0}", "app", "", FALSE, FALSE },
  { "clear_page", "", "pdf.c", FALSE, FALSE },
  { "library_init", "/opt/lib/libcustom.so", "", FALSE, FALSE },
  { "{built-in method builtins.compile}", "", "", TRUE, FALSE },
  { "<builtins.compile>", "", "", TRUE, FALSE },
  { "RegExp: ^a*$", "", "", TRUE, FALSE },
  { "0x401136", "", "", TRUE, FALSE },
  { "malloc", "/usr/lib/x86_64-linux-gnu/libc.so.6", "", TRUE, FALSE },
  { "__GI___libc_read", "", "", TRUE, FALSE },
  { "entry_SYSCALL_64", "[kernel.kallsyms]", "", TRUE, FALSE },
  { "clear_page_erms", "[kernel.kallsyms]", "", TRUE, TRUE },
  { "(garbage collector)", "", "", TRUE, TRUE },
  { "_find_and_load", "", "<frozen importlib._bootstrap>", TRUE, TRUE },
  { "FileLoader.get_data (<frozen importlib._bootstrap_external>)", "", "", TRUE, TRUE },
  { "isdir (<frozen genericpath>)", "", "", TRUE, FALSE },
};

static void
test_names (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].name);
      g_assert_cmpint (cyan_name_is_runtime (cases[i].name, cases[i].module, cases[i].file), ==,
                       cases[i].runtime);
      g_assert_cmpint (cyan_name_is_environment (cases[i].name, cases[i].file), ==,
                       cases[i].environment);
    }
}

static void
test_kernel (void)
{
  g_assert_true (cyan_name_is_kernel ("do_syscall_64", "[kernel.kallsyms]"));
  g_assert_true (cyan_name_is_kernel ("do_syscall_64_[k]", ""));
  g_assert_false (cyan_name_is_kernel ("malloc", "libc.so.6"));
}

TESTS ("name-runtime")
{
  g_test_add_func ("/name-runtime/kernel", test_kernel);
  g_test_add_func ("/name-runtime/names", test_names);
}
