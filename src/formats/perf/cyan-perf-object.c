/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the names of functions in programs, in the kernel's list, and in the maps of JIT compilers.
 *
 * Symbols are read when the first of them is asked for.
 */
#include "cyan-perf-object.h"

#include "cyan-i18n.h"
#include "cyan-names.h"
#include "cyan-perf.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#define PAGE 4096

/* Modules that a warning names. */
#define MAX_NAMED 3

/* Of ELF and of the kernel's list. */
enum
{
  LOCAL = 0,
  GLOBAL = 1,
  WEAK = 2,
};

/* NULL where it was built without libelf. */
static gboolean (*const load_elf) (CyanPerfObject *object) = CYAN_LOAD_ELF;

struct _CyanPerfObjects
{
  CyanScratch kept;
  CyanPerfFile *file;
  CyanStrings *strings;
  GHashTable *by_key;     /* of char *: CyanPerfObject */
  GPtrArray *all;         /* in the order of the file */
  CyanPerfObject *kernel; /* NULL: none yet */
  CyanCharge charge;
};

int
cyan_perf_open_plain (const char *path)
{
  g_autofree char *again = NULL;
  struct stat status;
  int place, fd = -1;

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
  return -1;
#endif
  /* Nothing happens to a device or a pipe that is only looked at. */
  place = open (path, O_PATH | O_CLOEXEC);
  if (place < 0)
    return -1;
  if (fstat (place, &status) == 0 && S_ISREG (status.st_mode))
    {
      again = g_strdup_printf ("/proc/self/fd/%d", place);
      fd = open (again, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    }
  close (place);
  return fd;
}

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const CyanPerfSymbol *left = a, *right = b;

  return (left->start > right->start) - (left->start < right->start);
}

/* Lengths as perf compares them, of demangled names. */
static gsize
length_of (const char *name)
{
  g_autofree char *plain = cyan_name_of_symbol (name);

  return strlen (plain != NULL ? plain : name);
}

/* Whether perf prefers @a to @b of the same start. */
static gboolean
is_better (const CyanPerfSymbol *a, const CyanPerfSymbol *b)
{
  gboolean has_size = a->end > a->start;
  gsize left, right;

  if (has_size != (b->end > b->start))
    return has_size;
  if ((a->binding == WEAK) != (b->binding == WEAK))
    return b->binding == WEAK;
  if ((a->binding == GLOBAL) != (b->binding == GLOBAL))
    return a->binding == GLOBAL;
  if (strncmp (a->name, "_Z", 2) != 0 || strncmp (b->name, "_Z", 2) != 0)
    {
      left = strncmp (a->name, "_Z", 2) == 0 ? 0 : strspn (a->name, "_");
      right = strncmp (b->name, "_Z", 2) == 0 ? 0 : strspn (b->name, "_");
      if (left != right)
        return left < right;
    }
  if (strlen (a->name) != strlen (b->name))
    {
      left = length_of (a->name);
      right = length_of (b->name);
      if (left != right)
        return left > right;
    }
  return strncmp (a->name, "SyS", 3) != 0 && strncmp (a->name, "compat_SyS", 10) != 0;
}

static gboolean
is_of_module (const CyanPerfSymbol *symbol)
{
  return strchr (symbol->name, '[') != NULL;
}

static void
give_sizes (GArray *symbols, gboolean is_kernel)
{
  for (guint i = 0; i < symbols->len; i++)
    {
      CyanPerfSymbol *symbol = &g_array_index (symbols, CyanPerfSymbol, i);
      const CyanPerfSymbol *next = symbol + 1;

      if (symbol->end > symbol->start)
        continue;
      if (i + 1 == symbols->len || (is_kernel && is_of_module (symbol) != is_of_module (next)))
        symbol->end = (symbol->start + 2 * PAGE - 1) / PAGE * PAGE;
      else
        symbol->end = next->start;
    }
}

void
cyan_perf_symbols_order (GArray *symbols, gboolean is_kernel)
{
  guint n = 0;

  g_array_sort (symbols, compare_starts);
  give_sizes (symbols, is_kernel);
  for (guint i = 0; i < symbols->len; i++)
    {
      const CyanPerfSymbol *next = &g_array_index (symbols, CyanPerfSymbol, i);
      CyanPerfSymbol *last = &g_array_index (symbols, CyanPerfSymbol, n > 0 ? n - 1 : 0);

      if (n > 0 && last->start == next->start)
        {
          if (!is_better (last, next))
            *last = *next;
        }
      else
        g_array_index (symbols, CyanPerfSymbol, n++) = *next;
    }
  g_array_set_size (symbols, n);
}

static void
free_object (gpointer data)
{
  CyanPerfObject *object = data;

  g_free (object->path);
  g_free (object->reference);
  g_clear_pointer (&object->symbols, g_array_unref);
  g_clear_pointer (&object->names, g_string_chunk_free);
  g_free (object);
}

CyanPerfObjects *
cyan_perf_objects_new (CyanPerfFile *file, CyanStrings *strings)
{
  CyanPerfObjects *self = g_new0 (CyanPerfObjects, 1);

  self->file = file;
  self->strings = strings;
  self->all = cyan_scratch_pointers (&self->kept, free_object);
  self->by_key = cyan_scratch_table (&self->kept, g_str_hash, g_str_equal, g_free, NULL);
  cyan_scratch_charge (&self->kept, &self->charge, file->budget);
  return self;
}

void
cyan_perf_objects_free (CyanPerfObjects *self)
{
  cyan_scratch_clear (&self->kept);
  g_free (self);
}

/* The name of the module that is in @path. */
static CyanStr
name_module (CyanPerfObjects *self, CyanLine path)
{
  char buffer[32];
  CyanLine name;

  if (cyan_line_ends (path, " (deleted)"))
    path.end -= strlen (" (deleted)");
  name = cyan_perf_module_name (path, buffer, sizeof buffer);
  return cyan_strings_add (self->strings, name.at, (gssize) cyan_line_length (name));
}

CyanPerfObject *
cyan_perf_objects_get (CyanPerfObjects *self,
                       CyanPerfObjectKind kind,
                       CyanLine path,
                       const CyanPerfBuildId *build_id)
{
  GString *key = g_string_new_len (path.at, (gssize) cyan_line_length (path));
  CyanPerfObject *object;

  if (build_id != NULL)
    for (guint i = 0; i < build_id->size; i++)
      g_string_append_printf (key, "%c%02x", i == 0 ? '\n' : ' ', build_id->bytes[i]);
  g_string_append_printf (key, "\n%d", kind);
  object = g_hash_table_lookup (self->by_key, key->str);
  if (object != NULL)
    {
      g_string_free (key, TRUE);
      return object;
    }
  object = g_new0 (CyanPerfObject, 1);
  object->kind = kind;
  object->path = g_strndup (path.at, cyan_line_length (path));
  object->module = name_module (self, path);
  if (build_id != NULL && build_id->size > 0)
    object->build_id = *build_id;
  cyan_charge_add (&self->charge, sizeof *object + 2 * key->len + CYAN_CHARGE_HASH_ENTRY);
  g_hash_table_insert (self->by_key, g_string_free (key, FALSE), object);
  g_ptr_array_add (self->all, object);
  if (kind == CYAN_PERF_OBJECT_KERNEL)
    self->kernel = object;
  return object;
}

/* Reads what stands in @path, at most 1 GiB.  NULL if that fails; the caller frees it. */
static char *
read_text (const char *path, gsize *length, gboolean is_private)
{
  int fd = cyan_perf_open_plain (path);
  GString *text = g_string_new (NULL);
  char buffer[65536];
  struct stat status;
  gssize got = -1;

  /* Anybody may write into /tmp. */
  if (fd >= 0 && fstat (fd, &status) == 0
      && (!is_private || status.st_uid == 0 || status.st_uid == geteuid ()))
    while ((got = read (fd, buffer, sizeof buffer)) > 0 && text->len < 1024u * 1024 * 1024)
      g_string_append_len (text, buffer, got);
  if (fd >= 0)
    close (fd);
  *length = text->len;
  return g_string_free (text, got != 0);
}

/* Reads lines of an address, a size or a type, and a name, and adds symbols. */
static void
add_lines (CyanPerfObject *object, const char *text, gsize length, gboolean is_kernel)
{
  CyanLine rest = { text, text + length }, line;

  object->symbols = g_array_new (FALSE, FALSE, sizeof (CyanPerfSymbol));
  object->names = g_string_chunk_new (4096);
  while (cyan_line_cell (&rest, '\n', &line))
    {
      CyanPerfSymbol symbol = { .binding = GLOBAL };
      guint64 size = 0;
      char type;

      if (!cyan_line_hex (&line, &symbol.start))
        continue;
      cyan_line_skip (&line);
      type = line.at < line.end ? *line.at : '\0';
      if (is_kernel && strchr ("TWDBtwdb", type) == NULL)
        continue;
      if (is_kernel)
        line.at += type != '\0';
      else if (!cyan_line_hex (&line, &size))
        continue;
      cyan_line_trim (&line);
      if (cyan_line_length (line) == 0 || (is_kernel && *line.at == '$'))
        continue;
      if (is_kernel)
        symbol.binding = g_ascii_toupper (type) == 'W' ? WEAK
                         : g_ascii_isupper (type)      ? GLOBAL
                                                       : LOCAL;
      symbol.end = symbol.start + size;
      symbol.name =
          g_string_chunk_insert_len (object->names, line.at, (gssize) cyan_line_length (line));
      g_array_append_val (object->symbols, symbol);
    }
  if (is_kernel)
    cyan_perf_symbols_order (object->symbols, TRUE);
  else /* of those at one address, the last one */
    g_array_sort (object->symbols, compare_starts);
}

/* The build id of the kernel that runs. */
static gboolean
running_kernel (CyanPerfBuildId *id)
{
  gsize length, at = 0;
  g_autofree char *notes = read_text ("/sys/kernel/notes", &length, FALSE);

  while (notes != NULL && at + 12 <= length)
    {
      guint32 note[3]; /* sizes of the name and of the content, the type */
      gsize content;

      memcpy (note, notes + at, sizeof note);
      content = at + 12 + (note[0] + (gsize) 3) / 4 * 4;
      if (content + note[1] > length)
        return FALSE;
      if (note[2] == 3 && note[0] == 4 && memcmp (notes + at + 12, "GNU", 4) == 0)
        {
          id->size = (guint8) MIN (note[1], sizeof id->bytes);
          memcpy (id->bytes, notes + content, id->size);
          return TRUE;
        }
      at = content + (note[1] + (gsize) 3) / 4 * 4;
    }
  return FALSE;
}

static const CyanPerfSymbol *
find_named (const GArray *symbols, const char *name)
{
  for (guint i = 0; i < symbols->len; i++)
    if (strcmp (g_array_index (symbols, CyanPerfSymbol, i).name, name) == 0)
      return &g_array_index (symbols, CyanPerfSymbol, i);
  return NULL;
}

/* Puts the symbols where the kernel was when it was recorded, since it moves from start to start.
 * FALSE if the symbols are hidden. */
static gboolean
shift_kernel (CyanPerfObject *object)
{
  const CyanPerfSymbol *known =
      object->reference != NULL ? find_named (object->symbols, object->reference) : NULL;
  guint64 shift = known != NULL ? object->reference_address - known->start : 0;
  gboolean is_any = FALSE;

  for (guint i = 0; i < object->symbols->len; i++)
    {
      CyanPerfSymbol *symbol = &g_array_index (object->symbols, CyanPerfSymbol, i);

      is_any |= symbol->start >> 63 != 0;
      if (!is_of_module (symbol))
        {
          symbol->start += shift;
          symbol->end += shift;
        }
    }
  return is_any;
}

static gboolean
load_kernel (CyanPerfObjects *self, CyanPerfObject *object)
{
  CyanPerfBuildId running;
  struct utsname system;
  GString *path = g_string_new (NULL);
  g_autofree char *text = NULL;
  gsize length;
  gboolean is_known = object->build_id.size > 0, is_same = FALSE;

  if (is_known)
    is_same = running_kernel (&running) && cyan_perf_build_id_equal (&running, &object->build_id);
  else /* what went through a pipe has no build ids */
    is_same = uname (&system) == 0 && g_strcmp0 (system.release, self->file->release) == 0
              && g_strcmp0 (system.nodename, self->file->host) == 0;
  g_string_append_printf (path, "%s/.debug/.build-id/", g_get_home_dir ());
  for (guint i = 0; i < object->build_id.size; i++)
    g_string_append_printf (path, "%s%02x", i == 1 ? "/" : "", object->build_id.bytes[i]);
  g_string_append (path, "/kallsyms");
  text = is_same    ? read_text ("/proc/kallsyms", &length, FALSE)
         : is_known ? read_text (path->str, &length, FALSE)
                    : NULL;
  g_string_free (path, TRUE);
  if (text == NULL)
    return FALSE;
  add_lines (object, text, length, TRUE);
  return shift_kernel (object);
}

static gboolean
load (CyanPerfObjects *self, CyanPerfObject *object)
{
  const CyanPerfBuildId *known = g_hash_table_lookup (self->file->build_ids, object->path);
  g_autofree char *text = NULL;
  gsize length;

  if (object->build_id.size == 0 && known != NULL)
    object->build_id = *known;
  switch (object->kind)
    {
    case CYAN_PERF_OBJECT_FILE:
    case CYAN_PERF_OBJECT_VDSO:
      return load_elf != NULL && load_elf (object);
    case CYAN_PERF_OBJECT_KERNEL:
      return load_kernel (self, object);
    case CYAN_PERF_OBJECT_JIT:
      text = read_text (object->path, &length, TRUE);
      if (text != NULL)
        add_lines (object, text, length, FALSE);
      return text != NULL;
    default:
      return FALSE;
    }
}

CyanStr
cyan_perf_objects_name (CyanPerfObjects *self, CyanPerfObject *object, guint64 address)
{
  CyanPerfSymbol *symbol;
  guint from = 0, to;

  if (object->kind == CYAN_PERF_OBJECT_NONE)
    return CYAN_STR_EMPTY;
  if (object->kind == CYAN_PERF_OBJECT_CODE)
    return object->module;
  if (object->kind == CYAN_PERF_OBJECT_MODULE)
    return cyan_perf_objects_kernel_name (self, address, &(CyanStr){ 0 });
  if (!object->is_loaded)
    {
      object->is_loaded = TRUE;
      object->is_missing = !load (self, object);
      if (object->symbols != NULL)
        cyan_charge_add (&self->charge, object->symbols->len * sizeof *symbol);
    }
  if (object->is_missing)
    return CYAN_STR_EMPTY;
  for (to = object->symbols->len; from < to;)
    {
      guint middle = from + (to - from) / 2;

      if (g_array_index (object->symbols, CyanPerfSymbol, middle).start <= address)
        from = middle + 1;
      else
        to = middle;
    }
  if (from == 0)
    return CYAN_STR_EMPTY;
  symbol = &g_array_index (object->symbols, CyanPerfSymbol, from - 1);
  if (address >= symbol->end && address != symbol->start)
    return CYAN_STR_EMPTY;
  if (symbol->str == CYAN_STR_EMPTY)
    {
      g_autofree char *plain = cyan_name_of_symbol (symbol->name);
      const char *name = plain != NULL ? plain : symbol->name;

      /* "name\t[module]" */
      symbol->str = cyan_strings_add (self->strings, name, (gssize) strcspn (name, "\t"));
    }
  return symbol->str;
}

CyanStr
cyan_perf_objects_kernel_name (CyanPerfObjects *self, guint64 address, CyanStr *module)
{
  CyanStr name = CYAN_STR_EMPTY;

  if (self->kernel != NULL)
    name = cyan_perf_objects_name (self, self->kernel, address);
  if (name != CYAN_STR_EMPTY)
    *module = self->kernel->module;
  return name;
}

void
cyan_perf_objects_warn (CyanPerfObjects *self, CyanProfileBuilder *builder)
{
  GString *names = g_string_new (NULL);
  guint64 n = 0;

  for (guint i = 0; i < self->all->len; i++)
    {
      const CyanPerfObject *object = self->all->pdata[i];

      if (!object->is_missing)
        continue;
      if (n++ < MAX_NAMED)
        g_string_append_printf (names, "%s%s", n > 1 ? ", " : "",
                                cyan_strings_get (self->strings, object->module));
    }
  if (n > MAX_NAMED)
    g_string_append (names, ", ...");
  cyan_profile_builder_warn_n (
      builder, n,
      "the functions of %s have no names: %'" PRIu64 " file is not here, or is another build",
      "the functions of %s have no names: %'" PRIu64 " files are not here, or are other builds",
      names->str, n);
  g_string_free (names, TRUE);
}
