/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the stacks of threads at one moment:
 *
 *   --- threadz 1 ---
 *   --- Thread 7f00 (name: worker/101) stack: ---
 *     PC: 0x1 0x2
 *     0x3: NAME
 *     creator: 0x4 0x5
 *   --- Thread 7f10 (name: worker/102) stack: ---
 *     [same as previous thread]
 *   --- Memory map: ---
 *
 * The form is that of legacy_profile.go of github.com/google/pprof.  As there, the creator calls
 * the thread, and all addresses but the first are those to return to.
 */
#include "cyan-error.h"
#include "cyan-gperftools.h"
#include "cyan-i18n.h"

#include <string.h>

#define SECTION "---"
#define THREAD  "--- Thread "
#define SAME    "same as previous thread"

typedef struct
{
  CyanAddresses *addresses;
  guint32 node;     /* of the tree: the stack of the previous thread */
  gboolean is_same; /* the current thread has that stack, too */
} Threads;

/* Adds the name of the last address of the stack. */
static void
add_name (CyanAddresses *self, const char *name)
{
  guint last = self->stack->len - 1;
  /* The call before an address to return to. */
  guint64 address = g_array_index (self->stack, guint64, last) - (last > 0 ? 1 : 0);
  g_autofree char *symbol = g_strdup_printf ("0x%" PRIx64 " %s", address, name);

  cyan_addresses_add_symbol (self, symbol, strlen (symbol));
}

static gboolean
read_frames (Threads *self, const char *line, gsize length, GError **error)
{
  static const char *const words[] = { "PC:", "creator:" };
  CyanAddresses *addresses = self->addresses;
  const char *at = line, *end = line + length;
  gboolean ok;

  if (memmem (line, length, SAME, strlen (SAME)) != NULL)
    {
      self->is_same = TRUE;
      return TRUE;
    }
  while (g_ascii_isspace (*at))
    at++;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (at, words[i]))
      at += strlen (words[i]);
  ok = cyan_addresses_take (addresses, &at, end);
  if (ok && at < end && *at == ':' && addresses->stack->len > 0)
    {
      add_name (addresses, at + 1);
      return TRUE;
    }
  return (ok && at == end)
         || cyan_input_fail_line (addresses->input, error,
                                  _ ("neither counts nor a stack of addresses"));
}

static gboolean
end_thread (Threads *self, GError **error)
{
  CyanAddresses *addresses = self->addresses;

  if (!self->is_same)
    {
      cyan_addresses_return (addresses, 1);
      self->node = cyan_addresses_end (addresses, error);
      if (self->node == CYAN_FRAME_TREE_NONE)
        return FALSE;
    }
  cyan_frame_tree_add (&addresses->tree, self->node, 1);
  cyan_frame_tree_commit (&addresses->tree, 0, 1);
  return TRUE;
}

/* Reads the threads up to the first line of another section. */
static gboolean
read_all (Threads *self, const char *first, GError **error)
{
  gboolean in_thread = g_str_has_prefix (first, THREAD);
  char *line;
  gsize length;
  int step;

  cyan_addresses_begin (self->addresses);
  while ((step = cyan_input_line (self->addresses->input, &line, &length, error)) > 0)
    if (g_str_has_prefix (line, SECTION))
      {
        if (in_thread && !end_thread (self, error))
          return FALSE;
        in_thread = g_str_has_prefix (line, THREAD);
        if (!in_thread)
          return TRUE;
        cyan_addresses_begin (self->addresses);
        self->is_same = FALSE;
      }
    else if (in_thread && !read_frames (self, line, length, error))
      return FALSE;
  return step == 0 && (!in_thread || end_thread (self, error));
}

gboolean
cyan_gperftools_read_threads (CyanAddresses *self, const char *line, GError **error)
{
  static const CyanAddressesMetric metric = { 0, 1 };
  Threads threads = { .addresses = self };

  if (!read_all (&threads, line, error) || !cyan_gperftools_read_tail (self, error))
    return FALSE;
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_EXACT, 0);
  cyan_profile_builder_metric (self->builder, "thread", "count");
  return cyan_addresses_build (self, &metric, 1, error);
}
