/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the XML that Sysprof 1 saves: the names of functions and processes, and the nodes of a tree
 * that refer to them.  Names are in quotes.
 *
 *   <profile><size>2</size>
 *     <objects><object id="7"><name>"main"</name><total>2</total><self>2</self></object></objects>
 *     <nodes><node id="1"><object>7</object><parent>0</parent><self>2</self></node></nodes>
 *   </profile>
 *
 * The parent of a node may be below it; 0 is none.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-ids.h"
#include "cyan-scratch.h"
#include "cyan-system.h"
#include "cyan-line.h"

#include <string.h>

typedef struct
{
  guint64 id, object, parent;
  double self;
  CyanNode node; /* CYAN_NODE_NONE until it is made */
} Item;

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanIds objects, nodes;
  GArray *functions; /* of guint32 by object */
  GArray *items;     /* of Item by node */
  CyanCharge charge, ids_charge;
  Item item; /* the current element, of nodes or of objects */
  CyanStr name;
  GString *text;
  gsize silence; /* bytes since the last element */
} Reader;

static void
begin_element (GMarkupParseContext *context,
               const char *element,
               const char **names,
               const char **values,
               gpointer data,
               GError **error)
{
  Reader *self = data;

  self->silence = 0;
  g_string_truncate (self->text, 0);
  if (strcmp (element, "object") != 0 && strcmp (element, "node") != 0)
    return;
  /* Within a node, <object> is a reference and has no id. */
  for (; *names != NULL; names++, values++)
    if (strcmp (*names, "id") == 0)
      {
        self->item = (Item){ .node = CYAN_NODE_NONE };
        self->name = CYAN_STR_EMPTY;
        if (!cyan_parse_uint64 (*values, strlen (*values), &self->item.id))
          cyan_fail (error, CYAN_ERROR_INVALID, _ ("\"%.20s\" is not the number of an element"),
                     *values);
        return;
      }
}

static void
add_text (
    GMarkupParseContext *context, const char *text, gsize length, gpointer data, GError **error)
{
  Reader *self = data;

  g_string_append_len (self->text, text, (gssize) length);
}

static void
end_object (Reader *self)
{
  guint32 number = cyan_ids_number (&self->objects, self->item.id);
  guint32 function = cyan_profile_builder_named (self->builder, self->name);

  if (number == self->functions->len)
    cyan_charge_append (&self->charge, self->functions, function);
}

static gboolean
end_node (Reader *self, GError **error)
{
  guint32 number = cyan_ids_number (&self->nodes, self->item.id);

  if (number == self->items->len)
    cyan_charge_append (&self->charge, self->items, self->item);
  return cyan_budget_check (self->charge.budget, 0, error);
}

static gboolean
read_number (Reader *self, guint64 *value, GError **error)
{
  return cyan_parse_uint64 (self->text->str, self->text->len, value)
         || cyan_fail (error, CYAN_ERROR_INVALID, _ ("\"%.20s\" is not a number"), self->text->str);
}

static void
end_element (GMarkupParseContext *context, const char *element, gpointer data, GError **error)
{
  Reader *self = data;
  const GSList *outer = g_markup_parse_context_get_element_stack (context)->next;
  gboolean in_node = outer != NULL && strcmp (outer->data, "node") == 0;
  guint64 value = 0;

  self->silence = 0;
  if (in_node && strcmp (element, "object") == 0)
    read_number (self, &self->item.object, error);
  else if (in_node && strcmp (element, "parent") == 0)
    read_number (self, &self->item.parent, error);
  else if (in_node && strcmp (element, "self") == 0 && read_number (self, &value, error))
    self->item.self = (double) value;
  else if (strcmp (element, "name") == 0)
    {
      gboolean quoted = self->text->len > 1 && *self->text->str == '"';

      self->name = cyan_strings_add (self->strings, self->text->str + quoted,
                                     (gssize) (self->text->len - 2 * quoted));
    }
  else if (strcmp (element, "object") == 0)
    end_object (self);
  else if (strcmp (element, "node") == 0)
    end_node (self, error);
  cyan_charge_set (&self->ids_charge,
                   cyan_ids_memory (&self->objects) + cyan_ids_memory (&self->nodes));
  g_string_truncate (self->text, 0);
}

/* Makes the node of @item, whose parent has one. */
static gboolean
make_node (Reader *self, Item *item, CyanNode parent, GError **error)
{
  guint32 object = cyan_ids_find (&self->objects, item->object);

  if (object == G_MAXUINT32)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("element %" PRIu64 " is not defined"),
                      item->object);
  item->node = cyan_profile_builder_child (
      self->builder, parent, g_array_index (self->functions, guint32, object), 0, error);
  if (item->node != CYAN_NODE_NONE && item->self > 0)
    cyan_profile_builder_add (self->builder, 0, item->node, item->self);
  return item->node != CYAN_NODE_NONE;
}

/* Makes the node of the item @number and those of its ancestors.  @path is room for a stack. */
static gboolean
make_path (Reader *self, guint32 number, GArray *path, GError **error)
{
  CyanNode parent = CYAN_NODE_ROOT;

  g_array_set_size (path, 0);
  for (;;)
    {
      const Item *item = &g_array_index (self->items, Item, number);

      if (item->node != CYAN_NODE_NONE)
        {
          parent = item->node;
          break;
        }
      /* Its ancestors have a cycle. */
      if (path->len == self->items->len)
        return cyan_fail (error, CYAN_ERROR_INVALID, _ ("element %" PRIu64 " is not defined"),
                          item->parent);
      g_array_append_val (path, number);
      if (item->parent == 0)
        break;
      number = cyan_ids_find (&self->nodes, item->parent);
      if (number == G_MAXUINT32)
        return cyan_fail (error, CYAN_ERROR_INVALID, _ ("element %" PRIu64 " is not defined"),
                          item->parent);
    }
  for (guint i = path->len; i-- > 0;)
    {
      Item *item = &g_array_index (self->items, Item, g_array_index (path, guint32, i));

      if (!make_node (self, item, parent, error))
        return FALSE;
      parent = item->node;
    }
  return TRUE;
}

static gboolean
make_nodes (Reader *self, GError **error)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < self->items->len; i++)
    if (!make_path (self, i, path, error))
      return FALSE;
  return TRUE;
}

static gboolean
sysprof_xml_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const GMarkupParser parser = { begin_element, end_element, add_text, NULL, NULL };
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = { .builder = builder,
                  .strings = cyan_profile_builder_strings (builder),
                  .functions = cyan_scratch_array (&scratch, sizeof (guint32)),
                  .items = cyan_scratch_array (&scratch, sizeof (Item)),
                  .text = cyan_scratch_text (&scratch) };
  g_autoptr (GError) reason = NULL;

  cyan_ids_init (&self.objects, &scratch);
  cyan_ids_init (&self.nodes, &scratch);
  cyan_scratch_charge (&scratch, &self.charge, cyan_profile_builder_budget (builder));
  cyan_scratch_charge (&scratch, &self.ids_charge, cyan_profile_builder_budget (builder));
  cyan_profile_builder_metric (builder, "samples", "samples");
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED, 0);
  cyan_profile_builder_set_unordered (builder);
  return cyan_markup_read (&parser, &self, &self.silence, input, error)
         && (make_nodes (&self, &reason)
             || cyan_fail_at (error, reason, "%s", cyan_input_name (input)));
}

static int
sysprof_xml_sniff (const char *head, gsize length)
{
  return cyan_bytes_begin (head, length, "<profile>")
                 && cyan_bytes_have (head, MIN (length, 1000), "<objects>")
             ? 95
             : 0;
}

const CyanFormat cyan_format_sysprof_xml = {
  .name = "sysprof-xml",
  .label = "XML of Sysprof 1",
  .sniff = sysprof_xml_sniff,
  .read = sysprof_xml_read,
};
