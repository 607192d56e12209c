/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A real repository of small sources, and a store with profiles of its revisions. */
#pragma once

#include "cyan-prediction-read.h"
#include "store-samples.h"

typedef struct
{
  char *folder; /* of the repository */
  CyanStore *store;
  Sample sample;
  GPtrArray *oids; /* of the revisions in the store, in the order in which they were added */
  GArray *ids;     /* gint64: theirs in the store */
} PredictionWorld;

/* An empty repository, and a store at store_address (@name) with project "p", machine "m",
 * benchmark "b" and metric "time" in "ns". */
PredictionWorld prediction_world_new (const char *name);
void prediction_world_clear (PredictionWorld *self);

/* Commits @text as the file @path and adds the commit to the store. */
void prediction_world_commit (PredictionWorld *self, const char *path, const char *text);
/* Adds HEAD, or what a person claims to be a revision, after the last one. */
void prediction_world_add (PredictionWorld *self, const char *oid);
/* A run of the newest revision: its time, and its profile in the text form of trees; NULL: none.
 * All functions are in parse.c. */
void prediction_world_run (PredictionWorld *self, double time, const char *tree);
/* The same for a recorder that samples. */
void prediction_world_run_sampled (PredictionWorld *self, double time, const char *tree);

/* All revisions of the store; must succeed. */
CyanPrediction *prediction_world_predict (const PredictionWorld *self,
                                          const CyanPredictionOptions *options);
/* Must fail with @code and a message that contains @words. */
void prediction_world_refuses (const PredictionWorld *self,
                               const CyanEvolutionQuery *query,
                               const CyanPredictionOptions *options,
                               int code,
                               const char *words);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PredictionWorld, prediction_world_clear)
