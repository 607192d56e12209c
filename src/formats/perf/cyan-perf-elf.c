/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the symbols of ELF files with libelf.
 *
 * Which files and which symbols are taken is as in perf, so that functions have the same names:
 * those of the debugging information if it is installed, of the dynamic linker, and of the stubs
 * that call other libraries.
 */
#include "cyan-perf-object.h"

#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <sys/auxv.h>
#include <unistd.h>

typedef struct
{
  int fd; /* -1: memory */
  Elf *elf;
  GElf_Ehdr header;
  gsize section_names; /* index of their section */
  Elf_Scn *symbols, *dynamic;
} Image;

static void
close_image (Image *self)
{
  g_clear_pointer (&self->elf, elf_end);
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
}

static const char *
section_name (const Image *self, const GElf_Shdr *section)
{
  const char *name = elf_strptr (self->elf, self->section_names, section->sh_name);

  return name != NULL ? name : "";
}

/* The section with this name, whose header becomes *@header; NULL: none. */
static Elf_Scn *
find_section (const Image *self, const char *name, GElf_Shdr *header)
{
  for (Elf_Scn *section = NULL; (section = elf_nextscn (self->elf, section)) != NULL;)
    if (gelf_getshdr (section, header) != NULL && strcmp (section_name (self, header), name) == 0)
      return section;
  return NULL;
}

static void
read_build_id (const Image *self, CyanPerfBuildId *id)
{
  id->size = 0;
  for (Elf_Scn *section = NULL; (section = elf_nextscn (self->elf, section)) != NULL;)
    {
      GElf_Shdr header;
      GElf_Nhdr note;
      size_t name, content, next = 0;
      Elf_Data *data;

      if (gelf_getshdr (section, &header) == NULL || header.sh_type != SHT_NOTE
          || (data = elf_getdata (section, NULL)) == NULL)
        continue;
      while ((next = gelf_getnote (data, next, &note, &name, &content)) > 0)
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof "GNU"
            && memcmp ((const char *) data->d_buf + name, "GNU", sizeof "GNU") == 0)
          {
            id->size = (guint8) MIN (note.n_descsz, sizeof id->bytes);
            memcpy (id->bytes, (const char *) data->d_buf + content, id->size);
            return;
          }
    }
}

/* Prepares an image that was begun.  FALSE if it is no ELF file or one with another build id than
 * @wanted, which may be unknown. */
static gboolean
prepare (Image *self, const CyanPerfBuildId *wanted)
{
  CyanPerfBuildId id;
  GElf_Shdr header;

  if (self->elf == NULL || elf_kind (self->elf) != ELF_K_ELF
      || gelf_getehdr (self->elf, &self->header) == NULL
      || elf_getshdrstrndx (self->elf, &self->section_names) != 0)
    return FALSE;
  read_build_id (self, &id);
  if (wanted->size > 0 && !cyan_perf_build_id_equal (&id, wanted))
    return FALSE;
  self->symbols = find_section (self, ".symtab", &header);
  if (self->symbols != NULL && header.sh_type == SHT_NOBITS)
    self->symbols = NULL;
  self->dynamic = find_section (self, ".dynsym", &header);
  if (self->dynamic != NULL && header.sh_type == SHT_NOBITS)
    self->dynamic = NULL;
  return TRUE;
}

static gboolean
open_image (Image *self, const char *path, const CyanPerfBuildId *wanted)
{
  *self = (Image){ .fd = cyan_perf_open_plain (path) };
  if (self->fd < 0)
    return FALSE;
  self->elf = elf_begin (self->fd, ELF_C_READ, NULL);
  if (prepare (self, wanted))
    return TRUE;
  close_image (self);
  return FALSE;
}

/* The offset in the file of @address, which is in @section. */
static guint64
offset_of (const Image *runtime, const GElf_Shdr *section, guint64 address)
{
  GElf_Phdr segment;

  for (int i = 0; i < runtime->header.e_phnum; i++)
    if (gelf_getphdr (runtime->elf, i, &segment) != NULL && segment.p_type == PT_LOAD
        && address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_memsz)
      return address - segment.p_vaddr + segment.p_offset;
  return address - section->sh_addr + section->sh_offset;
}

/* Whether perf uses @symbol, which is in @section. */
static gboolean
is_wanted (const Image *self, const GElf_Sym *symbol, const GElf_Shdr *section, const char *name)
{
  const char *place = section_name (self, section);
  guint visibility = GELF_ST_VISIBILITY (symbol->st_other);

  /* Marks of the kind of code in ARM's files. */
  if (name[0] == '\0'
      || (name[0] == '$' && name[1] != '\0' && strchr ("adtx", name[1]) != NULL
          && (name[2] == '\0' || name[2] == '.')))
    return FALSE;
  if ((section->sh_flags & SHF_ALLOC) == 0)
    return FALSE;
  switch (GELF_ST_TYPE (symbol->st_info))
    {
    case STT_FUNC:
    case STT_GNU_IFUNC:
    case STT_OBJECT:
      return TRUE;
    case STT_NOTYPE:
      return visibility != STV_HIDDEN && visibility != STV_INTERNAL
             && (strstr (place, "text") != NULL || strstr (place, "data") != NULL);
    default:
      return FALSE;
    }
}

static void
add_symbol (CyanPerfObject *object, guint64 start, guint64 size, const char *name, guint8 binding)
{
  const CyanPerfSymbol symbol = { .start = start,
                                  .end = start + size,
                                  .name = g_string_chunk_insert (object->names, name),
                                  .binding = binding };

  g_array_append_val (object->symbols, symbol);
}

/* Adds the symbols of @table. */
static void
add_table (CyanPerfObject *object, const Image *self, const Image *runtime, Elf_Scn *table)
{
  GElf_Shdr header, section;
  Elf_Data *data;
  guint last = SHN_UNDEF;
  GElf_Sym symbol;

  if (table == NULL || gelf_getshdr (table, &header) == NULL
      || (data = elf_getdata (table, NULL)) == NULL)
    return;
  for (int i = 0; gelf_getsym (data, i, &symbol) != NULL; i++)
    {
      const char *name;

      if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= SHN_LORESERVE)
        continue;
      if (symbol.st_shndx != last
          && gelf_getshdr (elf_getscn (self->elf, symbol.st_shndx), &section) == NULL)
        continue;
      last = symbol.st_shndx;
      name = elf_strptr (self->elf, header.sh_link, symbol.st_name);
      if (name != NULL && is_wanted (self, &symbol, &section, name))
        add_symbol (object, offset_of (runtime, &section, symbol.st_value), symbol.st_size, name,
                    GELF_ST_BIND (symbol.st_info));
    }
}

/* The sizes of the stub that the others share, and of one of those. */
static void
stub_sizes (const Image *self, const GElf_Shdr *stubs, guint64 *first, guint64 *each)
{
  *first = *each = stubs->sh_entsize;
  if (self->header.e_machine == EM_ARM)
    {
      *first = 20;
      *each = 12;
    }
  else if (self->header.e_machine == EM_AARCH64)
    {
      *first = 32;
      *each = 16;
    }
}

/* Adds the stubs that call other libraries, as "malloc@plt": in the order of their relocations. */
static void
add_stubs (CyanPerfObject *object, const Image *self)
{
  GElf_Shdr relocations, stubs, second, symbols;
  Elf_Scn *table = find_section (self, ".rela.plt", &relocations);
  guint64 start, first, each;
  Elf_Data *data, *names;

  if (table == NULL)
    table = find_section (self, ".rel.plt", &relocations);
  if (table == NULL || self->dynamic == NULL || find_section (self, ".plt", &stubs) == NULL
      || gelf_getshdr (self->dynamic, &symbols) == NULL
      || (data = elf_getdata (table, NULL)) == NULL
      || (names = elf_getdata (self->dynamic, NULL)) == NULL)
    return;
  stub_sizes (self, &stubs, &first, &each);
  start = stubs.sh_offset + first;
  if (find_section (self, ".plt.sec", &second) != NULL)
    {
      start = second.sh_offset;
      each = second.sh_entsize;
    }
  for (int i = 0;; i++, start += each)
    {
      g_autofree char *name = NULL;
      const char *called;
      GElf_Rela addend;
      GElf_Rel plain;
      GElf_Sym symbol;
      guint64 info;

      if (relocations.sh_type == SHT_RELA && gelf_getrela (data, i, &addend) != NULL)
        info = addend.r_info;
      else if (relocations.sh_type == SHT_REL && gelf_getrel (data, i, &plain) != NULL)
        info = plain.r_info;
      else
        return;
      called = gelf_getsym (names, (int) GELF_R_SYM (info), &symbol) != NULL
                   ? elf_strptr (self->elf, symbols.sh_link, symbol.st_name)
                   : NULL;
      name = g_strconcat (called != NULL ? called : "", "@plt", NULL);
      add_symbol (object, start, each, name, STB_GLOBAL);
    }
}

/* The places of the debugging information and of the program, in perf's order. */
static GPtrArray *
places_of (const CyanPerfObject *object)
{
  GPtrArray *places = g_ptr_array_new_with_free_func (g_free);
  const CyanPerfBuildId *id = &object->build_id;
  GString *hex = g_string_new (NULL);

  for (guint i = 0; i < id->size; i++)
    g_string_append_printf (hex, "%s%02x", i == 1 ? "/" : "", id->bytes[i]);
  if (id->size > 1)
    {
      const char *home = g_get_home_dir ();

      g_ptr_array_add (places, g_strdup_printf ("%s/.debug/.build-id/%s/elf", home, hex->str));
      g_ptr_array_add (places, g_strdup_printf ("%s/.debug/.build-id/%s/debug", home, hex->str));
      g_ptr_array_add (places, g_strdup_printf ("/usr/lib/debug/.build-id/%s.debug", hex->str));
    }
  g_ptr_array_add (places, g_strdup (object->path));
  g_string_free (hex, TRUE);
  return places;
}

/* Adds the symbols of @names, whose code is in @runtime. */
static gboolean
add_symbols (CyanPerfObject *object, const Image *names, const Image *runtime)
{
  object->symbols = g_array_new (FALSE, FALSE, sizeof (CyanPerfSymbol));
  object->names = g_string_chunk_new (4096);
  add_table (object, names, runtime, names->symbols);
  add_table (object, names, runtime, names->dynamic);
  cyan_perf_symbols_order (object->symbols, FALSE);
  add_stubs (object, runtime);
  cyan_perf_symbols_order (object->symbols, FALSE);
  return object->symbols->len > 0;
}

/* The kernel maps the same image into every process. */
static gboolean
load_vdso (CyanPerfObject *object)
{
  char *memory = (char *) getauxval (AT_SYSINFO_EHDR); /* NOLINT */
  const Elf64_Ehdr *header = (const Elf64_Ehdr *) (gconstpointer) memory;
  Image image = { .fd = -1 };
  gboolean ok;

  if (memory == NULL || header->e_ident[EI_CLASS] != ELFCLASS64)
    return FALSE;
  image.elf = elf_memory (memory, header->e_shoff + (gsize) header->e_shnum * header->e_shentsize);
  ok = prepare (&image, &object->build_id) && add_symbols (object, &image, &image);
  close_image (&image);
  return ok;
}

gboolean
cyan_perf_elf_load (CyanPerfObject *object)
{
  g_autoptr (GPtrArray) places = NULL;
  Image names = { .fd = -1 }, runtime = { .fd = -1 }, image;
  gboolean ok;

  if (elf_version (EV_CURRENT) == EV_NONE)
    return FALSE;
  if (object->kind == CYAN_PERF_OBJECT_VDSO)
    return load_vdso (object);
  if (object->path[0] != '/')
    return FALSE;
  if (object->build_id.size == 0 && open_image (&image, object->path, &object->build_id))
    {
      read_build_id (&image, &object->build_id);
      close_image (&image);
    }
  places = places_of (object);
  for (guint i = 0; i < places->len && (names.elf == NULL || runtime.elf == NULL); i++)
    {
      if (names.elf == NULL && open_image (&image, places->pdata[i], &object->build_id))
        {
          if (image.symbols != NULL)
            names = image;
          else
            close_image (&image);
        }
      if (runtime.elf == NULL && open_image (&image, places->pdata[i], &object->build_id))
        {
          if (image.dynamic != NULL)
            runtime = image;
          else
            close_image (&image);
        }
    }
  if (runtime.elf == NULL && names.elf == NULL)
    return FALSE;
  ok = add_symbols (object, names.elf != NULL ? &names : &runtime,
                    runtime.elf != NULL ? &runtime : &names);
  close_image (&names);
  close_image (&runtime);
  return ok;
}
