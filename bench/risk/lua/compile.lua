-- lexer, parser, code generator, dump and undump
local parts = {}
for i = 1, 100 do
  parts[#parts + 1] = ([[
local function f%d (a, b, ...)
  local t <const> = {a, b, x = 1, ["y"] = 2.5, [a] = "str%d", ...}
  for i = 1, #t do if t[i] and i > 2 or not b then a = a + t[i] * 2 - 1 else b = b .. "s" end end
  while a < 10 do a = a + 1; if a == 5 then break end end
  return t.x + t.y, function () return a, b end
end
]]):format(i, i):gsub(" <const>", "")
  if i % 25 == 0 then
    local src = table.concat(parts)
    local f = assert(load(src))
    assert(load(string.dump(f)))
    parts = {}
  end
end
print("ok")
