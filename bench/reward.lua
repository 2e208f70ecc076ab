-- For wrk: single grades of varied pairs, POST /grade. Right and wrong replies
-- of 200 to 800 bytes: integers, fractions, LaTeX. Every one declares its answer
-- (a box, ####, "the answer is"): a reply that does not costs ten times as much.
-- The token, if the server asks for one, is in $ASSAY_TOKEN.
local pairs_ = {
   { "42", "\\boxed{42}" }, { "1234", "The answer is 1,234." },
   { "-7", "\\boxed{7}" }, { "18", "#### 18" },
   { "\\frac{3}{8}", "\\boxed{0.375}" }, { "\\frac{14}{3}", "\\boxed{\\dfrac{14}{3}}" },
   { "5/12", "The answer is $\\frac{10}{24}$." }, { "5/12", "\\boxed{\\frac{7}{12}}" },
   { "2\\sqrt{13}", "\\boxed{\\sqrt{52}}" }, { "3\\sqrt{5}", "\\boxed{3\\sqrt{6}}" },
   { "70\\%", "\\boxed{70\\%}" }, { "12\\pi", "\\boxed{12\\pi}" },
   { "x^2-x-6", "\\boxed{x^2 - x - 6}" }, { "6+9i", "\\boxed{6+9i}" },
   { "(3, 4)", "\\boxed{(3,4)}" }, { "2500", "**Answer:** 2500" },
}
local filler = "We write down what is given and simplify. Then $n^2 + 1 = 50$, and the " ..
   "second condition becomes $a_n = \\frac{3}{n+1}$, which leaves a single case. "
local bodies = {}

local function quoted(s)
   return '"' .. s:gsub('[\\"]', "\\%0"):gsub("\n", "\\n") .. '"'
end

function init()
   for i = 1, 160 do
      local pair = pairs_[i % #pairs_ + 1]
      local reply = "Let $n = " .. i .. "$.\n" .. filler:rep(i % 4 + 1) .. "\n\n" .. pair[2]
      bodies[i] = '{"id": ' .. i .. ', "gold": ' .. quoted(pair[1]) ..
         ', "response": ' .. quoted(reply) .. "}"
   end
   wrk.method = "POST"
   wrk.headers["Content-Type"] = "application/json"
   local token = os.getenv("ASSAY_TOKEN")
   if token then wrk.headers["Authorization"] = "Bearer " .. token end
   -- Whole requests, made once: wrk shares the cores with the server.
   for i = 1, #bodies do bodies[i] = wrk.format(nil, "/grade", nil, bodies[i]) end
end

local at = 0
function request()
   at = at % #bodies + 1
   return bodies[at]
end

function done(summary)
   local e = summary.errors
   io.write(string.format("errors %d\n", e.connect + e.read + e.write + e.status + e.timeout))
end
