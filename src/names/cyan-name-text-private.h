/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The text of a label and what stands where in it: words, brackets, operators, parameters, template
 * arguments, and the styles in which recorders of Python write names.
 *
 * All that looks into names shares these: the reader of cyan-name-parts.h, aligning and the rules.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A span of a text; not terminated. */
typedef struct
{
  const char *at;
  gsize length;
} CyanNameSpan;

/* Whether @c can stand in an identifier, as bytes that are not ASCII can. */
gboolean cyan_name_is_word_byte (char c);

gboolean cyan_name_span_ends (CyanNameSpan self, const char *text);

/* What stands behind the last of the characters @separators; all of it if there is none. */
CyanNameSpan cyan_name_span_last (CyanNameSpan self, const char *separators);

/* Behind the bracket that closes the one at @at, or NULL if none does before @end.  Brackets of
 * other kinds do not count, and neither does the arrow "->". */
const char *cyan_name_skip_brackets (const char *at, const char *end);

/* How deep in brackets of any kind, to which the arrow does not count, the text goes on behind the
 * byte at @at, before which it is @depth deep.  @text is where it begins. */
guint cyan_name_depth_behind (const char *text, const char *at, guint depth);

/* Whether the word "operator" of C++ stands at @at in @label. */
gboolean cyan_name_is_operator (const char *label, const char *at);

/* The length of the sign at @at that can follow it, such as "()" or "<<="; 0 if there is none. */
gsize cyan_name_sign_length (const char *at);

/* Whether a label of C++ (or Java, or C#) has parameters behind the name, and whether it has
 * template arguments. */
gboolean cyan_name_has_parameters (const char *label);
gboolean cyan_name_has_templates (const char *label);

/* @label without parameters and the type that a template instance returns, and, if @templates,
 * without template arguments.  Caller frees. */
char *cyan_name_without_parameters (const char *label, gboolean templates);

/* The length of the word at @text that Go gives to functions without a name, without the number
 * behind it; 0 if there is none. */
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
  gboolean is_sure;          /* it can hardly be a name of another language */
  CyanNameSpan module;       /* "pkg.tree", or the path of the file */
  CyanNameSpan short_module; /* "tree": what every style says of the module */
  CyanNameSpan name;         /* "Tree.visit" */
  CyanNameSpan identifier;   /* "visit" */
} CyanPythonLabel;

/* Spans of @label, or of @file, of which both stay the caller's; @file may be empty. */
void cyan_python_label_read (CyanPythonLabel *self, const char *label, const char *file);

/* "dict.get" for "{method 'get' of 'dict' objects}", "builtins.len" for "<builtins.len>"; NULL for
 * a name that is not of this kind.  Caller frees. */
char *cyan_python_native_name (const char *label);

G_END_DECLS
