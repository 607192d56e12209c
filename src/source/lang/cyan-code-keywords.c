/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words that are never called, although "(" may follow.  Types are among them where a cast looks
 * like a call, and in Go what the compiler itself provides.
 */
#include "cyan-code-parts.h"

#include <string.h>

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

static const char *const words_of[CYAN_N_LANGUAGES] = {
  [CYAN_LANGUAGE_C] = c_words,
  [CYAN_LANGUAGE_CPP] = c_words,
  [CYAN_LANGUAGE_PYTHON] = python_words,
  [CYAN_LANGUAGE_GO] = go_words,
  [CYAN_LANGUAGE_JAVA] = java_words,
  [CYAN_LANGUAGE_RUST] = rust_words,
  [CYAN_LANGUAGE_JAVASCRIPT] = script_words,
  [CYAN_LANGUAGE_TYPESCRIPT] = script_words,
  [CYAN_LANGUAGE_TSX] = script_words,
  [CYAN_LANGUAGE_CSHARP] = csharp_words,
  [CYAN_LANGUAGE_RUBY] = ruby_words,
};

gboolean
cyan_code_part_is_keyword (const CyanCodeParts *self, guint index)
{
  return words_of[self->language] != NULL
         && cyan_code_part_is_any (self, index, words_of[self->language]);
}
