/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening revisions in tests, and a repository to open. */
#pragma once

#include "cyan-error.h"
#include "cyan-git.h"

/* A revision that can be opened; one that cannot, with @reason in the message. */
CyanGitTree *open_revision (const char *folder, const char *revision);
void assert_refused (const char *folder, const char *revision, CyanError code, const char *reason);

/* A file's text, or why it has none. */
void assert_text (CyanGitTree *tree, const char *path, const char *expected);
void assert_unread (CyanGitTree *tree, const char *path, CyanError code, const char *reason);

/* The listed paths, a line each.  Caller frees. */
char *list_revision (CyanGitTree *tree);

/* Three commits with folders, links, files of many kinds, tags and a branch; tree_free() it. */
char *make_repository (void);
