-- Tells wrk what to send, and prints the result as one line of JSON, in the shape of LoadResult.
-- Arguments: the file with the body, then one "name: value" for each header, or one "keys: file" with an API key on each
-- line, which take turns. wrk calls init for each thread.

function init(args)
  local keys = {}
  local file = assert(io.open(args[1], "rb"))
  wrk.method = "POST"
  wrk.body = file:read("*a")
  file:close()
  for place = 2, #args do
    local name, value = args[place]:match("^([^:]+):%s*(.*)$")
    if name == "keys" then
      for key in io.lines(value) do table.insert(keys, key) end
    else
      wrk.headers[name] = value
    end
  end
  if #keys == 0 then return end
  local asked = 0
  request = function()
    asked = asked + 1
    wrk.headers["x-api-key"] = keys[asked % #keys + 1]
    return wrk.format()
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests":%d,"requestsPerSecond":%.3f,"p50Ms":%.3f,"p99Ms":%.3f,"errors":%d}\n',
    summary.requests, summary.requests / summary.duration * 1e6,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout
  ))
end
