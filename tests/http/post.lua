-- SPDX-License-Identifier: Apache-2.0
-- For wrk: wrk -t1 -c64 -d5 -s tests/http/post.lua URL
wrk.method = "POST"
wrk.body = '{"model":"m","messages":[{"role":"user",' ..
    '"content":"What is $12 + 30$?"}],"max_tokens":512,"temperature":0.7}'
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Authorization"] = "Bearer sk-test"
