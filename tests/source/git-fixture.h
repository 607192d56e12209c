/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Small repositories that tests make with the real git.
 *
 * git reads no configuration but the repository's own; each commit is a minute later than the one
 * before, so that ids are the same in every run.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* To be called first: the user's configuration becomes a file that no parser accepts, so that
 * whoever reads it fails. */
void git_fixture_start (void);

/* Runs git in @folder, asserts that it succeeds, and returns what it prints, without the last line
 * break.  Arguments up to NULL.  Caller frees. */
char *git_run (const char *folder, ...) G_GNUC_NULL_TERMINATED;
char *
git_run_input (const char *folder, const char *input, gssize length, ...) G_GNUC_NULL_TERMINATED;

/* As git_run() for its effect only. */
void git_do (const char *folder, ...) G_GNUC_NULL_TERMINATED;

/* A new repository in a new folder; free with tree_free(). */
char *git_new (void);
/* Commits all there is; the commit's id.  Caller frees. */
char *git_commit_all (const char *folder, const char *subject);

G_END_DECLS
