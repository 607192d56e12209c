/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The functions of a program or library by address, from the symbols of its ELF file.
 *
 * Of several symbols at one address the global one counts, then one without "_" in front.  A
 * section of code that begins without a symbol is one by its name, such as "[.plt]".
 */
#pragma once

#include <glib.h>

typedef struct
{
  guint64 address;  /* as in the file */
  guint64 size;     /* in bytes; 0: not known */
  const char *name; /* as in the file, not demangled; owned by the table */
  gboolean is_local;
} CyanElfSymbol;

typedef struct
{
  GArray *symbols; /* of CyanElfSymbol, by ascending address; none twice */
  guint64 code_begin, code_end;
  guint64 entry;  /* where the program starts */
  gboolean is_64; /* addresses have 8 bytes, else 4 */
  gboolean is_big_endian;
  gboolean is_relocatable; /* a library, or a program that can be loaded anywhere */
  GStringChunk *names;
} CyanElfSymbols;

/* Opens the regular file @path.  An error is one line that names it. */
CyanElfSymbols *cyan_elf_symbols_open (const char *path, GError **error);
void cyan_elf_symbols_free (CyanElfSymbols *self);

/* The number of the last symbol that begins at or before @address; G_MAXUINT: there is none, or
 * @address is behind the code. */
guint cyan_elf_symbols_find (const CyanElfSymbols *self, guint64 address);

static inline const CyanElfSymbol *
cyan_elf_symbols_at (const CyanElfSymbols *self, guint number)
{
  return &g_array_index (self->symbols, CyanElfSymbol, number);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanElfSymbols, cyan_elf_symbols_free)
