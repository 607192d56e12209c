/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addresses of HTTP, and the headers that a user sends along. */
#include "cyan-http-private.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"

/* Bytes of all headers. */
#define MAX_HEADERS (64 * 1024)
/* The longest recording that is waited for, in seconds. */
#define MAX_SECONDS (24 * 60 * 60)

/* What an address may have besides letters and digits; the rest is written as %XX. */
#define ALLOWED "!$&'()*+,;=:@/?#[]%"

gboolean
cyan_http_is_address (const char *text)
{
  return g_ascii_strncasecmp (text, "http://", strlen ("http://")) == 0
         || g_ascii_strncasecmp (text, "https://", strlen ("https://")) == 0;
}

static GUri *
parse (const char *address)
{
  g_autofree char *escaped = g_uri_escape_string (address, ALLOWED, FALSE);

  return g_uri_parse (escaped, CYAN_HTTP_URI_FLAGS, NULL);
}

GUri *
cyan_http_parse (const char *address, GError **error)
{
  g_autoptr (GUri) uri = parse (address);

  if (uri == NULL || g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0')
    return cyan_fail_null (error, CYAN_ERROR_INVALID, _ ("not an address like https://HOST/PATH"));
  if (g_uri_get_userinfo (uri) == NULL)
    return g_steal_pointer (&uri);
  cyan_fail_hint (error, CYAN_ERROR_INVALID, CYAN_HINT_HTTP_HEADERS,
                  _ ("other users of this computer can see a user and a password in an address"));
  return NULL;
}

/* ---- for people ---- */

static gboolean
is_secret (const char *key)
{
  static const char *const words[] = { "token",  "secret",  "passw",   "signature",  "credential",
                                       "apikey", "api_key", "api-key", "access_key", "auth" };
  static const char *const names[] = { "key", "sig", "pwd", NULL };
  g_autofree char *lower = g_ascii_strdown (key, -1);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (lower, words[i]) != NULL)
      return TRUE;
  return g_strv_contains (names, lower);
}

/* @query without the values of secrets.  Caller frees. */
static char *
hide_secrets (const char *query)
{
  g_auto (GStrv) fields = g_strsplit (query, "&", -1);

  for (guint i = 0; fields[i] != NULL; i++)
    {
      char *equals = strchr (fields[i], '=');
      g_autofree char *key = NULL;

      if (equals == NULL)
        continue;
      key = g_strndup (fields[i], (gsize) (equals - fields[i]));
      if (is_secret (key))
        {
          g_free (fields[i]);
          fields[i] = g_strconcat (key, "=...", NULL);
        }
    }
  return g_strjoinv ("&", fields);
}

/* As it was written, so that it is known again.  The authority of @address is from *@begin to *@end. */
static void
find_authority (const char *address, const char **begin, const char **end)
{
  const char *slashes = strstr (address, "//"), *at;

  *begin = slashes != NULL ? slashes + 2 : address;
  *end = *begin + strcspn (*begin, "/?#");
  at = g_strrstr_len (*begin, *end - *begin, "@");
  if (at != NULL)
    *begin = at + 1;
}

char *
cyan_http_server (const char *address)
{
  const char *begin, *end;

  find_authority (address, &begin, &end);
  return g_strndup (begin, (gsize) (end - begin));
}

char *
cyan_http_path (const char *address)
{
  const char *begin, *end;

  find_authority (address, &begin, &end);
  return *end == '/' ? g_strndup (end, strcspn (end, "?#")) : g_strdup ("/");
}

char *
cyan_http_label (const char *address)
{
  const char *begin, *end, *question, *slashes = strstr (address, "//");
  g_autofree char *query = NULL, *front = NULL;

  find_authority (address, &begin, &end);
  question = strchr (end, '?');
  front = g_strndup (begin, question != NULL ? (gsize) (question - begin) : strlen (begin));
  if (question != NULL)
    query = hide_secrets (question + 1);
  return g_strdup_printf ("%.*s%s%s%s", slashes != NULL ? (int) (slashes + 2 - address) : 0,
                          address, front, query != NULL ? "?" : "", query != NULL ? query : "");
}

guint
cyan_http_seconds (const char *address)
{
  g_autoptr (GUri) uri = parse (address);
  GUriParamsIter fields;
  char *key, *value;
  guint64 seconds = 0;

  if (uri == NULL || g_uri_get_query (uri) == NULL)
    return 0;
  g_uri_params_iter_init (&fields, g_uri_get_query (uri), -1, "&", G_URI_PARAMS_NONE);
  while (g_uri_params_iter_next (&fields, &key, &value, NULL))
    {
      if (strcmp (key, "seconds") == 0 && !cyan_parse_uint64 (value, strlen (value), &seconds))
        seconds = 0;
      g_free (key);
      g_free (value);
    }
  return (guint) MIN (seconds, MAX_SECONDS);
}

/* ---- headers ---- */

static gboolean
is_name (const char *name)
{
  for (const char *c = name; *c != '\0'; c++)
    if (!g_ascii_isalnum (*c) && strchr ("!#$%&'*+-.^_`|~", *c) == NULL)
      return FALSE;
  return *name != '\0';
}

/* Splits @line into a name and a value.  FALSE if it is no header. */
static gboolean
split (const char *line, char **name, char **value)
{
  const char *colon = strchr (line, ':');

  if (colon == NULL)
    return FALSE;
  *name = g_strndup (line, (gsize) (colon - line));
  *value = g_strstrip (g_strdup (colon + 1));
  for (const char *c = *value; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c) && *c != '\t')
      return FALSE;
  return is_name (*name);
}

/* Messages have no header, since it may be secret. */
static char **
parse_headers (const char *place, const char *text, gsize length, GError **error)
{
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) lines = NULL;

  if (strlen (text) != length || length > MAX_HEADERS)
    return cyan_fail_null (error, CYAN_ERROR_INVALID,
                           _ ("%s: these are no headers, or more than %u bytes"), place,
                           MAX_HEADERS);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *name = NULL, *value = NULL;

      if (*g_strstrip (lines[i]) == '\0')
        continue;
      if (!split (lines[i], &name, &value))
        return cyan_fail_null (error, CYAN_ERROR_INVALID,
                               _ ("%s: line %u: not a header like \"Name: value\""), place, i + 1);
      g_ptr_array_add (headers, g_steal_pointer (&name));
      g_ptr_array_add (headers, g_steal_pointer (&value));
    }
  g_ptr_array_add (headers, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&headers), FALSE);
}

static char **
read_headers (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) reason = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, &reason))
    return cyan_fail_null (error, CYAN_ERROR_IO, "%s", reason->message);
  return parse_headers (path, text, length, error);
}

char **
cyan_http_headers (const CyanHttpAccess *access, GError **error)
{
  const char *text = g_getenv (CYAN_HTTP_HEADERS_VARIABLE);

  if (access->headers != NULL)
    return read_headers (access->headers, error);
  if (text == NULL)
    return g_new0 (char *, 1);
  return *text == '@' ? read_headers (text + 1, error)
                      : parse_headers (CYAN_HTTP_HEADERS_VARIABLE, text, strlen (text), error);
}
