/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The machine that measures: what makes it this one, and what is true of it for some time.
 */
#pragma once

#include <glib.h>

/* Processor, number of processors, memory and architecture: "AMD EPYC, 2 processors, 24 GiB,
 * x86_64".  Nothing in it differs between two boots.  Caller frees. */
char *cyan_machine_identity (void);

/* Facts of an environment as names and values, both char *: kernel, microcode, governor, turbo, load,
 * compiler, libc; those that are not known are left out.  Runs the compiler to ask for its version.
 */
GHashTable *cyan_machine_facts (void);
/* The first line that `PROGRAM --version` prints, or NULL; @program is a word of the shell.  Caller
 * frees. */
char *cyan_machine_version_of (const char *program);
/* As a JSON object, in the order of names.  Caller frees. */
char *cyan_machine_facts_to_json (GHashTable *facts);

/* Its members whose values are texts, numbers or flags, as texts; none if @facts is anything else. */
GHashTable *cyan_machine_facts_from_json (const char *facts);

/* The seconds that a fixed work took, see cyan-health.h; the name of the computer. */
#define CYAN_FACT_REFERENCE "reference"
#define CYAN_FACT_HOST      "host"

/* Whether the fact @name differs from environment to environment without meaning: "load", "seed",
 * and these two. */
gboolean cyan_machine_fact_varies (const char *name);

/* Names this process so that no other one has the same name, also after it has ended.  Caller
 * frees. */
char *cyan_machine_process (void);
/* Whether the process of this name was of this machine and has ended.  FALSE if that cannot be
 * known from here. */
gboolean cyan_machine_process_ended (const char *name);
