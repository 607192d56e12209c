/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens revisions in tests, and creates a repository for them. */
#pragma once

#include "cyan-error.h"
#include "cyan-git.h"

/* Opens a revision that must exist; checks that another is refused with @reason in the message. */
CyanGitTree *open_revision (const char *folder, const char *revision);
void assert_refused (const char *folder, const char *revision, CyanError code, const char *reason);

/* Check the text of a file, or why it cannot be read. */
void assert_text (CyanGitTree *tree, const char *path, const char *expected);
void assert_unread (CyanGitTree *tree, const char *path, CyanError code, const char *reason);

/* The listed paths, one per line.  Caller frees. */
char *list_revision (CyanGitTree *tree);

/* Three commits with folders, links, files of many kinds, tags and a branch; tree_free() it. */
char *make_repository (void);
