#!/usr/bin/env python3
"""A class at work for an hour: bench/soak.py [MINUTES] [GRADES A SECOND]

`assay serve` with a model that answers, 200 listeners to events, pages of all
kinds, edits, challenges and grades at a steady rate. Each minute a line: what
was done, what went wrong, and the server's memory, threads and open files. At
the end the server is stopped and its store verified.
"""
import http.client
import json
import os
import re
import select
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(HERE, os.environ.get("ASSAY_BUILD", "build"))
LISTENERS = 200
TOKEN = "the-token-of-the-soak"
PAGES = ("/", "/entries/new", "/entries/1", "/entries/1/ask", "/entries/1/history", "/reviews",
         "/set", "/set.jsonl", "/history.jsonl", "/runs", "/people", "/healthz", "/metrics")

counts = dict.fromkeys(("grades", "pages", "edits", "challenges", "events", "errors"), 0)
lock = threading.Lock()
over = threading.Event()
what_failed = []


def count(name, n=1, why=None):
    with lock:
        counts[name] += n
        if why and len(what_failed) < 20:
            what_failed.append(why)


class Browser:
    """Asks with a cookie, on one connection."""

    def __init__(self, port, cookie="", token=""):
        self.port, self.cookie, self.token = port, cookie, token
        self.wire = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def ask(self, path, form=None, kind="application/x-www-form-urlencoded"):
        body = urllib.parse.urlencode(form) if isinstance(form, dict) else form
        head = {"Cookie": self.cookie, "Content-Type": kind,
                "Origin": "http://127.0.0.1:%d" % self.port}
        if self.token:
            head["Authorization"] = "Bearer " + self.token
        self.wire.request("POST" if body is not None else "GET", path, body, head)
        reply = self.wire.getresponse()
        return reply, reply.read().decode()


def steady(per_second, work):
    """Calls work until it is over, at a rate; what it raises is an error."""
    due = time.monotonic()
    while not over.is_set():
        due += 1 / per_second
        try:
            work()
        except Exception as problem:  # all of them are counted and told
            count("errors", why=repr(problem))
        over.wait(max(0, due - time.monotonic()))


def expect(reply, *good):
    if reply.status not in good:
        raise RuntimeError("%d %s" % (reply.status, reply.reason))


def grading(port, token, rate):
    browser, n = Browser(port, token=token), 0

    def work():
        nonlocal n
        n += 1
        row = {"gold": str(n), "response": "So it is \\boxed{%d}." % (n + n % 2)}
        reply, text = browser.ask("/grade", json.dumps(row), "application/json")
        expect(reply, 200)
        if json.loads(text)["verdict"] != ("wrong" if n % 2 else "correct"):
            raise RuntimeError("a verdict: " + text)
        count("grades")
    steady(rate, work)


def looking(port, cookie):
    browser, n = Browser(port, cookie), 0

    def work():
        nonlocal n
        n += 1
        reply, text = browser.ask(PAGES[n % len(PAGES)])
        expect(reply, 200)
        count("pages")
    steady(2, work)


def writing(port, cookie, csrf):
    """A challenge every ten seconds, a new version every minute, a new entry
    every five."""
    browser, n, place = Browser(port, cookie), 0, "/entries/1"

    def work():
        nonlocal n, place
        n += 1
        if n % 30 == 0:
            reply, _ = browser.ask("/entries", entry(n, csrf))
            expect(reply, 303)
            place = reply.getheader("Location").split("?")[0]
        elif n % 6 == 0:
            text = browser.ask(place)[1]
            after = re.search(r'name="after" value="(\d+)"', text).group(1)
            reply, _ = browser.ask(place, dict(entry(n, csrf), after=after))
            expect(reply, 303)
            count("edits")
        reply, _ = browser.ask(place + "/ask", {"csrf": csrf, "model": model, "attempts": 4})
        expect(reply, 303)
        count("challenges")
    steady(1 / 10, work)


def entry(n, csrf):
    return {"csrf": csrf, "statement": "What is %d + 22?" % n, "answer": str(n + 22),
            "key": str(n + 22), "topic": "sums", "kind": "integer", "check": "none"}


def listening(port, cookie):
    """All listeners in one thread; each tenth minute they come anew."""
    ask = ("GET /events?topics=board+entry:1 HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: %s\r\n\r\n"
           % (port, cookie)).encode()
    while not over.is_set():
        wires = []
        for _ in range(LISTENERS):
            wires.append(socket.create_connection(("127.0.0.1", port)))
            wires[-1].sendall(ask)
            over.wait(0.15)  # their pace is ten a second
        until = time.monotonic() + 600
        while time.monotonic() < until and not over.is_set():
            for wire in select.select(wires, [], [], 1)[0]:
                data = wire.recv(65536)
                if not data and not over.is_set():
                    count("errors", why="a listener was left")
                    wires.remove(wire)
                count("events", data.count(b"\nevent:") + data.startswith(b"event:"))
        for wire in wires:
            wire.close()


def status(pid):
    with open("/proc/%d/status" % pid) as lines:
        values = dict(line.split(":", 1) for line in lines)
    return (int(values["VmRSS"].split()[0]) / 1024, int(values["Threads"]),
            len(os.listdir("/proc/%d/fd" % pid)))


minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 60
rate = float(sys.argv[2]) if len(sys.argv) > 2 else 400
work = tempfile.TemporaryDirectory()
store = os.path.join(work.name, "class.db")
fake = subprocess.Popen([os.path.join(BUILD, "tests/http/server")], stdout=subprocess.PIPE,
                        text=True)
model = "http://127.0.0.1:%s/latency,ms=50/v1#m" % fake.stdout.readline().split()[1]
assay = os.path.join(BUILD, "assay")
server = subprocess.Popen([assay, "serve", "--port", "0", "--store", store, "--model", model],
                          stderr=subprocess.PIPE, text=True, env=dict(
                              os.environ, ASSAY_TOKEN=TOKEN, ASSAY_API_KEY="none"))
told = ""
while "signs in with" not in told:
    line = server.stderr.readline()
    if not line:
        sys.exit("assay serve did not start: " + told)
    told += line
threading.Thread(target=server.stderr.read, daemon=True).start()
port = int(re.search(r"serving on http://[^:]*:(\d+)", told).group(1))
owner = Browser(port)
reply, _ = owner.ask(urllib.parse.urlparse(
    re.search(r"signs in with ([^,]*),", told).group(1)).path, {"name": "Olga"})
owner.cookie = reply.getheader("Set-Cookie").split(";")[0]
csrf = re.search(r'name="csrf" content="([^"]*)"', owner.ask("/entries/new")[1]).group(1)
expect(owner.ask("/entries", entry(20, csrf))[0], 303)

threads = [threading.Thread(target=f, args=a, daemon=True) for f, a in (
    (grading, (port, TOKEN, rate / 2)), (grading, (port, TOKEN, rate / 2)),
    (looking, (port, owner.cookie)), (writing, (port, owner.cookie, csrf)),
    (listening, (port, owner.cookie)))]
for thread in threads:
    thread.start()
began = time.monotonic()
print("minute   grades    pages    edits challenges   events  errors   MiB threads files", flush=True)
minute = 0
while time.monotonic() - began < 60 * minutes and server.poll() is None:
    minute += 1
    time.sleep(max(0, min(60 * minute, 60 * minutes) - (time.monotonic() - began)))
    print("%6d %8d %8d %8d %10d %8d %7d %5.1f %7d %5d" % (
        (minute,) + tuple(counts.values()) + status(server.pid)), flush=True)
over.set()
for thread in threads:
    thread.join(10)
server.terminate()
ended = server.wait(60)
fake.terminate()
for why in what_failed:
    print("error:", why)
verified = subprocess.run([assay, "store", "verify", "--store", store]).returncode
print("ended with %d, the store verifies with %d" % (ended, verified))
sys.exit(1 if ended or verified or counts["errors"] else 0)
