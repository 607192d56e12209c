/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes stores: what can be opened can be read and written. */
#include <glib/gstdio.h>
#include <math.h>
#include <unistd.h>

#include "fuzz-store-rows.h"
#include "fuzz.h"

static void
check_writing (CyanStore *store)
{
  g_autoptr (GError) error = NULL;
  CyanStoreValue value = { 1, 2.5 };
  CyanStoreFunction function = { "f", "", "", 1, 1, 1 };
  CyanStoreRun run = { .uid = "fuzz",
                       .revision = 1,
                       .definition = 1,
                       .machine = 1,
                       .session = 1,
                       .build = CYAN_STORE_UNKNOWN,
                       .seconds = NAN,
                       .exit_code = CYAN_STORE_UNKNOWN,
                       .values = &value,
                       .n_values = 1,
                       .functions = &function,
                       .n_functions = 1 };

  if (!cyan_store_add_run (store, &run, NULL, &error))
    fuzz_check_error (error);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanStore) store = NULL;
  g_autofree char *path = NULL, *log = NULL, *memory = NULL;
  int file = g_file_open_tmp ("fuzz-XXXXXX.db", &path, NULL);

  FUZZ_CHECK (file >= 0 && write (file, data, size) == (ssize_t) size);
  close (file);
  store = cyan_store_open (path, CYAN_STORE_WRITE, &error);
  if (store == NULL)
    fuzz_check_error (error);
  else
    {
      fuzz_check_store (store);
      check_writing (store);
    }
  g_clear_pointer (&store, cyan_store_free);
  log = g_strconcat (path, "-wal", NULL);
  memory = g_strconcat (path, "-shm", NULL);
  g_unlink (path);
  g_unlink (log);
  g_unlink (memory);
  return 0;
}
