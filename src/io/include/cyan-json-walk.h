/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Documents of a known shape, member by member, straight from the scanner.
 *
 * A reader lists the members it wants of an object, each with a function for the value; they come
 * in whatever order the file has them, all others are skipped, and none may come twice.  The path
 * within the document is kept for error messages: "profiles[0].events[3].at".
 */
#pragma once

#include "cyan-json.h"
#include "cyan-strings.h"

G_BEGIN_DECLS

/* Objects and arrays that readers look into, one in another; what is skipped may be deeper. */
#define CYAN_JSON_WALK_DEPTH 12

typedef struct
{
  CyanJson *json; /* owned */

  /* What follows is the walk's own. */
  guint depth;
  struct
  {
    const char *key; /* NULL: an element of an array */
    guint64 index;
  } steps[CYAN_JSON_WALK_DEPTH];
  GHashTable *odd_keys[CYAN_JSON_WALK_DEPTH + 1]; /* by depth: keys that mean nothing here */
} CyanJsonWalk;

/* Reads the value that begins with @token, which was just read and is no error, to its end. */
typedef gboolean (*CyanJsonRead) (CyanJsonWalk *self,
                                  CyanJsonToken token,
                                  gpointer data,
                                  GError **error);

typedef struct
{
  const char *key;
  CyanJsonRead read;
  gboolean required;
} CyanJsonMember;

CyanJsonWalk *cyan_json_walk_new (CyanInput *input);
void cyan_json_walk_free (CyanJsonWalk *self);

/* Reads the one value of the input, which must be an object, and checks that nothing follows. */
gboolean cyan_json_walk_document (CyanJsonWalk *self,
                                  const CyanJsonMember *members,
                                  guint n_members,
                                  gpointer data,
                                  GError **error);

/* The rest of the object that began with @token.  At most 32 members. */
gboolean cyan_json_walk_object (CyanJsonWalk *self,
                                CyanJsonToken token,
                                const CyanJsonMember *members,
                                guint n_members,
                                gpointer data,
                                GError **error);

/* The rest of the array that began with @token, each element by @read. */
gboolean cyan_json_walk_array (
    CyanJsonWalk *self, CyanJsonToken token, CyanJsonRead read, gpointer data, GError **error);

/* A whole number in @min...@max; "3.0" is one. */
gboolean cyan_json_walk_integer (
    CyanJsonWalk *self, CyanJsonToken token, gint64 min, gint64 max, gint64 *value, GError **error);
/* The same for an index that may be null or -1, which become -1. */
gboolean cyan_json_walk_index_or_none (CyanJsonWalk *self,
                                       CyanJsonToken token,
                                       gint32 *value,
                                       GError **error);
/* A finite number. */
gboolean
cyan_json_walk_number (CyanJsonWalk *self, CyanJsonToken token, double *value, GError **error);
/* A string, put into @strings. */
gboolean cyan_json_walk_string (
    CyanJsonWalk *self, CyanJsonToken token, CyanStrings *strings, CyanStr *value, GError **error);
/* A string that replaces *@value, which is freed. */
gboolean
cyan_json_walk_text (CyanJsonWalk *self, CyanJsonToken token, char **value, GError **error);

/* Appends @value to @array, a GArray, which is charged to the budget of the input for as long as
 * the walk lives. */
#define cyan_json_walk_append(self, array, value)                                                  \
  cyan_charge_append (&(self)->json->charge, (array), (value))
/* Frees such an array, if there is one, and releases what it was charged for. */
void cyan_json_walk_drop (CyanJsonWalk *self, GArray **array);

/* Sets @error to "NAME: byte 120: profiles[0].type: REASON".  Returns FALSE. */
gboolean cyan_json_walk_fail (CyanJsonWalk *self, GError **error, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
/* Sets @error to "NAME: REASON", for errors found after reading.  Returns FALSE. */
gboolean cyan_json_walk_refuse (CyanJsonWalk *self, GError **error, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
/* The same with the message and code of @cause, which it takes. */
gboolean cyan_json_walk_propagate (CyanJsonWalk *self, GError *cause, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanJsonWalk, cyan_json_walk_free)

G_END_DECLS
