/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the symbols of an ELF file with libelf. */
#include "cyan-elf-symbols.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static gboolean
is_code (const GElf_Shdr *section)
{
  return (section->sh_flags & SHF_EXECINSTR) != 0 && section->sh_size > 0
         && section->sh_addr + section->sh_size > section->sh_addr;
}

/* Assembler and compilers leave labels that are no functions: local, with "." or "$" in the name,
 * but for clones such as "f.part.0". */
static gboolean
is_label (const CyanElfSymbol *symbol, guchar type)
{
  const char *name = symbol->name, *dot = strpbrk (name, ".$");

  return symbol->is_local && type == STT_NOTYPE && (dot != NULL || *name == '\0');
}

static void
add (CyanElfSymbols *self, Elf *elf, const char *name, const GElf_Sym *found)
{
  guchar type = GELF_ST_TYPE (found->st_info);
  CyanElfSymbol symbol = { .address = found->st_value,
                           .size = found->st_size,
                           .name = name,
                           .is_local = GELF_ST_BIND (found->st_info) == STB_LOCAL };
  Elf_Scn *section = elf_getscn (elf, found->st_shndx);
  GElf_Shdr header;

  if ((type != STT_FUNC && type != STT_NOTYPE && type != STT_GNU_IFUNC) || section == NULL
      || found->st_shndx == SHN_UNDEF || gelf_getshdr (section, &header) == NULL
      || !is_code (&header) || symbol.address < header.sh_addr
      || symbol.address - header.sh_addr >= header.sh_size || *name == '\0'
      || is_label (&symbol, type))
    return;
  symbol.name = g_string_chunk_insert (self->names, name);
  g_array_append_val (self->symbols, symbol);
}

static void
add_table (CyanElfSymbols *self, Elf *elf, Elf_Scn *section, const GElf_Shdr *header)
{
  Elf_Data *data = elf_getdata (section, NULL);
  gsize n = header->sh_entsize > 0 ? header->sh_size / header->sh_entsize : 0;
  GElf_Sym symbol;

  for (gsize i = 0; data != NULL && i < MIN (n, G_MAXINT); i++)
    if (gelf_getsym (data, (int) i, &symbol) != NULL)
      {
        const char *name = elf_strptr (elf, header->sh_link, symbol.st_name);

        if (name != NULL)
          add (self, elf, name, &symbol);
      }
}

static void
add_section (CyanElfSymbols *self, Elf *elf, gsize names, const GElf_Shdr *header)
{
  const char *name = elf_strptr (elf, names, header->sh_name);
  g_autofree char *shown = g_strdup_printf ("[%s]", name != NULL ? name : "");
  CyanElfSymbol symbol = { .address = header->sh_addr, .is_local = TRUE };

  symbol.name = g_string_chunk_insert (self->names, shown);
  g_array_append_val (self->symbols, symbol);
  self->code_begin = MIN (self->code_begin, header->sh_addr);
  self->code_end = MAX (self->code_end, header->sh_addr + header->sh_size);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const CyanElfSymbol *x = a, *y = b;
  gboolean x_is_section = *x->name == '[', y_is_section = *y->name == '[';

  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  if (x_is_section != y_is_section)
    return x_is_section - y_is_section;
  if (x->is_local != y->is_local)
    return x->is_local - y->is_local;
  return (*x->name == '_') - (*y->name == '_');
}

/* Keeps the first symbol of each address; of equal ones, the first in the file. */
static void
sort (GArray *symbols)
{
  guint n = 0;

  g_array_sort (symbols, compare);
  for (guint i = 0; i < symbols->len; i++)
    {
      CyanElfSymbol symbol = g_array_index (symbols, CyanElfSymbol, i);

      if (n == 0 || g_array_index (symbols, CyanElfSymbol, n - 1).address != symbol.address)
        g_array_index (symbols, CyanElfSymbol, n++) = symbol;
    }
  g_array_set_size (symbols, n);
}

/* Reads all symbols, those of the dynamic linker only if the program was stripped. */
static gboolean
read_symbols (CyanElfSymbols *self, Elf *elf)
{
  Elf_Scn *section = NULL, *table = NULL;
  GElf_Ehdr head;
  GElf_Shdr header, table_header = { 0 };
  gsize names;

  if (elf_kind (elf) != ELF_K_ELF || gelf_getehdr (elf, &head) == NULL
      || elf_getshdrstrndx (elf, &names) != 0)
    return FALSE;
  self->is_64 = head.e_ident[EI_CLASS] == ELFCLASS64;
  self->is_big_endian = head.e_ident[EI_DATA] == ELFDATA2MSB;
  self->is_relocatable = head.e_type == ET_DYN;
  self->entry = head.e_entry;
  while ((section = elf_nextscn (elf, section)) != NULL)
    {
      if (gelf_getshdr (section, &header) == NULL)
        return FALSE;
      if (is_code (&header))
        add_section (self, elf, names, &header);
      if (header.sh_type == SHT_SYMTAB || (header.sh_type == SHT_DYNSYM && table == NULL))
        {
          table = section;
          table_header = header;
        }
    }
  if (table != NULL)
    add_table (self, elf, table, &table_header);
  sort (self->symbols);
  return self->symbols->len > 0;
}

CyanElfSymbols *
cyan_elf_symbols_open (const char *path, GError **error)
{
  g_autoptr (CyanElfSymbols) self = g_new0 (CyanElfSymbols, 1);
  int file = open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  struct stat about;
  gboolean done = FALSE;

  self->symbols = g_array_new (FALSE, FALSE, sizeof (CyanElfSymbol));
  self->names = g_string_chunk_new (4096);
  self->code_begin = G_MAXUINT64;
  if (file < 0)
    {
      cyan_fail (error, CYAN_ERROR_IO, "%s: %s", path, g_strerror (errno));
      return NULL;
    }
  if (fstat (file, &about) == 0 && S_ISREG (about.st_mode) && elf_version (EV_CURRENT) != EV_NONE)
    {
      Elf *elf = elf_begin (file, ELF_C_READ, NULL);

      done = elf != NULL && read_symbols (self, elf);
      elf_end (elf);
    }
  close (file);
  if (!done)
    {
      cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: not a program in ELF"), path);
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
cyan_elf_symbols_free (CyanElfSymbols *self)
{
  g_array_unref (self->symbols);
  g_string_chunk_free (self->names);
  g_free (self);
}

guint
cyan_elf_symbols_find (const CyanElfSymbols *self, guint64 address)
{
  guint from = 0, to = self->symbols->len;

  if (address >= self->code_end)
    return G_MAXUINT;
  while (from < to)
    {
      guint middle = from + (to - from) / 2;

      if (cyan_elf_symbols_at (self, middle)->address > address)
        to = middle;
      else
        from = middle + 1;
    }
  return from - 1;
}
