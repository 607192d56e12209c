/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libgit2 without any configuration of the user or the system, and with little memory. */
#include "cyan-libgit2.h"

#include <git2.h>

#include "cyan-i18n.h"
#include "cyan-libgit2-memory.h"
#include "cyan-sync.h"

static void
init (void)
{
  static const git_config_level_t levels[] = {
    GIT_CONFIG_LEVEL_PROGRAMDATA,
    GIT_CONFIG_LEVEL_SYSTEM,
    GIT_CONFIG_LEVEL_XDG,
    GIT_CONFIG_LEVEL_GLOBAL,
  };

  /* Objects that are missing in a partial clone are told one by one. */
  static const char *const extensions[] = { "partialclone" };

  cyan_libgit2_limit_memory ();
  git_libgit2_init ();
  for (gsize i = 0; i < G_N_ELEMENTS (levels); i++)
    git_libgit2_opts (GIT_OPT_SET_SEARCH_PATH, levels[i], "");
  git_libgit2_opts (GIT_OPT_SET_EXTENSIONS, extensions, G_N_ELEMENTS (extensions));
  git_libgit2_opts (GIT_OPT_SET_OWNER_VALIDATION, 1);
  git_libgit2_opts (GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 1);
}

void
cyan_libgit2_init (void)
{
  static CyanOnce once = CYAN_ONCE_INIT;

  cyan_once (&once, init);
}

gboolean
cyan_libgit2_lacked_memory (void)
{
  const git_error *reason = git_error_last ();

  return reason != NULL && reason->klass == GIT_ERROR_NOMEMORY;
}

const char *
cyan_libgit2_reason (void)
{
  const git_error *reason = git_error_last ();

  if (cyan_libgit2_lacked_memory ())
    return _ ("it takes too much memory");
  return reason != NULL && reason->message != NULL ? reason->message
                                                   : _ ("libgit2 gives no reason");
}
