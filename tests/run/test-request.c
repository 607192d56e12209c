/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests: copies, also with the sides exchanged. */
#include "cyan-request.h"

#include "tests.h"

static void
assert_claim (const CyanRequest *request, guint i, const char *before, const char *after)
{
  const CyanNameClaim *claim = g_ptr_array_index (request->claims, i);

  g_assert_cmpstr (claim->before, ==, before);
  g_assert_cmpstr (claim->after, ==, after);
}

TEST ("/request/swapped")
{
  g_autoptr (CyanRequest) request = cyan_request_new ("a", "b"), copy = NULL, swapped = NULL;

  copy = cyan_request_copy (request);
  g_assert_null (copy->claims);
  g_clear_pointer (&copy, cyan_request_free);

  request->names[1] = g_strdup ("newer");
  request->claims = cyan_name_claims_new ();
  cyan_name_claims_add (request->claims, "f", "g", TRUE);
  cyan_name_claims_add (request->claims, NULL, "w", FALSE);
  copy = cyan_request_copy (request);
  swapped = cyan_request_swapped (request);
  g_assert_cmpstr (swapped->runs[0][0], ==, "b");
  g_assert_cmpstr (swapped->runs[1][0], ==, "a");
  g_assert_cmpstr (swapped->names[0], ==, "newer");
  assert_claim (swapped, 0, "g", "f");
  assert_claim (swapped, 1, "w", NULL);

  /* Each has a list of its own. */
  cyan_name_claims_add (request->claims, "f", "g", FALSE);
  g_assert_cmpuint (copy->claims->len, ==, 2);
  assert_claim (copy, 0, "f", "g");
  assert_claim (copy, 1, NULL, "w");
}
