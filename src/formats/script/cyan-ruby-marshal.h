/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ruby's Marshal format, as far as profiles use it, as the same document in JSON: one reader is
 * then enough for the profiles of a profiler that writes both.
 */
#pragma once

#include "cyan-input.h"

/* The first bytes, and the one after them of a hash. */
#define CYAN_RUBY_MARSHAL_MAGIC "\4\10"
#define CYAN_RUBY_MARSHAL_HASH  '{'

/* Reads all of @input and appends it to @json: hashes as objects, whose keys become strings,
 * arrays, strings and symbols, numbers, nil, true and false.  A class, an object, a hash with a
 * default and a reference to an array or a hash are errors. */
gboolean cyan_ruby_marshal_to_json (CyanInput *input, GString *json, GError **error);
