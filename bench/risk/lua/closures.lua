-- closures, upvalues, coroutines, goto, numeric and generic loops
local function counter () local n = 0; return function (k) n = n + k; return n end end
local s = 0
for i = 1, 800 do
  local a, b = counter(), counter()
  for j = 1, 5 do s = s + a(j) - b(j - 1) end
end
local co = coroutine.wrap(function () for k = 1, 1500 do coroutine.yield(k) end return 0 end)
for k = 1, 1501 do s = s + co() end
for i = 1, 300 do
  local c = coroutine.create(function (a) local b = coroutine.yield(a); return b end)
  coroutine.resume(c, i); coroutine.resume(c, i)
end
local i, a, b = 0, 3, 5
while i < 25000 do
  i = i + 1
  if i % 3 == 0 then a = a ~ i elseif i & 1 == 1 then b = b + (a << 1) else goto continue end
  s = s + ((a | b) & 0xff)
  ::continue::
end
local function iter (n, k) if k < n then return k + 1 end end
for k in iter, 6000, 0 do s = s + k end
print(s, math.floor(a / 7), b // 3 % 11)
