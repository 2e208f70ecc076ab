/* The page: its views, tables, examples, steps, theme and keys. */
(function () {
    "use strict";

    var el = assay.el, ROWS = 20, views = {}, place = 0, shown = "report", listed = false, title = document.title;

    /* ---- views ---- */

    // Text behind a "%", or itself where that is no encoding.
    function decode(text) {
        try {
            return decodeURIComponent(text);
        } catch (error) {
            return text;
        }
    }

    // A query: {name: value}, or an array where a name has several values.
    function parse(text) {
        var all = new Map();
        text.split("&").forEach(function (pair) {
            var at = pair.indexOf("="), name = decode(pair.slice(0, at)), value = decode(pair.slice(at + 1));
            if (at < 1 || !value || (all.get(name) || []).indexOf(value) >= 0)
                return;
            all.set(name, (all.get(name) || []).concat([value]));
        });
        return Object.fromEntries(Array.from(all, function (entry) {
            return [entry[0], entry[1].length > 1 ? entry[1] : entry[1][0]];
        }));
    }

    function turnTo(name) {
        if (shown === "items")
            place = window.scrollY;
        Object.keys(views).forEach(function (other) { views[other].hidden = other !== name; });
        document.documentElement.dataset.view = name;
        var before = shown;
        shown = name;
        if (name === "items" && before === "item") {
            window.scrollTo(0, place);
            assay.list.resume();
        } else if (name !== "report" && (name !== before || name === "item"))
            window.scrollTo(0, 0);
    }

    // Says something instead of a problem, with a way on.
    function instead(what, why, hash, where) {
        views.item.replaceChildren(el("h1", { text: what, tabindex: "-1" }),
            el("p", {}, [why]), el("p", {}, [el("a", { href: hash, text: where })]));
        document.title = what + " – " + title;
        turnTo("item");
    }

    // The problem of a path SET/ID; ids may be encoded or as they are.
    function findItem(path) {
        var at = path.indexOf("/"), set = decode(path.slice(0, at)), id = path.slice(at + 1);
        var i = assay.data.find(set, decode(id));
        return i < 0 ? assay.data.find(set, id) : i;
    }

    function openItem(path) {
        var i = findItem(path), item;
        if (!listed)
            assay.list.show({});
        listed = true;
        if (i < 0)
            return instead("There is no such problem", "This page has no problem " + decode(path) + ".",
                "#items", "All problems");
        item = assay.data.item(i);
        document.title = item.id + " – run " + item.set;
        turnTo("item");
        assay.itemView.show(i, views.item);
    }

    // The list of a query; one that names a problem and its run opens it.
    function openList(query) {
        var i = typeof query.set === "string" && typeof query.problem === "string"
            ? assay.data.find(query.set, query.problem) : -1;
        if (i >= 0)
            return location.replace(assay.list.itemHash(assay.data.item(i)));
        assay.list.show(query);
        listed = true;
        document.title = "Problems – " + title;
        turnTo("items");
    }

    function openReport(hash) {
        document.title = title;
        turnTo("report");
        var target = hash.length > 1 && document.getElementById(decode(hash.slice(1)));
        if (target)
            target.scrollIntoView();
    }

    // Shows what the hash asks for: #items?..., #item/SET/ID, or the report.
    function route() {
        var hash = location.hash;
        if (!assay.data.size() && /^#items?([?\/]|$)/.test(hash))
            instead("This page has no problems", "It was made without problems, or without the store that contains them.",
                "#", "The report");
        else if (/^#items(\?|$)/.test(hash))
            openList(parse(hash.slice(7)));
        else if (/^#item\//.test(hash))
            openItem(hash.slice(6));
        else
            openReport(hash);
        document.querySelectorAll("nav a").forEach(function (a) {
            var here = a.getAttribute("href") === (shown === "report" ? hash || "#" : "#items");
            a[here ? "setAttribute" : "removeAttribute"]("aria-current", "true");
        });
    }

    /* ---- tables ---- */

    // What a cell is sorted by: its number in base units, or its text.
    function sortKey(cell) {
        var text = cell.textContent.trim(), total = 0, found = false;
        var units = { ms: 0.001, s: 1, min: 60, h: 3600, d: 86400 };
        if (text === "-" || text === "")
            return [2, 0];
        if (/^[-+]?[\d.,]+ (ms|s|min|h|d)\b/.test(text)) {
            text.replace(/([-+]?[\d.]+) (ms|s|min|h|d)\b/g, function (all, n, unit) {
                total += Number(n) * units[unit];
                found = true;
            });
            if (found)
                return [0, total];
        }
        var m = /^[<>]?\s*([-+]?)\$?\s*(\d[\d,]*\.?\d*(?:e[-+]?\d+)?)/.exec(text);
        return m ? [0, Number(m[1] + m[2].replace(/,/g, ""))] : [1, text];
    }

    function compare(a, b) {
        if (a[0] !== b[0])
            return a[0] - b[0];
        return typeof a[1] === "string" ? a[1].localeCompare(b[1], "en", { numeric: true }) : a[1] - b[1];
    }

    // Rows that stay together: one with those that are indented below it; a
    // heading stays where it is.
    function groups(body) {
        var parts = [], part = null;
        Array.from(body.rows).forEach(function (row) {
            if (row.className === "heading") {
                parts.push({ heading: row, groups: [] });
                part = null;
                return;
            }
            if (!parts.length)
                parts.push({ heading: null, groups: [] });
            if (part && /in\d/.test(row.cells[0].className) && !/in\d/.test(part[0].cells[0].className)) {
                part.push(row);
                return;
            }
            part = [row];
            parts[parts.length - 1].groups.push(part);
        });
        return parts;
    }

    function sortBy(table, column) {
        var heads = table.tHead.rows[0].cells, head = heads[column], body = table.tBodies[0];
        var down = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
        Array.from(heads).forEach(function (h) { h.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", down > 0 ? "ascending" : "descending");
        groups(body).forEach(function (part) {
            if (part.heading)
                body.appendChild(part.heading);
            part.groups.map(function (rows) {
                return [sortKey(rows[0].cells[column]), rows];
            }).sort(function (a, b) {
                // What is not known is last either way.
                return a[0][0] === 2 || b[0][0] === 2 ? compare(a[0], b[0]) : down * compare(a[0], b[0]);
            }).forEach(function (pair) {
                pair[1].forEach(function (row) { body.appendChild(row); });
            });
        });
    }

    function sortable(table) {
        Array.from(table.tHead.rows[0].cells).forEach(function (head, column) {
            if (!head.textContent)
                return;
            var button = el("button", { type: "button", onclick: function () { sortBy(table, column); } },
                Array.from(head.childNodes));
            head.appendChild(button);
        });
    }

    function foldable(table) {
        var rows = table.tBodies[0].rows.length;
        var button = el("button", { type: "button", class: "all-rows", text: "Show all " + rows + " rows",
            "aria-expanded": "false", onclick: function () {
                var folded = table.classList.toggle("folded");
                button.textContent = folded ? "Show all " + rows + " rows" : "Show " + ROWS + " rows";
                button.setAttribute("aria-expanded", String(!folded));
            } });
        table.classList.add("folded");
        table.parentNode.after(button);
    }

    /* ---- examples and steps ---- */

    function typeset(element, how) {
        var text = element.textContent;
        element.textContent = "";
        how(text, element);
    }

    function differ(list) {
        var before = null;
        list.querySelectorAll(":scope > li > .text").forEach(function (step) {
            var text = step.textContent;
            step.textContent = "";
            assay.diff(before, text, step);
            before = text;
        });
    }

    /* ---- theme, help, keys ---- */

    // The theme is kept in the page alone: nothing is stored.
    function toggleTheme() {
        var root = document.documentElement;
        var dark = root.dataset.theme ? root.dataset.theme === "dark"
            : matchMedia("(prefers-color-scheme: dark)").matches;
        root.dataset.theme = dark ? "light" : "dark";
    }

    var KEYS = [["j", "next problem"], ["k", "previous problem"], ["Enter", "open the problem"],
        ["/", "search"], ["r", "show replies as plain text or typeset"], ["Escape", "back"],
        ["t", "light or dark theme"], ["?", "this help"]];

    function help() {
        var dialog = document.getElementById("help");
        if (!dialog) {
            var list = el("dl", {});
            KEYS.forEach(function (k) {
                list.appendChild(el("dt", {}, [el("kbd", { text: k[0] })]));
                list.appendChild(el("dd", { text: k[1] }));
            });
            dialog = el("dialog", { id: "help", "aria-label": "Keys" }, [el("h2", { text: "Keys" }), list,
                el("button", { type: "button", text: "Close", onclick: function () { dialog.close(); } })]);
            document.body.appendChild(dialog);
        }
        if (!dialog.open)
            dialog.showModal();
    }

    function step(by) {
        if (shown === "item") {
            var link = document.querySelector("#view-item .toolbar a[rel=" + (by < 0 ? "prev" : "next") + "][href]");
            if (link)
                location.hash = link.getAttribute("href");
            return;
        }
        if (shown === "report")
            location.hash = "#items";
        else
            assay.list.move(by);
    }

    function back() {
        if (shown === "item")
            location.hash = assay.list.hash(assay.list.query());
        else if (shown === "items")
            location.hash = "#";
    }

    function pressed(event) {
        var typing = /^(input|select|textarea)$/.test(event.target.localName);
        if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]"))
            return;
        if (typing) {
            if (event.key === "Escape")
                event.target.blur();
            return;
        }
        var actions = { "?": help, t: toggleTheme };
        if (assay.data.size())
            Object.assign(actions, {
                j: function () { step(1); }, k: function () { step(-1); }, Escape: back,
                r: function () { assay.itemView.toggle(); },
                "/": function () {
                    if (shown !== "items")
                        location.hash = assay.list.hash(assay.list.query());
                    setTimeout(assay.list.search, 0);
                }
            });
        if (Object.prototype.hasOwnProperty.call(actions, event.key)) {
            event.preventDefault();
            actions[event.key]();
        }
    }

    /* ---- beginning ---- */

    function decorate() {
        document.querySelectorAll("#view-report table").forEach(function (table) {
            if (table.tHead && table.tHead.rows.length)
                sortable(table);
            if (table.classList.contains("long"))
                foldable(table);
        });
        document.querySelectorAll("#view-report .tex").forEach(function (e) { typeset(e, assay.math.render); });
        document.querySelectorAll("#view-report .words").forEach(function (e) { typeset(e, assay.math.words); });
        document.querySelectorAll("#view-report .formula").forEach(function (e) { typeset(e, assay.math.key); });
        document.querySelectorAll("#view-report ol.steps").forEach(differ);
        document.querySelector("nav").appendChild(el("div", { class: "tools" }, [
            el("button", { type: "button", onclick: toggleTheme, text: "Light / dark" }),
            el("button", { type: "button", onclick: help, text: "Keys" })]));
    }

    // Links to problems that are not there become text.
    function unlink() {
        document.querySelectorAll("#view-report a[href^='#item'], .to-items a").forEach(function (a) {
            var plain = a.namespaceURI === document.documentElement.namespaceURI
                ? el("span", {}) : document.createElementNS(a.namespaceURI, "g");
            plain.setAttribute("class", a.getAttribute("class") || "");
            plain.append.apply(plain, Array.from(a.childNodes));
            a.replaceWith(plain);
        });
        document.querySelectorAll(".to-items").forEach(function (li) { li.remove(); });
    }

    async function begin() {
        ["report", "items", "item"].forEach(function (name) {
            views[name] = document.getElementById("view-" + name);
        });
        decorate();
        document.addEventListener("keydown", pressed);
        try {
            if (await assay.data.load() && assay.data.size())
                assay.list.build(views.items);
        } catch (error) {
            document.querySelector(".to-items").appendChild(
                el("p", { class: "none", role: "alert", text: "could not be read: " + error.message }));
        }
        if (!assay.data.size() && !document.querySelector(".to-items [role=alert]"))
            unlink();
        addEventListener("hashchange", route);
        route();
        document.documentElement.dataset.ready = "true";
    }

    begin();
})();
