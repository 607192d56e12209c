/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outline of a document: each path of its members once, whatever their order and number. */
#include "cyan-json-sniff.h"

#include "cyan-json.h"

#include <string.h>

/* As deep as cyan_json_sniff() looks.  More members of one object, whose keys may be numbers, longer
 * keys and longer values tell no format. */
#define MAX_DEPTH   5
#define MAX_MEMBERS 64
#define MAX_LENGTH  100

/* All members that are not at the top. */
#define MAX_INNER 4096

typedef struct
{
  char *key;   /* "": an element of an array */
  char *value; /* the first that is not long, as JSON writes it; NULL: none so far */
  char open;   /* '{' or '[': its first bracket; 0: none so far */
  GPtrArray *members;
} Node;

typedef struct
{
  CyanJson *json;
  guint n_inner;
} Outline;

static void
node_free (gpointer data)
{
  Node *node = data;

  g_free (node->key);
  g_free (node->value);
  g_ptr_array_unref (node->members);
  g_free (node);
}

static Node *
node_new (const char *key, gsize length)
{
  Node *node = g_new0 (Node, 1);

  node->key = g_strndup (key, length);
  node->members = g_ptr_array_new_with_free_func (node_free);
  return node;
}

/* The member [@key, @key + @length) of @node, which is @depth brackets deep; it is added if it is
 * new.  NULL if there is no room for it. */
static Node *
find_member (Outline *self, Node *node, const char *key, gsize length, guint depth)
{
  Node *member;

  for (guint i = 0; i < node->members->len; i++)
    {
      member = g_ptr_array_index (node->members, i);
      if (strlen (member->key) == length && memcmp (member->key, key, length) == 0)
        return member;
    }
  if (node->members->len == MAX_MEMBERS || length > MAX_LENGTH
      || (depth > 0 && self->n_inner == MAX_INNER))
    return NULL;
  self->n_inner += depth > 0;
  member = node_new (key, length);
  g_ptr_array_add (node->members, member);
  return member;
}

/* Keeps a string that JSON writes as it is. */
static void
keep_value (const CyanJson *json, Node *node)
{
  if (node->value != NULL || json->length > MAX_LENGTH
      || memchr (json->text, '\\', json->length) != NULL
      || memchr (json->text, '"', json->length) != NULL)
    return;
  for (gsize i = 0; i < json->length; i++)
    if (g_ascii_iscntrl (json->text[i]))
      return;
  node->value = g_strdup_printf ("\"%.*s\"", (int) json->length, json->text);
}

/* Adds the value that begins with @token to @node, which is @depth brackets deep; NULL: skips it.
 * FALSE where the document breaks off. */
static gboolean
scan (Outline *self, Node *node, CyanJsonToken token, guint depth)
{
  gboolean is_object = token == CYAN_JSON_OBJECT;

  if (token == CYAN_JSON_ERROR)
    return FALSE;
  if (token == CYAN_JSON_STRING && node != NULL)
    keep_value (self->json, node);
  if (!is_object && token != CYAN_JSON_ARRAY)
    return TRUE;
  if (node != NULL && node->open == 0)
    node->open = is_object ? '{' : '[';
  if (node == NULL || depth == MAX_DEPTH || node->open != (is_object ? '{' : '['))
    return cyan_json_skip (self->json, token, NULL);
  while ((token = cyan_json_next (self->json, NULL)) != CYAN_JSON_ERROR)
    {
      Node *member;

      if (token == CYAN_JSON_OBJECT_END || token == CYAN_JSON_ARRAY_END)
        return TRUE;
      member = is_object ? find_member (self, node, self->json->text, self->json->length, depth)
                         : find_member (self, node, "", 0, depth);
      if (is_object)
        token = cyan_json_next (self->json, NULL);
      if (!scan (self, member, token, depth + 1))
        return FALSE;
    }
  return FALSE;
}

static void
write_node (const Node *node, GString *out)
{
  if (node->open == 0)
    {
      g_string_append (out, node->value != NULL ? node->value : "0");
      return;
    }
  g_string_append_c (out, node->open);
  for (guint i = 0; i < node->members->len; i++)
    {
      const Node *member = g_ptr_array_index (node->members, i);

      if (i > 0)
        g_string_append_c (out, ',');
      if (node->open == '{')
        g_string_append_printf (out, "\"%s\":", member->key);
      write_node (member, out);
    }
  g_string_append_c (out, node->open == '{' ? '}' : ']');
}

char *
cyan_json_outline (CyanInput *input)
{
  CyanJson *json = cyan_json_new (input);
  Outline self = { .json = json };
  Node *root = node_new ("", 0);
  GString *out = g_string_new (NULL);

  scan (&self, root, cyan_json_next (json, NULL), 0);
  write_node (root, out);
  node_free (root);
  cyan_json_free (json);
  return g_string_free (out, FALSE);
}
