/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes stores: what can be opened can be read and written; what can be saved of them is a store. */
#include <glib/gstdio.h>
#include <math.h>
#include <unistd.h>

#include "cyan-store-copy.h"
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
                       .environment = 1,
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

static void
check_repair (const char *path)
{
  g_autofree char *out = g_strconcat (path, ".out", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) remains = cyan_store_repair (path, out, &error);
  g_autoptr (CyanStore) store = NULL;

  if (remains == NULL)
    {
      fuzz_check_error (error);
      FUZZ_CHECK (!g_file_test (out, G_FILE_TEST_EXISTS));
      return;
    }
  store = cyan_store_open (out, CYAN_STORE_READ, &error);
  FUZZ_CHECK (store != NULL && cyan_store_check (store, &error));
  fuzz_check_store (store);
  g_unlink (out);
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
  check_repair (path);
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
