/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The wire format of protocol buffers: tags, numbers of seven bits a byte, lengths. */
#include "cyan-protobuf.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

/* A 64-bit number takes at most this many bytes. */
#define MAX_NUMBER 10

static const char cut[] = N_ ("ends in the middle of a number");

void
cyan_protobuf_init (CyanProtobuf *self, const void *bytes, gsize length, guint64 offset)
{
  *self = (CyanProtobuf){ .begin = bytes, .at = bytes, .offset = offset };
  self->end = self->begin + length;
}

void
cyan_protobuf_enter (CyanProtobuf *self, const CyanProtobuf *outer)
{
  cyan_protobuf_init (self, outer->bytes, outer->length,
                      outer->offset + (guint64) (outer->bytes - outer->begin));
}

const char *
cyan_protobuf_long_number (const guchar **at, const guchar *end, guint64 *value)
{
  const guchar *byte = *at;
  guint64 number = 0;

  for (guint n = 0; n < MAX_NUMBER; n++, byte++)
    {
      if (byte == end)
        {
          *at = end;
          return cut;
        }
      number |= (guint64) (*byte & 0x7f) << (7 * n);
      if (*byte < 0x80)
        {
          if (n == MAX_NUMBER - 1 && *byte > 1)
            return _ ("a number that does not fit in 64 bits");
          *value = number;
          *at = byte + 1;
          return NULL;
        }
    }
  return _ ("a number of more than 10 bytes");
}

static CyanProtobufStep
broken (CyanProtobuf *self, const char *problem)
{
  self->problem = problem;
  return CYAN_PROTOBUF_BROKEN;
}

/* The field needs @wanted bytes, counted from its beginning, which is more than there are. */
static CyanProtobufStep
is_cut (CyanProtobuf *self, guint64 wanted)
{
  self->wanted = wanted;
  return CYAN_PROTOBUF_CUT;
}

/* Reports why the number at @at could not be read. */
static CyanProtobufStep
no_number (CyanProtobuf *self, const guchar *at, const char *problem)
{
  return problem == cut ? is_cut (self, (guint64) (at - self->at) + 1) : broken (self, problem);
}

CyanProtobufStep
cyan_protobuf_next (CyanProtobuf *self)
{
  const guchar *at = self->at;
  const char *problem;
  guint64 tag, length;

  self->field_offset = self->offset + (guint64) (at - self->begin);
  if (at == self->end)
    return CYAN_PROTOBUF_END;
  problem = cyan_protobuf_number (&at, self->end, &tag);
  if (problem != NULL)
    return no_number (self, at, problem);
  if (tag >> 3 == 0)
    return broken (self, _ ("field number 0"));
  if (tag >> 3 > G_MAXUINT32 >> 3)
    return broken (self, _ ("a field number that is too large"));
  self->field = (guint) (tag >> 3);
  self->type = tag & 7;
  self->value = length = 0;
  self->bytes = at;
  self->length = 0;

  switch (self->type)
    {
    case CYAN_PROTOBUF_NUMBER:
      problem = cyan_protobuf_number (&at, self->end, &self->value);
      if (problem != NULL)
        return no_number (self, at, problem);
      break;
    case CYAN_PROTOBUF_BYTES:
      problem = cyan_protobuf_number (&at, self->end, &length);
      if (problem != NULL)
        return no_number (self, at, problem);
      break;
    case CYAN_PROTOBUF_FIXED64:
      length = 8;
      break;
    case CYAN_PROTOBUF_FIXED32:
      length = 4;
      break;
    default:
      return broken (self, _ ("a field of an unknown type"));
    }
  if (length > (guint64) (self->end - at))
    {
      guint64 before = (guint64) (at - self->at);

      return is_cut (self, length > G_MAXUINT64 - before ? G_MAXUINT64 : before + length);
    }
  if (self->type == CYAN_PROTOBUF_BYTES)
    {
      self->bytes = at;
      self->length = length;
    }
  self->at = at + length;
  return CYAN_PROTOBUF_FIELD;
}

gboolean
cyan_protobuf_fail (
    const CyanProtobuf *self, const CyanInput *input, GError **error, const char *format, ...)
{
  g_autofree char *reason = NULL;
  va_list args;

  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);
  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: byte %" PRIu64 ": %s"),
                    cyan_input_name (input), self->field_offset, reason);
}

int
cyan_protobuf_take (CyanProtobuf *self, const CyanInput *input, GError **error)
{
  switch (cyan_protobuf_next (self))
    {
    case CYAN_PROTOBUF_FIELD:
      return 1;
    case CYAN_PROTOBUF_END:
      return 0;
    case CYAN_PROTOBUF_CUT:
      cyan_protobuf_fail (self, input, error, _ ("a field that is longer than its message"));
      return -1;
    default:
      cyan_protobuf_fail (self, input, error, "%s", self->problem);
      return -1;
    }
}

gboolean
cyan_protobuf_expect (
    const CyanProtobuf *self, const CyanInput *input, guint type, const char *what, GError **error)
{
  return self->type == type
         || cyan_protobuf_fail (self, input, error,
                                type == CYAN_PROTOBUF_NUMBER
                                    ? _ ("field %u of a %s is not a number")
                                    : _ ("field %u of a %s is not a text or message"),
                                self->field, what);
}

gboolean
cyan_protobuf_numbers (const CyanProtobuf *self,
                       const CyanInput *input,
                       const char *what,
                       CyanProtobufNumberFunc func,
                       gpointer data,
                       GError **error)
{
  const guchar *at = self->bytes, *end = self->bytes + self->length;

  if (self->type == CYAN_PROTOBUF_NUMBER)
    return func (data, self, self->value, error);
  if (!cyan_protobuf_expect (self, input, CYAN_PROTOBUF_BYTES, what, error))
    return FALSE;
  while (at < end)
    {
      guint64 value;
      const char *problem = cyan_protobuf_number (&at, end, &value);

      if (problem != NULL)
        return cyan_protobuf_fail (self, input, error, "%s", problem);
      if (!func (data, self, value, error))
        return FALSE;
    }
  return TRUE;
}
