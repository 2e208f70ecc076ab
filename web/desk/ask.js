/*
 * Challenges while they run: the bar and its numbers follow the events, the
 * results are read again as they come, and the estimate follows the form. The
 * page shows the same when it is read again without any of it.
 */
(function () {
    "use strict";

    function byId(id) { return document.getElementById(id); }

    /* ---- what it may cost ---- */

    // What is left stands in the part of the page that is read again.
    function warning(tokens, money) {
        var left = byId("left"), short = left &&
            (tokens > Number(left.dataset.tokens || Infinity) || money > Number(left.dataset.money || Infinity));
        return short ? " That is more than the remaining budget: the challenge will end before all attempts are made." : "";
    }

    function estimate() {
        var out = byId("estimate"), attempts = byId("attempts");
        if (!out || !attempts)
            return;
        var chosen = Array.prototype.slice.call(document.querySelectorAll("input[name=model]:checked"));
        var k = Math.max(0, Number(attempts.value) || 0), tokens = 0, money = 0;
        var about = chosen.some(function (box) { return box.dataset.floor; }) ? ", at least " : ", about ";
        chosen.forEach(function (box) {
            tokens += k * Number(box.dataset.tokens);
            money += k * Number(box.dataset.money);
        });
        out.textContent = chosen.length === 0 ? "No model is chosen."
            : chosen.length * k + " calls" + about + Math.round(tokens).toLocaleString() + " tokens" +
              (money > 0 ? about + "$" + money.toFixed(4) : "") + "." + warning(tokens, money);
    }

    /* ---- the bar ---- */

    function span(ms) {
        var s = Math.max(0, Math.round(ms / 1000));
        return s < 60 ? s + " s" : Math.floor(s / 60) + " min " + (s % 60) + " s";
    }

    function tick() {
        document.querySelectorAll(".elapsed[data-since]").forEach(function (e) {
            if (Number(e.dataset.since) > 0)
                e.textContent = "in " + span(Date.now() - Number(e.dataset.since));
        });
    }

    function progress(data) {
        var part = data && byId("challenge-" + data.challenge);
        var bar = part && part.querySelector("progress");
        if (!bar || !data.total)
            return;
        bar.max = data.total;
        bar.value = data.done;
        part.querySelector(".count").textContent = data.done + " of " + data.total;
    }

    // A mark leads to its reply, which opens.
    function open(event) {
        var link = event.target.closest && event.target.closest("a.mark");
        var reply = link && byId(link.getAttribute("href").slice(1));
        if (reply)
            reply.open = true;
    }

    document.addEventListener("DOMContentLoaded", function () {
        var part = byId("asked");
        document.addEventListener("input", estimate);
        estimate();
        if (!part)
            return;
        var refresh = assay.desk.refresher(part.dataset.place, part, "#asked");
        var soon = assay.desk.calm(300, refresh), last = 0;
        part.addEventListener("click", open);
        assay.desk.listen(["entry:" + part.dataset.entry], {
            progress: function (data) {
                progress(data);
                if (Date.now() - last > 1500) { // verdicts come with the page
                    last = Date.now();
                    refresh();
                }
            },
            changed: soon,
            lost: soon,
            begun: soon
        });
        tick();
        setInterval(tick, 1000);
    });
})();
