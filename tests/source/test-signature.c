/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the parameters in a profile's name with those of ctags. */
#include "cyan-extents.h"
#include "tests.h"

static void
assert_fit (const char *parameters, const char *signature, CyanSignatureFit expected)
{
  g_test_message ("%s against %s", parameters, signature);
  g_assert_cmpint (cyan_signature_fit (parameters, signature), ==, expected);
}

#define SAME(a, b)     assert_fit (a, b, CYAN_SIGNATURE_SAME)
#define POSSIBLE(a, b) assert_fit (a, b, CYAN_SIGNATURE_POSSIBLE)
#define DIFFERS(a, b)  assert_fit (a, b, CYAN_SIGNATURE_DIFFERS)

TEST ("/source/signature/number")
{
  SAME ("()", "()");
  SAME ("()", "(void)");
  DIFFERS ("()", "(int a)");
  DIFFERS ("(int, int)", "(int a)");
  DIFFERS ("(int)", "(int a,int b=3)");
  SAME ("(int, int)", "(int a,int b=3)");
  SAME ("(int, ...)", "(int a,...)");
  POSSIBLE ("(int, int, int)", "(int a,T... rest)");
  POSSIBLE ("(std::map<int, K>)", "(M m)");
  POSSIBLE (NULL, "(int a)");
  POSSIBLE ("(int)", NULL);
}

TEST ("/source/signature/types")
{
  SAME ("(char const*)", "(const char * b)");
  DIFFERS ("(char const*)", "(char * b)");
  SAME ("(int)", "(const int a)");
  SAME ("(unsigned long)", "(unsigned long int n)");
  SAME ("(unsigned long)", "(long unsigned n)");
  SAME ("(long long)", "(long long)");
  DIFFERS ("(long)", "(long long)");
  DIFFERS ("(double)", "(int a)");
  DIFFERS ("(signed char)", "(char c)");
  SAME ("(ns::K const&)", "(const K & k)");
  SAME ("(ns::K const&)", "(const ns::K & k)");
  DIFFERS ("(ns::K const&)", "(K k)");
  DIFFERS ("(ns::K*)", "(K & k)");
  SAME ("(char**)", "(char * argv[])");
  SAME ("(int (*)(int, char), void*)", "(int (* cb)(int,char),void * d)");
  /* An alias can be any type; written-out types cannot. */
  POSSIBLE ("(unsigned long)", "(size_t n)");
  POSSIBLE ("(std::__cxx11::basic_string<char> const&)", "(const std::string & s)");
  DIFFERS ("(ns::K)", "(int a)");
  DIFFERS ("(unsigned long)", "(T * n)");
  DIFFERS ("(unsigned long*)", "(T ** n)");
  POSSIBLE ("(unsigned long**)", "(T * n)");
  SAME ("(std::vector<int, std::allocator<int> >&)", "(std::vector<int> & v)");
  DIFFERS ("(std::vector<int, std::allocator<int> >&)", "(std::vector<double> & v)");
}

TEST ("/source/signature/other-languages")
{
  SAME ("(int, java.lang.String)", "(int a, String b)");
  SAME ("(java.util.List)", "(java.util.List<String> a)");
  SAME ("(int[])", "(int[] a)");
  POSSIBLE ("(int[])", "(int... a)");
  DIFFERS ("(long)", "(int a)");
  SAME ("(int32, string)", "(int a, string b)");
  SAME ("(int)", "(ref int a)");
}

TEST ("/source/signature/const-methods")
{
  SAME ("(int) const", "(int a) const");
  DIFFERS ("(int)", "(int a) const");
  DIFFERS ("(int) const", "(int a)");
  SAME ("(int) [clone .cold]", "(int a)");
}

TEST ("/source/signature/odd")
{
  static const char *const pieces[] = { "(", ")",  "<",     ">", ",", "...", "int",   " ", "*", "&",
                                        "a", "::", "const", "=", "[", "]",   "long ", "{", "->" };
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  for (guint round = 0; round < 20000; round++)
    {
      g_autoptr (GString) a = g_string_new ("("), b = g_string_new ("(");

      for (guint i = 0; i < round % 15; i++)
        {
          g_string_append (a, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
          g_string_append (b, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
        }
      g_assert_cmpint (cyan_signature_fit (a->str, b->str), <=, CYAN_SIGNATURE_SAME);
      /* A missing parameter is found, whatever else differs. */
      g_string_assign (a, "()");
      g_assert_cmpint (cyan_signature_fit (a->str, "(int a)"), ==, CYAN_SIGNATURE_DIFFERS);
    }
}
