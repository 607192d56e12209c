/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addresses of stores in PostgreSQL: a URL of libpq, with "schema=" among its parameters. */
#include "cyan-store-postgres-private.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"

#define DEFAULT_SCHEMA "cyanotype"
#define OPTION         "schema="
/* Longer names are cut by the server. */
#define MAX_NAME 63

/* Takes "schema=" out of the parameters of @url.  Caller frees; *@schema is NULL if it is no text. */
static char *
take_schema (const char *url, char **schema)
{
  gsize length = strcspn (url, "?");
  GString *target = g_string_new_len (url, (gssize) length);
  g_auto (GStrv) options = g_strsplit (url[length] != '\0' ? url + length + 1 : "", "&", -1);
  char separator = '?';

  *schema = g_strdup (DEFAULT_SCHEMA);
  for (guint i = 0; options[i] != NULL; i++)
    if (g_str_has_prefix (options[i], OPTION))
      {
        g_free (*schema);
        *schema = g_uri_unescape_string (options[i] + strlen (OPTION), NULL);
      }
    else if (*options[i] != '\0')
      {
        g_string_append_printf (target, "%c%s", separator, options[i]);
        separator = '&';
      }
  return g_string_free (target, FALSE);
}

gboolean
cyan_postgres_parse (const char *url, char **target, char **schema, GError **error)
{
  PQconninfoOption *options;
  gboolean has_password = FALSE;

  if (!cyan_libpq_load (error))
    return FALSE;
  *target = take_schema (url, schema);
  /* The message of libpq could contain a password. */
  options = cyan_libpq.PQconninfoParse (*target, NULL);
  for (guint i = 0; options != NULL && options[i].keyword != NULL; i++)
    if (options[i].val != NULL && strchr (options[i].dispchar, '*') != NULL)
      has_password = TRUE;
  cyan_libpq.PQconninfoFree (options);
  if (has_password)
    cyan_fail (
        error, CYAN_ERROR_INVALID,
        _ ("the password of a database belongs in ~/.pgpass or PGPASSWORD, not in its address"));
  else if (options == NULL || *schema == NULL || !g_utf8_validate (*schema, -1, NULL)
           || **schema == '\0' || strlen (*schema) > MAX_NAME)
    cyan_fail (error, CYAN_ERROR_INVALID,
               _ ("not like postgresql://USER@HOST/DATABASE?schema=NAME"));
  else
    return TRUE;
  g_clear_pointer (target, g_free);
  g_clear_pointer (schema, g_free);
  return FALSE;
}
