/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes objects of git that git would not: of any id and any size, whatever they claim.
 */
#pragma once

#include <glib.h>

typedef struct _PackWriter PackWriter;

enum
{
  PACK_COMMIT = 1,
  PACK_TREE = 2,
  PACK_TAG = 4,
  PACK_OFFSET_DELTA = 6,
  PACK_ID_DELTA = 7,
};

/* The id that git gives an object of @type, "tree".  Caller frees. */
char *object_id (const char *type, gconstpointer content, gsize length);

/* Writes @bytes, a head and a content, as the loose object @id of the repository @folder. */
void loose_write (const char *folder, const char *id, gconstpointer bytes, gsize length);
/* Writes "HEAD" and then some gigabytes of zeros. */
void loose_write_gigabytes (const char *folder, const char *id, const char *head);

/* A pack for the repository @folder. */
PackWriter *pack_begin (const char *folder);
/* Adds an object that claims to have @size bytes before compression.  Returns where it is.  @base
 * is the id of that of a PACK_ID_DELTA, otherwise NULL; @base_at is where that of a
 * PACK_OFFSET_DELTA is. */
gsize pack_add (PackWriter *self,
                const char *id,
                guint type,
                guint64 size,
                const char *base,
                gsize base_at,
                gconstpointer content,
                gsize length);
/* A whole object with its own size and id.  Caller frees the id. */
char *pack_add_whole (PackWriter *self, guint type, gconstpointer content, gsize length);
/* Writes the pack and its index, and frees it. */
void pack_end (PackWriter *self);

/* Appends a number as the data of a difference begin with two of. */
void delta_append_size (GByteArray *delta, guint64 size);
/* Appends commands that copy the first @size bytes of the base. */
void delta_append_copy (GByteArray *delta, gsize size);
