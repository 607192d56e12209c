/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the header, the attributes and the features of perf.data.
 *
 * Every offset and size is compared with the size of the file before anything is read or allocated.
 */
#include "cyan-perf-file.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-perf.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADER_SIZE      104
#define PIPE_HEADER_SIZE 16

/* Records of a pipe that are looked at for its attributes. */
#define MAX_FIRST_RECORDS 1000

#define MAX_SECTION (256 * 1024 * 1024)

/* Of the time, for what must be unpacked. */
#define COPYING_SHARE 0.1

typedef struct
{
  guint64 offset, size;
} Section;

gboolean
cyan_perf_file_fail (
    const CyanPerfFile *self, guint64 offset, GError **error, const char *format, ...)
{
  g_autofree char *reason = NULL;
  va_list arguments;

  va_start (arguments, format);
  reason = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: byte %" PRIu64 ": %s"),
                    cyan_input_name (self->input), offset, reason);
}

gssize
cyan_perf_file_read (CyanPerfFile *self, guint64 offset, void *bytes, gsize size, GError **error)
{
  gsize done = 0;

  while (done < size && offset + done < self->size)
    {
      gssize got = pread (self->fd, (char *) bytes + done, size - done, (off_t) (offset + done));

      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        {
          cyan_fail (error, CYAN_ERROR_IO, "%s: %s", cyan_input_name (self->input),
                     g_strerror (errno));
          return -1;
        }
      if (got == 0)
        break;
      done += (gsize) got;
    }
  return (gssize) done;
}

/* Whether the file has all of @section. */
static gboolean
has_section (const CyanPerfFile *self, const Section *section)
{
  return section->offset <= self->size && section->size <= self->size - section->offset;
}

/* Reads @section, which the file has.  The caller frees *@memory. */
static gboolean
read_section (CyanPerfFile *self,
              const Section *section,
              CyanPerfBytes *bytes,
              guint8 **memory,
              GError **error)
{
  gssize got;

  *memory = NULL;
  if (section->size > MAX_SECTION || !cyan_budget_check (self->budget, section->size, NULL))
    return cyan_fail (
        error, CYAN_ERROR_LIMIT,
        _ ("%s: byte %" PRIu64 ": %'" PRIu64 " bytes of one section, which are too many"),
        cyan_input_name (self->input), section->offset, section->size);
  *memory = g_malloc (section->size);
  got = cyan_perf_file_read (self, section->offset, *memory, section->size, error);
  if (got < 0)
    return FALSE;
  *bytes = (CyanPerfBytes){ *memory, *memory + got, self->swapped, FALSE };
  return TRUE;
}

static gboolean
read_attributes (CyanPerfFile *self, const Section *section, guint64 size, GError **error)
{
  g_autofree guint8 *memory = NULL;
  CyanPerfBytes bytes;
  guint64 n_bytes = 0; /* of the numbers of all events */

  if (size < CYAN_PERF_MIN_ATTRIBUTE + sizeof (Section) || size > G_MAXUINT16
      || section->size % size != 0 || section->size / size > CYAN_PERF_MAX_ATTRIBUTES)
    return cyan_perf_file_fail (self, 16, error, _ ("damaged attributes"));
  if (!has_section (self, section))
    return cyan_perf_file_fail (self, self->size, error, _ ("the file ends in its attributes"));
  if (!read_section (self, section, &bytes, &memory, error))
    return FALSE;
  for (guint i = 0; cyan_perf_bytes_left (&bytes) >= size; i++)
    {
      CyanPerfBytes attribute = { bytes.at, bytes.at + size - sizeof (Section), self->swapped,
                                  FALSE };
      g_autofree guint8 *ids_memory = NULL;
      CyanPerfBytes ids;
      Section where;

      cyan_perf_file_take_attribute (self, attribute);
      cyan_perf_take (&bytes, size - sizeof where);
      where.offset = cyan_perf_take64 (&bytes);
      where.size = cyan_perf_take64 (&bytes);
      n_bytes += where.size;
      if (!has_section (self, &where) || n_bytes > self->size)
        return cyan_perf_file_fail (self, section->offset + i * size, error,
                                    _ ("damaged attributes"));
      if (!read_section (self, &where, &ids, &ids_memory, error))
        return FALSE;
      cyan_perf_file_take_ids (self, i, ids);
    }
  return TRUE;
}

/* Reads the features, whose sections are listed after the records. */
static gboolean
read_features (CyanPerfFile *self, const guint64 *bits, guint64 offset, GError **error)
{
  for (guint feature = 0; feature < 256; feature++)
    {
      g_autofree guint8 *memory = NULL, *row_memory = NULL;
      const Section row = { offset, sizeof (Section) };
      CyanPerfBytes bytes;
      Section section;

      if (!cyan_perf_has_bit (bits[feature / 64], feature % 64))
        continue;
      offset += sizeof row;
      if (!has_section (self, &row))
        {
          self->is_cut = TRUE;
          return TRUE;
        }
      if (!read_section (self, &row, &bytes, &row_memory, error))
        return FALSE;
      section.offset = cyan_perf_take64 (&bytes);
      section.size = cyan_perf_take64 (&bytes);
      if (!has_section (self, &section))
        self->is_cut = TRUE;
      else if (feature <= CYAN_PERF_FEATURE_EVENT_DESC)
        {
          if (!read_section (self, &section, &bytes, &memory, error))
            return FALSE;
          cyan_perf_file_take_feature (self, feature, bytes);
        }
    }
  return TRUE;
}

/* Reads what a file, not a pipe, has besides its records. */
static gboolean
read_file (CyanPerfFile *self, CyanPerfBytes header, GError **error)
{
  guint64 attribute_size, bits[4];
  Section attributes, data;

  attribute_size = cyan_perf_take64 (&header);
  attributes.offset = cyan_perf_take64 (&header);
  attributes.size = cyan_perf_take64 (&header);
  data.offset = cyan_perf_take64 (&header);
  data.size = cyan_perf_take64 (&header);
  cyan_perf_take (&header, sizeof (Section)); /* types of events, which perf 2.6 wrote */
  for (guint i = 0; i < G_N_ELEMENTS (bits); i++)
    bits[i] = cyan_perf_take64 (&header);
  if (header.is_short)
    return cyan_perf_file_fail (self, self->size, error, _ ("the file ends in its header"));
  if (cyan_perf_has_bit (bits[0], CYAN_PERF_FEATURE_DIR_FORMAT))
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: one of the files of a recording that perf keeps in a folder; open "
                         "what `perf script` prints"),
                      cyan_input_name (self->input));
  if (!read_attributes (self, &attributes, attribute_size, error))
    return FALSE;
  if (data.offset > self->size)
    return cyan_perf_file_fail (self, self->size, error, _ ("the file ends before its records"));

  self->is_open = data.size == 0;
  self->data_begin = data.offset;
  self->data_end = self->size;
  if (self->is_open)
    return TRUE;
  if (!has_section (self, &data))
    {
      self->n_missing = data.size - (self->size - data.offset);
      return TRUE;
    }
  self->data_end = data.offset + data.size;
  return read_features (self, bits, self->data_end, error);
}

static gboolean
read_header (CyanPerfFile *self, GError **error)
{
  guint8 memory[HEADER_SIZE];
  gssize got = cyan_perf_file_read (self, 0, memory, sizeof memory, error);
  CyanPerfBytes header;
  guint64 size;

  if (got < 0)
    return FALSE;
  if (got < PIPE_HEADER_SIZE)
    return cyan_perf_file_fail (self, self->size, error, _ ("the file ends in its header"));
  self->swapped =
      memcmp (memory, G_BYTE_ORDER == G_LITTLE_ENDIAN ? "2ELIFREP" : "PERFILE2", 8) == 0;
  header = (CyanPerfBytes){ memory + 8, memory + got, self->swapped, FALSE };
  size = cyan_perf_take64 (&header);
  if (size == PIPE_HEADER_SIZE)
    {
      self->is_pipe = TRUE;
      self->data_begin = PIPE_HEADER_SIZE;
      self->data_end = self->size;
      return TRUE;
    }
  if (size != HEADER_SIZE)
    return cyan_perf_file_fail (self, 8, error, _ ("a header of %" PRIu64 " bytes"), size);
  return read_file (self, header, error);
}

static void
clear_event (gpointer data)
{
  g_free (((CyanPerfEvent *) data)->name);
}

gboolean
cyan_perf_file_open (CyanPerfFile *self, CyanInput *input, GError **error)
{
  struct stat status;

  *self = (CyanPerfFile){ .input = input, .budget = cyan_input_budget (input) };
  self->events = cyan_scratch_array (&self->kept, sizeof (CyanPerfEvent));
  g_array_set_clear_func (self->events, clear_event);
  self->ids = cyan_scratch_table (&self->kept, g_int64_hash, g_int64_equal, g_free, NULL);
  self->build_ids = cyan_scratch_table (&self->kept, g_str_hash, g_str_equal, g_free, g_free);
  self->names = cyan_scratch_pointers (&self->kept, g_free);
  cyan_scratch_free (&self->kept, &self->version);
  cyan_scratch_free (&self->kept, &self->host);
  cyan_scratch_free (&self->kept, &self->release);
  cyan_scratch_free (&self->kept, &self->command);
  cyan_scratch_charge (&self->kept, &self->charge, self->budget);
  cyan_input_set_share (input, COPYING_SHARE);
  self->fd = cyan_input_to_file (input, error);
  if (self->fd < 0)
    return FALSE;
  if (fstat (self->fd, &status) != 0)
    return cyan_fail (error, CYAN_ERROR_IO, "%s: %s", cyan_input_name (input), g_strerror (errno));
  self->size = (guint64) status.st_size;
  return read_header (self, error);
}

void
cyan_perf_file_clear (CyanPerfFile *self)
{
  if (self->input != NULL && self->fd >= 0)
    close (self->fd);
  cyan_scratch_clear (&self->kept);
}

/* The fields of the samples of a pipe, whose attributes are among its first records. */
static guint64
find_fields (CyanPerfFile *self)
{
  guint64 offset = self->data_begin, fields = 0;
  guint8 memory[8 + CYAN_PERF_MIN_ATTRIBUTE];

  for (guint i = 0; i < MAX_FIRST_RECORDS; i++)
    {
      gssize got = cyan_perf_file_read (self, offset, memory, sizeof memory, NULL);
      CyanPerfBytes bytes = { memory, memory + MAX (got, 0), self->swapped, FALSE };
      guint32 type = cyan_perf_take32 (&bytes);
      guint16 size;

      cyan_perf_take16 (&bytes);
      size = cyan_perf_take16 (&bytes);
      if (bytes.is_short || size < 8)
        break;
      cyan_perf_take (&bytes, 24);
      if (type == CYAN_PERF_RECORD_ATTR)
        fields |= cyan_perf_take64 (&bytes);
      offset += size;
    }
  return fields;
}

gboolean
cyan_perf_file_has_stacks (CyanPerfFile *self)
{
  if (self->is_pipe)
    return (find_fields (self) & CYAN_PERF_STACK_USER) != 0;
  for (guint i = 0; i < self->events->len; i++)
    if ((g_array_index (self->events, CyanPerfEvent, i).sample_type & CYAN_PERF_STACK_USER) != 0)
      return TRUE;
  return FALSE;
}
