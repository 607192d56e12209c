-- array and hash parts, sort, concat, next, integer, float and string keys
local t = {}
for i = 1, 800 do t[i] = (i * 7919) % 10007 end
table.sort(t)
table.sort(t, function (a, b) return a > b end)
local h = {}
for i = 1, 1200 do h["k" .. i] = i; h[i * 1000] = i; h[i + 0.5] = i end
local s = 0
for _, v in pairs(h) do s = s + v end
for i = 1, 1200 do s = s + h["k" .. i] + h[i * 1000]; h["k" .. i] = nil end
for i, v in ipairs(t) do s = s + v end
local q = {}
for i = 1, 250 do table.insert(q, 1 + #q // 2, i) end
for i = 1, 120 do s = s + table.remove(q, 1) end
local m = {}
for i = 1, 40 do m[i] = {}; for j = 1, 40 do m[i][j] = i * j end end
for i = 1, 40 do for j = 1, 40 do s = s + m[i][j] - m[j][i] end end
print(s, #table.concat(q, ","), select("#", table.unpack(t, 1, 100)))
