/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A definition file that is kept in a store, so that many machines measure by it.
 *
 * Whoever can write the store can change its commands.  So they only run for somebody who names the
 * hash of the whole text, which is shown first.
 */
#include <stdio.h>
#include <string.h>

#include "cyan-cli.h"
#include "cyan-error.h"
#include "cyan-text.h"

/* For messages; where it would stand. */
#define NAME "published track.ini"

static char *
hash_text (const char *text)
{
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

/* What a worker is started by.  Caller frees. */
static char *
suggest (const char *store, const char *hash)
{
  GString *command = g_string_new ("cyan track");

  cyan_text_append_option (command, "--work", store);
  cyan_text_append_option (command, "--agree", hash);
  return g_string_free (command, FALSE);
}

gboolean
cyan_cli_publish (const CyanTrack *track, const char *path, GError **error)
{
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (GError) reason = NULL;
  g_autofree char *text = NULL, *hash = NULL, *command = NULL;
  g_autoptr (CyanTrack) same = NULL;
  gsize length;

  if (track->project == NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "%s: --publish needs project=NAME in [track], the same for all machines",
                      track->path);
  if (!g_file_get_contents (track->path, &text, &length, &reason))
    return cyan_fail (error, CYAN_ERROR_IO, "%s: %s", track->path, reason->message);
  /* It may have been written again meanwhile. */
  same = cyan_track_parse (text, length, track->path, error);
  store = same != NULL ? cyan_cli_open_store (path, CYAN_STORE_CREATE, error) : NULL;
  if (store == NULL || !cyan_store_set (store, CYAN_STORE_TRACK, text, error))
    return FALSE;
  hash = hash_text (text);
  command = suggest (path, hash);
  cyan_cli_note ("other machines measure by it, where they stand in a clone: %s", command);
  return TRUE;
}

static void
show (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *line = cyan_text_for_terminal (lines[i]);

      if (*line != '\0' || lines[i + 1] != NULL)
        puts (line);
    }
  fflush (stdout);
}

CyanTrack *
cyan_cli_read_published (const char *path, const char *agreed, GError **error)
{
  g_autoptr (CyanStore) store = cyan_cli_open_store (path, CYAN_STORE_READ, error);
  g_autofree char *text = NULL, *hash = NULL, *command = NULL;

  if (store == NULL || !cyan_store_get (store, CYAN_STORE_TRACK, &text, error))
    return NULL;
  if (text == NULL)
    return cyan_fail_null (error, CYAN_ERROR_INVALID,
                           "%s: it has no definition file; \"cyan track --publish\" puts one there",
                           path);
  hash = hash_text (text);
  if (g_strcmp0 (agreed, hash) == 0)
    return cyan_track_parse (text, strlen (text), NAME, error);
  show (text);
  command = suggest (path, hash);
  return cyan_fail_null (error, CYAN_ERROR_MISMATCH,
                         agreed == NULL
                             ? "nothing was run; if these commands may run here: %s"
                             : "nothing was run, for this is another file than the one that"
                               " was agreed to; if these commands may run here: %s",
                         command);
}
