/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory limit of a process: control groups as the kernel presents them. */
#include "cyan-memory.h"
#include "tests.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  const char *path; /* NULL: end of the list */
  const char *text;
} File;

/* The limit for this process with the control groups in @files, created below a temporary
 * folder. */
static guint64
limit_in (const File *files)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *root = g_dir_make_tmp ("cyan-memory-XXXXXX", &error);
  g_autoptr (GPtrArray) made = g_ptr_array_new_with_free_func (g_free);
  guint64 limit;

  g_assert_no_error (error);
  for (; files->path != NULL; files++)
    {
      char *path = g_build_filename (root, files->path, NULL);

      for (char *at = path + strlen (root) + 1; (at = strchr (at, '/')) != NULL; at++)
        {
          *at = '\0';
          if (g_mkdir (path, 0700) == 0)
            g_ptr_array_add (made, g_strdup (path));
          *at = '/';
        }
      g_file_set_contents (path, files->text, -1, &error);
      g_assert_no_error (error);
      g_ptr_array_add (made, path);
    }
  limit = cyan_memory_control_group_limit (root);
  for (guint i = made->len; i-- > 0;)
    g_remove (g_ptr_array_index (made, i));
  g_assert_cmpint (g_rmdir (root), ==, 0);
  return limit;
}

#define V1 "sys/fs/cgroup/memory/"
#define V2 "sys/fs/cgroup/"

TEST ("/memory/none")
{
  static const File nothing[] = { { NULL, NULL } };
  static const File no_limit[] = { { "proc/self/cgroup", "0::/a\n" },
                                   { V2 "a/memory.max", "max\n" },
                                   { V2 "a/memory.high", "max\n" },
                                   { NULL, NULL } };
  static const File strange[] = { { "proc/self/cgroup", "what?\n\n0:\n" },
                                  { V2 "memory.max", "1000\n" },
                                  { NULL, NULL } };
  static const File other[] = { { "proc/self/cgroup", "0::/a\n" },
                                { V2 "b/memory.max", "1000\n" },
                                { NULL, NULL } };

  g_assert_cmpuint (limit_in (nothing), ==, G_MAXUINT64);
  g_assert_cmpuint (limit_in (no_limit), ==, G_MAXUINT64);
  g_assert_cmpuint (limit_in (strange), ==, G_MAXUINT64);
  g_assert_cmpuint (limit_in (other), ==, G_MAXUINT64);
}

/* Version 2: the group of the process, its ancestors, and a limit that only slows it down. */
TEST ("/memory/unified")
{
  static const File own[] = { { "proc/self/cgroup", "0::/user.slice/app.scope\n" },
                              { V2 "user.slice/app.scope/memory.max", "2147483648\n" },
                              { V2 "user.slice/memory.max", "max\n" },
                              { NULL, NULL } };
  static const File above[] = { { "proc/self/cgroup", "0::/a/b/c\n" },
                                { V2 "a/b/c/memory.max", "3000\n" },
                                { V2 "a/b/memory.max", "max\n" },
                                { V2 "a/memory.max", "2000\n" },
                                { NULL, NULL } };
  static const File high[] = { { "proc/self/cgroup", "0::/a/b\n" },
                               { V2 "a/b/memory.max", "3000\n" },
                               { V2 "a/memory.high", "1500\n" },
                               { NULL, NULL } };
  /* A container that sees its own group as the root. */
  static const File container[] = { { "proc/self/cgroup", "0::/\n" },
                                    { V2 "memory.max", "4000\n" },
                                    { NULL, NULL } };

  g_assert_cmpuint (limit_in (own), ==, G_GUINT64_CONSTANT (2147483648));
  g_assert_cmpuint (limit_in (above), ==, 2000);
  g_assert_cmpuint (limit_in (high), ==, 1500);
  g_assert_cmpuint (limit_in (container), ==, 4000);
}

/* Version 1, with a separate tree for memory; and both versions side by side. */
TEST ("/memory/by-controller")
{
  static const File own[] = { { "proc/self/cgroup", "5:devices:/x\n4:cpu,memory:/a/b\n0::/\n" },
                              { V1 "a/b/memory.limit_in_bytes", "9223372036854771712\n" },
                              { V1 "a/memory.limit_in_bytes", "7000\n" },
                              { V1 "x/memory.limit_in_bytes", "1\n" },
                              { NULL, NULL } };
  /* A container whose group has the path outside of the container. */
  static const File container[] = { { "proc/self/cgroup", "4:memory:/docker/0123\n" },
                                    { V1 "memory.limit_in_bytes", "5000\n" },
                                    { NULL, NULL } };

  g_assert_cmpuint (limit_in (own), ==, 7000);
  g_assert_cmpuint (limit_in (container), ==, 5000);
}

/* The real machine. */
TEST ("/memory/default")
{
  guint64 limit = cyan_memory_default_limit ();

  g_assert_cmpuint (limit, >, 1024 * 1024);
  g_assert_cmpuint (limit, <=, cyan_memory_control_group_limit ("") / 2);
}
