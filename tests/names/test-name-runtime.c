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
  { "deepcopy", "copy", "/usr/lib/python3.11/copy.py", TRUE, FALSE },
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
  { "<GC>", "", "", TRUE, TRUE },
  { "_find_and_load", "", "<frozen importlib._bootstrap>", TRUE, TRUE },
  { "FileLoader.get_data (<frozen importlib._bootstrap_external>)", "", "", TRUE, TRUE },
  { "isdir (<frozen genericpath>)", "", "", TRUE, FALSE },
  { "copy:deepcopy", "", "/usr/lib/python3.11/copy.py", TRUE, FALSE },
  { "readFileSync", "", "node:fs", TRUE, FALSE },
  { "tokens:parse", "", "/usr/lib/python3/dist-packages/tokens.py", FALSE, FALSE },
  { "tokens:parse", "", "/opt/lib/python3.11/site-packages/tokens.py", FALSE, FALSE },
  { "parse", "", "/home/me/lib/python-tools/parse.py", FALSE, FALSE },
  { "runtime.mallocgc", "", "/usr/lib/go-1.19/src/runtime/malloc.go", TRUE, FALSE },
  { "runtime.asyncPreempt", "", "/usr/lib/go-1.19/src/runtime/preempt_amd64.s", TRUE, FALSE },
  { "regexp.(*Regexp).Match", "", "/usr/local/go/src/regexp/regexp.go", TRUE, FALSE },
  { "runtime.gcBgMarkWorker", "", "/home/me/sdk/go1.22.3/src/runtime/mgc.go", TRUE, TRUE },
  { "example.com/md.Parse", "", "/home/me/go/src/example.com/md/parse.go", FALSE, FALSE },
  { "runtime.Start", "", "/home/me/src/runtime/start.go", FALSE, FALSE },
  { "sort.Words", "", "/home/me/golf/src/sort/words.go", FALSE, FALSE },
};

TEST ("/name-runtime/names")
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

TEST ("/name-runtime/kernel")
{
  g_assert_true (cyan_name_is_kernel ("do_syscall_64", "[kernel.kallsyms]"));
  g_assert_true (cyan_name_is_kernel ("do_syscall_64_[k]", ""));
  g_assert_false (cyan_name_is_kernel ("malloc", "libc.so.6"));
}
