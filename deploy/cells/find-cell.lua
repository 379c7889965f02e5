-- Finds the cell that knows a key, by asking each cell whose key it is. Sets txn.search to `found` (with the name of the
-- cell in txn.cell), to `nowhere`, or to `unsure` where no cell knows the key and one of them did not answer.

local TIMEOUT_MS = 2000

local function cells()
  local names = {}
  for name in pairs(core.backends) do
    if name:sub(1, 5) == 'cell_' then table.insert(names, name) end
  end
  table.sort(names)
  return names
end

-- The address of a node that answers; nil if none does.
local function node_of(cell)
  for _, server in pairs(core.backends[cell].servers) do
    if server:get_stats().status:sub(1, 2) == 'UP' then return server:get_addr() end
  end
end

-- The status of the cell's answer; 0 if there is none.
local function ask(cell, key)
  local node = node_of(cell)
  if node == nil then return 0 end
  local answer = core.httpclient():get({
    url = 'http://' .. node .. '/api/v1/me',
    headers = { ['x-api-key'] = { key } },
    timeout = TIMEOUT_MS,
  })
  return answer and answer.status or 0
end

core.register_action('find_cell', { 'http-req' }, function(txn)
  local key = txn:get_var('txn.key')
  local search = 'nowhere'
  for _, cell in ipairs(cells()) do
    local status = ask(cell, key)
    -- 403: a revoked or expired key; its cell says which.
    if status == 200 or status == 403 then
      txn:set_var('txn.cell', cell)
      txn:set_var('txn.search', 'found')
      return
    end
    if status ~= 401 then search = 'unsure' end
  end
  txn:set_var('txn.search', search)
end)
