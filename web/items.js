/*
 * The items: the index that they are filtered by, their details, and the list
 * of them. web/README.md has the form of the data.
 */

/* ---- the data ---- */

assay.data = (function () {
    "use strict";

    // Places of an item and of a result in the index.
    var SET = 0, ID = 1, STATEMENT = 2, KEY = 3, FACETS = 4, RESULTS = 5;
    var MODEL = 0, ATTEMPT = 1, MARK = 2, REASON = 3, ANSWER = 4, TOKENS = 5, SECONDS = 6;
    var index = null, starts = [], texts = [], blocks = {}, waiting = {};

    async function inflate(base64) {
        var chars = atob(base64), bytes = new Uint8Array(chars.length);
        for (var i = 0; i < chars.length; i++)
            bytes[i] = chars.charCodeAt(i);
        var stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
        return JSON.parse(await new Response(stream).text());
    }

    async function load() {
        var element = document.getElementById("index"), at = 0;
        if (!element)
            return null;
        index = await inflate(element.textContent);
        element.remove();
        index.blocks.forEach(function (count) {
            starts.push(at);
            at += count;
        });
        warm(0);
        return index;
    }

    // The base64 of a block: in the page, or in a file beside it.
    function fetchBlock(n) {
        var element = document.getElementById("block-" + n);
        if (element)
            return Promise.resolve(element.textContent);
        return new Promise(function (resolve, reject) {
            var script = document.createElement("script");
            waiting[n] = resolve;
            script.src = "blocks/" + n + ".js";
            script.onerror = function () {
                reject(new Error("the file blocks/" + n + ".js is missing"));
            };
            document.head.appendChild(script);
        });
    }

    // Files of blocks call this.
    assay.block = function (n, base64) {
        if (waiting[n])
            waiting[n](base64);
    };

    // The details of item i; the two blocks looked at last are kept.
    async function detail(i) {
        var n = 0;
        while (n + 1 < starts.length && starts[n + 1] <= i)
            n++;
        if (!blocks[n]) {
            var keys = Object.keys(blocks);
            if (keys.length > 1)
                delete blocks[keys.find(function (k) { return k !== String(n); })];
            blocks[n] = fetchBlock(n).then(inflate);
            blocks[n].catch(function () { delete blocks[n]; });
        }
        return (await blocks[n])[i - starts[n]];
    }

    // What is searched in, in lower case.
    function textOf(i) {
        if (texts[i] === undefined) {
            var item = index.items[i];
            texts[i] = [item[ID], item[STATEMENT], item[KEY]].concat(item[RESULTS].map(function (r) {
                return r[ANSWER] || "";
            })).join("\n").toLowerCase();
        }
        return texts[i];
    }

    // Makes those texts when there is time, so that the first search is quick.
    function warm(i) {
        (window.requestIdleCallback || setTimeout)(function () {
            for (var end = Math.min(index.items.length, i + 500); i < end; i++)
                textOf(i);
            if (i < index.items.length)
                warm(i);
        });
    }

    // Adds to the wanted values of a name, of which one must hold.
    function oneOf(want, name, value) {
        want[name] = (want[name] || []).concat([value]);
    }

    // A query {family: "crt", concept: ["a", "b"], q: "text"} as numbers; -1 is
    // what no item has. An item must have all facets and all texts; of those
    // that it or a result has one of (set, problem, model, mark, reason), any.
    function compile(query) {
        var want = { facets: [], texts: [] };
        assay.list.pairs(query).forEach(function (pair) {
            var name = pair[0], value = pair[1];
            if (name === "model" || name === "mark" || name === "reason")
                oneOf(want, name, index[name + "s"].indexOf(value));
            else if (name === "problem")
                oneOf(want, "id", value);
            else if (name === "q")
                want.texts.push(value.toLowerCase());
            else if (name === "set" && index.sets.indexOf(value) >= 0)
                oneOf(want, "set", index.sets.indexOf(value));
            else if (name !== "sort")
                want.facets.push(index.facets.findIndex(function (f) {
                    return f[0] === name && f[1] === value;
                }));
        });
        return want;
    }

    function holds(values, value) {
        return values === undefined || values.indexOf(value) >= 0;
    }

    function resultMatches(want, r) {
        return holds(want.model, r[MODEL]) && holds(want.mark, r[MARK]) && holds(want.reason, r[REASON]);
    }

    function itemMatches(want, i) {
        var item = index.items[i];
        return holds(want.set, item[SET]) && holds(want.id, item[ID]) &&
            want.facets.every(function (f) { return item[FACETS].indexOf(f) >= 0; }) &&
            want.texts.every(function (text) { return textOf(i).indexOf(text) >= 0; });
    }

    var orders = {
        worst: function (item, want) {
            var n = 0, good = 0, correct = index.marks.indexOf("correct");
            item[RESULTS].forEach(function (r) {
                if (holds(want.model, r[MODEL])) {
                    n++;
                    good += r[MARK] === correct ? 1 : 0;
                }
            });
            return n ? good / n : 2;
        },
        tokens: function (item, want) { return -most(item, want, TOKENS); },
        seconds: function (item, want) { return -most(item, want, SECONDS); }
    };

    function most(item, want, field) {
        var x = -1;
        item[RESULTS].forEach(function (r) {
            if (resultMatches(want, r) && r[field] !== null)
                x = Math.max(x, r[field]);
        });
        return x;
    }

    function sort(list, order, want) {
        var keys = new Float64Array(index.items.length);
        if (order === "id")
            return list.sort(function (a, b) {
                return index.items[a][ID] < index.items[b][ID] ? -1 : index.items[a][ID] > index.items[b][ID] ? 1 : a - b;
            });
        if (!orders[order])
            return list;
        list.forEach(function (i) { keys[i] = orders[order](index.items[i], want); });
        return list.sort(function (a, b) { return keys[a] - keys[b] || a - b; });
    }

    // The items that meet a query, with the results of theirs that do.
    function select(query) {
        var want = compile(query), list = [], results = 0;
        var all = want.model === undefined && want.mark === undefined && want.reason === undefined;
        for (var i = 0; i < index.items.length; i++) {
            if (!itemMatches(want, i))
                continue;
            var found = 0, rs = index.items[i][RESULTS];
            for (var k = 0; k < rs.length; k++)
                if (all || resultMatches(want, rs[k]))
                    found++;
            if (all || found) {
                list.push(i);
                results += found;
            }
        }
        return { list: sort(list, [].concat(query.sort).pop(), want), results: results,
            matches: function (r) { return resultMatches(want, r); } };
    }

    // Item i with names instead of numbers.
    function item(i) {
        var x = index.items[i];
        return {
            number: i, set: index.sets[x[SET]], id: x[ID], statement: x[STATEMENT] || "", key: x[KEY] || "",
            facets: x[FACETS].map(function (f) { return index.facets[f]; }),
            results: x[RESULTS].map(function (r) {
                return { model: index.models[r[MODEL]], attempt: r[ATTEMPT], mark: index.marks[r[MARK]],
                    reason: index.reasons[r[REASON]], answer: r[ANSWER], tokens: r[TOKENS],
                    seconds: r[SECONDS], raw: r };
            })
        };
    }

    function find(set, id) {
        var s = index.sets.indexOf(set);
        return index.items.findIndex(function (x) { return x[SET] === s && x[ID] === id; });
    }

    // What can be filtered by: [name, [[value, how many], ...]].
    function fields() {
        var out = new Map();
        function count(name, value) {
            if (value === undefined || value === null)
                return;
            if (!out.has(name))
                out.set(name, new Map());
            out.get(name).set(value, (out.get(name).get(value) || 0) + 1);
        }
        ["model", "mark", "reason"].forEach(function (name) { out.set(name, new Map()); });
        index.items.forEach(function (x) {
            x[RESULTS].forEach(function (r) {
                count("model", index.models[r[MODEL]]);
                count("mark", index.marks[r[MARK]]);
                count("reason", index.reasons[r[REASON]]);
            });
            x[FACETS].forEach(function (f) {
                if (index.facets[f][0] !== "set")
                    count(index.facets[f][0], index.facets[f][1]);
            });
            count("set", index.sets[x[SET]]);
        });
        return out;
    }

    return { load: load, detail: detail, select: select, item: item, find: find, fields: fields,
        size: function () { return index ? index.items.length : 0; } };
})();

/* ---- marks ---- */

assay.marks = {
    letters: { correct: "✓", wrong: "✗", undecided: "?", unreadable: "U", no_answer: "N",
        abstained: "A", truncated: "T", refused: "R", overflow: "O", malformed: "M", error: "E", bad_key: "K" },
    words: function (mark) {
        return String(mark).replace(/_/g, " ");
    },
    // A mark with its word, or as one letter with the word for those who hear.
    badge: function (mark) {
        return assay.el("span", { class: "mark", "data-mark": mark, text: assay.marks.words(mark) });
    },
    letter: function (result, dim) {
        var label = result.model + ", attempt " + result.attempt + ": " + assay.marks.words(result.mark);
        return assay.el("span", { class: dim ? "letter dim" : "letter", "data-mark": result.mark, role: "img",
            "aria-label": label, title: label, text: assay.marks.letters[result.mark] || "•" });
    }
};

/* ---- the list ---- */

assay.list = (function () {
    "use strict";

    var PAGE = 40;          // rows that are drawn at once
    var OPTIONS_MOST = 40;  // beyond it a field is typed with suggestions
    var EXCERPT = 240;      // characters of a statement
    var STRIP = 24;         // letters of one row
    var FIRST = ["model", "mark", "reason", "family", "level", "concept", "kind", "topic", "set",
        "hypothesis", "role", "setting"];
    var NAMES = { mark: "verdict", reason: "kind of failure", kind: "answer kind", set: "run" };
    var LABELS_MOST = 4;    // models whose names stand before their letters
    var el = assay.el, view, rows, count, more, cut, nothing, chips, search, toggle, controls = {};
    var query = {}, found = { list: [], results: 0 }, drawn = 0, current = -1, turn = 0, drawnFor = null;

    // A query as pairs of a name and a value: a name may have several values.
    function pairs(q) {
        var out = [];
        Object.keys(q).forEach(function (name) {
            [].concat(q[name]).forEach(function (value) {
                if (value !== "" && value !== undefined)
                    out.push([name, value]);
            });
        });
        return out;
    }

    function hash(q) {
        var texts = pairs(q).map(function (pair) {
            return encodeURIComponent(pair[0]) + "=" + encodeURIComponent(pair[1]);
        });
        return "#items" + (texts.length ? "?" + texts.join("&") : "");
    }

    function itemHash(item) {
        return "#item/" + encodeURIComponent(item.set) + "/" + encodeURIComponent(item.id);
    }

    // The order of two fields: the usual ones first.
    function order(a, b) {
        var i = FIRST.indexOf(a), j = FIRST.indexOf(b);
        return (i < 0 ? 99 : i) - (j < 0 ? 99 : j) || (a < b ? -1 : a > b ? 1 : 0);
    }

    /* ---- controls ---- */

    // The value of a name that its control shows: the last one.
    function last(name) {
        return [].concat(query[name]).pop();
    }

    // The query with another value instead of one of a name; "": without it.
    function change(name, value, old) {
        var next = Object.assign({}, query), values = query[name] === undefined ? [] : [].concat(query[name]);
        var at = values.lastIndexOf(old === undefined ? last(name) : old);
        values.splice(at < 0 ? values.length : at, 1);
        if (value)
            values.push(value);
        delete next[name];
        if (values.length)
            next[name] = values.length > 1 ? values : values[0];
        return next;
    }

    function field(name, label, control) {
        controls[name] = control;
        return el("label", {}, [el("span", { text: label }), control]);
    }

    function byValue(a, b) {
        return a[0].localeCompare(b[0], "en", { numeric: true });
    }

    function filter(name, values) {
        var label = NAMES[name] || name, control;
        function changed() { location.hash = hash(change(name, control.value)); }
        if (values.length > OPTIONS_MOST) {
            control = el("input", { type: "text", list: "values-" + name, placeholder: "any", onchange: changed,
                autocomplete: "off" });
            var list = el("datalist", { id: "values-" + name }, values.map(function (v) {
                return el("option", { value: v[0] });
            }));
            var whole = field(name, label, control);
            whole.appendChild(list);
            return whole;
        }
        control = el("select", { onchange: changed }, [el("option", { value: "", text: "any" })].concat(
            values.map(function (v) {
                var option = el("option", { text: assay.marks.words(v[0]) + " (" + v[1] + ")" });
                option.value = v[0];
                return option;
            })));
        return field(name, label, control);
    }

    function sorter() {
        var control = el("select", { onchange: function () { location.hash = hash(change("sort", control.value)); } },
            [["", "original order"], ["worst", "worst first"], ["id", "by name"], ["tokens", "most tokens"],
                ["seconds", "slowest"]].map(function (o) { return el("option", { value: o[0], text: o[1] }); }));
        return field("sort", "order", control);
    }

    // Typing is no step of the history.
    function typed() {
        var next = hash(change("q", search.value));
        try {
            history.replaceState(null, "", next);
        } catch (error) {
            location.replace(next);
            return;
        }
        show(change("q", search.value));
    }

    function build(element) {
        var fields = assay.data.fields(), names = Array.from(fields.keys());
        view = element;
        search = el("input", { type: "search", oninput: typed, placeholder: "name, statement, key or answer",
            autocomplete: "off", spellcheck: "false" });
        names.sort(order);
        var form = el("form", { class: "filters", role: "search", "aria-label": "Problems",
            onsubmit: function (event) { event.preventDefault(); } }, [field("q", "search", search)]);
        names.forEach(function (name) {
            var values = Array.from(fields.get(name)).sort(byValue);
            if (values.length > (name === "reason" ? 0 : 1))
                form.appendChild(filter(name, values));
        });
        form.appendChild(sorter());
        toggle = el("button", { type: "button", class: "filters-switch", "aria-expanded": "false", onclick: function () {
            toggle.setAttribute("aria-expanded", String(form.classList.toggle("open")));
        } });
        form.insertBefore(toggle, form.children[1]);
        count = el("p", { class: "count", role: "status", "aria-live": "polite" });
        chips = el("p", { class: "chips" });
        rows = el("ol", { class: "rows" });
        more = el("button", { type: "button", class: "more-rows", onclick: function () { draw(); } });
        cut = el("p", { class: "cut" });
        nothing = el("p", { class: "nothing" }, ["Nothing matches. ",
            el("a", { class: "button", href: "#items", text: "Clear filters" })]);
        [el("h1", { text: "Problems", tabindex: "-1" }), form, chips, count, nothing, cut, rows, more].forEach(function (part) {
            view.appendChild(part);
        });
    }

    /* ---- rows ---- */

    // The beginning of a statement, not cut inside of a formula.
    function excerpt(text, set) {
        var out = document.createDocumentFragment(), length = 0;
        var head = text.slice(0, 4 * EXCERPT), pieces = set ? assay.math.split(head) : [{ from: 0, to: head.length }];
        for (var i = 0; i < pieces.length && length < EXCERPT; i++) {
            var p = pieces[i];
            if (p.tex !== undefined) {
                assay.math.formula(p.tex, false, out);
            } else {
                var part = head.slice(p.from, Math.min(p.to, p.from + EXCERPT - length));
                if (p.from + part.length < p.to)
                    part = part.replace(/\S{1,20}$/, "");
                out.appendChild(document.createTextNode(assay.math.clean(part)));
            }
            length += p.to - p.from;
        }
        if (length >= EXCERPT || head.length < text.length)
            out.appendChild(document.createTextNode(" …"));
        return out;
    }

    // Results as groups {model, results}, in the order of their first ones.
    function byModel(results) {
        var groups = new Map();
        results.forEach(function (r) {
            if (!groups.has(r.model))
                groups.set(r.model, { model: String(r.model), results: [] });
            groups.get(r.model).results.push(r);
        });
        return Array.from(groups.values());
    }

    function row(i) {
        var item = assay.data.item(i), shown = item.results.slice(0, STRIP);
        var text = el("span", { class: "excerpt" });
        text.appendChild(excerpt(item.statement, false));
        var groups = byModel(shown), named = groups.length > 1 && groups.length <= LABELS_MOST;
        var strip = el("span", { class: "strip" }, groups.map(function (group) {
            return el("span", { class: "by", title: group.model }, [
                named ? el("span", { class: "whose", text: group.model.split("/").pop() }) : null
            ].concat(group.results.map(function (r) { return assay.marks.letter(r, !found.matches(r.raw)); })));
        }));
        if (item.results.length > shown.length)
            strip.appendChild(el("span", { class: "rest", text: "+" + (item.results.length - shown.length) }));
        return el("li", {}, [el("a", { href: itemHash(item) }, [
            el("span", { class: "id", text: item.id }), strip, text])]);
    }

    // Formulas of the rows are set when there is time.
    function typeset(from, mine) {
        var later = window.requestIdleCallback || function (f) { setTimeout(f, 20); };
        later(function step() {
            var end = performance.now() + 12;
            while (mine === turn && from < drawn && performance.now() < end) {
                var place = rows.children[from] && rows.children[from].querySelector(".excerpt");
                if (place)
                    place.replaceChildren(excerpt(assay.data.item(found.list[from]).statement, true));
                from++;
            }
            if (mine === turn && from < drawn)
                later(step);
        });
    }

    function draw() {
        var from = drawn, part = document.createDocumentFragment();
        drawn = Math.min(found.list.length, drawn + PAGE);
        for (var i = from; i < drawn; i++)
            part.appendChild(row(found.list[i]));
        rows.appendChild(part);
        more.hidden = drawn >= found.list.length;
        more.textContent = "Show more of " + found.list.length.toLocaleString("en");
        cut.textContent = drawn < found.list.length
            ? "The first " + drawn + " of " + found.list.length.toLocaleString("en") + ":" : "";
        nothing.hidden = found.list.length > 0;
        typeset(from, turn);
    }

    function plural(n, word) {
        return n.toLocaleString("en") + " " + word + (n === 1 ? "" : "s");
    }

    // Filters that no control shows, to be seen and removed. A control shows the
    // last value of its name; where there are several, all are chips.
    function drawChips() {
        var filters = pairs(query);
        chips.replaceChildren();
        Object.keys(controls).forEach(function (name) {
            controls[name].value = query[name] === undefined ? "" : last(name);
        });
        filters.forEach(function (pair) {
            var name = pair[0], value = pair[1], control = controls[name];
            if (control && control.value === value && !Array.isArray(query[name]))
                return;
            chips.appendChild(el("a", { class: "chip", href: hash(change(name, "", value)),
                title: "remove this filter", text: (NAMES[name] || name) + ": " + value + " ✕" }));
        });
        filters = filters.filter(function (pair) { return pair[0] !== "q" && pair[0] !== "sort"; });
        toggle.textContent = "Filters" + (filters.length ? " (" + filters.length + ")" : "");
    }

    // Shows the items of a query; the list stays as it is if it has them.
    function show(q) {
        var from = performance.now();
        if (drawnFor === hash(q))
            return;
        drawnFor = hash(q);
        query = q;
        turn++;
        drawChips();
        found = assay.data.select(query);
        rows.replaceChildren();
        drawn = 0;
        current = -1;
        draw();
        count.textContent = plural(found.list.length, "problem") + ", " + plural(found.results, "result");
        api.milliseconds = performance.now() - from;
    }

    /* ---- moving ---- */

    function move(by) {
        current = Math.max(0, Math.min(found.list.length - 1, current + by));
        while (current >= drawn && drawn < found.list.length)
            draw();
        var li = rows.children[current];
        if (li) {
            li.firstChild.focus();
            li.scrollIntoView({ block: "nearest" });
        }
    }

    // Leads those who hear back to the row they came from.
    function resume() {
        while (current >= drawn && drawn < found.list.length)
            draw();
        if (rows.children[current])
            rows.children[current].firstChild.focus({ preventScroll: true });
    }

    // The item before or behind item i in the list, or null.
    function beside(i, by) {
        var at = found.list.indexOf(i) + by;
        return found.list[at] === undefined ? null : assay.data.item(found.list[at]);
    }

    var api = {
        build: build, show: show, move: move, resume: resume, beside: beside, hash: hash, itemHash: itemHash, order: order, plural: plural,
        names: NAMES, pairs: pairs, byModel: byModel,
        query: function () { return query; },
        matches: function (r) { return found.matches ? found.matches(r) : true; },
        search: function () { search.focus(); search.select(); },
        // Where an item stands: "3 of 40", or "".
        place: function (i) {
            var at = found.list.indexOf(i);
            current = at < 0 ? current : at;
            return at < 0 ? "" : (at + 1) + " of " + found.list.length;
        },
        milliseconds: 0 // that the last filter took
    };
    return api;
})();
