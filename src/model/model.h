/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "model/reply.h"
#include "model/request.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Models, as the user names them:
 *
 *   openai:NAME      api.openai.com, or $OPENAI_BASE_URL; key OPENAI_API_KEY
 *   anthropic:NAME   api.anthropic.com, or $ANTHROPIC_BASE_URL; key
 *                    ANTHROPIC_API_KEY
 *   URL#NAME         any OpenAI-style server: vLLM, SGLang, llama.cpp, Ollama,
 *                    OpenRouter, DeepSeek, Gemini's OpenAI form. A URL without
 *                    a path gets /v1/chat/completions, one that does not end
 *                    in /chat/completions gets that; one that ends in
 *                    /messages is spoken to as Anthropic's
 *   LABEL=URL#NAME   the same, known by its label wherever it is served: its
 *                    calls and runs are those of every server of that label
 *   replay:FILE      recorded replies
 *   planted:FILE     an instrument that fails where the file says
 *   student          the small language model that comes with assay
 *   student:FILE     the same with other weights
 *
 * Secrets come from the environment. A key goes to the host it belongs to and
 * to no other: ASSAY_API_KEY, or the variable that --key-env names, serves any
 * URL; the providers' own variables only their hosts. A model that is printed
 * or stored shows no secret: none is in `spec`, `name` or `url`.
 */

enum model_kind {
    MODEL_OPENAI,
    MODEL_ANTHROPIC,
    MODEL_REPLAY,
    MODEL_PLANTED,
    MODEL_STUDENT,
};

struct model {
    enum model_kind kind;
    const char *spec;  /* as the user wrote it; of LABEL=..., the label */
    const char *label; /* "label:qwen"; NULL: it is known by its address */
    const char *name;  /* the server's name for it; of a file, its base name */
    const char *url;   /* of the calls; "replay:HASH", "planted:HASH",
                         "student:HASH" of the file's contents for models of
                         the process */
    const char *token_field; /* "max_tokens" or "max_completion_tokens" */
    const char *key_env; /* the variable that the key came from; NULL: none */
    const char *const *headers; /* whole lines "Name: value", with the key
                                   among them: secret */
    size_t n_headers;
    const char *const *secrets; /* texts that must never be shown or stored */
    size_t n_secrets;
    const struct model_finder *finder; /* finds the secrets; NULL: made whenever
                                          it is needed */
    const struct replay *replay;
    const struct planted *planted;
    const struct student *student;
};

/* Returns what stands for the address in keys, journals and runs: the address
 * itself, or the label. */
const char *model_identity(const struct model *m);

struct model_options {
    const char *key_env;        /* --key-env; NULL: as above */
    const char *token_field;    /* --token-field; NULL: by provider */
    const char *const *headers; /* --header "Name: value" */
    size_t n_headers;
    bool unsent; /* nothing will be sent: a missing key is no mistake */
    /* Returns the full name of a concept, or NULL if it is unknown: `planted`
     * checks its file with it. If this is NULL, names are taken as they stand.
     */
    const char *(*concept)(const char *name);
    /* Returns the name that was likely meant by an unknown one, or NULL if
     * there is no idea. May be NULL itself. */
    const char *(*near)(const char *name);
    /* Returns the words that a factor can be, NULL-ended, or NULL if it is a
     * number. If this is NULL, all are numbers. */
    const char *const *(*words)(const char *factor);
};

/* Open a model. The error says what to do: a missing key names its variable. */
MUST_USE bool model_open(struct arena *a, const char *spec,
                         const struct model_options *o, struct model *out,
                         struct err *e);

/* Does it answer in the process, without the network? */
bool model_is_local(const struct model *m);

/* Does it answer by the request's note? All others answer by the messages. */
bool model_reads_note(const struct model *m);

/* Returns how many threads should ask a model of the process at once, since it
 * takes its time; 0: it answers without delay. */
int model_at_once(const struct model *m);

/*
 * Make the body of the request: one line of JSON with the members of every
 * object sorted by name, so that the same request is the same bytes. Fails if
 * --extra names a field that an option sets, or "n", "stream", "model" or
 * "messages".
 *
 * Replayed and planted models answer by the request's note, which must be there
 * (run/planted/note.h makes it). Everything that the answer depends on is in
 * their bodies, as a member "note": which problem it is, and for planted ones
 * its concepts, factors and key, and the version of the program, whose judge
 * proves wrong answers. Without it a journal would hand out answers to keys
 * that were corrected since. No such body is sent anywhere.
 *
 * The student's body is that of a server, and what it cannot follow
 * (--reasoning-effort, --extra) fails.
 */
MUST_USE bool model_body(struct arena *a, const struct model *m,
                         const struct request *r, const char **body,
                         struct err *e);

/* Returns the key of a call in the journal: URL, model, body, attempt. */
struct hash128 model_call_key(const struct model *m, const char *body,
                              uint64_t attempt);

/*
 * Ask a model of the process; the request is one whose body was made. A problem
 * that a replay file does not have is an OUTCOME_ERROR, and messages that are
 * too long for the student an OUTCOME_OVERFLOW, not a failure. Returns false soon after *leave
 * is set if there is no reply by then, since one may take its time; NULL: it is
 * waited for.
 */
MUST_USE bool model_answer(struct arena *a, const struct model *m,
                           const struct request *r, const atomic_bool *leave,
                           struct reply *out);

/*
 * Several models of one run share its options: an authorization header or a
 * --key-env would go to the host of each. Fails if they do not share one host.
 */
MUST_USE bool model_check_shared(const struct model *models, size_t n,
                                 const struct model_options *o, struct err *e);

/*
 * Returns text[0..n) with every secret of the model replaced by "[secret]": a
 * copy that ends with a NUL and has "?" for any other NUL; or text itself if it
 * has no secret. Every text of a server goes through this before it is stored
 * or shown. Secrets are found in either case, escaped as in URLs, JSON or HTML,
 * in base64 and hexadecimal, and if 12 characters or more of their beginning or end are left.
 *
 * Secrets are keys of 8 characters or more ("EMPTY" hides nothing and may be
 * part of an answer), values of headers whose names mean so (authorization,
 * keys, tokens, cookies ...), and values of others that look like keys.
 * Ordinary words are no secrets.
 */
const char *model_redact(struct arena *a, const struct model *m,
                         const char *text, size_t n);

/* The same without looking at escapes: for JSON whose strings were searched
 * already. */
const char *model_redact_plain(struct arena *a, const struct model *m,
                               const char *text, size_t n);

/* Is there a secret in a text that is to be stored or sent? Those of fewer
 * than 8 characters do not count. */
bool model_holds_secret(const struct model *m, const char *text);

#endif
