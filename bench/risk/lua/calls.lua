-- calls, recursion, varargs, metamethods, pcall
local function fib (n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
local V = {}
V.__index = V
V.__add = function (a, b) return setmetatable({x = a.x + b.x}, V) end
V.__call = function (self, k) return self.x + k end
function V:get (k) return self.x + k end
local function sum (...)
  local s = 0
  for i = 1, select("#", ...) do s = s + (select(i, ...)) end
  return s
end
local function tail (n) if n == 0 then return 0 end return tail(n - 1) end
local out = fib(17) + tail(2000)
local v = setmetatable({x = 1}, V)
for i = 1, 1500 do
  out = out + v:get(i) + v(i) + sum(i, 2, 3, 4)
  v = v + v
  v.x = i
  if not pcall(function () if i % 3 == 0 then error("x") end return i end) then out = out + 1 end
end
print(out)
