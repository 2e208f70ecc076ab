/* One item: its statement, its key, how it came to be, and every attempt. */
assay.itemView = (function () {
    "use strict";

    var LONG = 8000;        // characters of a reply that is folded
    var END = 3000;         // that are shown of it then
    var SET_MOST = 200000;  // beyond it a reply is shown as it is
    var OPEN_MOST = 8;      // attempts that are open at first
    var OPEN_FEW = 3;       // of them, if all are correct
    var el = assay.el, raw = false, redraw = [], turn = 0;

    /* ---- small parts ---- */

    function section(title, children) {
        return el("section", {}, [el("h2", { text: title })].concat(children));
    }

    function folded(title, fill) {
        var details = el("details", {}, [el("summary", { text: title })]);
        details.addEventListener("toggle", function () {
            if (details.open && details.children.length === 1)
                fill(details);
        });
        return details;
    }

    // Mathematics in prose, or a key that is TeX alone.
    function prose(text) {
        var element = el("div", { class: "prose" });
        assay.math.render(text, element);
        return element;
    }
    function formula(text) {
        var element = el("span", { class: "formula" });
        assay.math.key(text, element);
        return element;
    }

    // Any value of the details as elements.
    function value(v) {
        if (typeof v === "string")
            return v.length > 200 || v.indexOf("\n") >= 0 ? prose(v) : el("span", { text: v });
        if (v !== null && typeof v === "object")
            return el("pre", { text: JSON.stringify(v, null, 1) });
        return el("span", { text: v === true ? "yes" : v === false ? "no" : String(v) });
    }

    // Terms of a list: [name, element or value]; what is not known is left out.
    function terms(pairs) {
        var list = el("dl", {});
        pairs.forEach(function (pair) {
            var v = pair[1];
            if (v === undefined || v === null || v === "")
                return;
            list.appendChild(el("dt", { text: pair[0] }));
            list.appendChild(el("dd", {}, [v instanceof Node ? v : value(v)]));
        });
        return list.children.length ? list : null;
    }

    // Words of the judge: TeX stands in them without dollars.
    function words(text) {
        if (typeof text !== "string" || text === "")
            return text;
        var element = el("span", {});
        assay.math.words(text, element);
        return element;
    }

    function formulaOf(text) {
        return typeof text === "string" && text !== "" ? formula(text) : text;
    }

    function seconds(s) {
        if (s === null || s === undefined)
            return "";
        return s < 1 ? Math.round(1000 * s) + " ms" : s < 100 ? s.toFixed(1) + " s" : Math.round(s) + " s";
    }

    /* ---- replies ---- */

    // Where the shown end of a long text begins: at a paragraph, with the
    // marked stretch in it.
    function endOf(text, from) {
        var at = text.length - END;
        if (from !== undefined && from - 500 < at)
            at = Math.max(0, from - 500);
        var paragraph = text.lastIndexOf("\n\n", at);
        if (at - paragraph < 1500 && paragraph > 0)
            return paragraph + 2;
        var line = text.lastIndexOf("\n", at);
        return at - line < 1500 && line > 0 ? line + 1 : at;
    }

    // A reply: set as mathematics or as it is, the extract marked.
    function reply(text, from, to) {
        var box = el("div", { class: "reply" }), whole = text.length <= LONG;

        function draw() {
            var start = whole ? 0 : endOf(text, from), part = text.slice(start);
            var body = el("div", { class: raw || part.length > SET_MOST ? "raw" : "prose" });
            box.replaceChildren();
            if (start > 0)
                box.appendChild(el("button", { type: "button", class: "unfold",
                    onclick: function () { whole = true; draw(); },
                    text: "Show the first " + start.toLocaleString("en") + " characters" }));
            (body.className === "raw" ? assay.math.raw : assay.math.render)(part, body, from - start, to - start);
            box.appendChild(body);
        }
        redraw.push(draw);
        draw();
        return box;
    }

    /* ---- attempts ---- */

    function verdict(d) {
        if (d.strict && d.strict === d.lenient)
            return assay.marks.words(d.strict) + ", strict and lenient";
        return [d.strict && assay.marks.words(d.strict) + " (strict)",
            d.lenient && assay.marks.words(d.lenient) + " (lenient)"].filter(Boolean).join(", ");
    }

    // What is as it should be, or said already, is left out.
    function judged(r, d) {
        return terms([
            ["answer", formulaOf(r.answer)],
            ["understood as", d.understood === r.answer ? "" : formulaOf(d.understood)],
            ["verdict", verdict(d)], ["why", words(d.why)],
            ["kind of failure", r.reason && assay.marks.words(r.reason)], ["witness", words(d.witness)],
            ["judged today", d.today], ["found by", d.rule],
            ["decided by", d.by], ["second opinion", d.second_opinion], ["parts", d.parts], ["more", d.more],
            ["outcome", d.outcome === "ok" ? "" : d.outcome], ["finish", d.finish === "stop" ? "" : d.finish],
            ["error", d.error], ["note", words(d.note)],
            ["cost", typeof d.cost === "number" ? "$" + d.cost.toPrecision(3) : d.cost]
        ]);
    }

    // What the judge made of a reply, and beside it the reply.
    function fill(place, r, d) {
        var said = el("div", { class: "said" });
        if (d.reasoning)
            said.appendChild(folded("Reasoning (" + d.reasoning.length.toLocaleString("en") + " characters)",
                function (details) { details.appendChild(reply(d.reasoning)); }));
        said.appendChild(d.reply ? reply(d.reply, d.from, d.to) : el("p", { class: "none",
            text: d.reply === "" ? "The reply is empty." : "There is no reply." }));
        place.appendChild(el("div", { class: "pair" }, [judged(r, d) || el("dl", {}), said]));
    }

    function attempt(r, d, open) {
        var amounts = [r.tokens === null ? "" : assay.list.plural(Math.round(r.tokens), "token"), seconds(r.seconds)];
        var details = el("details", { class: "attempt", "data-mark": r.mark }, [el("summary", {}, [
            assay.marks.badge(r.mark), el("span", { class: "number", text: "attempt " + r.attempt }),
            el("span", { class: "amounts", text: amounts.filter(Boolean).join(", ") })])]);
        details.addEventListener("toggle", function () {
            if (details.open && details.children.length === 1)
                fill(details, r, d);
        });
        if (open) {
            details.open = true;
            fill(details, r, d);
        }
        return details;
    }

    // Which attempts are open at first: those that were asked for and those that
    // are not correct, else the first ones.
    function opened(results) {
        var q = assay.list.query(), asked = q.model || q.mark || q.reason;
        var wanted = results.filter(function (r) { return asked && assay.list.matches(r.raw); });
        var bad = results.filter(function (r) { return r.mark !== "correct"; });
        var all = wanted.concat(bad);
        return new Set(all.length ? Array.from(new Set(all)).slice(0, OPEN_MOST) : results.slice(0, OPEN_FEW));
    }

    // The attempts of each model, with a button that opens all or closes them.
    function attempts(item, details) {
        var open = opened(item.results), groups = assay.list.byModel(item.results), part;
        var all = el("button", { type: "button", class: "open-all", onclick: function () {
            var closed = anyClosed();
            part.querySelectorAll(".attempt").forEach(function (a) { a.open = closed; });
        } });
        function anyClosed() { return part.querySelector(".attempt:not([open])") !== null; }
        function tell() { all.textContent = anyClosed() ? "Open all" : "Close all"; }
        part = section("Attempts", [item.results.length > 1 ? all : null].concat(groups.map(function (group) {
            return el("section", { class: "model" }, [
                el("h3", {}, [el("span", { text: group.model }), el("span", { class: "strip" },
                    group.results.map(function (r) { return assay.marks.letter(r, false); }))])
            ].concat(group.results.map(function (r) {
                return attempt(r, details[item.results.indexOf(r)] || {}, open.has(r));
            })));
        })));
        part.addEventListener("toggle", tell, true);
        tell();
        return part;
    }

    /* ---- the problem ---- */

    // Steps are {what, text}, shown with what changed, or names alone.
    function lineage(steps) {
        var list = el("ol", { class: "steps" }), before = null;
        steps.forEach(function (step) {
            var what = typeof step === "string" ? step : step.what, text = step.text;
            var body = text === undefined ? null : el("div", { class: "text" });
            if (body)
                assay.diff(before, text, body);
            list.appendChild(el("li", {}, [what ? el("p", { class: "what", text: what }) : null, body]));
            before = text === undefined ? before : text;
        });
        return list;
    }

    // The asked values of a problem: {name, kind, latex, source}.
    function keys(list) {
        if (!Array.isArray(list))
            return list;
        if (list.length === 1 && !list[0].name)
            return assay.marks.words(list[0].kind || "");
        return el("ul", { class: "keys" }, list.map(function (k) {
            return el("li", {}, [k.name ? el("b", { text: k.name + " " }) : null,
                formula(String(k.latex || k.source || "")),
                el("span", { class: "none", text: " " + assay.marks.words(k.kind || "") })]);
        }));
    }

    function facets(item) {
        var pairs = item.facets.slice();
        if (!pairs.some(function (f) { return f[0] === "set"; }))
            pairs.push(["set", item.set]);
        pairs.sort(function (a, b) { return assay.list.order(a[0], b[0]); });
        return el("ul", { class: "facets", "aria-label": "Properties" }, pairs.map(function (f) {
            var q = {};
            q[f[0]] = f[1];
            return el("li", {}, [el("a", { href: assay.list.hash(q) }, [
                el("span", { text: assay.list.names[f[0]] || f[0] }), el("b", { text: f[1] })])]);
        }));
    }

    function key(item, d) {
        return section("Key", [terms([
            ["key", formulaOf(item.key)],
            ["understood as", d.understood === item.key ? "" : formulaOf(d.understood)], ["asked for", keys(d.keys)],
            ["proved by", d.proof && (d.proof.by || (typeof d.proof === "string" ? d.proof : ""))],
            ["proof", d.proof && d.proof.detail]
        ]), d.solution ? folded("Solution", function (details) {
            details.appendChild(typeof d.solution === "string" ? prose(d.solution) : value(d.solution));
        }) : null]);
    }

    function bar(item) {
        function to(by, text, label) {
            var other = assay.list.beside(item.number, by);
            return el("a", { class: "button", rel: by < 0 ? "prev" : "next", "aria-label": label, text: text,
                href: other && assay.list.itemHash(other), "aria-disabled": other ? null : "true" });
        }
        return el("div", { class: "toolbar" }, [
            el("a", { class: "button back", href: assay.list.hash(assay.list.query()), text: "All problems" }),
            el("span", { class: "place", text: assay.list.place(item.number) }),
            to(-1, "Previous", "Previous problem"), to(1, "Next", "Next problem"),
            el("button", { type: "button", class: "raw-switch", "aria-pressed": String(raw), onclick: toggle,
                title: "r", text: "Raw replies" })]);
    }

    // Shows item i in an element.
    async function show(i, view) {
        var item = assay.data.item(i), mine = ++turn, d;
        redraw = [];
        var title = el("h1", { text: item.id, tabindex: "-1" });
        view.replaceChildren(bar(item), title, facets(item), section("Statement", [prose(item.statement)]));
        title.focus({ preventScroll: true });
        try {
            d = await assay.data.detail(i);
        } catch (error) {
            view.appendChild(el("p", { class: "none", role: "alert", text: "The details could not be read: " + error.message }));
            return;
        }
        if (mine !== turn)
            return;
        var more = d.detail || {};
        view.appendChild(key(item, more));
        if (Array.isArray(more.lineage) && more.lineage.length)
            view.appendChild(section("How it was made", [lineage(more.lineage)]));
        view.appendChild(attempts(item, d.results || []));
        var rest = terms([["source", more.source], ["parameters", more.params]]);
        if (rest)
            view.appendChild(section("Origin", [rest]));
    }

    // Shows replies as they are, or set as mathematics again.
    function toggle() {
        raw = !raw;
        redraw.forEach(function (draw) { draw(); });
        document.querySelectorAll(".raw-switch").forEach(function (b) {
            b.setAttribute("aria-pressed", String(raw));
        });
    }

    return { show: show, toggle: toggle };
})();
