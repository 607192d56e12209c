/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recorders of commands. */
#include <string.h>

#include "cyan-command.h"
#include "cyan-error.h"
#include "cyan-git.h"
#include "cyan-i18n.h"
#include "cyan-recorder.h"
#include "cyan-track-private.h"

/* Seconds that perf may take to say whether it may record. */
#define PROBE_SECONDS 20
/* Characters that mean nothing to a shell. */
#define PLAIN G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-+./:,@%"

const char *const cyan_recorder_names[] = { "perf",     "callgrind", "uftrace", "py-spy",
                                            "cprofile", "node",      "none",    NULL };

/* By CyanRecorder: the program, and how to get it. */
static const struct
{
  const char *program;
  const char *install;
} recorders[] = {
  { "perf", "apt install linux-perf" },
  { "valgrind", "apt install valgrind" },
  { "uftrace", "apt install uftrace" },
  { "py-spy", "pipx install py-spy" },
  { "python3", "apt install python3" },
  { "node", "apt install nodejs" },
  { NULL, NULL },
};

G_STATIC_ASSERT (G_N_ELEMENTS (recorders) == CYAN_RECORDER_NONE + 1);
G_STATIC_ASSERT (G_N_ELEMENTS (cyan_recorder_names) == CYAN_RECORDER_NONE + 2);

/* The best first. */
static const CyanRecorder native[] = { CYAN_RECORDER_PERF, CYAN_RECORDER_CALLGRIND,
                                       CYAN_RECORDER_UFTRACE };
static const CyanRecorder python[] = { CYAN_RECORDER_PY_SPY, CYAN_RECORDER_CPROFILE };
static const CyanRecorder node[] = { CYAN_RECORDER_NODE };

/* ---- kinds of commands ---- */

typedef enum
{
  COMMAND_NATIVE,
  COMMAND_PYTHON,
  COMMAND_NODE,
} Kind;

static Kind
kind_of (const char *const *command)
{
  g_autofree char *name = g_path_get_basename (command[0]);

  if (g_str_has_prefix (name, "python") || g_str_has_suffix (name, ".py")
      || strcmp (name, "pytest") == 0)
    return COMMAND_PYTHON;
  if (strcmp (name, "node") == 0 || strcmp (name, "nodejs") == 0)
    return COMMAND_NODE;
  return COMMAND_NATIVE;
}

/* ---- what can record here ---- */

/* Fails, with @install in the message, if there is no such program. */
static gboolean
need (const char *program, const char *install, GError **error)
{
  g_autofree char *path = g_find_program_in_path (program);

  if (path != NULL)
    return TRUE;
  return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("%s is not installed: %s"), program, install);
}

static gboolean
fail_perf (GError **error)
{
  g_autofree char *level = NULL;

  if (g_file_get_contents ("/proc/sys/kernel/perf_event_paranoid", &level, NULL, NULL)
      && g_ascii_strtoll (level, NULL, 10) > 2)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("perf may not record: sudo sysctl kernel.perf_event_paranoid=2"));
  return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                    _ ("perf cannot record on this machine; \"perf record true\" says why"));
}

/* Only perf itself knows what the kernel, a container and its own version let it do. */
static gboolean
probe_perf (GError **error)
{
  g_auto (GStrv) environment = g_get_environ ();
  g_auto (CyanCommandResult) result = { 0 };
  CyanCommand command = { .text = "exec perf record -q -F 999 -g -o - -- true >/dev/null",
                          .folder = "/",
                          .environment = (const char *const *) environment,
                          .seconds = PROBE_SECONDS };

  return cyan_command_run (&command, NULL, &result, error)
         && (result.exit_code == 0 || fail_perf (error));
}

gboolean
cyan_recorder_check (CyanRecorder recorder, GError **error)
{
  g_assert (recorder <= CYAN_RECORDER_NONE);
  if (recorder == CYAN_RECORDER_NONE)
    return TRUE;
  if (!need (recorders[recorder].program, recorders[recorder].install, error))
    return FALSE;
  return recorder != CYAN_RECORDER_PERF || probe_perf (error);
}

gboolean
cyan_recorder_choose (const char *const *command,
                      CyanRecorder *recorder,
                      GPtrArray *notes,
                      GError **error)
{
  const CyanRecorder *list = native;
  guint n = G_N_ELEMENTS (native);
  Kind kind = kind_of (command);

  g_assert (command[0] != NULL);
  if (kind == COMMAND_PYTHON)
    {
      list = python;
      n = G_N_ELEMENTS (python);
    }
  else if (kind == COMMAND_NODE)
    {
      list = node;
      n = G_N_ELEMENTS (node);
    }
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) reason = NULL;

      if (cyan_recorder_check (list[i], &reason))
        {
          *recorder = list[i];
          return TRUE;
        }
      g_ptr_array_add (notes, g_strdup (reason->message));
    }
  return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("there is nothing to record %s with: %s"),
                    command[0], (const char *) notes->pdata[0]);
}

/* ---- commands ---- */

/* Quoted if it needs that; only variables of ours are expanded. */
static void
append_quoted (GString *text, const char *argument)
{
  if (*argument != '\0' && strspn (argument, PLAIN) == strlen (argument))
    {
      g_string_append (text, argument);
      return;
    }
  g_string_append_c (text, '"');
  for (const char *at = argument; *at != '\0'; at++)
    {
      gboolean is_ours = g_str_has_prefix (at, "$CYAN_") || g_str_has_prefix (at, "${CYAN_");

      if (strchr ("\"\\`", *at) != NULL || (*at == '$' && !is_ours))
        g_string_append_c (text, '\\');
      g_string_append_c (text, *at);
    }
  g_string_append_c (text, '"');
}

static void
append_arguments (GString *text, const char *const *arguments)
{
  for (; *arguments != NULL; arguments++)
    {
      g_string_append_c (text, ' ');
      append_quoted (text, *arguments);
    }
}

/* Puts the profiler between the options of the interpreter and its script. */
static gboolean
append_cprofile (GString *text, const char *const *command, GError **error)
{
  const char *const *at = command;
  g_autofree char *name = g_path_get_basename (*at);

  if (g_str_has_prefix (name, "python"))
    append_quoted (text, *at++);
  else
    g_string_append (text, "python3");
  for (; *at != NULL && **at == '-' && strcmp (*at, "-m") != 0; at++)
    {
      if (strcmp (*at, "-c") == 0 || strcmp (*at, "-") == 0)
        return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                          _ ("cProfile records a script or a module, not python %s"), *at);
      g_string_append_c (text, ' ');
      append_quoted (text, *at);
      if ((strcmp (*at, "-X") == 0 || strcmp (*at, "-W") == 0) && at[1] != NULL)
        {
          g_string_append_c (text, ' ');
          append_quoted (text, *++at);
        }
    }
  if (*at == NULL)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("cProfile records a script or a module: there is none"));
  g_string_append (text, " -m cProfile -o \"$CYAN_PROFILE\"");
  if (strcmp (name, "pytest") == 0)
    {
      g_string_append (text, " -m pytest");
      at++;
    }
  append_arguments (text, at);
  return TRUE;
}

char *
cyan_recorder_run (CyanRecorder recorder, const char *const *command, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert (recorder <= CYAN_RECORDER_NONE && command[0] != NULL);
  switch (recorder)
    {
    case CYAN_RECORDER_PERF:
      g_string_append (text, "perf record -F 999 --call-graph dwarf -o \"$CYAN_PROFILE\" --");
      break;
    case CYAN_RECORDER_CALLGRIND:
      g_string_append (text, "valgrind -q --tool=callgrind --separate-callers=4"
                             " --callgrind-out-file=\"$CYAN_PROFILE\" --");
      break;
    case CYAN_RECORDER_UFTRACE:
      g_string_append (text, "uftrace record --no-libcall --no-event -d \"$CYAN_PROFILE\" --");
      break;
    case CYAN_RECORDER_PY_SPY:
      g_string_append (text, "py-spy record --format raw --nolineno --rate 999"
                             " -o \"$CYAN_PROFILE\" --");
      break;
    case CYAN_RECORDER_CPROFILE:
      if (!append_cprofile (text, command, error))
        return NULL;
      return g_string_free (g_steal_pointer (&text), FALSE);
    case CYAN_RECORDER_NODE:
      append_quoted (text, *command++);
      g_string_append (text, " --cpu-prof --cpu-prof-dir=\"${CYAN_PROFILE%/*}\""
                             " --cpu-prof-name=\"${CYAN_PROFILE##*/}\"");
      break;
    case CYAN_RECORDER_NONE:
    default:
      append_quoted (text, *command++);
      break;
    }
  append_arguments (text, command);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- builds ---- */

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
  if (kind_of (command) != COMMAND_NATIVE)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (builds); i++)
    {
      gboolean before, after;

      if (!has_file (repository, revisions[0], builds[i].file, &before, error)
          || !has_file (repository, revisions[1], builds[i].file, &after, error))
        return FALSE;
      if (!before || !after)
        continue;
      if (!need (builds[i].program, builds[i].install, error))
        return FALSE;
      guess->because = builds[i].file;
      guess->text = with_caches (builds[i].program, builds[i].text);
      return TRUE;
    }
  return TRUE;
}
