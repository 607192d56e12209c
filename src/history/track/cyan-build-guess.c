/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How revisions are built, judged by their files. */
#include <string.h>

#include "cyan-error.h"
#include "cyan-git.h"
#include "cyan-recorder-private.h"

/* The first whose file both revisions have.  They build in $CYAN_BUILD where they can. */
static const struct
{
  const char *file;
  const char *program;
  const char *install;
  const char *text;
} builds[] = {
  { "Makefile", "make", "apt install make", "make -C \"$CYAN_SOURCE\" -j\"$CYAN_JOBS\"" },
  { "GNUmakefile", "make", "apt install make", "make -C \"$CYAN_SOURCE\" -j\"$CYAN_JOBS\"" },
  { "makefile", "make", "apt install make", "make -C \"$CYAN_SOURCE\" -j\"$CYAN_JOBS\"" },
  { "meson.build", "meson", "apt install meson",
    "meson setup --buildtype=debugoptimized \"$CYAN_BUILD\" \"$CYAN_SOURCE\""
    " && ninja -C \"$CYAN_BUILD\" -j\"$CYAN_JOBS\"" },
  { "CMakeLists.txt", "cmake", "apt install cmake",
    "cmake -S \"$CYAN_SOURCE\" -B \"$CYAN_BUILD\" -DCMAKE_BUILD_TYPE=RelWithDebInfo"
    " && cmake --build \"$CYAN_BUILD\" --parallel \"$CYAN_JOBS\"" },
  { "Cargo.toml", "cargo", "apt install cargo",
    "CARGO_PROFILE_RELEASE_DEBUG=true cargo build --release -j\"$CYAN_JOBS\""
    " --manifest-path \"$CYAN_SOURCE/Cargo.toml\" --target-dir \"$CYAN_BUILD\"" },
  { "go.mod", "go", "apt install golang",
    "cd \"$CYAN_SOURCE\" && go build -p \"$CYAN_JOBS\" -o \"$CYAN_BUILD/\" ./..." },
  { "configure", "make", "apt install make",
    "cd \"$CYAN_BUILD\" && \"$CYAN_SOURCE/configure\" && make -j\"$CYAN_JOBS\"" },
};

/* Folders of the user that a build with another $HOME would fill again, or needs: the variable and
 * its default in the home. */
static const struct
{
  const char *program;
  const char *variable;
  const char *folder;
} caches[] = {
  { "cargo", "CARGO_HOME", ".cargo" },
  { "cargo", "RUSTUP_HOME", ".rustup" },
  { "go", "GOPATH", "go" },
  { "go", "GOCACHE", ".cache/go-build" },
};

static gboolean
has_file (
    const char *repository, const char *revision, const char *file, gboolean *has, GError **error)
{
  g_autoptr (CyanGitTree) files = cyan_git_tree_open (repository, revision, error);
  g_autofree char *found = NULL;

  if (files == NULL)
    return FALSE;
  found = cyan_git_tree_object (files, file);
  *has = found != NULL;
  return TRUE;
}

static char *
with_caches (const char *program, const char *text)
{
  g_autoptr (GString) whole = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (caches); i++)
    {
      g_autofree char *folder = NULL, *quoted = NULL;

      if (strcmp (caches[i].program, program) != 0 || g_getenv (caches[i].variable) != NULL)
        continue;
      folder = g_build_filename (g_get_home_dir (), caches[i].folder, NULL);
      quoted = g_shell_quote (folder);
      if (g_file_test (folder, G_FILE_TEST_IS_DIR))
        g_string_append_printf (whole, "export %s=%s; ", caches[i].variable, quoted);
    }
  g_string_append (whole, text);
  return g_string_free (g_steal_pointer (&whole), FALSE);
}

void
cyan_build_guess_clear (CyanBuildGuess *self)
{
  g_clear_pointer (&self->text, g_free);
}

gboolean
cyan_build_guess (const char *repository,
                  const char *const *revisions,
                  const char *const *command,
                  CyanBuildGuess *guess,
                  GError **error)
{
  g_assert (command[0] != NULL && revisions[0] != NULL && revisions[1] != NULL);
  *guess = (CyanBuildGuess){ NULL, NULL };
  if (cyan_command_kind (command) != CYAN_COMMAND_NATIVE)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (builds); i++)
    {
      gboolean before, after;

      if (!has_file (repository, revisions[0], builds[i].file, &before, error)
          || !has_file (repository, revisions[1], builds[i].file, &after, error))
        return FALSE;
      if (!before || !after)
        continue;
      if (!cyan_recorder_need (builds[i].program, builds[i].install, error))
        return FALSE;
      guess->because = builds[i].file;
      guess->text = with_caches (builds[i].program, builds[i].text);
      return TRUE;
    }
  return TRUE;
}
