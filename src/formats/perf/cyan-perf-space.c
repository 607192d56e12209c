/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Follows what is mapped, and the names of threads.
 *
 * A new mapping replaces what it covers, as perf has it.  A new process shares the mappings of its
 * parent until one of them changes.
 */
#include "cyan-perf-space.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

/* The kernel is a process with this number. */
#define KERNEL G_MININT32

/* Mappings of one process; the kernel's own limit is 65,530. */
#define MAX_MAPPINGS (1u << 17)

/* Bits of the flags of a record. */
#define MISC_MODE      7
#define MISC_KERNEL    1
#define MISC_USER      2
#define MISC_FORK_EXEC (1 << 13) /* of FORK: made for a process that ran already */
#define MISC_DATA      (1 << 13) /* of MMAP: not executable */
#define MISC_BUILD_ID  (1 << 14)

#define PROTECTION_EXEC 4
#define FLAG_HUGE       0x40000

#define KERNEL_NAME "[kernel.kallsyms]"

typedef struct
{
  guint n_users;
  guint64 state;    /* a number that no other mappings ever had */
  GArray *mappings; /* of CyanPerfMapping, by their start */
} Space;

struct _CyanPerfSpaces
{
  CyanScratch kept;
  CyanPerfFile *file;
  CyanPerfObjects *objects;
  GHashTable *spaces;   /* by process: Space */
  GHashTable *commands; /* by thread: const char * of names */
  GStringChunk *names;
  gint32 last_process; /* whose space was found last */
  Space *last;         /* NULL: none yet */
  guint64 n_states;
  CyanCharge charge;
};

static void
release_space (gpointer data)
{
  Space *space = data;

  if (--space->n_users > 0)
    return;
  g_array_unref (space->mappings);
  g_free (space);
}

static Space *
make_space (void)
{
  Space *space = g_new0 (Space, 1);

  space->n_users = 1;
  space->mappings = g_array_new (FALSE, FALSE, sizeof (CyanPerfMapping));
  return space;
}

CyanPerfSpaces *
cyan_perf_spaces_new (CyanPerfFile *file, CyanPerfObjects *objects)
{
  CyanPerfSpaces *self = g_new0 (CyanPerfSpaces, 1);

  self->file = file;
  self->objects = objects;
  self->spaces = cyan_scratch_table (&self->kept, NULL, NULL, NULL, release_space);
  self->commands = cyan_scratch_table (&self->kept, NULL, NULL, NULL, NULL);
  self->names = cyan_scratch_own (&self->kept, g_string_chunk_new (4096),
                                  (GDestroyNotify) g_string_chunk_free);
  cyan_scratch_charge (&self->kept, &self->charge, file->budget);
  g_hash_table_insert (self->commands, GINT_TO_POINTER (0), (gpointer) "swapper");
  return self;
}

void
cyan_perf_spaces_free (CyanPerfSpaces *self)
{
  cyan_scratch_clear (&self->kept);
  g_free (self);
}

static void
set_space (CyanPerfSpaces *self, gint32 process, Space *space)
{
  g_hash_table_insert (self->spaces, GINT_TO_POINTER (process), space);
  cyan_charge_add (&self->charge, sizeof *space + CYAN_CHARGE_HASH_ENTRY);
  self->last = NULL;
}

/* The space of @process, to be changed. */
static Space *
own_space (CyanPerfSpaces *self, gint32 process)
{
  Space *space = g_hash_table_lookup (self->spaces, GINT_TO_POINTER (process));
  Space *own = space;

  if (space != NULL && space->n_users == 1)
    return space;
  own = make_space ();
  if (space != NULL)
    g_array_append_vals (own->mappings, space->mappings->data, space->mappings->len);
  cyan_charge_add (&self->charge, own->mappings->len * sizeof (CyanPerfMapping));
  set_space (self, process, own);
  return own;
}

/* The index of the first mapping that ends after @address. */
static guint
find_end (const GArray *mappings, guint64 address)
{
  guint from = 0, to = mappings->len;

  while (from < to)
    {
      guint middle = from + (to - from) / 2;

      if (g_array_index (mappings, CyanPerfMapping, middle).end > address)
        to = middle;
      else
        from = middle + 1;
    }
  return from;
}

/* Adds @mapping in place of what it covers. */
static gboolean
add_mapping (CyanPerfSpaces *self, gint32 process, const CyanPerfMapping *mapping, GError **error)
{
  Space *space = own_space (self, process);
  GArray *mappings = space->mappings;
  guint first = find_end (mappings, mapping->start), after = first;
  CyanPerfMapping pieces[3];
  guint n = 0;

  if (mapping->end <= mapping->start)
    return TRUE;
  space->state = ++self->n_states;
  while (after < mappings->len
         && g_array_index (mappings, CyanPerfMapping, after).start < mapping->end)
    after++;
  if (after > first && g_array_index (mappings, CyanPerfMapping, first).start < mapping->start)
    {
      pieces[n] = g_array_index (mappings, CyanPerfMapping, first);
      pieces[n++].end = mapping->start;
    }
  pieces[n++] = *mapping;
  if (after > first && g_array_index (mappings, CyanPerfMapping, after - 1).end > mapping->end)
    {
      pieces[n] = g_array_index (mappings, CyanPerfMapping, after - 1);
      pieces[n].offset += mapping->end - pieces[n].start;
      pieces[n++].start = mapping->end;
    }
  if (after > first)
    g_array_remove_range (mappings, first, after - first);
  g_array_insert_vals (mappings, first, pieces, n);
  cyan_charge_add (&self->charge, n * sizeof *pieces);
  cyan_charge_drop (&self->charge, (after - first) * sizeof *pieces);
  if (mappings->len > MAX_MAPPINGS)
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: more than %'u mappings of one process"),
                      cyan_input_name (self->file->input), MAX_MAPPINGS);
  return cyan_budget_check (self->file->budget, 0, error);
}

/* The object of a mapping of the kernel, @path. */
static CyanPerfObject *
kernel_object (CyanPerfSpaces *self, CyanLine path, guint64 offset, const CyanPerfBuildId *id)
{
  CyanPerfObject *object;
  gsize name = strlen (KERNEL_NAME);

  if (!cyan_line_begins (path, KERNEL_NAME))
    return cyan_perf_objects_get (self->objects, CYAN_PERF_OBJECT_MODULE, path, id);
  object = cyan_perf_objects_get (self->objects, CYAN_PERF_OBJECT_KERNEL,
                                  (CyanLine){ path.at, path.at + name }, id);
  /* "[kernel.kallsyms]_text" */
  if (object->reference == NULL && offset != 0)
    {
      object->reference = g_strndup (path.at + name, cyan_line_length (path) - name);
      object->reference_address = offset;
    }
  return object;
}

/* The object of a mapping of @process, @path. */
static CyanPerfObject *
user_object (CyanPerfSpaces *self,
             gint32 process,
             CyanLine path,
             gboolean is_code,
             gboolean is_anonymous,
             const CyanPerfBuildId *id)
{
  char map[64];

  is_anonymous |= cyan_line_is (path, "//anon") || cyan_line_is (path, "/dev/zero")
                  || cyan_line_begins (path, "/anon_hugepage") || cyan_line_begins (path, "[stack")
                  || cyan_line_begins (path, "/SYSV") || cyan_line_begins (path, "[heap]");
  if (is_anonymous && is_code)
    {
      g_snprintf (map, sizeof map, "/tmp/perf-%d.map", process);
      return cyan_perf_objects_get (self->objects, CYAN_PERF_OBJECT_JIT, cyan_line_of (map), NULL);
    }
  return cyan_perf_objects_get (self->objects,
                                is_anonymous                    ? CYAN_PERF_OBJECT_NONE
                                : cyan_line_is (path, "[vdso]") ? CYAN_PERF_OBJECT_VDSO
                                                                : CYAN_PERF_OBJECT_FILE,
                                path, id);
}

static gboolean
take_mapping (CyanPerfSpaces *self, const CyanPerfRecord *record, GError **error)
{
  CyanPerfBytes body = record->body;
  CyanPerfBuildId id = { 0 };
  CyanPerfMapping mapping;
  guint32 mode = record->misc & MISC_MODE, protection = PROTECTION_EXEC, flags = 0;
  gint32 process = (gint32) cyan_perf_take32 (&body);
  CyanLine path;

  cyan_perf_take32 (&body); /* the thread */
  mapping.start = cyan_perf_take64 (&body);
  mapping.end = mapping.start + cyan_perf_take64 (&body);
  mapping.offset = cyan_perf_take64 (&body);
  if (record->type == CYAN_PERF_RECORD_MMAP2)
    {
      const guint8 *bytes = cyan_perf_take (&body, 24); /* a build id, or device and inode */

      protection = cyan_perf_take32 (&body);
      flags = cyan_perf_take32 (&body);
      if (bytes != NULL && (record->misc & MISC_BUILD_ID) != 0)
        {
          id.size = MIN (bytes[0], sizeof id.bytes);
          memcpy (id.bytes, bytes + 4, id.size);
        }
    }
  else if ((record->misc & MISC_DATA) != 0)
    protection = 0;
  path = cyan_perf_take_text (&body, cyan_perf_bytes_left (&body));
  if (body.is_short)
    return cyan_perf_file_fail (self->file, record->offset, error, _ ("a damaged record"));
  if (mapping.end < mapping.start)
    mapping.end = G_MAXUINT64;
  if (mode == MISC_KERNEL)
    {
      mapping.object = kernel_object (self, path, mapping.offset, &id);
      return add_mapping (self, KERNEL, &mapping, error);
    }
  if (mode != MISC_USER)
    return TRUE; /* of a guest */
  mapping.object = user_object (self, process, path, (protection & PROTECTION_EXEC) != 0,
                                (flags & FLAG_HUGE) != 0, &id);
  return add_mapping (self, process, &mapping, error);
}

/* Takes the code that the kernel compiled, such as a BPF program. */
static gboolean
take_code (CyanPerfSpaces *self, const CyanPerfRecord *record, GError **error)
{
  CyanPerfBytes body = record->body;
  CyanPerfMapping mapping = { 0 };
  CyanLine name;

  mapping.start = cyan_perf_take64 (&body);
  mapping.end = mapping.start + cyan_perf_take32 (&body);
  cyan_perf_take32 (&body); /* its type and flags */
  name = cyan_perf_take_text (&body, cyan_perf_bytes_left (&body));
  mapping.object = cyan_perf_objects_get (self->objects, CYAN_PERF_OBJECT_CODE, name, NULL);
  return add_mapping (self, KERNEL, &mapping, error);
}

static void
set_command (CyanPerfSpaces *self, gint32 thread, const char *command)
{
  if (g_hash_table_insert (self->commands, GINT_TO_POINTER (thread), (gpointer) command))
    cyan_charge_add (&self->charge, CYAN_CHARGE_HASH_ENTRY);
}

static void
take_command (CyanPerfSpaces *self, CyanPerfBytes body)
{
  gint32 thread;
  CyanLine name;
  char text[64];

  cyan_perf_take32 (&body); /* the process */
  thread = (gint32) cyan_perf_take32 (&body);
  name = cyan_perf_take_text (&body, cyan_perf_bytes_left (&body));
  cyan_line_trim (&name);
  g_snprintf (text, sizeof text, "%.*s", (int) cyan_line_length (name), name.at);
  set_command (self, thread, g_string_chunk_insert_const (self->names, text));
}

static void
take_fork (CyanPerfSpaces *self, const CyanPerfRecord *record)
{
  CyanPerfBytes body = record->body;
  gint32 process = (gint32) cyan_perf_take32 (&body);
  gint32 parent_process = (gint32) cyan_perf_take32 (&body);
  gint32 thread = (gint32) cyan_perf_take32 (&body);
  gint32 parent = (gint32) cyan_perf_take32 (&body);
  const char *command = g_hash_table_lookup (self->commands, GINT_TO_POINTER (parent));
  Space *space = g_hash_table_lookup (self->spaces, GINT_TO_POINTER (parent_process));

  if (body.is_short || thread == parent)
    return;
  if (command != NULL)
    set_command (self, thread, command);
  else
    g_hash_table_remove (self->commands, GINT_TO_POINTER (thread));
  if (process == parent_process || process == KERNEL)
    return;
  if ((record->misc & MISC_FORK_EXEC) != 0 || space == NULL)
    space = make_space ();
  else
    space->n_users++;
  set_space (self, process, space);
}

gboolean
cyan_perf_spaces_take (CyanPerfSpaces *self, const CyanPerfRecord *record, GError **error)
{
  switch (record->type)
    {
    case CYAN_PERF_RECORD_MMAP:
    case CYAN_PERF_RECORD_MMAP2:
      return take_mapping (self, record, error);
    case CYAN_PERF_RECORD_KSYMBOL:
      return take_code (self, record, error);
    case CYAN_PERF_RECORD_COMM:
      take_command (self, record->body);
      return TRUE;
    case CYAN_PERF_RECORD_FORK:
      take_fork (self, record);
      return TRUE;
    default:
      return TRUE;
    }
}

/* The space of @process or of the kernel; NULL: nothing was ever mapped. */
static Space *
find_space (CyanPerfSpaces *self, gint32 process, gboolean is_kernel)
{
  if (is_kernel)
    process = KERNEL;
  if (self->last == NULL || self->last_process != process)
    {
      self->last = g_hash_table_lookup (self->spaces, GINT_TO_POINTER (process));
      self->last_process = process;
    }
  return self->last;
}

guint64
cyan_perf_spaces_state (CyanPerfSpaces *self, gint32 process, gboolean is_kernel)
{
  const Space *space = find_space (self, process, is_kernel);

  return space != NULL ? space->state : 0;
}

const CyanPerfMapping *
cyan_perf_spaces_find (CyanPerfSpaces *self, gint32 process, gboolean is_kernel, guint64 address)
{
  const Space *space = find_space (self, process, is_kernel);
  const CyanPerfMapping *mapping;
  guint i;

  if (space == NULL)
    return NULL;
  i = find_end (space->mappings, address);
  if (i == space->mappings->len)
    return NULL;
  mapping = &g_array_index (space->mappings, CyanPerfMapping, i);
  return mapping->start <= address ? mapping : NULL;
}

const char *
cyan_perf_spaces_command (CyanPerfSpaces *self, gint32 thread)
{
  const char *command = g_hash_table_lookup (self->commands, GINT_TO_POINTER (thread));

  return command != NULL ? command : "[unknown]";
}
