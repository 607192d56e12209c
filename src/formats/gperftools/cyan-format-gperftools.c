/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recognises and reads the files of gperftools, and of jemalloc and Go, which are alike.
 *
 * What `google-pprof --raw` and remote profiles have in front are symbols:
 *
 *   --- symbol
 *   binary=./program
 *   0x00001249 outer--inlined
 *   ---
 *   --- profile
 */
#include "cyan-error.h"
#include "cyan-format-entry.h"
#include "cyan-gperftools.h"
#include "cyan-i18n.h"

#include <string.h>

#define SYMBOLS "--- symbol"
#define WORDS   "--- profile"
#define SECTION "---"

#define PPROF  "google-pprof --collapsed PROGRAM FILE > NAMED.folded"
#define JEPROF "jeprof --collapsed PROGRAM FILE > NAMED.folded"

/* Reads the symbols and the line that names what follows, into @section. */
static gboolean
read_symbols (CyanAddresses *self, GString *section, GError **error)
{
  gboolean ended = FALSE;
  char *line;
  gsize length;
  int step;

  while ((step = cyan_input_line (self->input, &line, &length, error)) > 0)
    {
      if (ended && g_str_has_prefix (line, SECTION))
        {
          g_string_assign (section, line);
          return TRUE;
        }
      ended |= strcmp (line, SECTION) == 0;
      if (!ended)
        cyan_addresses_add_symbol (self, line, length);
    }
  return step == 0
         && cyan_input_fail_line (self->input, error, _ ("there is nothing after the symbols"));
}

/* Reads a line of text into @line; empty at the end. */
static gboolean
read_first (CyanAddresses *self, GString *line, GError **error)
{
  char *text;
  gsize length;
  int step = cyan_input_line (self->input, &text, &length, error);

  g_string_assign (line, step > 0 ? text : "");
  return step >= 0;
}

static gboolean
read_sections (CyanAddresses *self, GError **error)
{
  g_autoptr (GString) first = g_string_new (NULL);
  const char *bytes;
  gsize available;

  if (!cyan_input_peek (self->input, 1, &bytes, &available, error))
    return FALSE;
  if (available > 0 && bytes[0] != '\0')
    {
      if (!read_first (self, first, error))
        return FALSE;
      if (strcmp (first->str, SYMBOLS) == 0 && !read_symbols (self, first, error))
        return FALSE;
      if (cyan_text_kind (first->str, first->len) == CYAN_TEXT_NONE
          && !g_str_has_prefix (first->str, WORDS) && !read_first (self, first, error))
        return FALSE;
      if (cyan_text_kind (first->str, first->len) == CYAN_TEXT_THREADS)
        return cyan_gperftools_read_threads (self, first->str, error);
      if (cyan_text_kind (first->str, first->len) != CYAN_TEXT_NONE)
        return cyan_gperftools_read_text (self, first->str, error);
    }
  return cyan_gperftools_read_words (self, error);
}

static gboolean
read_with (CyanInput *input, CyanProfileBuilder *builder, const char *namer, GError **error)
{
  CyanAddresses self;
  gboolean ok;

  cyan_addresses_init (&self, input, builder);
  self.namer = namer;
  cyan_profile_builder_set_unordered (builder);
  ok = read_sections (&self, error);
  cyan_addresses_clear (&self);
  return ok;
}

static gboolean
gperftools_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  return read_with (input, builder, PPROF, error);
}

static gboolean
jemalloc_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  return read_with (input, builder, JEPROF, error);
}

static int
cpu_sniff (const char *head, gsize length)
{
  CyanWordForm form;
  guint64 period;
  gboolean is_java;

  if (length >= sizeof SYMBOLS && memcmp (head, SYMBOLS "\n", sizeof SYMBOLS) == 0)
    return 95;
  return cyan_words_header (head, length, &form, &period, &is_java) ? 90 : 0;
}

static int
text_sniff (const char *head, gsize length)
{
  CyanTextKind kind = cyan_text_kind (head, length);

  return kind != CYAN_TEXT_NONE && kind != CYAN_TEXT_JEMALLOC ? 95 : 0;
}

static int
jemalloc_sniff (const char *head, gsize length)
{
  return cyan_text_kind (head, length) == CYAN_TEXT_JEMALLOC ? 95 : 0;
}

const CyanFormat cyan_format_gperftools_cpu = {
  .name = "gperftools-cpu",
  .label = "gperftools CPU profile",
  .sniff = cpu_sniff,
  .read = gperftools_read,
};

const CyanFormat cyan_format_gperftools_text = {
  .name = "gperftools-text",
  .label = "gperftools text",
  .sniff = text_sniff,
  .read = gperftools_read,
};

const CyanFormat cyan_format_jemalloc = {
  .name = "jemalloc",
  .label = "jemalloc heap profile",
  .sniff = jemalloc_sniff,
  .read = jemalloc_read,
};
