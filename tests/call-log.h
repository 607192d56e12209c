/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A call log of the study of calling-context structures. */
#pragma once

/* Its figure 3.2: packages, classes and methods. */
#define FIGURE_3_2                                                                                 \
  "Enters: javaapplication3.JavaApplication3.main (args= [])\n"                                    \
  "Enters: javaapplication3.JavaApplication3.check (a=5)\n"                                        \
  "Enters: javaapplication3.B.c ( )\n"                                                             \
  "Enters: javaapplication3.B.a\n"                                                                 \
  "Exits: javaapplication3.B.a\n"                                                                  \
  "Enters: javaapplication3.C.d ( )\n"                                                             \
  "Enters: javaapplication3.B.a\n"                                                                 \
  "Exits: javaapplication3.B.a\n"                                                                  \
  "Exits: javaapplication3.C.d ( )\n"                                                              \
  "Exits: javaapplication3.B.c ( )\n"                                                              \
  "Enters: javaapplication3.B.a\n"                                                                 \
  "Exits: javaapplication3.B.a\n"                                                                  \
  "Enters: javaapplication3.B.n ( )\n"                                                             \
  "Exits: javaapplication3.B.n ( )\n"                                                              \
  "Enters: javaapplication3.F.mm ( )\n"                                                            \
  "Exits: javaapplication3.F.mm ( )\n"                                                             \
  "Enters: javaapplication3.JK.L.l ( )\n"                                                          \
  "Exits: javaapplication3.JK.L.l ( )\n"                                                           \
  "Exits: javaapplication3.JavaApplication3.check (a=5)\n"                                         \
  "Exits: javaapplication3.JavaApplication3.main (args= [])\n"
