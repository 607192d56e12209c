/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that is cut at any byte is refused, or a warning says so. */
#include "compress-fixture.h"
#include "load-text.h"
#include "tests.h"

#define STACKS "main;parse 3\nmain;eval 4\n"
/* One sample of 5 ns of main. */
#define PPROF                                                                                      \
  "\x0a\x04\x08\x01\x10\x02\x12\x06\x0a\x01\x01\x12\x01\x05\x22\x06\x08\x01\x22\x02\x08\x01"       \
  "\x2a\x04\x08\x01\x10\x03\x32\x00\x32\x03"                                                       \
  "cpu\x32\x0bnanoseconds\x32\x04main"

static void
check_cuts (const char *bytes, gsize length, gboolean of_lines)
{
  for (gsize cut = 0; cut < length; cut++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (bytes, (gssize) cut, &error);

      if (profile == NULL)
        {
          g_assert_true (g_str_has_prefix (error->message, "t: "));
          g_assert_null (strchr (error->message, '\n'));
        }
      /* Whole lines may be all that there were. */
      else if (profile->warnings->len == 0 && !(of_lines && cut > 0 && bytes[cut - 1] == '\n'))
        g_error ("nothing is said of the cut at byte %" G_GSIZE_FORMAT " of %s", cut, bytes);
    }
}

TEST ("/cut/anywhere")
{
  static const char *const lines[] = {
    STACKS,
    "cct 1\nmetric\ttime\tns\nfunction\tmain\nfunction\tparse\n0\t1\t1\t3\n1\t2\t1\t4\nend\t2",
    "prog 12 1.000001: 500 cpu-clock: \n\t    1111 a (/p)\n\n",
    "# callgrind format\nevents: Ir\nfn=main\n1 5\ntotals: 5\n",
  };
  static const char json[] = "{\"traceEvents\":[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1,\"dur\":7,"
                             "\"pid\":1,\"tid\":1}]}";
  g_autoptr (GByteArray) packed = test_gzip (STACKS, strlen (STACKS));

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    check_cuts (lines[i], strlen (lines[i]), TRUE);
  check_cuts (json, strlen (json), FALSE);
  check_cuts (PPROF, sizeof PPROF - 1, FALSE);
  check_cuts ((const char *) packed->data, packed->len, FALSE);
}
