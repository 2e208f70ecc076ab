/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_OPTIONS_H
#define SERVE_OPTIONS_H

#include "run/session.h"
#include "stats/prices.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How a server is started (serve.h). */

struct serve_options {
    const char *store;   /* path; made when absent */
    const char *title;   /* of the class; shown on every page */
    const char *address; /* loopback unless told otherwise */
    uint16_t port;
    const char *origin; /* "https://class.example.org": how clients reach it;
                           NULL: by its address */
    const char *tls_cert, *tls_key; /* PEM texts, or NULL */
    bool insecure;     /* other addresses than loopback without TLS */
    bool workbench;    /* false: the reward API alone */
    const char *token; /* of the reward API; NULL: one is made and told */
    bool open;         /* the reward API asks for no token; loopback only */

    const char *const *models; /* that may be challenged */
    size_t n_models;
    const char *const *public_sets; /* files to compare with while writing */
    size_t n_public_sets;

    struct session_options ask; /* how calls are sent; budget of the project */
    double person_money;        /* budget of a person; 0: none */
    uint64_t person_tokens;     /* likewise */
    unsigned attempts_most;     /* of one challenge and model; 0: 32 */
    int threads;                /* that judge; 0: one for each core */
    unsigned queue;             /* grades that may wait; 0: 1024 */
    const char *undecided;      /* the reward's policy: see reward/reward.h */

    /* What is told to the owner: one line each. */
    void (*tell)(void *ctx, const char *line);
    bool (*stop)(void *ctx); /* asked often: should it end now? */
    void *ctx;
};

#endif
