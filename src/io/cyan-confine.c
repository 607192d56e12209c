/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules of the kernel about files. */
#include "cyan-confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cyan-error.h"

#define READ_FILE (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE)
#define USE_FILE  (READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE)
#define READ      (READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define CHANGE                                                                                     \
  (READ | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR                            \
   | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG    \
   | LANDLOCK_ACCESS_FS_MAKE_SYM)
/* All of the first kernel with such rules. */
#define ALL (2 * LANDLOCK_ACCESS_FS_MAKE_SYM - 1)

/* What programs need. */
static const struct
{
  const char *path;
  guint64 access;
} system_files[] = {
  { "/usr", READ },          { "/lib", READ },          { "/lib32", READ },
  { "/lib64", READ },        { "/bin", READ },          { "/sbin", READ },
  { "/proc", READ },         { "/sys", READ },          { "/etc/ld.so.cache", READ },
  { "/dev/null", USE_FILE }, { "/dev/zero", USE_FILE }, { "/dev/urandom", USE_FILE },
};

static gboolean
allow (int rules, const char *path, guint64 access, GError **error)
{
  struct landlock_path_beneath_attr rule = { .allowed_access = access };
  struct stat status;
  gboolean ok;

  rule.parent_fd = open (path, O_PATH | O_CLOEXEC);
  if (rule.parent_fd < 0)
    return cyan_fail (error, CYAN_ERROR_IO, "%s: %s", path, g_strerror (errno));
  if (fstat (rule.parent_fd, &status) == 0 && !S_ISDIR (status.st_mode))
    rule.allowed_access &= USE_FILE;
  ok = syscall (SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
  if (!ok)
    cyan_fail (error, CYAN_ERROR_IO, "%s: %s", path, g_strerror (errno));
  close (rule.parent_fd);
  return ok;
}

/* This program and its libraries, wherever they are. */
static void
allow_mapped (int rules)
{
  g_autofree char *maps = NULL;
  g_auto (GStrv) lines = NULL;
  const char *last = "";

  if (!g_file_get_contents ("/proc/self/maps", &maps, NULL, NULL))
    return;
  lines = g_strsplit (maps, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *path = strchr (lines[i], '/');

      if (path != NULL && strcmp (path, last) != 0)
        allow (rules, path, READ, NULL);
      last = path != NULL ? path : last;
    }
}

int
cyan_confine_new (const char *const *readable, const char *scratch, GError **error)
{
  const struct landlock_ruleset_attr handled = { .handled_access_fs = ALL };
  int rules = (int) syscall (SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
  gboolean ok;

  if (rules <= 0)
    return 0;
  fcntl (rules, F_SETFD, FD_CLOEXEC);
  for (guint i = 0; i < G_N_ELEMENTS (system_files); i++)
    allow (rules, system_files[i].path, system_files[i].access, NULL);
  allow_mapped (rules);
  ok = allow (rules, scratch, CHANGE, error);
  for (guint i = 0; readable[i] != NULL && ok; i++)
    ok = allow (rules, readable[i], READ, error);
  if (ok)
    return rules;
  close (rules);
  return -1;
}

gboolean
cyan_confine_enter (int rules)
{
  return prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
         && syscall (SYS_landlock_restrict_self, rules, 0) == 0;
}
