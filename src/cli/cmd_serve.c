/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay serve: the workbench and the reward API.
 */
#include "base/core_file.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/shutdown.h"
#include "cli/interrupt.h"
#include "cli/run_show.h"
#include "cli/spec_options.h"
#include "cli/talk.h"
#include "serve/serve.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define PEM_MOST      ((size_t)1 << 20) /* bytes of a certificate or a key */
#define TOKEN_LETTERS 16                /* of ASSAY_TOKEN, at least */

struct serve_spec {
    const char *store, *title, *address, *origin;
    const char *tls_cert, *tls_key; /* files */
    const char *person_budget, *undecided;
    const char *const *models, *const *public_sets;
    size_t n_models, n_public_sets;
    unsigned port, attempts, queue;
    bool insecure, reward_only, no_token;
};

#define AT(f) offsetof(struct serve_spec, f)

static const struct spec_field fields[] = {
    { "title", SPEC_TEXT, AT(title), .flag = "title", .needed = true,
      .init = "assay",
      .doc = "title of every page, for example the name of the class",
      .head = "server" },
    { "store", SPEC_TEXT, AT(store), .flag = "store", .value = "FILE",
      .none = "$ASSAY_STORE, or assay.db",
      .doc = "database of entries, calls and runs" },
    { "address", SPEC_TEXT, AT(address), .flag = "address", .value = "IP",
      .needed = true, .init = "127.0.0.1",
      .doc = "address to listen on; 0.0.0.0 for all" },
    { "port", SPEC_UNSIGNED, AT(port), .flag = "port", .init = "8080",
      .most = 65535, .doc = "port to listen on; 0 chooses a free port" },
    { "origin", SPEC_TEXT, AT(origin), .flag = "origin", .value = "URL",
      .none = "the address and port",
      .doc = "public base URL behind a proxy or domain name" },
    { "tls_cert", SPEC_PATH, AT(tls_cert), .flag = "tls-cert",
      .doc = "PEM file of the certificate and its chain" },
    { "tls_key", SPEC_PATH, AT(tls_key), .flag = "tls-key",
      .doc = "PEM file of the certificate's private key" },
    { "insecure", SPEC_BOOL, AT(insecure), .flag = "insecure",
      .doc = "allow a public address without TLS" },

    { "models", SPEC_MODELS, .at = AT(models), .at_n = AT(n_models),
      .flag = "model", .letter = 'm',
      .doc = "model that people may challenge; may be repeated",
      .head = "workbench" },
    { "attempts", SPEC_UNSIGNED, AT(attempts), .flag = "attempts",
      .letter = 'k', .value = "K", .init = "32", .least = 1,
      .most = LIMIT_ATTEMPTS,
      .doc = "maximum number of attempts in one challenge" },
    { "person_budget", SPEC_TEXT, AT(person_budget), .flag = "person-budget",
      .value = "B",
      .doc = "budget of each person: $2, 500ktokens (default: no limit)" },
    { "public", SPEC_TEXTS, .at = AT(public_sets), .at_n = AT(n_public_sets),
      .flag = "public", .value = "FILE",
      .doc = "public dataset to compare new problems with; may be repeated" },

    { "reward_only", SPEC_BOOL, AT(reward_only), .flag = "reward-only",
      .doc = "serve only the reward API: no pages, no store",
      .head = "the reward API" },
    { "no_token", SPEC_BOOL, AT(no_token), .flag = "no-token",
      .doc = "require no token; only for a loopback address" },
    { "queue", SPEC_UNSIGNED, AT(queue), .flag = "queue", .init = "1024",
      .least = 1, .most = 1000000,
      .doc = "maximum number of waiting requests" },
    { "undecided", SPEC_TEXT, AT(undecided), .flag = "undecided",
      .value = "POLICY", .none = "zero",
      .doc = "reward of an undecided verdict: zero, half, \"null\" (JSON's "
             "null), or a number from 0 to 1" },
    { 0 },
};

static const struct spec_table serve_table = {
    .what = "the spec of a server",
    .fields = fields,
    .size = sizeof(struct serve_spec),
};

struct job {
    struct spec_args args;
    struct arena *arena;
    struct serve_spec spec;
    struct serve_options serve;
    bool print_spec;
};

/* ---- what it needs ---- */

static int read_pem(struct job *j, const char *path, const char **out)
{
    struct str text = str_in(j->arena);
    struct err e;

    if (!path)
        return -1;
    if (!file_read(path, PEM_MOST, &text, &e))
        return talk_failure(&e);
    *out = str_get(&text);
    return -1;
}

/* Models are opened to see that they can be asked. */
static int serve_try_models(struct job *j)
{
    static const struct decoding plain;
    const struct serve_spec *s = &j->spec;
    const struct model_role roles[] = { { s->models, s->n_models, false, &plain,
                                          "decoding", s->attempts, NULL } };

    if (s->n_models > LIMIT_MODELS)
        return args_mistake(j->args.cli.self, "at most %d models",
                            LIMIT_MODELS);
    return SPEC_OPEN_MODELS(&j->args, "server", s, roles, &j->serve.ask);
}

static int serve_read_token(struct job *j)
{
    const char *token = getenv("ASSAY_TOKEN");

    if (token && !*token)
        token = NULL;
    if (token && j->spec.no_token)
        return args_mistake(j->args.cli.self,
                            "--no-token and ASSAY_TOKEN contradict each other");
    if (token && (strlen(token) < TOKEN_LETTERS || strpbrk(token, " \t\r\n")))
        return args_mistake(j->args.cli.self,
                            "ASSAY_TOKEN must have at least %d characters and "
                            "no spaces",
                            TOKEN_LETTERS);
    j->serve.token = token;
    return -1;
}

static int read_person_budget(struct job *j)
{
    struct err e;

    if (j->spec.person_budget &&
        !budget_read("--person-budget", j->spec.person_budget,
                     j->serve.ask.ask.prices != NULL, &j->serve.person_money,
                     &j->serve.person_tokens, &e))
        return args_mistake(j->args.cli.self, "%s", e.msg);
    return -1;
}

/* ---- all of it ---- */

static void cmd_serve_tell(void *ctx, const char *line)
{
    (void)ctx;
    talk("%s", line);
}

static void serve_fill(struct job *j)
{
    const struct serve_spec *s = &j->spec;
    struct serve_options *o = &j->serve;

    o->store = run_store_path(s->store);
    o->title = s->title;
    o->address = s->address;
    o->port = (uint16_t)s->port;
    o->origin = s->origin;
    o->insecure = s->insecure;
    o->workbench = !s->reward_only;
    o->open = s->no_token;
    o->models = s->models;
    o->n_models = s->n_models;
    o->public_sets = s->public_sets;
    o->n_public_sets = s->n_public_sets;
    o->attempts_most = s->attempts;
    o->threads = o->ask.ask.threads;
    o->queue = s->queue;
    o->undecided = s->undecided;
    o->tell = cmd_serve_tell;
    o->stop = interrupt_stops;
}

static int serve_prepare(struct job *j)
{
    const struct args *words = &j->args.cli.args;
    const char *file = words->n ? words->words[0] : NULL;
    int status;

    if (words->n > 1 || (file && !spec_is_file(file)))
        return args_mistake(j->args.cli.self,
                            "name at most one spec; everything else "
                            "must be an option");
    spec_table_defaults(&serve_table, &j->spec);
    if ((status = spec_args_apply(&j->args, file, &j->spec)) >= 0)
        return status;
    if (j->print_spec)
        return spec_args_print(&j->args, &j->spec);
    if (j->spec.reward_only && (j->spec.n_models || j->spec.n_public_sets))
        return args_mistake(j->args.cli.self,
                            "--reward-only cannot be combined with "
                            "--model or --public");
    if ((status = spec_args_session(&j->args, &j->serve.ask)) >= 0 ||
        (status = read_person_budget(j)) >= 0 ||
        (status = serve_read_token(j)) >= 0 ||
        (status = serve_try_models(j)) >= 0 ||
        (status = read_pem(j, j->spec.tls_cert, &j->serve.tls_cert)) >= 0)
        return status;
    return read_pem(j, j->spec.tls_key, &j->serve.tls_key);
}

static int serve_go(void *job)
{
    struct job *j = job;
    struct err e;
    int status;

    j->arena = j->args.cli.arena;
    status = serve_prepare(j);
    if (status >= 0)
        return status;
    serve_fill(j);
    core_file_forbid();
    interrupt_watch(NULL);
    shutdown_hold(INFINITY);  /* it ends in its own time */
    signal(SIGPIPE, SIG_IGN); /* a TLS connection can raise it */
    if (serve_run(&j->serve, &e))
        return EXIT_DONE;
    return e.code == ERR_USAGE ? args_mistake(j->args.cli.self, "%s", e.msg)
                               : talk_failure(&e);
}

static const struct option options[] = {
    OPTION_GROUP("output"),
    { "print-spec", 0, OPTION_FLAG, offsetof(struct job, print_spec), NULL,
      "print the whole spec as YAML; the server is not started" },
    { 0 },
};

static const struct spec_card spec_card = { .table = &serve_table };

const struct command cmd_serve = {
    .name = "serve",
    .summary = "start the web workbench for a class, and the reward API",
    .usage = "[SPEC.yaml] [--store FILE] [--model M ...] [options]",
    .help =
        "On its pages people write problems, ask models, review each other's "
        "problems and collect the\n"
        "accepted ones. The command prints a sign-in link for the owner, who "
        "invites others. Training\n"
        "loops POST replies to /grade with a bearer token: the one in "
        "ASSAY_TOKEN, or a new one that\n"
        "is printed. The same token gives access to the student, through an "
        "OpenAI-style API\n"
        "(/v1/chat/completions). Other commands may use the store at the same "
        "time.\n\n"
        "  assay serve --title \"Applied mathematics 201\" --model "
        "openai:gpt-4o-mini \\\n"
        "      --prices prices.yaml --budget '$20' --person-budget '$2'\n"
        "  assay serve --address 0.0.0.0 --origin https://class.example.org "
        "\\\n"
        "      --tls-cert cert.pem --tls-key key.pem\n"
        "  ASSAY_TOKEN=... assay serve --reward-only --port 9000\n\n"
        "Ctrl-C, SIGTERM and SIGHUP stop it gracefully. docs/workbench.md and "
        "docs/reward.md explain everything.\n",
    .done = "it was stopped by a signal",
    .could_not = "it cannot listen, or the store cannot be opened",
    .no_output = true,
    .job = sizeof(struct job),
    .options = options,
    .spec = &spec_card,
    .work = serve_go,
};
