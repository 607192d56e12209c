/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory limits, and hints for the allocator. */
#include "cyan-memory.h"

#include "cyan-number.h"

#ifdef __GLIBC__
#  include <malloc.h>
#endif
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static const char units[] = "KMGT";

/* free() returns blocks of at least this many bytes to the system at once. */
#define LARGE_PIECE (16 * 1024 * 1024)

/* Bytes of a large page on common machines. */
#define LARGE_PAGE (2 * 1024 * 1024)

G_STATIC_ASSERT ((LARGE_PAGE & (LARGE_PAGE - 1)) == 0);

/* The smallest number in the files @name of the folder @path below @mount and of all folders above
 * it, up to @mount.  A container sees its own group as @mount, whatever its path is outside. */
static guint64
least_limit (const char *mount, const char *path, const char *name)
{
  g_autofree char *folder = g_build_filename (mount, path, NULL);
  guint64 least = G_MAXUINT64;

  for (;;)
    {
      g_autofree char *file = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      guint64 limit;

      /* "max" means no limit. */
      if (g_file_get_contents (file, &text, NULL, NULL)
          && cyan_parse_uint64 (text, strspn (text, "0123456789"), &limit))
        least = MIN (least, limit);
      if (strlen (folder) <= strlen (mount))
        return least;
      *strrchr (folder, '/') = '\0';
    }
}

/* The limit of the group in a line of /proc/self/cgroup, "ID:CONTROLLERS:PATH".  Version 2 has one
 * line without controllers, version 1 one line for each controller. */
static guint64
limit_of_group (const char *root, const char *line)
{
  g_auto (GStrv) parts = g_strsplit (line, ":", 3);
  g_auto (GStrv) controllers = NULL;
  g_autofree char *mount = NULL;

  if (g_strv_length (parts) < 3)
    return G_MAXUINT64;
  if (*parts[1] == '\0')
    {
      mount = g_strconcat (root, "/sys/fs/cgroup", NULL);
      return MIN (least_limit (mount, parts[2], "memory.max"),
                  least_limit (mount, parts[2], "memory.high"));
    }
  controllers = g_strsplit (parts[1], ",", -1);
  if (!g_strv_contains ((const char *const *) controllers, "memory"))
    return G_MAXUINT64;
  mount = g_strconcat (root, "/sys/fs/cgroup/memory", NULL);
  return least_limit (mount, parts[2], "memory.limit_in_bytes");
}

guint64
cyan_memory_control_group_limit (const char *root)
{
  g_autofree char *path = g_strconcat (root, "/proc/self/cgroup", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint64 least = G_MAXUINT64;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return least;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    least = MIN (least, limit_of_group (root, lines[i]));
  return least;
}

void
cyan_memory_return_large_blocks (void)
{
#ifdef __GLIBC__
  /* Setting the threshold keeps glibc from raising it to the largest block ever freed. */
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

  if (getrlimit (RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    all = MIN (all, limit.rlim_cur);
  all = MIN (all, cyan_memory_control_group_limit (""));
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
