/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the cost of contexts and functions differs from host to host, in a profile that knows what
 * came from which host.
 *
 * All hosts of the profile count: one that lacks a context has 0 of it.
 */
#pragma once

#include "cyan-profile.h"
#include "cyan-tick.h"

/* The totals of a context on the hosts. */
typedef struct
{
  guint n; /* hosts that have the context; 0: nothing is known of hosts */
  double least;
  double median;
  double largest;
  guint32 host; /* that has the largest; the first by name if several have */
} CyanHostSpread;

/* By node of @tree, of which @hosts are.  Free with g_free().  NULL only with CYAN_ERROR_CANCELLED.
 */
CyanHostSpread *cyan_host_spreads_new (const CyanHosts *hosts,
                                       const CyanProfile *tree,
                                       guint metric,
                                       const CyanTick *tick,
                                       GError **error);

/* A function that costs much more on some hosts, at most one in CYAN_HOST_RARE, than on the others. */
typedef struct
{
  guint32 function;
  guint32 host;  /* where it is most */
  guint n_more;  /* further hosts of which the same is true */
  double value;  /* its own value there, over all contexts */
  double median; /* that of all hosts */
  double excess; /* its share of that host, without callees, less the median of the shares, 0...1 */
} CyanHostOutlier;

#define CYAN_HOST_RARE 20

/* The functions of @tree, of which @hosts are, that stand out on a host; the largest excess first.  A
 * host's share of a function stands out if the shares of the others, robustly estimated, would hardly
 * ever be as large (once in 100 such profiles), if it is half as much again as the median, and if
 * the excess is at least 1 % of the host.  Shares, so that a host with more load does not stand out.
 * Free with g_array_unref(). */
GArray *cyan_host_outliers_new (const CyanHosts *hosts, const CyanProfile *tree, guint metric);

/* "decode: 11.2 s on web7, 1.1 s in the median of 300 hosts".  Caller frees. */
char *cyan_host_outlier_text (const CyanHostOutlier *self,
                              const CyanHosts *hosts,
                              const CyanProfile *tree,
                              guint metric);
