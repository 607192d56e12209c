/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-news.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-store-query.h"
#include "cyan-units.h"

/* What the text of a mark that was told begins with. */
static const char *
direction_word (int direction)
{
  return direction > 0 ? "worse" : direction < 0 ? "better" : "changed";
}

const char *
cyan_news_state_name (const CyanEvolutionChange *change, CyanNewsState state)
{
  static const char *const names[] = { N_ ("new"), N_ ("known"), N_ ("accepted"), N_ ("undone"),
                                       N_ ("unsure") };

  return state == CYAN_NEWS_UNDONE && change->direction > 0 ? N_ ("fixed") : names[state];
}

static const CyanEvolutionChange *
change_at (const CyanNews *self, guint i)
{
  return &g_array_index (self->changes->changes, CyanEvolutionChange, i);
}

/* ---- what the marks say ---- */

typedef struct
{
  const CyanStoreMark *mark;
  guint column;
  gboolean is_matched;
} Told;

static gboolean
is_kind (const CyanStoreMark *mark, const char *kind)
{
  return strcmp (mark->kind, kind) == 0;
}

static gboolean
is_of_benchmark (const CyanStoreMark *mark, const char *benchmark)
{
  return mark->benchmark == NULL || strcmp (mark->benchmark, benchmark) == 0;
}

static gboolean
is_of_direction (const CyanStoreMark *mark, int direction)
{
  const char *word = direction_word (direction);

  return g_str_has_prefix (mark->text, word) && mark->text[strlen (word)] == ':';
}

static gboolean
is_decision (const CyanStoreMark *mark)
{
  return is_kind (mark, CYAN_STORE_MARK_ACCEPTED) || is_kind (mark, CYAN_STORE_MARK_REOPENED);
}

/* A later mark replaces what those before it said, see CyanStoreMark.made. */
static void
take_mark (CyanNews *self, guint change, Told *told)
{
  CyanNewsItem *item = &self->items[change];
  const CyanStoreMark *mark = told->mark;

  if (!is_decision (mark))
    {
      if (!is_of_direction (mark, change_at (self, change)->direction))
        return;
      item->is_told = is_kind (mark, CYAN_STORE_MARK_TOLD);
      told->is_matched = TRUE;
      return;
    }
  item->state = is_kind (mark, CYAN_STORE_MARK_ACCEPTED) ? CYAN_NEWS_ACCEPTED : CYAN_NEWS_NEW;
  item->is_told = item->state == CYAN_NEWS_ACCEPTED;
  g_free (item->why);
  item->why = g_strdup (mark->text);
}

static void
set_state (CyanNews *self, guint change)
{
  CyanNewsItem *item = &self->items[change];

  if (item->state == CYAN_NEWS_ACCEPTED)
    return;
  item->state = change_at (self, change)->undone_by != CYAN_EVOLUTION_NOT_UNDONE ? CYAN_NEWS_UNDONE
                : item->is_told                                                  ? CYAN_NEWS_KNOWN
                : change_at (self, change)->is_settled                           ? CYAN_NEWS_NEW
                                                                                 : CYAN_NEWS_UNSURE;
}

static void
gone_free (gpointer data)
{
  CyanNewsGone *self = data;

  g_free (self->benchmark);
  g_free (self->text);
  g_free (self);
}

static int
compare_gone (gconstpointer a, gconstpointer b)
{
  const CyanNewsGone *x = *(CyanNewsGone *const *) a, *y = *(CyanNewsGone *const *) b;

  if (x->column != y->column)
    return x->column < y->column ? -1 : 1;
  return strcmp (x->benchmark, y->benchmark);
}

/* What was told of a revision and a benchmark last, unless a change is there. */
static void
find_gone (CyanNews *self, const GArray *all)
{
  g_autoptr (GHashTable) last = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer value;

  for (guint i = 0; i < all->len; i++)
    {
      const Told *told = &g_array_index (all, Told, i);

      if (!is_decision (told->mark) && told->mark->benchmark != NULL)
        g_hash_table_insert (
            last,
            g_strdup_printf ("%u %c %s", told->column, *told->mark->text, told->mark->benchmark),
            GUINT_TO_POINTER (i));
    }
  g_hash_table_iter_init (&iter, last);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Told *told = &g_array_index (all, Told, GPOINTER_TO_UINT (value));
      CyanNewsGone *gone;

      if (told->is_matched || !is_kind (told->mark, CYAN_STORE_MARK_TOLD))
        continue;
      gone = g_new (CyanNewsGone, 1);
      *gone = (CyanNewsGone){ told->column, g_strdup (told->mark->benchmark),
                              g_strdup (told->mark->text) };
      g_ptr_array_add (self->gone, gone);
    }
  g_ptr_array_sort (self->gone, compare_gone);
}

/* The marks of changes whose revisions are columns. */
static GArray *
list_marks (const CyanEvolution *evolution, const GPtrArray *marks)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Told));
  g_autoptr (GHashTable) columns = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < evolution->n_columns; i++)
    g_hash_table_insert (columns, evolution->columns[i].oid, GUINT_TO_POINTER (i + 1));
  for (guint i = 0; i < marks->len; i++)
    {
      const CyanStoreMark *mark = marks->pdata[i];
      const Told told = { mark,
                          GPOINTER_TO_UINT (g_hash_table_lookup (columns, mark->revision)) - 1,
                          FALSE };

      if (told.column != G_MAXUINT
          && (is_decision (mark) || is_kind (mark, CYAN_STORE_MARK_TOLD)
              || is_kind (mark, CYAN_STORE_MARK_GONE)))
        g_array_append_val (all, told);
    }
  return all;
}

static void
take_marks (CyanNews *self, const GPtrArray *marks)
{
  g_autoptr (GArray) all = list_marks (self->evolution, marks);

  for (guint i = 0; i < self->changes->changes->len; i++)
    {
      const CyanEvolutionChange *change = change_at (self, i);

      for (guint k = 0; k < all->len; k++)
        {
          Told *told = &g_array_index (all, Told, k);

          if (is_of_benchmark (told->mark, change->benchmark)
              && cyan_evolution_change_may_be_at (self->changes, change, told->column))
            take_mark (self, i, told);
        }
      set_state (self, i);
    }
  find_gone (self, all);
}

/* ---- reading ---- */

CyanNews *
cyan_news_read (CyanStore *store,
                const CyanEvolutionQuery *query,
                const CyanStepsOptions *options,
                GError **error)
{
  g_autoptr (CyanNews) self = g_new0 (CyanNews, 1);
  g_autoptr (GPtrArray) marks = NULL;

  self->gone = g_ptr_array_new_with_free_func (gone_free);
  self->evolution = cyan_evolution_read (store, query, error);
  if (self->evolution == NULL || !cyan_evolution_find_steps (self->evolution, options, error)
      || !cyan_store_find_project (store, self->evolution->project, &self->project, error))
    return NULL;
  marks = cyan_store_read_marks (store, self->project, error);
  if (marks == NULL)
    return NULL;
  self->changes = cyan_evolution_list_changes (self->evolution);
  self->items = g_new0 (CyanNewsItem, self->changes->changes->len);
  take_marks (self, marks);
  return g_steal_pointer (&self);
}

void
cyan_news_free (CyanNews *self)
{
  for (guint i = 0; self->changes != NULL && i < self->changes->changes->len; i++)
    g_free (self->items[i].why);
  g_clear_pointer (&self->changes, cyan_evolution_changes_free);
  g_clear_pointer (&self->evolution, cyan_evolution_free);
  g_ptr_array_unref (self->gone);
  g_free (self->items);
  g_free (self);
}

gboolean
cyan_news_is_news (const CyanNews *self, guint change)
{
  return !self->items[change].is_told && change_at (self, change)->is_settled;
}

/* ---- writing ---- */

/* Marks say how it is, not how it was: the new one replaces those of its kind and of @other whose
 * text is @like. */
static gboolean
replace_mark (const CyanNews *self,
              CyanStore *store,
              const CyanStoreMark *mark,
              const char *other,
              const char *like,
              GError **error)
{
  gint64 id;

  return cyan_store_do (store, error,
                        "DELETE FROM mark WHERE project = $1 AND benchmark = $2 AND revision = $3"
                        " AND kind IN ($4, $5) AND text LIKE $6",
                        cyan_sql_integer (self->project), cyan_sql_text (mark->benchmark),
                        cyan_sql_text (mark->revision), cyan_sql_text (mark->kind),
                        cyan_sql_text (other), cyan_sql_text (like))
         && cyan_store_put_mark (store, self->project, mark, &id, error);
}

/* Keeps what was told of a revision and a benchmark, or that it is gone. */
static gboolean
put_told (const CyanNews *self, CyanStore *store, const CyanStoreMark *mark, GError **error)
{
  g_autofree char *like = g_strdup_printf ("%.*s:%%", (int) strcspn (mark->text, ":"), mark->text);

  return replace_mark (self, store, mark,
                       is_kind (mark, CYAN_STORE_MARK_TOLD) ? CYAN_STORE_MARK_GONE
                                                            : CYAN_STORE_MARK_TOLD,
                       like, error);
}

/* Not translated: others read it too.  "worse: time +8.2 %".  Caller frees. */
static char *
describe (const CyanNews *self, const CyanEvolutionChange *change)
{
  const CyanEvolutionStep *largest = cyan_evolution_change_step (self->changes, change, 0);
  g_autofree char *size = cyan_change_to_text (1, largest->step->size.ratio);

  return g_strdup_printf ("%s: %s %s", direction_word (change->direction),
                          self->evolution->series[largest->series].metric, size);
}

static gboolean
tell (const CyanNews *self, CyanStore *store, gint64 made, GError **error)
{
  for (guint i = 0; i < self->changes->changes->len; i++)
    {
      const CyanEvolutionChange *change = change_at (self, i);
      g_autofree char *text = describe (self, change);
      const CyanStoreMark mark = { .benchmark = change->benchmark,
                                   .revision = self->evolution->columns[change->column].oid,
                                   .kind = CYAN_STORE_MARK_TOLD,
                                   .text = text,
                                   .made = made };

      if (cyan_news_is_news (self, i) && !put_told (self, store, &mark, error))
        return FALSE;
    }
  for (guint i = 0; i < self->gone->len; i++)
    {
      const CyanNewsGone *gone = self->gone->pdata[i];
      const CyanStoreMark mark = { .benchmark = gone->benchmark,
                                   .revision = self->evolution->columns[gone->column].oid,
                                   .kind = CYAN_STORE_MARK_GONE,
                                   .text = gone->text,
                                   .made = made };

      if (!put_told (self, store, &mark, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
cyan_news_tell (const CyanNews *self, CyanStore *store, gint64 made, GError **error)
{
  gboolean began;

  return cyan_store_enter (store, &began, error)
         && cyan_store_leave (store, began, tell (self, store, made, error), error);
}

gboolean
cyan_news_decide (const CyanNews *self,
                  CyanStore *store,
                  guint change,
                  CyanNewsDecision decision,
                  const char *why,
                  gint64 made,
                  GError **error)
{
  const CyanEvolutionChange *at = change_at (self, change);
  gboolean accepts = decision == CYAN_NEWS_ACCEPT, began;
  const CyanStoreMark mark = { .benchmark = at->benchmark,
                               .revision = self->evolution->columns[at->column].oid,
                               .kind =
                                   accepts ? CYAN_STORE_MARK_ACCEPTED : CYAN_STORE_MARK_REOPENED,
                               .text = why,
                               .made = made };

  return cyan_store_enter (store, &began, error)
         && cyan_store_leave (
             store, began,
             replace_mark (self, store, &mark,
                           accepts ? CYAN_STORE_MARK_REOPENED : CYAN_STORE_MARK_ACCEPTED, "%",
                           error),
             error);
}
