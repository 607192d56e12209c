/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of languages.  Keywords are words that are never called: types are among them where a
 * cast looks like a call, and in Go what the compiler itself provides.
 */
#include "cyan-code-parts.h"
#include "cyan-extents-private.h"

static const char c_words[] =
    "_Alignas _Alignof _Atomic _Bool _Generic _Static_assert __alignof__ __asm__ "
    "__attribute__ __builtin_expect __declspec __typeof__ alignas alignof and asm auto bool "
    "break case catch char co_await co_return co_yield const const_cast constexpr continue "
    "decltype default defined delete do double dynamic_cast else enum explicit extern final "
    "float for goto if inline int long mutable new noexcept not operator or override "
    "reinterpret_cast requires restrict return short signed sizeof static static_assert "
    "static_cast struct switch template throw try typedef typeid typename typeof union "
    "unsigned using void volatile while";
static const char python_words[] =
    "and as assert async await break case class continue def del elif else except finally "
    "for from global if import in is lambda nonlocal not or pass raise return try while with "
    "yield";
static const char go_words[] =
    "any append bool break byte cap case chan clear close complex complex128 complex64 const "
    "continue copy default defer delete else error fallthrough float32 float64 for func go "
    "goto if imag import int int16 int32 int64 int8 interface len make map max min new "
    "package panic print println range real recover return rune select string struct switch "
    "type uint uint16 uint32 uint64 uint8 uintptr var";
static const char java_words[] =
    "assert boolean break byte case catch char class continue default do double else enum "
    "extends final finally float for if implements import instanceof int interface long new "
    "private protected public return short static switch synchronized throw throws try void "
    "while";
static const char rust_words[] =
    "Err Ok Some as async await break const continue crate dyn else enum extern fn for if "
    "impl in let loop match mod move mut pub ref return static struct trait type unsafe use "
    "where while yield";
static const char script_words[] =
    "as async await break case catch class const continue debugger default delete do else "
    "export extends finally for from function if import in instanceof let new of return "
    "static switch throw try typeof var void while with yield";
static const char csharp_words[] =
    "as async await base bool break byte case catch char checked class const continue "
    "decimal default do double else enum finally fixed float for foreach goto if in int is "
    "lock long nameof new object operator out params private protected public ref return "
    "sbyte short sizeof static string switch throw try typeof uint ulong unchecked unsafe "
    "ushort using var void when while yield";
static const char ruby_words[] =
    "BEGIN END alias and begin break case class def defined? do else elsif end ensure for if "
    "in module next not or redo rescue retry return then undef unless until when while yield";

#define GO_PUNCTUATORS   "... &^= <- := ++ -- += -= *= /= %= &= |= ^= && || &^ == != <="
#define JAVA_PUNCTUATORS "... ++ -- += -= *= /= %= &= |= ^= && || -> :: == != <="
#define RUST_PUNCTUATORS "... ..= .. -> => :: += -= *= /= %= &= |= ^= && || == != <="
#define SCRIPT_PUNCTUATORS                                                                         \
  "**= &&= ||= ?\?= ... === !== => ** && || ?? ?. ++ -- += -= *= /= %= &= |= ^= == != <="
#define CSHARP_PUNCTUATORS "?\?= .. => -> ?? ?. :: ++ -- += -= *= /= %= &= |= ^= && || == != <="

#define SCRIPT_FLAGS (CYAN_CODE_SCRIPT | CYAN_CODE_LOOSE_BRACES)
#define TYPES_FLAGS  (CYAN_CODE_TYPES | CYAN_CODE_TYPE_ARGUMENTS)
#define SCRIPT_ROW                                                                                 \
  .punctuators = SCRIPT_PUNCTUATORS, .keywords = script_words, .suffixes = "n", .arrow = "=>",     \
  .separator = ".", .find_blocks = cyan_code_parts_scan_curly,                                     \
  .find_extents = cyan_extents_find_script

const CyanCodeTraits cyan_code_traits[CYAN_N_LANGUAGES] = {
  [CYAN_LANGUAGE_OTHER] = {
    .suffixes = "",
    .separator = ".",
    .kinds = "function func method constructor",
  },
  [CYAN_LANGUAGE_C] = {
    .flags = CYAN_CODE_INLINED | CYAN_CODE_C | CYAN_CODE_LOOSE_BRACES | CYAN_CODE_TYPED_NAMES | CYAN_CODE_COMPARES,
    .keywords = c_words,
    .suffixes = "ulfz",
    .separator = "::",
    .kinds = "function",
    .find_blocks = cyan_code_parts_scan_curly,
  },
  [CYAN_LANGUAGE_CPP] = {
    .flags = CYAN_CODE_INLINED | CYAN_CODE_C | CYAN_CODE_CPP | CYAN_CODE_LOOSE_BRACES | CYAN_CODE_TYPED_NAMES
             | CYAN_CODE_TYPE_ARGUMENTS,
    .keywords = c_words,
    .suffixes = "ulfz",
    .separator = "::",
    .kinds = "function",
    .find_blocks = cyan_code_parts_scan_curly,
  },
  [CYAN_LANGUAGE_PYTHON] = {
    .flags = CYAN_CODE_PYTHON | CYAN_CODE_COMPARES,
    .keywords = python_words,
    .suffixes = "",
    .separator = ".",
    .kinds = "function member class",
    .find_blocks = cyan_code_parts_scan_python,
  },
  [CYAN_LANGUAGE_GO] = {
    .flags = CYAN_CODE_INLINED | CYAN_CODE_GO | CYAN_CODE_RAW_BACKTICK | CYAN_CODE_BARE_HEADS | CYAN_CODE_COMPARES,
    .punctuators = GO_PUNCTUATORS,
    .keywords = go_words,
    .suffixes = "",
    .separator = ".",
    .kinds = "func",
    .find_blocks = cyan_code_parts_scan_curly,
  },
  [CYAN_LANGUAGE_JAVA] = {
    .flags = CYAN_CODE_JAVA | CYAN_CODE_TEXT_BLOCK | CYAN_CODE_LOOSE_BRACES
             | CYAN_CODE_TYPED_NAMES | CYAN_CODE_TYPE_ARGUMENTS,
    .punctuators = JAVA_PUNCTUATORS,
    .keywords = java_words,
    .suffixes = "lfd",
    .arrow = "->",
    .separator = ".",
    .kinds = "method",
    .find_blocks = cyan_code_parts_scan_curly,
  },
  [CYAN_LANGUAGE_RUST] = {
    .flags = CYAN_CODE_INLINED | CYAN_CODE_RUST | CYAN_CODE_NESTED_COMMENTS | CYAN_CODE_BARE_HEADS | CYAN_CODE_BARS,
    .punctuators = RUST_PUNCTUATORS,
    .keywords = rust_words,
    .suffixes = "uifsze0123456789",
    .arrow = "=>",
    .separator = "::",
    .find_blocks = cyan_code_parts_scan_curly,
    .find_extents = cyan_extents_find_rust,
  },
  [CYAN_LANGUAGE_JAVASCRIPT] = { .flags = SCRIPT_FLAGS | CYAN_CODE_JSX, SCRIPT_ROW },
  [CYAN_LANGUAGE_TYPESCRIPT] = { .flags = SCRIPT_FLAGS | TYPES_FLAGS, SCRIPT_ROW },
  [CYAN_LANGUAGE_TSX] = { .flags = SCRIPT_FLAGS | TYPES_FLAGS | CYAN_CODE_JSX, SCRIPT_ROW },
  [CYAN_LANGUAGE_CSHARP] = {
    .flags = CYAN_CODE_CSHARP | CYAN_CODE_TEXT_BLOCK | CYAN_CODE_LOOSE_BRACES
             | CYAN_CODE_TYPED_NAMES | CYAN_CODE_TYPE_ARGUMENTS,
    .punctuators = CSHARP_PUNCTUATORS,
    .keywords = csharp_words,
    .suffixes = "ulfd",
    .arrow = "=>",
    .separator = ".",
    /* A field may be a property with a computed value: "A => 1;". */
    .kinds = "method property event field",
    .find_blocks = cyan_code_parts_scan_curly,
  },
  [CYAN_LANGUAGE_RUBY] = {
    .flags = CYAN_CODE_RUBY | CYAN_CODE_COMPARES | CYAN_CODE_BARS,
    .keywords = ruby_words,
    .suffixes = "",
    .separator = ".",
    .find_blocks = cyan_code_parts_scan_ruby,
    .find_extents = cyan_extents_find_ruby,
  },
};
