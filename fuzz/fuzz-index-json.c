/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes indices of profiles: what can be opened can be read, and reads nothing but its folder. */
#include <glib/gstdio.h>

#include "fuzz-store-rows.h"
#include "fuzz.h"

static void
write_file (const char *path, const uint8_t *bytes, size_t size)
{
  FILE *file = g_fopen (path, "wb");

  FUZZ_CHECK (file != NULL && fwrite (bytes, 1, size, file) == size && fclose (file) == 0);
}

static void
check_profiles_are_inside (CyanStore *store)
{
  g_autoptr (GError) error = NULL;
  CyanStoreSizes sizes;

  /* No file but this one is there, and it has one byte. */
  if (cyan_store_read_sizes (store, &sizes, &error) && sizes.profiles > 0
      && cyan_store_check (store, &error))
    FUZZ_CHECK (sizes.profiles == 1 && sizes.profile_bytes == 1);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *folder = g_dir_make_tmp ("fuzz-XXXXXX", NULL);
  g_autofree char *index = g_build_filename (folder, "index.json", NULL);
  g_autofree char *profile = g_build_filename (folder, "p.pb.gz", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanStore) store = NULL;

  write_file (index, data, size);
  write_file (profile, (const uint8_t *) "x", 1);
  store = cyan_store_open (folder, CYAN_STORE_READ, &error);
  if (store == NULL)
    fuzz_check_error (error);
  else
    {
      fuzz_check_store (store);
      check_profiles_are_inside (store);
    }
  g_unlink (index);
  g_unlink (profile);
  g_rmdir (folder);
  return 0;
}
