/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of this folder: steps of normalising, the syntax of labels, reading of
 * names. */
#pragma once

#include "cyan-name-parts.h"
#include "cyan-names.h"

#include <glib.h>

/* Limit of the bytes of a mangled symbol that is demangled; real symbols have up to about 2,000. */
#define CYAN_SYMBOL_MAX 4096

/* Whether [@symbol, @symbol + @length), the text after "_R", follows the grammar of Rust's v0
 * mangling and can be demangled in bounded time. */
gboolean cyan_name_rust_is_harmless (const char *symbol, gsize length);

/* Applies each of the built-in rules once.  Returns the new name, or NULL if no rule changed @name.
 * @name must be valid UTF-8, and so is the result.  Caller frees. */
char *cyan_name_apply_rules (const char *name);

/* Applies the renames of @side to @name in their order.  NULL with CYAN_ERROR_INVALID if a pattern
 * takes too long or the name becomes too long.  Caller frees. */
char *
cyan_name_rules_rename (const CyanNameRules *self, guint side, const char *name, GError **error);

/*
 * The syntax of labels: words, brackets, operators, parameters, template arguments, and the styles
 * in which recorders of Python write names.
 *
 * Shared by the reader of cyan-name-parts.h, by name alignment and by the rules.
 */

/* A span of a text; not NUL-terminated. */
typedef struct
{
  const char *at;
  gsize length;
} CyanNameSpan;

/* Whether @c may be part of an identifier; bytes that are not ASCII may. */
gboolean cyan_name_is_word_byte (char c);

gboolean cyan_name_span_ends (CyanNameSpan self, const char *text);

/* The text after the last of the characters @separators; the whole span if it has none. */
CyanNameSpan cyan_name_span_last (CyanNameSpan self, const char *separators);

/* Returns the position after the bracket that closes the one at @at, or NULL if none does before
 * @end.  Ignores brackets of other kinds and the arrow "->". */
const char *cyan_name_skip_brackets (const char *at, const char *end);

/* The nesting depth of brackets after the byte at @at, where @depth is the depth before it.  Counts
 * brackets of all kinds, but not the arrow.  @text is the start of the text. */
guint cyan_name_depth_behind (const char *text, const char *at, guint depth);

/* Whether the C++ keyword "operator" is at @at in @label. */
gboolean cyan_name_is_operator (const char *label, const char *at);

/* The length of the operator's sign at @at, such as "()" or "<<="; 0 if there is none. */
gsize cyan_name_sign_length (const char *at);

/* Whether a label of C++ (or Java, or C#) has parameters after the name, and whether it has
 * template arguments. */
gboolean cyan_name_has_parameters (const char *label);
gboolean cyan_name_has_templates (const char *label);

/* @label without parameters and without the return type of a template instance; with @templates,
 * also without template arguments; with @lambdas, also without the parameters of functions around
 * it and what distinguishes lambda functions.  Caller frees. */
char *cyan_name_without_parameters (const char *label, gboolean templates, gboolean lambdas);

/* The length of a word at @text that Go uses for functions without a name, without the number that
 * follows; 0 if there is none. */
gsize cyan_name_go_word (const char *text);

/**
 * CyanPythonStyle:
 * @CYAN_PYTHON_STYLE_NONE: nothing that a recorder of Python writes
 * @CYAN_PYTHON_STYLE_MODULE: "pkg.tree:Tree.visit", of cProfile as it is read here and of
 *   sys.setprofile
 * @CYAN_PYTHON_STYLE_FILE_BEHIND: "visit (pkg/tree.py)" of py-spy
 * @CYAN_PYTHON_STYLE_FILE_IN_FRONT: "tree.py(visit)" of pstats, "tree.py:visit" of austin
 * @CYAN_PYTHON_STYLE_NAME: "visit" alone, with a file of its own, of VizTracer and speedscope
 */
typedef enum
{
  CYAN_PYTHON_STYLE_NONE,
  CYAN_PYTHON_STYLE_MODULE,
  CYAN_PYTHON_STYLE_FILE_BEHIND,
  CYAN_PYTHON_STYLE_FILE_IN_FRONT,
  CYAN_PYTHON_STYLE_NAME,
} CyanPythonStyle;

#define CYAN_PYTHON_N_STYLES 5

/* The parts of a Python function's label. */
typedef struct
{
  CyanPythonStyle style;
  gboolean is_sure;          /* hardly a name of another language */
  CyanNameSpan module;       /* "pkg.tree", or the path of the file */
  CyanNameSpan short_module; /* "tree": the part of the module that all styles write */
  CyanNameSpan name;         /* "Tree.visit" */
  CyanNameSpan identifier;   /* "visit" */
} CyanPythonLabel;

/* Reads a label; the spans point into @label or @file, which the caller keeps.  @file may be empty.
 */
void cyan_python_label_read (CyanPythonLabel *self, const char *label, const char *file);

/* "dict.get" for "{method 'get' of 'dict' objects}", "builtins.len" for "<builtins.len>"; NULL for
 * names of other forms.  Caller frees. */
char *cyan_python_native_name (const char *label);

/* Shared by the files that read a name. */

/* The state of reading a name. */
typedef struct
{
  CyanNameParts *name;
  GPtrArray *parts; /* of char *, owned */
  GString *part;    /* the current part */
  guint depth;      /* nesting of the types in brackets that are being read */
} CyanNameReader;

/* Skips the first of @words (NULL-terminated) with which @text begins, and sets @found.  Returns
 * the rest of @text. */
const char *cyan_name_skip_word (const char *text, const char *const *words, gboolean *found);

/* Skips a prefix of a name ("async f", "block in m", "app.dll!f") and records its meaning in @self.
 * Returns the start of the name itself. */
const char *cyan_name_skip_prefix (CyanNameParts *self, const char *text);

/* Resolves closures, constructors and similar names that sources do not use.  All parts must be
 * read. */
void cyan_name_resolve_parts (CyanNameReader *self);
