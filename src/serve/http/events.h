/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_HTTP_EVENTS_H
#define SERVE_HTTP_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What happens, told to whoever listens: server-sent events. A topic is a word
 * ("board", "entry:12", "challenge:7", "run:r3"); an event has a topic, a name
 * and a line of JSON. Listeners get what is said after they began; one that is
 * too slow to take it loses the oldest events and is told so (event "lost"), so
 * that it reads its page again. Any thread may speak.
 */

#define EVENTS_WAITING 64 /* events that wait for one listener */

struct events;
struct listener;

struct events *events_new(void);
void events_free(struct events *h); /* when nobody listens any more */

/* Tells an event to all who listen to its topic. `json` is one line. */
void events_say(struct events *h, const char *topic, const char *name,
                const char *json);

/* Begins to listen to topics, words with a blank between two. `who` is a
 * person, or 0. Returns NULL if too many listen already, in all or of them. */
struct listener *events_listen(struct events *h, const char *topics,
                               int64_t who);
void events_leave(struct listener *l);

/* Ends the listening of a person, who may not hear any more. */
void events_drop(struct events *h, int64_t who);

/* Waits for an event, at most so long, and writes it in the form of an event
 * stream to buf. Returns the bytes written: 0 if nothing came (the caller sends
 * a comment, so that a dead peer is noticed), -1 when it is over: the hub is
 * closing, or events_drop() came. */
long events_wait(struct listener *l, char *buf, size_t size, int64_t most_ms);

/* Wakes all listeners for good: the server stops. */
void events_close(struct events *h);

/* Returns how many listen now. */
size_t events_listeners(struct events *h);

#endif
