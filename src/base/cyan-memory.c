/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much memory there is, and how it is asked for and given back. */
#include "cyan-memory.h"

#include "cyan-number.h"

#include <fcntl.h>
#ifdef __GLIBC__
#  include <malloc.h>
#endif
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static const char units[] = "KMGT";

/* Bytes from which on a piece goes back at once. */
#define LARGE_PIECE (16 * 1024 * 1024)

/* Bytes of a large page, on the machines that people have. */
#define LARGE_PAGE (2 * 1024 * 1024)

/* The beginning of a small file of the system, where there is one. */
static gboolean
read_line (const char *path, char *line, gsize size)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  gssize length;

  if (fd < 0)
    return FALSE;
  length = read (fd, line, size - 1);
  close (fd);
  line[MAX (length, 0)] = '\0';
  return length > 0;
}

void
cyan_memory_hand_back (void)
{
#ifdef __GLIBC__
  /* Set by hand, the threshold stays where it is: it would rise to the largest piece ever freed. */
  mallopt (M_MMAP_THRESHOLD, LARGE_PIECE);
#endif
}

void
cyan_memory_use_large_pages (gpointer bytes, gsize length)
{
#ifdef MADV_HUGEPAGE
  gsize begin = ((gsize) bytes + LARGE_PAGE - 1) & ~(gsize) (LARGE_PAGE - 1);
  gsize end = ((gsize) bytes + length) & ~(gsize) (LARGE_PAGE - 1);

  if (end > begin)
    madvise ((guint8 *) bytes + (begin - (gsize) bytes), end - begin, MADV_HUGEPAGE);
#endif
}

guint64
cyan_memory_default_limit (void)
{
  long n_pages = sysconf (_SC_PHYS_PAGES), page = sysconf (_SC_PAGESIZE);
  guint64 all = n_pages > 0 && page > 0 ? (guint64) n_pages * (guint64) page : (guint64) 4 << 30;
  struct rlimit limit;
  char line[64];

  if (getrlimit (RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    all = MIN (all, limit.rlim_cur);
  if (read_line ("/sys/fs/cgroup/memory.max", line, sizeof line) && g_ascii_isdigit (*line))
    all = MIN (all, g_ascii_strtoull (line, NULL, 10));
  return MAX (all / 2, 1);
}

gboolean
cyan_memory_parse (const char *text, guint64 *bytes)
{
  gsize length = strspn (text, "0123456789.");
  const char *unit = text + length;
  double number;

  if (length == 0 || !cyan_parse_double (text, length, &number))
    return FALSE;
  if (*unit != '\0')
    {
      const char *known = strchr (units, g_ascii_toupper (*unit));

      if (known == NULL
          || (unit[1] != '\0' && g_ascii_strcasecmp (unit + 1, "B") != 0
              && g_ascii_strcasecmp (unit + 1, "iB") != 0))
        return FALSE;
      number = ldexp (number, 10 * (int) (known - units + 1));
    }
  if (!(number >= 1 && number <= ldexp (1, 60)))
    return FALSE;
  *bytes = (guint64) number;
  return TRUE;
}

char *
cyan_memory_to_text (guint64 bytes)
{
  guint unit = 0;
  double number = (double) bytes;

  for (; number >= 1024 && unit < strlen (units); unit++)
    number /= 1024;
  if (unit == 0)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " bytes", bytes);
  return g_strdup_printf ("%.4g %ciB", number, units[unit - 1]);
}
