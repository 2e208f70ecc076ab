/*
 * Runs and studies while something works on them: the numbers in the head
 * follow the events, the figures and tables below are read again at most every
 * two seconds.
 */
(function () {
    "use strict";

    var TURN_MS = 2000, QUIET_MS = 20000;

    // Calls f at once, and then once a turn while there are further calls.
    function turns(ms, f) {
        var waiting = false, again = false;
        return function call() {
            if (waiting) {
                again = true;
                return;
            }
            waiting = true;
            f();
            setTimeout(function () {
                waiting = false;
                if (again) {
                    again = false;
                    call();
                }
            }, ms);
        };
    }

    function say(data) {
        document.querySelectorAll("[data-say]").forEach(function (e) {
            var value = data[e.dataset.say];
            if (value === undefined)
                return;
            if (e.dataset.say === "rate")
                value = value > 0 ? ", " + value.toFixed(1) + " per second" : "";
            e.textContent = String(value);
        });
        document.querySelectorAll("[data-watch] progress").forEach(function (e) {
            e.max = data.total || 1;
            e.value = data.done || 0;
        });
    }

    document.addEventListener("DOMContentLoaded", function () {
        var head = document.querySelector("[data-watch]"), part = document.getElementById("look");
        if (!head || !part)
            return;
        var refresh = turns(TURN_MS, assay.desk.refresher(location.pathname, part, "#look"));
        var numbers = assay.desk.refresher(location.pathname, head, "[data-watch]");
        // What was told to nobody is read: what came before, and that nothing
        // comes any more.
        function again() {
            numbers();
            refresh();
        }
        var quiet = 0;
        function rest(data) {
            clearTimeout(quiet);
            quiet = setTimeout(again, data.total && data.done >= data.total ? TURN_MS : QUIET_MS);
        }
        assay.desk.listen([head.dataset.watch], {
            changed: function (data) {
                if (data && data.ended)
                    location.reload();
                if (data) {
                    say(data);
                    rest(data);
                }
                refresh();
            },
            lost: again,
            begun: again
        });
    });
})();
