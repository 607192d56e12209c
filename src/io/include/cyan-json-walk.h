/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads JSON documents of a known structure, member by member, without building a tree.
 *
 * A reader lists the members that it wants of an object, each with a function for the value.
 * Members may come in any order; all others are skipped, and none of the listed may come twice.
 * The path within the document is kept for error messages: "profiles[0].events[3].at".
 */
#pragma once

#include "cyan-json.h"
#include "cyan-scratch.h"
#include "cyan-strings.h"

/* Nesting limit of the objects and arrays that readers visit; skipped values may nest deeper. */
#define CYAN_JSON_WALK_DEPTH 12

typedef struct
{
  CyanJson *json;       /* owned */
  CyanScratch kept;     /* what a reader keeps as long as the walk */
  CyanStrings *strings; /* borrowed: gets what goes into fields of CYAN_JSON_STR(); may be NULL */

  gboolean has_symbols; /* keys may be symbols of Ruby: ":mode" is "mode" */

  /* Private. */
  guint depth;
  struct
  {
    const char *key; /* NULL: an element of an array */
    guint64 index;
  } steps[CYAN_JSON_WALK_DEPTH];
  GHashTable *odd_keys[CYAN_JSON_WALK_DEPTH + 1]; /* by depth: keys without a meaning here */
} CyanJsonWalk;

/* Reads a value to its end.  @token is its first token, which was just read and is not an error. */
typedef gboolean (*CyanJsonRead) (CyanJsonWalk *self,
                                  CyanJsonToken token,
                                  gpointer data,
                                  GError **error);

typedef struct _CyanJsonMember CyanJsonMember;

typedef enum
{
  CYAN_JSON_FIELD_NONE,
  CYAN_JSON_FIELD_STR,
  CYAN_JSON_FIELD_TEXT,
  CYAN_JSON_FIELD_NUMBER,
  CYAN_JSON_FIELD_INTEGER,
  CYAN_JSON_FIELD_COUNT,
  CYAN_JSON_FIELD_COUNTS,
  CYAN_JSON_FIELD_FLAG,
  CYAN_JSON_FIELD_WORD,
} CyanJsonField;

struct _CyanJsonMember
{
  const char *key; /* NULL, in the last of a list: all that the others do not name; it has a @read,
                      * which asks cyan_json_walk_key() */
  CyanJsonRead read; /* or NULL */
  gboolean required;
  gboolean each;    /* the value is an array, of which @read reads each element; without it, the
                     * elements go to the end of the field, see CYAN_JSON_ROWS() */
  gboolean or_null; /* null is as if the member were not there */
  /* The value goes into a field of the struct @data, unless there is a @read; see CYAN_JSON_STR()
   * and the like.  cyan_json_writer_fields() writes it. */
  CyanJsonField field;
  gsize offset;
  gint64 min, max;
  double least, most;       /* of a number; both 0: any */
  const char *const *words; /* of CYAN_JSON_WORD() */
  const char *problem;      /* what to say of any other word; NULL: that it is not known */
  gsize size;               /* of an element of the array in the field */
  gsize via;                /* of CYAN_JSON_VIA(), or 0 */
  /* The value is an object with these members, and there is no @read; see CYAN_JSON_MEMBERS(). */
  const CyanJsonMember *members;
  guint n_members;
};

#define CYAN_JSON_MEMBERS(array) .members = (array), .n_members = G_N_ELEMENTS (array)

/* The offset of @member in @type, which must have the type @ctype. */
#define CYAN_JSON_OFFSET(type, member, ctype)                                                      \
  G_STRUCT_OFFSET (type, member) + 0 * sizeof (1 ? &((type *) 0)->member : (ctype *) 0)

/* A string, added to the strings of the walk. */
#define CYAN_JSON_STR(type, member)                                                                \
  .field = CYAN_JSON_FIELD_STR, .offset = CYAN_JSON_OFFSET (type, member, CyanStr)
/* A string in a char *, which the caller frees. */
#define CYAN_JSON_TEXT(type, member)                                                               \
  .field = CYAN_JSON_FIELD_TEXT, .offset = CYAN_JSON_OFFSET (type, member, char *)
/* A finite number in a double. */
#define CYAN_JSON_REAL(type, member)                                                               \
  .field = CYAN_JSON_FIELD_NUMBER, .offset = CYAN_JSON_OFFSET (type, member, double)
/* An integer in @least...@most in a gint64. */
#define CYAN_JSON_INTEGER(type, member, least, most)                                               \
  .field = CYAN_JSON_FIELD_INTEGER, .offset = CYAN_JSON_OFFSET (type, member, gint64),             \
  .min = (least), .max = (most)
/* Arrays of these in a GArray *, of CyanStr, double or gint64; it is made if it is NULL. */
#define CYAN_JSON_COLUMN(type, member, element)                                                    \
  .each = TRUE, .offset = CYAN_JSON_OFFSET (type, member, GArray *), .size = sizeof (element)
#define CYAN_JSON_STRS(type, member)                                                               \
  .field = CYAN_JSON_FIELD_STR, CYAN_JSON_COLUMN (type, member, CyanStr)
#define CYAN_JSON_REALS(type, member)                                                              \
  .field = CYAN_JSON_FIELD_NUMBER, CYAN_JSON_COLUMN (type, member, double)
#define CYAN_JSON_INTEGERS(type, member, least, most)                                              \
  .field = CYAN_JSON_FIELD_INTEGER, .min = (least), .max = (most),                                 \
  CYAN_JSON_COLUMN (type, member, gint64)
/* An array of objects in a GArray *, whose elements, zero at first, get the members in @array. */
#define CYAN_JSON_ROWS(type, member, element, array)                                               \
  CYAN_JSON_COLUMN (type, member, element), CYAN_JSON_MEMBERS (array)
/* The same, from @from to @to. */
#define CYAN_JSON_REAL_IN(type, member, from, to)                                                  \
  CYAN_JSON_REAL (type, member), .least = (from), .most = (to)
/* An integer from 0 to .max, or to G_MAXUINT32 where that is 0, in a guint32. */
#define CYAN_JSON_COUNT(type, member)                                                              \
  .field = CYAN_JSON_FIELD_COUNT, .offset = CYAN_JSON_OFFSET (type, member, guint32)
/* An array of such integers, appended to a GArray of guint32. */
#define CYAN_JSON_COUNTS(type, member)                                                             \
  .field = CYAN_JSON_FIELD_COUNTS, .offset = CYAN_JSON_OFFSET (type, member, GArray *)
/* True or false in a gboolean. */
#define CYAN_JSON_FLAG(type, member)                                                               \
  .field = CYAN_JSON_FIELD_FLAG, .offset = CYAN_JSON_OFFSET (type, member, gboolean)
/* One of @names, which end with NULL, as its index in an enum. */
#define CYAN_JSON_WORD(type, member, names)                                                        \
  .field = CYAN_JSON_FIELD_WORD, .words = (names),                                                 \
  .offset = G_STRUCT_OFFSET (type, member)                                                         \
            + 0 * sizeof (char[sizeof ((type *) 0)->member == 4 ? 1 : -1])
/* The fields, also those of an object with CYAN_JSON_MEMBERS(), are not of the struct @data of type
 * @type, but of the one that its pointer @member points to. */
#define CYAN_JSON_VIA(type, member) .via = 1 + G_STRUCT_OFFSET (type, member)

CyanJsonWalk *cyan_json_walk_new (CyanInput *input);
void cyan_json_walk_free (CyanJsonWalk *self);

/* Reads the single value of the input, which must be an object, and checks that nothing follows. */
gboolean cyan_json_walk_document (CyanJsonWalk *self,
                                  const CyanJsonMember *members,
                                  guint n_members,
                                  gpointer data,
                                  GError **error);

/* Reads the rest of the object that started with @token.  At most 32 members. */
gboolean cyan_json_walk_object (CyanJsonWalk *self,
                                CyanJsonToken token,
                                const CyanJsonMember *members,
                                guint n_members,
                                gpointer data,
                                GError **error);

/* The key of the member that is read; valid until it is. */
const char *cyan_json_walk_key (const CyanJsonWalk *self);

/* Reads the rest of the array that started with @token; @read reads each element. */
gboolean cyan_json_walk_array (
    CyanJsonWalk *self, CyanJsonToken token, CyanJsonRead read, gpointer data, GError **error);

/* Reads an integer in @min...@max; "3.0" counts as an integer. */
gboolean cyan_json_walk_integer (
    CyanJsonWalk *self, CyanJsonToken token, gint64 min, gint64 max, gint64 *value, GError **error);
/* Reads an index; null and -1 become -1. */
gboolean cyan_json_walk_index_or_none (CyanJsonWalk *self,
                                       CyanJsonToken token,
                                       gint32 *value,
                                       GError **error);
/* Reads a finite number. */
gboolean
cyan_json_walk_number (CyanJsonWalk *self, CyanJsonToken token, double *value, GError **error);
/* Reads a string and adds it to @strings. */
gboolean cyan_json_walk_string (
    CyanJsonWalk *self, CyanJsonToken token, CyanStrings *strings, CyanStr *value, GError **error);
/* Reads a string into *@value; frees the old value. */
/* The index of a string in @words, which end with NULL. */
gboolean cyan_json_walk_word (CyanJsonWalk *self,
                              CyanJsonToken token,
                              const char *const *words,
                              guint *value,
                              GError **error);
gboolean
cyan_json_walk_text (CyanJsonWalk *self, CyanJsonToken token, char **value, GError **error);

/* Appends @value to @array, a GArray, and charges it to the input's budget until the walk is freed
 * or cyan_json_walk_drop() is called. */
#define cyan_json_walk_append(self, array, value)                                                  \
  cyan_charge_append (&(self)->json->charge, (array), (value))
/* Frees such an array, which may be NULL, and releases its charge. */
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
