/* SPDX-License-Identifier: GPL-3.0-or-later */
/* This machine, its state, and its processes, mostly from /proc and /sys. */
#include "cyan-machine.h"

#include <gnu/libc-version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "cyan-assert.h"
#include "cyan-command.h"
#include "cyan-json.h"
#include "cyan-json-writer.h"

#define VERSION_SECONDS 10

/* The first line of the file, or what follows @key and a colon in it; NULL if that is not there.
 * Caller frees. */
static char *
read_line (const char *path, const char *key)
{
  g_autofree char *text = NULL;
  char *line;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  line = key != NULL ? strstr (text, key) : text;
  if (line != NULL && key != NULL)
    line = strchr (line, ':');
  if (line == NULL)
    return NULL;
  line += key != NULL;
  line[strcspn (line, "\n")] = '\0';
  return g_utf8_make_valid (g_strstrip (line), -1);
}

char *
cyan_machine_identity (void)
{
  g_autofree char *model = read_line ("/proc/cpuinfo", "model name");
  g_autofree char *memory = read_line ("/proc/meminfo", "MemTotal");
  struct utsname system;

  uname (&system);
  return g_strdup_printf (
      "%s, %u processors, %.0f GiB, %s", model != NULL ? model : "unknown", g_get_num_processors (),
      memory != NULL ? g_ascii_strtod (memory, NULL) / (1 << 20) : 0.0, system.machine);
}

/* ---- facts ---- */

static void
add (GHashTable *facts, const char *name, char *value)
{
  if (value != NULL && *value != '\0')
    g_hash_table_insert (facts, g_strdup (name), value);
  else
    g_free (value);
}

char *
cyan_machine_version_of (const char *program)
{
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "LC_ALL", "C", TRUE);
  g_autofree char *text = g_strdup_printf ("%s --version", program);
  const CyanCommand command = { .text = text,
                                .folder = "/",
                                .environment = (const char *const *) environment,
                                .seconds = VERSION_SECONDS };
  g_auto (CyanCommandResult) result = { 0 };

  if (!cyan_command_run (&command, NULL, &result, NULL) || result.exit_code != 0)
    return NULL;
  return g_strndup (result.log, strcspn (result.log, "\n"));
}

/* Whether the processors may run faster than their nominal speed. */
static char *
read_turbo (void)
{
  g_autofree char *off = read_line ("/sys/devices/system/cpu/intel_pstate/no_turbo", NULL);
  g_autofree char *boost = read_line ("/sys/devices/system/cpu/cpufreq/boost", NULL);

  if (off != NULL)
    return g_strdup (*off == '0' ? "on" : "off");
  return boost != NULL ? g_strdup (*boost == '1' ? "on" : "off") : NULL;
}

static char *
read_load (void)
{
  double load;

  if (getloadavg (&load, 1) != 1)
    return NULL;
  return g_strdup_printf ("%.1f", load);
}

GHashTable *
cyan_machine_facts (void)
{
  GHashTable *facts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  struct utsname system;

  uname (&system);
  add (facts, "kernel", g_strdup_printf ("%s %s", system.sysname, system.release));
  add (facts, "microcode", read_line ("/proc/cpuinfo", "microcode"));
  add (facts, "governor",
       read_line ("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", NULL));
  add (facts, "turbo", read_turbo ());
  add (facts, "load", read_load ());
  add (facts, "compiler", cyan_machine_version_of ("${CC:-cc}"));
  add (facts, "libc", g_strdup_printf ("glibc %s", gnu_get_libc_version ()));
  return facts;
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (a, b);
}

char *
cyan_machine_facts_to_json (GHashTable *facts)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (facts), compare_names);
  CyanJsonWriter writer = { .text = g_string_new (NULL) };

  cyan_json_writer_open_object (&writer, NULL);
  for (GList *name = names; name != NULL; name = name->next)
    cyan_json_writer_text (&writer, name->data, g_hash_table_lookup (facts, name->data));
  cyan_json_writer_close_object (&writer);
  return g_string_free (writer.text, FALSE);
}

GHashTable *
cyan_machine_facts_from_json (const char *facts)
{
  GHashTable *found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  CyanInput *input = cyan_input_new_for_memory ("facts", facts, strlen (facts), NULL, NULL);
  CyanJson *json = input != NULL ? cyan_json_new (input) : NULL;
  g_autofree char *key = NULL;

  if (json != NULL && cyan_json_next (json, NULL) == CYAN_JSON_OBJECT)
    for (;;)
      {
        CyanJsonToken token = cyan_json_next (json, NULL);

        if (token == CYAN_JSON_KEY)
          {
            g_free (key);
            key = g_strndup (json->text, json->length);
          }
        else if (key == NULL || token == CYAN_JSON_ERROR || token == CYAN_JSON_OBJECT_END)
          break;
        else if (token == CYAN_JSON_STRING || token == CYAN_JSON_NUMBER)
          g_hash_table_insert (found, g_strdup (key), g_strndup (json->text, json->length));
        else if (token == CYAN_JSON_TRUE || token == CYAN_JSON_FALSE)
          g_hash_table_insert (found, g_strdup (key),
                               g_strdup (token == CYAN_JSON_TRUE ? "true" : "false"));
        else if (token != CYAN_JSON_NULL && !cyan_json_skip (json, token, NULL))
          break;
      }
  g_clear_pointer (&json, cyan_json_free);
  g_clear_pointer (&input, cyan_input_free);
  return found;
}

gboolean
cyan_machine_fact_varies (const char *name)
{
  return strcmp (name, "load") == 0 || strcmp (name, "seed") == 0
         || strcmp (name, CYAN_FACT_REFERENCE) == 0 || strcmp (name, CYAN_FACT_HOST) == 0;
}

/* ---- processes ---- */

/* When the process started, in ticks since boot; 0 if there is none.  A number is used again, but
 * not with the same start. */
static guint64
read_start (gint64 pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%" G_GINT64_FORMAT "/stat", pid);
  g_autofree char *text = NULL;
  /* The name of the program may contain anything. */
  const char *rest = g_file_get_contents (path, &text, NULL, NULL) ? strrchr (text, ')') : NULL;
  g_auto (GStrv) fields = rest != NULL ? g_strsplit (rest, " ", 22) : NULL;

  /* Field 3 is the first one after the name; 22 is the start. */
  if (fields == NULL || g_strv_length (fields) < 21 || *fields[1] == 'Z' || *fields[1] == 'X')
    return 0;
  return g_ascii_strtoull (fields[20], NULL, 10);
}

/* Where process numbers mean something: this boot, and this container. */
static char *
read_space (void)
{
  g_autofree char *boot = read_line ("/proc/sys/kernel/random/boot_id", NULL);
  g_autofree char *space = g_file_read_link ("/proc/self/ns/pid", NULL);

  return g_strdup_printf ("%s %s", boot != NULL ? boot : "?", space != NULL ? space : "?");
}

char *
cyan_machine_process (void)
{
  g_autofree char *space = read_space ();
  char *name =
      g_strdup_printf ("%s %d %" G_GUINT64_FORMAT, space, getpid (), read_start (getpid ()));

  cyan_assert_slow (!cyan_machine_process_ended (name));
  return name;
}

gboolean
cyan_machine_process_ended (const char *name)
{
  g_autofree char *space = read_space ();
  gint64 pid;
  char *end;

  if (!g_str_has_prefix (name, space) || strchr (space, '?') != NULL)
    return FALSE;
  pid = g_ascii_strtoll (name + strlen (space), &end, 10);
  return pid > 0 && *end == ' ' && read_start (pid) != g_ascii_strtoull (end, NULL, 10);
}
