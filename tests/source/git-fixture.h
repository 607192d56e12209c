/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Small repositories that tests create with the real git.
 *
 * git reads only the repository's own configuration; each commit is a minute later than the
 * previous one, so ids are always the same.
 */
#pragma once

#include <glib.h>

/* Call this first: it replaces the user's configuration by an invalid file, so reading it fails. */
void git_fixture_start (void);

/* Runs git in @folder, checks that it succeeds, and returns its output without the last line break.
 * Arguments up to NULL.  Caller frees. */
char *git_run (const char *folder, ...) G_GNUC_NULL_TERMINATED;
char *
git_run_input (const char *folder, const char *input, gssize length, ...) G_GNUC_NULL_TERMINATED;

/* Like git_run(), without the output. */
void git_do (const char *folder, ...) G_GNUC_NULL_TERMINATED;

/* Creates a repository in a new folder; free with tree_free(). */
char *git_new (void);
/* Commits all changes; returns the id of the commit.  Caller frees. */
char *git_commit_all (const char *folder, const char *subject);
