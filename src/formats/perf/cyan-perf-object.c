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

/* Modules that a warning names. */
#define MAX_NAMED 3

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

static void
free_object (gpointer data)
{
  CyanPerfObject *object = data;

  g_free (object->path);
  g_free (object->reference);
  g_clear_pointer (&object->symbols, g_array_unref);
  g_clear_pointer (&object->names, g_string_chunk_free);
  g_free (object->text);
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

/* The name of the module that is @object.  As in perf, one of the kernel is "[name]" unless its file
 * is known by a build id. */
static CyanStr
name_module (CyanPerfObjects *self, const CyanPerfObject *object)
{
  CyanLine path = cyan_line_of (object->path), name;
  const char *end;
  char buffer[32];
  g_autofree char *text = NULL;

  if (cyan_line_ends (path, " (deleted)"))
    path.end -= strlen (" (deleted)");
  name = cyan_perf_module_name (path, buffer, sizeof buffer);
  end = memmem (name.at, cyan_line_length (name), ".ko", 3);
  if (object->kind == CYAN_PERF_OBJECT_MODULE && end != NULL
      && !g_hash_table_contains (self->file->build_ids, object->path))
    {
      text = g_strdup_printf ("[%.*s]", (int) (end - name.at), name.at);
      name = cyan_line_of (g_strdelimit (text, "-", '_'));
    }
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
  object->module = name_module (self, object);
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

static gboolean
load_kernel (CyanPerfObjects *self, CyanPerfObject *object)
{
  CyanPerfBuildId running;
  struct utsname system;
  GString *path = g_string_new (NULL);
  char *text;
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
  cyan_perf_symbols_add_lines (object, text, length, TRUE);
  return cyan_perf_symbols_shift (object);
}

static gboolean
load (CyanPerfObjects *self, CyanPerfObject *object)
{
  const CyanPerfBuildId *known = g_hash_table_lookup (self->file->build_ids, object->path);
  char *text;
  gsize length;

  if (object->build_id.size == 0 && known != NULL)
    object->build_id = *known;
  switch (object->kind)
    {
    case CYAN_PERF_OBJECT_FILE:
    case CYAN_PERF_OBJECT_VDSO:
      return cyan_perf_elf_load (object);
    case CYAN_PERF_OBJECT_KERNEL:
      return load_kernel (self, object);
    case CYAN_PERF_OBJECT_JIT:
      text = read_text (object->path, &length, TRUE);
      if (text != NULL)
        cyan_perf_symbols_add_lines (object, text, length, FALSE);
      return text != NULL;
    default:
      return FALSE;
    }
}

CyanStr
cyan_perf_objects_name (CyanPerfObjects *self, CyanPerfObject *object, guint64 address)
{
  CyanPerfSymbol *symbol;

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
  symbol = cyan_perf_symbols_find (object->symbols, address);
  if (symbol == NULL)
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
  g_autoptr (GHashTable) modules = g_hash_table_new (NULL, NULL);
  GString *names = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < self->all->len; i++)
    {
      const CyanPerfObject *object = self->all->pdata[i];

      if (object->is_missing && g_hash_table_add (modules, GUINT_TO_POINTER (object->module))
          && n++ < MAX_NAMED)
        g_string_append_printf (names, "%s%s", n > 1 ? ", " : "",
                                cyan_strings_get (self->strings, object->module));
    }
  if (n > MAX_NAMED)
    g_string_append (names, ", ...");
  cyan_profile_builder_warn_n (
      builder, n, "functions of %s have no names: %'u file is not here, or is another build",
      "functions of %s have no names: %'u files are not here, or are other builds", names->str, n);
  g_string_free (names, TRUE);
}
