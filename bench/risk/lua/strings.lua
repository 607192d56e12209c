-- string buffer, format, find, gsub, pack, conversion
local out = 0
local text = ("the quick brown fox jumps over the lazy dog 12345; "):rep(40)
for w in text:gmatch("%a+") do out = out + #w end
out = out + #(text:gsub("%w+", function (w) return w:upper() end))
out = out + #(text:gsub("(%w+) (%w+)", "%2 %1"))
for i = 1, 800 do
  local s = string.format("%d:%s:%5.2f:%q", i, tostring(i * 1.5), i / 3, "a\nb")
  out = out + #s + (tonumber(i .. ".5") // 1) + s:byte(-1) + #s:rep(3, ",")
  out = out + (s:find(":", 1, true)) + (s:find("%d+%p", 3) or 0)
end
local acc = {}
for i = 1, 600 do acc[#acc + 1] = i .. "," .. i * 2 end
out = out + #table.concat(acc, ";")
for i = 1, 300 do out = out + string.unpack("<i4", string.pack("<i4 d", i, i)) end
print(out, text:reverse():sub(1, 5), ("x"):rep(10, "-"))
