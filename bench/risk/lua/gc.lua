-- garbage: trees, weak tables, finalizers, short strings, userdata of the collector
local function tree (d) if d == 0 then return {} end return {tree(d - 1), tree(d - 1)} end
local function count (t) local n = 1; for _, c in ipairs(t) do n = n + count(c) end return n end
local s = 0
for i = 1, 3 do s = s + count(tree(8)) end
local weak, eph = setmetatable({}, {__mode = "v"}), setmetatable({}, {__mode = "k"})
local done = 0
for i = 1, 800 do
  local o = setmetatable({i}, {__gc = i % 10 == 0 and function () done = done + 1 end or nil})
  weak[i] = o; eph[o] = {o}
end
collectgarbage()
for i = 1, 2000 do local x = {i, {tostring(i)}} end
collectgarbage("step", 10)
local n = 0
for _ in pairs(weak) do n = n + 1 end
print(s, n, done > 0)
