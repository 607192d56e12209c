/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Takes what describes the records: attributes, which say what their samples have, and features,
 * such as the names of the events.
 */
#include "cyan-perf-file.h"

#include "cyan-i18n.h"
#include "cyan-perf.h"

#define MAX_NAME 4096

/* Bits of the flags of an attribute. */
enum
{
  EXCLUDE_USER = 4,
  EXCLUDE_KERNEL = 5,
  EXCLUDE_HV = 6,
  PRECISE = 15, /* two bits */
  SAMPLE_ID_ALL = 18,
};

#define MISC_BUILD_ID_SIZE (1 << 15)

#define UPDATE_NAME 2

gboolean
cyan_perf_build_id_equal (const CyanPerfBuildId *a, const CyanPerfBuildId *b)
{
  return a->size == b->size && memcmp (a->bytes, b->bytes, a->size) == 0;
}

/* In files of the other byte order the bits of each byte of the flags are reversed, too, since
 * compilers place bit fields so. */
static guint64
take_flags (CyanPerfBytes *bytes)
{
  guint64 flags = 0;

  if (!bytes->swapped)
    return cyan_perf_take64 (bytes);
  for (guint i = 0; i < 64; i += 8)
    {
      const guint8 *byte = cyan_perf_take (bytes, 1);

      for (guint bit = 0; byte != NULL && bit < 8; bit++)
        if ((*byte >> (7 - bit) & 1) != 0)
          flags |= G_GUINT64_CONSTANT (1) << (i + bit);
    }
  return flags;
}

/* The name that perf gives an event without one. */
static char *
name_event (const CyanPerfEvent *event, guint64 flags)
{
  static const char *const hardware[] = {
    "cycles",
    "instructions",
    "cache-references",
    "cache-misses",
    "branches",
    "branch-misses",
    "bus-cycles",
    "stalled-cycles-frontend",
    "stalled-cycles-backend",
    "ref-cycles",
  };
  static const char *const software[] = {
    "cpu-clock",        "task-clock",   "page-faults",  "context-switches",
    "cpu-migrations",   "minor-faults", "major-faults", "alignment-faults",
    "emulation-faults", "dummy",        "bpf-output",   "cgroup-switches",
  };
  GString *name = g_string_new (NULL);
  guint precise = flags >> PRECISE & 3;
  gboolean is_limited = cyan_perf_has_bit (flags, EXCLUDE_KERNEL)
                        || cyan_perf_has_bit (flags, EXCLUDE_USER)
                        || cyan_perf_has_bit (flags, EXCLUDE_HV);

  if (event->type == 0 && event->config < G_N_ELEMENTS (hardware))
    g_string_append (name, hardware[event->config]);
  else if (event->type == 1 && event->config < G_N_ELEMENTS (software))
    g_string_append (name, software[event->config]);
  else
    g_string_append_printf (name, "raw 0x%" PRIx64, event->config);
  if (is_limited || precise > 0)
    g_string_append_c (name, ':');
  if (is_limited)
    g_string_append_printf (name, "%s%s%s", cyan_perf_has_bit (flags, EXCLUDE_KERNEL) ? "" : "k",
                            cyan_perf_has_bit (flags, EXCLUDE_USER) ? "" : "u",
                            cyan_perf_has_bit (flags, EXCLUDE_HV) ? "" : "h");
  g_string_append_len (name, "ppp", precise);
  return g_string_free (name, FALSE);
}

/* Takes the attribute in @bytes, whose fields at the end old versions of perf do not write. */
void
cyan_perf_file_take_attribute (CyanPerfFile *self, CyanPerfBytes bytes)
{
  CyanPerfEvent event = { 0 };
  guint64 flags;

  event.type = cyan_perf_take32 (&bytes);
  cyan_perf_take32 (&bytes); /* its size */
  event.config = cyan_perf_take64 (&bytes);
  event.period = cyan_perf_take64 (&bytes);
  event.sample_type = cyan_perf_take64 (&bytes);
  event.read_format = cyan_perf_take64 (&bytes);
  flags = take_flags (&bytes);
  event.ids_all = cyan_perf_has_bit (flags, SAMPLE_ID_ALL);
  cyan_perf_take (&bytes, 24); /* of breakpoints and other configuration */
  event.branches = cyan_perf_take64 (&bytes);
  event.name = self->events->len < self->names->len
                   ? g_strdup (self->names->pdata[self->events->len])
                   : name_event (&event, flags);
  cyan_charge_append (&self->charge, self->events, event);
}

void
cyan_perf_file_take_ids (CyanPerfFile *self, guint index, CyanPerfBytes bytes)
{
  while (cyan_perf_bytes_left (&bytes) >= 8)
    {
      guint64 id = cyan_perf_take64 (&bytes);

      if (g_hash_table_insert (self->ids, g_memdup2 (&id, sizeof id), GUINT_TO_POINTER (index)))
        cyan_charge_add (&self->charge, sizeof id + CYAN_CHARGE_HASH_ENTRY);
    }
}

/* A string after its length, which counts padding. */
static CyanLine
take_string (CyanPerfBytes *bytes)
{
  return cyan_perf_take_text (bytes, cyan_perf_take32 (bytes));
}

static char *
copy_line (CyanLine line)
{
  return cyan_line_length (line) > 0
             ? g_strndup (line.at, MIN (cyan_line_length (line), (gsize) MAX_NAME))
             : NULL;
}

/* The arguments of the recording as perf prints them. */
static void
take_command (CyanPerfFile *self, CyanPerfBytes bytes)
{
  guint32 n = cyan_perf_take32 (&bytes);
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < n && !bytes.is_short; i++)
    {
      CyanLine argument = take_string (&bytes);

      for (const char *at = argument.at; at < argument.end; at++)
        {
          if (*at == '\'')
            g_string_append_c (text, '\\');
          g_string_append_c (text, *at);
        }
      g_string_append_c (text, ' ');
    }
  g_free (self->command);
  self->command = g_string_free (text, FALSE);
}

static void
set_name (CyanPerfEvent *event, CyanLine name)
{
  if (cyan_line_length (name) == 0)
    return;
  g_free (event->name);
  event->name = copy_line (name);
}

/* Takes the names of the events, which are in their order; those of a pipe may follow. */
static void
take_names (CyanPerfFile *self, CyanPerfBytes bytes)
{
  guint32 n = cyan_perf_take32 (&bytes), size = cyan_perf_take32 (&bytes);

  g_ptr_array_set_size (self->names, 0);
  for (guint32 i = 0; i < n && i < CYAN_PERF_MAX_ATTRIBUTES; i++)
    {
      guint32 n_ids;
      CyanLine name;

      cyan_perf_take (&bytes, size);
      n_ids = cyan_perf_take32 (&bytes);
      name = take_string (&bytes);
      cyan_perf_take (&bytes, (guint64) n_ids * 8);
      if (bytes.is_short)
        return;
      if (i < self->events->len)
        set_name (&g_array_index (self->events, CyanPerfEvent, i), name);
      g_ptr_array_add (self->names, g_strndup (name.at, cyan_line_length (name)));
    }
}

static void
take_build_id (CyanPerfFile *self, guint16 misc, CyanPerfBytes body)
{
  CyanPerfBuildId id = { .size = sizeof id.bytes };
  const guint8 *bytes;
  CyanLine path;

  cyan_perf_take32 (&body); /* the process */
  bytes = cyan_perf_take (&body, 24);
  path = cyan_perf_take_text (&body, cyan_perf_bytes_left (&body));
  if (bytes == NULL || cyan_line_length (path) == 0)
    return;
  memcpy (id.bytes, bytes, id.size);
  if ((misc & MISC_BUILD_ID_SIZE) != 0)
    id.size = MIN (id.size, bytes[sizeof id.bytes]);
  else /* shorter ones are filled up */
    while (id.size > 0 && memcmp (id.bytes + id.size - 4, "\0\0\0", 4) == 0)
      id.size -= 4;
  cyan_charge_add (&self->charge, cyan_line_length (path) + sizeof id + CYAN_CHARGE_HASH_ENTRY);
  g_hash_table_insert (self->build_ids, copy_line (path), g_memdup2 (&id, sizeof id));
}

static void
take_build_ids (CyanPerfFile *self, CyanPerfBytes bytes)
{
  while (cyan_perf_bytes_left (&bytes) >= 8)
    {
      CyanPerfBytes body = bytes;
      guint16 misc, size;

      cyan_perf_take32 (&body);
      misc = cyan_perf_take16 (&body);
      size = cyan_perf_take16 (&body);
      if (size < 8 || cyan_perf_take (&bytes, size) == NULL)
        return;
      body.end = bytes.at;
      take_build_id (self, misc, body);
    }
}

static void
take_text (char **text, CyanPerfBytes bytes)
{
  g_free (*text);
  *text = copy_line (take_string (&bytes));
}

void
cyan_perf_file_take_feature (CyanPerfFile *self, guint64 feature, CyanPerfBytes bytes)
{
  if (feature == CYAN_PERF_FEATURE_VERSION)
    take_text (&self->version, bytes);
  else if (feature == CYAN_PERF_FEATURE_HOSTNAME)
    take_text (&self->host, bytes);
  else if (feature == CYAN_PERF_FEATURE_RELEASE)
    take_text (&self->release, bytes);
  else if (feature == CYAN_PERF_FEATURE_CMDLINE)
    take_command (self, bytes);
  else if (feature == CYAN_PERF_FEATURE_EVENT_DESC)
    take_names (self, bytes);
  else if (feature == CYAN_PERF_FEATURE_BUILD_ID)
    take_build_ids (self, bytes);
}

const CyanPerfEvent *
cyan_perf_file_event (const CyanPerfFile *self, guint64 id)
{
  gpointer index = GUINT_TO_POINTER (0);

  if (self->events->len == 0
      || (id != 0 && self->events->len > 1
          && !g_hash_table_lookup_extended (self->ids, &id, NULL, &index)))
    return NULL;
  return &g_array_index (self->events, CyanPerfEvent, GPOINTER_TO_UINT (index));
}

/* Takes an attribute of a pipe and the numbers of its event. */
static gboolean
describe_event (CyanPerfFile *self, CyanPerfBytes body, guint64 offset, GError **error)
{
  CyanPerfBytes size = body, attribute = body;
  guint32 n;

  cyan_perf_take32 (&size);
  n = cyan_perf_take32 (&size);
  if (n < CYAN_PERF_MIN_ATTRIBUTE || n % 8 != 0 || cyan_perf_take (&body, n) == NULL
      || self->events->len >= CYAN_PERF_MAX_ATTRIBUTES)
    return cyan_perf_file_fail (self, offset, error, _ ("damaged attributes"));
  attribute.end = body.at;
  cyan_perf_file_take_attribute (self, attribute);
  cyan_perf_file_take_ids (self, self->events->len - 1, body);
  return TRUE;
}

static void
update_event (CyanPerfFile *self, CyanPerfBytes body)
{
  guint64 what = cyan_perf_take64 (&body), id = cyan_perf_take64 (&body);
  CyanPerfEvent *event = (CyanPerfEvent *) cyan_perf_file_event (self, id);

  if (event != NULL && what == UPDATE_NAME)
    set_name (event, cyan_perf_take_text (&body, cyan_perf_bytes_left (&body)));
}

gboolean
cyan_perf_file_describe (CyanPerfFile *self,
                         guint32 type,
                         guint16 misc,
                         CyanPerfBytes body,
                         guint64 offset,
                         GError **error)
{
  switch (type)
    {
    case CYAN_PERF_RECORD_ATTR:
      return describe_event (self, body, offset, error);
    case CYAN_PERF_RECORD_BUILD_ID:
      take_build_id (self, misc, body);
      return TRUE;
    case CYAN_PERF_RECORD_EVENT_UPDATE:
      update_event (self, body);
      return TRUE;
    default:
      cyan_perf_file_take_feature (self, cyan_perf_take64 (&body), body);
      return TRUE;
    }
}
