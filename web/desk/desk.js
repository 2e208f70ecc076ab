/*
 * What all pages of the workbench share: mathematics in elements of class "tex",
 * requests with the page's own token, events, fragments that are replaced, the
 * theme. Pages work without any of it.
 */
assay.desk = (function () {
    "use strict";

    function meta(name) {
        var e = document.querySelector("meta[name=" + name + "]");
        return e ? e.content : "";
    }

    /* ---- mathematics ---- */

    // Sets the texts in an element, once. <div class="tex" data-from="3"
    // data-to="9"> has a marked stretch; <span class="tex key"> is TeX without
    // dollars.
    function typeset(root) {
        var all = root.querySelectorAll ? root.querySelectorAll(".tex:not([data-set])") : [];
        for (var i = 0; i < all.length; i++) {
            var e = all[i], text = e.textContent;
            e.dataset.set = "";
            e.textContent = "";
            if (e.classList.contains("key"))
                assay.math.key(text, e);
            else
                assay.math.render(text, e, Number(e.dataset.from || 0), Number(e.dataset.to || 0));
        }
    }

    /* ---- requests ---- */

    // Posts JSON; resolves to JSON, or fails with the server's own sentence.
    function post(place, data, signal) {
        return fetch(place, {
            method: "POST", signal: signal, credentials: "same-origin",
            headers: { "Content-Type": "application/json", "Accept": "application/json", "X-CSRF-Token": meta("csrf") },
            body: JSON.stringify(data)
        }).then(function (r) {
            return r.json().then(function (reply) {
                if (!r.ok)
                    throw new Error(reply.error || r.statusText);
                return reply;
            });
        });
    }

    function read(place) {
        return fetch(place, { credentials: "same-origin", headers: { "Accept": "text/html" } }).then(function (r) {
            if (!r.ok)
                throw new Error(r.statusText);
            return r.text();
        });
    }

    /* ---- fragments ---- */

    // Which <details> are open, by their ids, so that they stay so.
    function opened(element) {
        var ids = {};
        element.querySelectorAll("details[id][open]").forEach(function (d) { ids[d.id] = true; });
        return ids;
    }

    // Where the focus is: the nearest id above it, and which of the elements of
    // its kind below that. Most links and summaries have no id of their own.
    function focused(element) {
        var e = document.activeElement;
        if (!e || e === element || !element.contains(e))
            return null;
        var base = e.closest("[id]") || element;
        return { id: base.id, tag: e.tagName, own: base === e,
            place: Array.prototype.indexOf.call(base.querySelectorAll(e.tagName), e) };
    }

    function refocus(element, was) {
        var base = was && (document.getElementById(was.id) || element);
        var e = was && (was.own ? base : base.querySelectorAll(was.tag)[was.place]);
        if (e)
            e.focus({ preventScroll: true });
    }

    // Puts HTML that the server made in the place of an element's contents. It
    // is parsed apart, where no script runs, and the policy forbids any.
    function replace(element, html) {
        var parsed = new DOMParser().parseFromString(html, "text/html");
        var open = opened(element), was = focused(element);
        element.replaceChildren.apply(element, Array.prototype.slice.call(parsed.body.childNodes));
        element.querySelectorAll("details[id]").forEach(function (d) {
            if (open[d.id])
                d.open = true;
        });
        typeset(element);
        times(element);
        refocus(element, was);
    }

    // Reads a page again and replaces one element of it; at most one reading is
    // under way, and one more follows if it was asked for meanwhile.
    function refresher(place, element, pick) {
        var busy = false, again = false;
        return function refresh() {
            if (busy) {
                again = true;
                return;
            }
            busy = true;
            read(place).then(function (html) {
                if (pick) {
                    var part = new DOMParser().parseFromString(html, "text/html").querySelector(pick);
                    html = part ? part.innerHTML : html;
                }
                replace(element, html);
            }).catch(function () { /* the next event tries again */ }).then(function () {
                busy = false;
                if (again) {
                    again = false;
                    refresh();
                }
            });
        };
    }

    /* ---- events ---- */

    // Listens to topics; on[name](data) is called for each event, on.any for
    // all, on.begun (else on.any) whenever listening begins. "lost" means that
    // some were missed.
    function listen(topics, on) {
        var source = new EventSource("/events?topics=" + topics.map(encodeURIComponent).join("+"));
        function hear(name) {
            source.addEventListener(name, function (event) {
                var data = null;
                try { data = JSON.parse(event.data); } catch (error) { /* a word alone */ }
                if (on[name])
                    on[name](data);
                if (on.any)
                    on.any(name, data);
            });
        }
        Object.keys(on).concat(["lost", "changed"]).filter(function (name, i, all) {
            return name !== "any" && name !== "begun" && all.indexOf(name) === i;
        }).forEach(hear);
        // What happened between the page and this moment was told to nobody.
        source.addEventListener("open", function () {
            if (on.begun || on.any)
                (on.begun || on.any)();
        });
        window.addEventListener("pagehide", function () { source.close(); });
        return source;
    }

    // Calls f once for many calls within ms; calls that never end do not put it
    // off for longer than four times that.
    function calm(ms, f) {
        var timer = 0, since = 0;
        return function () {
            since = since || Date.now();
            clearTimeout(timer);
            timer = setTimeout(function () {
                since = 0;
                f();
            }, Math.max(0, Math.min(ms, since + 4 * ms - Date.now())));
        };
    }

    /* ---- times, theme ---- */

    function times(root) {
        root.querySelectorAll("time[datetime]:not([data-set])").forEach(function (t) {
            var when = new Date(t.dateTime);
            t.dataset.set = "";
            if (isNaN(when))
                return;
            t.title = t.textContent;
            t.textContent = when.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
        });
    }

    function theme() {
        var button = document.getElementById("theme"), root = document.documentElement, kept = null;
        try { kept = localStorage.getItem("assay-theme"); } catch (error) { /* none is kept */ }
        if (kept === "light" || kept === "dark")
            root.dataset.theme = kept;
        if (!button)
            return;
        var system = matchMedia("(prefers-color-scheme: dark)");
        function dark() {
            return root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
        }
        function tell() {
            button.textContent = dark() ? "Theme: dark" : "Theme: light";
        }
        button.hidden = false;
        tell();
        system.addEventListener("change", tell);
        button.addEventListener("click", function () {
            root.dataset.theme = dark() ? "light" : "dark";
            tell();
            try { localStorage.setItem("assay-theme", root.dataset.theme); } catch (error) { /* likewise */ }
        });
    }

    // Texts that were not saved are kept in the browser under names that begin
    // so. Others may sit at it next: they go with the sign-in.
    function drafts() {
        var who = document.querySelector("nav .who");
        return "assay-draft:" + (who ? who.dataset.person : "") + ":";
    }

    function leaving() {
        var form = document.querySelector("nav form[action='/out']");
        if (!form)
            return;
        form.addEventListener("submit", function (event) {
            var mine = [];
            try {
                mine = Object.keys(localStorage).filter(function (name) { return name.indexOf(drafts()) === 0; });
            } catch (error) { /* none is kept */ }
            if (mine.length && !confirm("Texts that you have not saved will be lost. Sign out?")) {
                event.preventDefault();
                return;
            }
            mine.forEach(function (name) { localStorage.removeItem(name); });
        });
    }

    // A part of a page that names topics is kept as it is now:
    // <div id="list" data-topics="runs">.
    function live() {
        var part = document.querySelector("[data-topics]");
        if (!part)
            return;
        var refresh = refresher(location.href, part, "#" + part.id);
        listen(part.dataset.topics.split(" "), { any: calm(Number(part.dataset.calm || 400), refresh) });
    }

    document.addEventListener("DOMContentLoaded", function () {
        theme();
        leaving();
        times(document);
        typeset(document);
        live();
    });

    return { post: post, read: read, replace: replace, refresher: refresher, listen: listen, calm: calm, typeset: typeset, drafts: drafts };
})();
