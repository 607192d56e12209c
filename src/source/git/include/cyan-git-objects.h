/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Automatic cleanup for libgit2's objects. */
#pragma once

#include <git2.h>
#include <git2/sys/hashsig.h>
#include <glib.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_commit, git_commit_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_config, git_config_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_hashsig, git_hashsig_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_object, git_object_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_odb_object, git_odb_object_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_tree, git_tree_free)
