/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of MOJO, and the tables of each process. */
#include "cyan-mojo.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-ids.h"

/* The key of the string of a function that is not known. */
#define UNKNOWN 1

struct _CyanMojoProcess
{
  CyanIds string_keys, frame_keys;
  GArray *strings; /* of CyanStr, by number of their key */
  GArray *frames;  /* of CyanMojoFrame, by number of their key */
};

static gboolean
read_byte (CyanMojo *self, guint8 *byte, GError **error)
{
  const char *bytes;
  gsize available;

  if (!cyan_input_peek (self->input, 1, &bytes, &available, error))
    return FALSE;
  if (available == 0)
    {
      self->is_cut = TRUE;
      return FALSE;
    }
  *byte = (guint8) *bytes;
  cyan_input_skip (self->input, 1);
  return TRUE;
}

/* Six bits and the sign in the first byte, seven in those that follow; 64 bits at most. */
gboolean
cyan_mojo_integer (CyanMojo *self, gint64 *value, GError **error)
{
  guint64 size;
  gboolean is_negative;
  guint8 byte;

  if (!read_byte (self, &byte, error))
    return FALSE;
  is_negative = (byte & 0x40) != 0;
  size = byte & 0x3f;
  for (guint shift = 6; byte & 0x80; shift += 7)
    {
      if (shift > 62)
        return cyan_input_fail_byte (self->input, error, "%s", _ ("a number that is too large"));
      if (!read_byte (self, &byte, error))
        return FALSE;
      size |= (guint64) (byte & 0x7f) << shift;
    }
  *value = is_negative ? -(gint64) (size & G_MAXINT64) : (gint64) (size & G_MAXINT64);
  return TRUE;
}

/* Reads up to a NUL byte into text. */
gboolean
cyan_mojo_text (CyanMojo *self, GError **error)
{
  guint8 byte;

  g_string_truncate (self->text, 0);
  while (read_byte (self, &byte, error))
    {
      if (byte == 0)
        return TRUE;
      g_string_append_c (self->text, (char) byte);
      cyan_charge_raise (&self->charge, self->text->allocated_len);
    }
  return FALSE;
}

gboolean
cyan_mojo_skip (CyanMojo *self, guint n, GError **error)
{
  gint64 value;

  for (guint i = 0; i < n; i++)
    if (!cyan_mojo_integer (self, &value, error))
      return FALSE;
  return TRUE;
}

static void
free_process (gpointer data)
{
  CyanMojoProcess *self = data;

  cyan_ids_clear (&self->string_keys);
  cyan_ids_clear (&self->frame_keys);
  g_array_unref (self->strings);
  g_array_unref (self->frames);
  g_free (self);
}

static CyanMojoProcess *
new_process (void)
{
  CyanMojoProcess *process = g_new0 (CyanMojoProcess, 1);

  cyan_ids_init (&process->string_keys);
  cyan_ids_init (&process->frame_keys);
  process->strings = g_array_new (FALSE, FALSE, sizeof (CyanStr));
  process->frames = g_array_new (FALSE, FALSE, sizeof (CyanMojoFrame));
  return process;
}

void
cyan_mojo_init (CyanMojo *self, CyanInput *input, CyanProfileBuilder *builder)
{
  *self = (CyanMojo){
    .input = input,
    .builder = builder,
    .strings = cyan_profile_builder_strings (builder),
    .text = g_string_new (NULL),
    .processes = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, free_process),
  };
  self->process = self->first = new_process ();
  cyan_charge_init (&self->charge, cyan_input_budget (input));
}

void
cyan_mojo_clear (CyanMojo *self)
{
  g_string_free (self->text, TRUE);
  g_hash_table_unref (self->processes);
  g_clear_pointer (&self->first, free_process);
  cyan_charge_clear (&self->charge);
}

void
cyan_mojo_set_process (CyanMojo *self, gint64 pid)
{
  CyanMojoProcess *process = g_hash_table_lookup (self->processes, &pid);

  if (process == NULL)
    {
      /* What is defined before the first sample belongs to its process. */
      process = self->first != NULL ? g_steal_pointer (&self->first) : new_process ();
      g_hash_table_insert (self->processes, g_memdup2 (&pid, sizeof pid), process);
      cyan_charge_add (&self->charge, sizeof *process + CYAN_CHARGE_HASH_ENTRY);
    }
  self->process = process;
}

gboolean
cyan_mojo_define_string (CyanMojo *self, GError **error)
{
  gint64 key;
  guint32 number;
  CyanStr string;

  if (!cyan_mojo_integer (self, &key, error) || !cyan_mojo_text (self, error))
    return FALSE;
  number = cyan_ids_number (&self->process->string_keys, (guint64) key);
  string = cyan_strings_add (self->strings, self->text->str, (gssize) self->text->len);
  if (number == self->process->strings->len)
    cyan_charge_append (&self->charge, self->process->strings, string);
  g_array_index (self->process->strings, CyanStr, number) = string;
  return TRUE;
}

static gboolean
read_string_key (CyanMojo *self, CyanStr *string, GError **error)
{
  gint64 key;
  guint32 number;

  if (!cyan_mojo_integer (self, &key, error))
    return FALSE;
  *string = key == UNKNOWN ? cyan_strings_add (self->strings, "<unknown>", -1) : CYAN_STR_EMPTY;
  if (key == 0 || key == UNKNOWN)
    return TRUE;
  number = cyan_ids_find (&self->process->string_keys, (guint64) key);
  if (number == G_MAXUINT32)
    return cyan_input_fail_byte (self->input, error, _ ("no string has the key %" PRId64), key);
  *string = g_array_index (self->process->strings, CyanStr, number);
  return TRUE;
}

gboolean
cyan_mojo_define_frame (CyanMojo *self, GError **error)
{
  CyanStr file, name;
  const char *path;
  gint64 key;
  guint32 number;
  CyanMojoFrame frame;

  if (!cyan_mojo_integer (self, &key, error) || !read_string_key (self, &file, error)
      || !read_string_key (self, &name, error)
      || !cyan_mojo_skip (self, self->version >= 2 ? 4 : 1, error))
    return FALSE;
  path = cyan_strings_get (self->strings, file);
  frame.is_native = !g_str_has_suffix (path, ".py") && !g_str_has_prefix (path, "<");
  /* "native@7f12" is an address, which is another one in every run. */
  frame.function = cyan_profile_builder_function (
      self->builder, name, CYAN_STR_EMPTY,
      g_str_has_prefix (path, "native@") ? CYAN_STR_EMPTY : file, 0, 0);
  number = cyan_ids_number (&self->process->frame_keys, (guint64) key);
  if (number == self->process->frames->len)
    cyan_charge_append (&self->charge, self->process->frames, frame);
  g_array_index (self->process->frames, CyanMojoFrame, number) = frame;
  return TRUE;
}

gboolean
cyan_mojo_frame (CyanMojo *self, CyanMojoFrame *frame, GError **error)
{
  gint64 key;
  guint32 number;

  if (!cyan_mojo_integer (self, &key, error))
    return FALSE;
  number = cyan_ids_find (&self->process->frame_keys, (guint64) key);
  if (number == G_MAXUINT32)
    return cyan_input_fail_byte (self->input, error, _ ("no frame has the key %" PRId64), key);
  *frame = g_array_index (self->process->frames, CyanMojoFrame, number);
  return TRUE;
}
