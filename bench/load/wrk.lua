-- Tells wrk what to send, and prints what came of it as one line of JSON.
-- Arguments: the file that holds the body, then one "name: value" for each header. wrk calls init for each thread,
-- and makes its one request of what is set here.

function init(args)
  local file = assert(io.open(args[1], "rb"))
  wrk.method = "POST"
  wrk.body = file:read("*a")
  file:close()
  for place = 2, #args do
    local name, value = args[place]:match("^([^:]+):%s*(.*)$")
    wrk.headers[name] = value
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests":%d,"durationUs":%d,"p50Us":%d,"p99Us":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), errors.status,
    errors.connect + errors.read + errors.write + errors.timeout
  ))
end
